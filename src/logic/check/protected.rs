//! Names a game may not define, so that its rules stay valid Prolog: the
//! predicates that SWI-Prolog protects, and those of Hornet's own prelude.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::logic::syntax::operators;

/// Whether SWI-Prolog refuses, or silently spoils, a definition of it, or would
/// call it on its own account.
pub fn by_prolog(name: &str, arity: usize) -> bool {
    BY_PROLOG.contains(&*format!("{name}/{arity}"))
        || HOOKS.split_whitespace().any(|hook| hook == name)
        || operators::is_operator(name)
        || matches!(name, "!" | "[]")
}

/// The longest of the lists as a set, since every relation of a program is looked up in it.
static BY_PROLOG: LazyLock<FxHashSet<&str>> = LazyLock::new(|| PROLOG.split_whitespace().collect());

/// Whether Hornet's prelude for SWI-Prolog defines it.
pub fn by_prelude(name: &str, arity: usize) -> bool {
    name.starts_with("hornet_") || listed(PRELUDE, name, arity)
}

/// Whether a type or state fact may not be called so: by Prolog, the prelude,
/// or because every game has a relation of that name.
pub fn anywhere(name: &str, arity: usize) -> bool {
    by_prolog(name, arity) || by_prelude(name, arity) || listed(EVERY_GAME, name, arity)
}

fn listed(list: &str, name: &str, arity: usize) -> bool {
    let indicator = format!("{name}/{arity}");
    list.split_whitespace().any(|known| known == indicator)
}

const EVERY_GAME: &str = "\
    cell/1 step/3 row/2 column/2 opponent/2 option/2 turn_number/1 repetitions/1 start/1 add/1 \
    del/1 legal/1 does/1 tried/1 refuse/2 reason/2 wins/1 draw/0 over/0 value/2";

const PRELUDE: &str = "\
    title/1 players/1 type/2 chosen/2 option/3 board/1 state/1 memory/1 action/1 opaque/1 \
    include/1 moves/0 position/0 restart/0 play/1 refused/2 with_supposed/2 term_expansion/2 aggregate_all/3";

/// What SWI-Prolog calls when it is defined, while it loads a file and after; with
/// any number of arguments, since there are several of each.
const HOOKS: &str = "\
    attr_portray_hook attr_unify_hook attribute_goals dcg_translate_rule exception \
    expand_answer expand_query file_search_path goal_expansion library_directory \
    message_hook message_prefix_hook message_property portray print_message \
    prolog_clause_name prolog_event_hook prolog_exception_hook prolog_file_type \
    prolog_list_goal prolog_load_file prolog_predicate_name prolog_skip_file \
    prolog_skip_frame query_debugger_hook resource term_expansion thread_message_hook \
    unify_attr_hook";

/// Found by defining every built-in name of SWI-Prolog 9.0 as a fact, as a
/// rule and as a state fact.
const PROLOG: &str = "\
    abolish/1 abolish_all_tables/0 acyclic_term/1 arg/3 asserta/1 assertz/1 \
    at_end_of_stream/0 at_end_of_stream/1 atom/1 atom_chars/2 atom_codes/2 atom_concat/3 \
    atom_length/2 atomic/1 bagof/3 call/1 call/2 call/3 call/4 call/5 call/6 callable/1 \
    catch/3 char_code/2 char_conversion/2 clause/2 close/1 close/2 compare/3 compound/1 \
    copy_term/2 current_char_conversion/2 current_input/1 current_op/3 current_output/1 \
    current_predicate/1 current_prolog_flag/2 discontiguous/1 dynamic/1 fail/0 false/0 \
    findall/3 float/1 flush_output/0 flush_output/1 forall/2 format/3 functor/3 get_byte/1 \
    get_byte/2 get_char/1 get_char/2 get_code/1 get_code/2 ground/1 halt/0 halt/1 \
    initialization/1 initialization/2 integer/1 is/2 keysort/2 length/2 \
    message_queue_create/2 message_queue_destroy/1 message_queue_property/2 multifile/1 \
    mutex_create/2 mutex_destroy/1 mutex_lock/1 mutex_property/2 mutex_trylock/1 \
    mutex_unlock/1 nl/0 nl/1 nonvar/1 number/1 number_chars/2 number_codes/2 numbervars/3 \
    once/1 op/3 open/3 open/4 peek_byte/1 peek_byte/2 peek_char/1 peek_char/2 peek_code/1 \
    peek_code/2 phrase/2 phrase/3 predicate_property/2 prolog_load_context/2 put_byte/1 \
    put_byte/2 put_char/1 put_char/2 put_code/1 put_code/2 rational/1 read/1 read/2 \
    read_term/2 read_term/3 repeat/0 retract/1 retractall/1 set_input/1 set_output/1 \
    set_prolog_flag/2 set_stream_position/2 setof/3 sort/2 start_tabling/3 \
    stream_property/2 string/1 sub_atom/5 subsumes_term/2 term_variables/2 thread_create/3 \
    thread_detach/1 thread_get_message/1 thread_get_message/2 thread_get_message/3 \
    thread_peek_message/1 thread_peek_message/2 thread_property/2 thread_self/1 \
    thread_send_message/2 thread_signal/2 throw/1 true/0 unify_with_occurs_check/2 var/1 \
    with_mutex/2 write/1 write/2 write_canonical/1 write_canonical/2 write_term/2 \
    write_term/3 writeq/1 writeq/2";
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_arity_is_protected() {
        assert!(by_prolog("length", 2));
        assert!(!by_prolog("length", 3));
        assert!(!by_prolog("open", 0));
        assert!(by_prolog("goal_expansion", 2) && by_prolog("goal_expansion", 4));
        assert!(by_prelude("play", 1));
        assert!(by_prelude("hornet_anything", 7));
    }
}
