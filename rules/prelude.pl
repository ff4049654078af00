%   Hornet's prelude: the rules of a game as an ordinary Prolog program.
%
%   Load this first, then every_game.pl, the rules of a game and the facts of
%   a position. (hornet export prints them all as one file.) Then ask
%
%       ?- legal(Action).           what can be played
%       ?- moves.                   the same, printed
%       ?- play(Action).            play it, or print why it is not legal
%       ?- refused(Action, Why).    what is wrong with it
%       ?- position.                print the position, as facts
%       ?- restart.                 go to the start; without facts, do so first
%       ?- with_supposed(Facts, Goal).      what if Facts held as well?
%
%   The rules of a game declare
%
%       title(Text)                 what the game is called
%       players(Names)              gives player(P) and opponent(P, Other)
%       type(Name, Values)          gives Name(Value)
%       option(Name, Default, Allowed)      gives option(Name, Value), as
%                                   chosen(Name, Value) said before, if it did
%       weight(Name, Default, Least, Most)  gives weight(Name, Value), as
%                                   chosen(Name, Value) said before, if it did
%       board(Shape)                gives cell(Cell), step(Cell, Dir, Next),
%                                   column(Cell, N), row(Cell, N), direction(Dir),
%                                   and, unless the rules define them, straight(Dir),
%                                   diagonal(Dir) and opposite(Dir, Back)
%       without(Cells)              takes Cells out of the board
%       state(Template)             such facts make up a position
%       memory(Template)            so do these, but where they alone differ,
%                                   repetitions/1 sees the same position
%       action(Template)            such a thing a player can do
%       notation(Action, Form)      Hornet writes and reads Action so; with a
%                                   third argument, a goal, where that holds
%       opaque(Name/Arity)          Hornet's explanations stop at this relation
%       facts(Name/Arity, File)     each row of File, a .csv or .tsv beside the
%                                   rules, is a fact; with a third argument
%                                   [header], each but the first
%
%   and none of it where there is no game, but a knowledge base. Its relations
%   are asked as they are; it needs no every_game.pl.
%
%   where Allowed is a list, between(Least, Most) or between(Least, Most, Step).
%   Shape is square(Width, Height), rhombus(Width, Height), hex(Side),
%   graph(Cells, Edges), or hex: a plane of cells (Q,R) without end, and so without
%   cell/1. Besides, there always are
%
%       does(Action), tried(Action)     what is being played, or asked about
%       turn_number(N)              the next action will be the N-th
%       repetitions(N)              the position has come up N times
%
%   Every relation with rules is tabled: Prolog keeps the answers, and so even
%   left recursion comes to an end. An assert or retract of yours makes those
%   answers stale: call abolish_all_tables after it. Programs of your own are
%   best kept in a module, where nothing is tabled. Loading a file with facts
%   of a position replaces the position there was.
%
%   The names below that begin with hornet_ are private. Some goals name their
%   module, as in lists:member: so member/2 is free to be a relation of a game.

:- use_module(library(aggregate), []).
:- use_module(library(error), []).
:- use_module(library(lists), []).

:- dynamic player/1, opponent/2, option/2.
:- dynamic does/1, tried/1, turn_number/1, repetitions/1.
:- dynamic hornet_title/1, hornet_chosen/2, hornet_state/1, hornet_memory/1.
:- dynamic hornet_action/1, hornet_past/2, hornet_met/1, hornet_reads_rules/0.

% What a game may leave out. Asking for it then fails.
:- multifile start/1, legal/1, add/1, del/1, refuse/2, reason/2.
:- multifile wins/1, draw/0, value/2, leads/1.

% What rules may define themselves: a definition of their own hides these.
:- dynamic hornet_given:opposite/2, hornet_given:straight/1, hornet_given:diagonal/1.
:- set_module(hornet_given:base(system)), add_import_module(user, hornet_given, start).

:- meta_predicate with_supposed(+, 0), aggregate_all(?, 0, -).

% Loaded once more, this file forgets what it was told.
:- retractall(hornet_reads_rules), retractall(hornet_chosen(_, _)).
:- retractall(hornet_state(_)), retractall(hornet_memory(_)).
:- retractall(hornet_action(_)).


%   Aggregates

% True if Result is what Spec asks for, over all solutions of Goal. The largest
% and the smallest of nothing do not exist, whatever the number asked for. There
% is a solution for each witness of it. What two branches of a disjunction have in
% common is counted once.
aggregate_all(max(Number, Witness), Goal, max(Max, Who)) :-
    !,
    hornet_numbered(Number, Witness, Goal, Found),
    lists:max_member(Best-_, Found),
    Max = Best,
    lists:member(Best-Who, Found).
aggregate_all(min(Number, Witness), Goal, min(Min, Who)) :-
    !,
    hornet_numbered(Number, Witness, Goal, Found),
    lists:min_member(Best-_, Found),
    Min = Best,
    lists:member(Best-Who, Found).
aggregate_all(max(Number), Goal, Max) :-
    !,
    findall(N, (Goal, N is Number), Ns),
    lists:max_list(Ns, Best),
    Max = Best.
aggregate_all(min(Number), Goal, Min) :-
    !,
    findall(N, (Goal, N is Number), Ns),
    lists:min_list(Ns, Best),
    Min = Best.
aggregate_all(count, Goal, Count) :-
    hornet_has_branches(Goal),
    !,
    findall(Goal, Goal, Solutions),
    sort(Solutions, Different),
    length(Different, Count).
aggregate_all(sum(Number), Goal, Sum) :-
    hornet_has_branches(Goal),
    !,
    hornet_numbered(Number, Goal, Goal, Found),
    findall(N, lists:member(N-_, Found), Ns),
    lists:sum_list(Ns, Sum).
aggregate_all(Spec, Goal, Result) :-
    aggregate:aggregate_all(Spec, Goal, Result).

% True if Found are the different pairs of Number and Witness in solutions of Goal.
hornet_numbered(Number, Witness, Goal, Found) :-
    findall(N-Witness, (Goal, N is Number), All),
    sort(All, Found).

% True if Goal can have solutions from several branches.
hornet_has_branches(_:Goal) :-
    hornet_has_branches(Goal).
hornet_has_branches((_ ; _)).
hornet_has_branches((A, B)) :-
    ( hornet_has_branches(A) -> true ; hornet_has_branches(B) ).


%   Declarations

% True once the game is called Text.
title(Text) :-
    hornet_define(hornet_title(Text), true).

% True once just Names play, each against all the others.
players(Names) :-
    hornet_define(player(P), lists:member(P, Names)),
    hornet_define(opponent(P, Other), (player(P), player(Other), P \== Other)).

% True once the relation Name holds for just Values.
type(Name, Values) :-
    functor(Fact, Name, 1),
    arg(1, Fact, Value),
    hornet_define(Fact, lists:member(Value, Values)).

% True once the option or weight Name has Value, whatever its default.
chosen(Name, Value) :-
    retractall(hornet_chosen(Name, _)),
    assertz(hornet_chosen(Name, Value)).

% True once the option Name has the chosen value, or else the Default.
option(Name, Default, Allowed) :-
    ( hornet_chosen(Name, Value) -> true ; Value = Default ),
    hornet_allows(Allowed, Value),
    retractall(option(Name, _)),
    assertz(option(Name, Value)).

% True once the weight Name has the chosen value, or else the Default. Without
% weights, weight/2 is free to be a relation of a game.
hornet_weight(Name, Default, Least, Most) :-
    ( hornet_chosen(Name, Value) -> true ; Value = Default ),
    hornet_allows(between(Least, Most), Value),
    retractall(weight(Name, _)),
    assertz(weight(Name, Value)).

% True if Value is among the Allowed ones; any other one is an error.
hornet_allows(between(Least, Most), Value) :-
    !,
    error:must_be(between(Least, Most), Value).
hornet_allows(between(Least, Most, Step), Value) :-
    !,
    findall(N, (system:between(Least, Most, N), 0 is (N - Least) mod Step), Allowed),
    error:must_be(oneof(Allowed), Value).
hornet_allows(Allowed, Value) :-
    error:must_be(oneof(Allowed), Value).

% True once facts like Template are part of a position.
state(Template) :-
    hornet_pattern(Template, Fact),
    retractall(Fact),
    assertz(hornet_state(Fact)).

% True once facts like Template are part of a position that is not compared.
memory(Template) :-
    state(Template),
    hornet_pattern(Template, Fact),
    assertz(hornet_memory(Fact)).

% True once players can do what looks like Template.
action(Template) :-
    hornet_pattern(Template, Action),
    assertz(hornet_action(Action)).

% True always: Prolog explains nothing, so there is nothing to stop at.
opaque(_Name/_Arity).

% True always: Prolog writes actions as the rules do.
notation(_Action, _Form).
notation(_Action, _Form, _Goal).

% True once Fact's relation consists of one Fact for each solution of Goal.
hornet_define(Fact, Goal) :-
    findall(Fact, Goal, Facts),
    hornet_pattern(Fact, Pattern),
    retractall(Pattern),
    forall(lists:member(New, Facts), assertz(New)).

% True once the same is done for a relation that rules may define themselves.
hornet_offer(Fact, Goal) :-
    findall(Fact, Goal, Facts),
    sort(Facts, Different),
    hornet_pattern(Fact, Pattern),
    retractall(hornet_given:Pattern),
    forall(lists:member(New, Different), assertz(hornet_given:New)).

% True if Pattern is the most general term with Term's name and arity.
hornet_pattern(Term, Pattern) :-
    functor(Term, Name, Arity),
    functor(Pattern, Name, Arity).


%   Boards

% True once the board has Shape, whose sizes are numbers or names of options.
board(hex) :-
    !,
    hornet_define(direction(Dir), hornet_way(hex, Dir, _, _)),
    hornet_define(column((Q, _), Q), true),
    hornet_define(row((_, R), R), true),
    retractall(step(_, _, _)),
    forall(hornet_way(hex, Dir, X, Y),
           assertz((step((Q, R), Dir, (NextQ, NextR)) :-
                        system:plus(Q, X, NextQ),
                        system:plus(R, Y, NextR)))),
    hornet_tell_ways(hex).
board(graph(Cells, Edges)) :-
    !,
    hornet_define(cell(Cell), hornet_spot(Cells, Cell, _, _)),
    hornet_define(column(Cell, X), hornet_spot(Cells, Cell, X, _)),
    hornet_define(row(Cell, Y), hornet_spot(Cells, Cell, _, Y)),
    hornet_define(step(Cell, Dir, Next), hornet_edge(Cells, Edges, Cell, Dir, Next)),
    findall(Dir, step(_, Dir, _), All),
    sort(All, Dirs),
    hornet_define(direction(Dir), lists:member(Dir, Dirs)),
    hornet_offer(opposite(Dir, Back), (step(Cell, Dir, Next), step(Next, Back, Cell))),
    hornet_offer(straight(Dir), (direction(Dir), hornet_is_straight(Dir))),
    hornet_offer(diagonal(Dir), (direction(Dir), \+ hornet_is_straight(Dir))),
    cell(_).
board(Shape) :-
    Shape =.. [Kind | Sizes],
    findall(N, (lists:member(Size, Sizes), hornet_size(Size, N)), Numbers),
    Board =.. [Kind | Numbers],
    hornet_define(direction(Dir), hornet_way(Board, Dir, _, _)),
    hornet_define(cell(Cell), hornet_cell(Board, _, _, _, Cell)),
    hornet_define(column(Cell, X), hornet_cell(Board, X, _, _, Cell)),
    hornet_define(row(Cell, Row), hornet_cell(Board, _, _, Row, Cell)),
    hornet_define(step(Cell, Dir, Next), hornet_step(Board, Cell, Dir, Next)),
    hornet_tell_ways(Board),
    cell(_).

% True once Cells are taken out of the board.
hornet_without(Cells) :-
    forall(( lists:member(Cell, Cells),
             lists:member(Fact, [cell(Cell), column(Cell, _), row(Cell, _),
                                 step(Cell, _, _), step(_, _, Cell)]) ),
           retractall(Fact)).

% True once it is known which directions of Board are opposite, straight, diagonal.
hornet_tell_ways(Board) :-
    hornet_offer(opposite(Dir, Back), ( hornet_way(Board, Dir, X, Y),
                                        hornet_way(Board, Back, BackX, BackY),
                                        X + BackX =:= 0,
                                        Y + BackY =:= 0 )),
    functor(Board, Kind, _),
    hornet_offer(straight(Dir), ( hornet_way(Board, Dir, _, _),
                                  \+ hornet_is_diagonal(Kind, Dir) )),
    hornet_offer(diagonal(Dir), ( hornet_way(Board, Dir, _, _),
                                  hornet_is_diagonal(Kind, Dir) )).

% True if Dir is diagonal on boards of that Kind, which have columns and rows.
hornet_is_diagonal(square, Dir) :-
    \+ hornet_is_straight(Dir).

hornet_is_straight(n).
hornet_is_straight(e).
hornet_is_straight(s).
hornet_is_straight(w).

% True if Cell is at (X, Y) in the list of a graph's cells.
hornet_spot(Cells, Cell, X, Y) :-
    lists:member(Spot, Cells),
    Spot =.. [Cell, X, Y].

% True if one of the Edges leads from Cell to Next or back, and Dir is the nearest of
% eight directions: a whole number of eighths of a turn from east on.
hornet_edge(Cells, Edges, Cell, Dir, Next) :-
    lists:member(Chain, Edges),
    ( hornet_link(Chain, Cell, Next) ; hornet_link(Chain, Next, Cell) ),
    hornet_spot(Cells, Cell, X, Y),
    hornet_spot(Cells, Next, NextX, NextY),
    Eighth is round(4 * atan2(NextY - Y, NextX - X) / pi) mod 8,
    lists:nth0(Eighth, [e, ne, n, nw, w, sw, s, se], Dir).

% True if Chain, which is written a1-b1-c1, goes from one to the Next.
hornet_link(Chain-Next, One, Next) :-
    ( Chain = _-Last -> One = Last ; One = Chain ).
hornet_link(Chain-_, One, Next) :-
    hornet_link(Chain, One, Next).

% True if Size, a number or the name of an option, stands for the number N.
hornet_size(Size, N) :-
    ( integer(Size) -> N = Size ; option(Size, N) ).

% True if Cell lies at (X, Y) on Board: in column X, where it is the Row-th.
hornet_cell(Board, X, Y, Row, Cell) :-
    hornet_place(Board, X, Y, Row),
    Letter is 0'a + X - 1,
    system:format(atom(Cell), '~c~d', [Letter, Row]).

% True if Board has a Row-th cell in column X, at (X, Y).
hornet_place(square(Width, Height), X, Row, Row) :-
    system:between(1, Width, X),
    system:between(1, Height, Row).
hornet_place(rhombus(Width, Height), X, Row, Row) :-
    system:between(1, Width, X),
    system:between(1, Height, Row).
hornet_place(hex(Side), X, Y, Row) :-
    Width is 2 * Side - 1,
    system:between(1, Width, X),
    Height is Width - abs(Side - X),
    system:between(1, Height, Row),
    Y is Row + max(0, Side - X).

% True if one step in direction Dir leads from Cell to Next on Board.
hornet_step(Board, Cell, Dir, Next) :-
    hornet_cell(Board, X, Y, _, Cell),
    hornet_way(Board, Dir, AddX, AddY),
    NextX is X + AddX,
    NextY is Y + AddY,
    hornet_cell(Board, NextX, NextY, _, Next).

% True if Dir adds X and Y to the coordinates on Board.
hornet_way(Board, Dir, X, Y) :-
    hornet_ways(Board, Ways),
    lists:member(Way, Ways),
    Way =.. [Dir, X, Y].

% True if Ways are the directions on Board, with what they add to X and Y.
hornet_ways(square(_, _), [n(0, 1), ne(1, 1), e(1, 0), se(1, -1),
                           s(0, -1), sw(-1, -1), w(-1, 0), nw(-1, 1)]).
hornet_ways(hex(_), [n(0, -1), ne(1, -1), se(1, 0),
                     s(0, 1), sw(-1, 1), nw(-1, 0)]).
hornet_ways(rhombus(_, _), Ways) :-
    hornet_ways(hex, Ways).
hornet_ways(hex, [e(1, 0), se(0, 1), sw(-1, 1),
                  w(-1, 0), nw(0, -1), ne(1, -1)]).


%   Playing

% True once all that is legal is printed.
moves :-
    findall(Action, legal(Action), Actions),
    sort(Actions, Sorted),
    forall(lists:member(Action, Sorted), system:format('~q~n', [Action])).

% True once the facts of the position are printed.
position :-
    forall(hornet_title(Title), system:format('% ~w~n', [Title])),
    hornet_position(Facts),
    forall(lists:member(Fact, Facts), system:format('~q.~n', [Fact])),
    forall(turn_number(Turn), system:format('turn_number(~d).~n', [Turn])),
    forall(repetitions(Times), system:format('repetitions(~d).~n', [Times])).

% True once the position is the start of the game.
restart :-
    findall(Fact, start(Fact), Facts),
    hornet_clear,
    hornet_change([], Facts).

% True once Action is played. If it is not legal, prints why, and fails.
play(Action) :-
    legal(Action),
    !,
    with_supposed([does(Action)], (findall(Old, del(Old), Deleted),
                                   findall(New, add(New), Added))),
    hornet_remember,
    hornet_change(Deleted, Added),
    hornet_count.
play(Action) :-
    system:format('~q is not legal~n', [Action]),
    forall(hornet_complaint(Action, Text), system:format('    ~w~n', [Text])),
    fail.

% True if the game refuses Action for Reason.
refused(Action, Reason) :-
    with_supposed([tried(Action)], refuse(Action, Reason)).

% True if Goal holds where Facts do, besides those of the position.
with_supposed(Facts, Goal) :-
    findall(Fact, (lists:member(Fact, Facts), \+ Fact), New),
    system:setup_call_cleanup(user:hornet_change([], New),
                              findall(Goal, Goal, Solutions),
                              user:hornet_change(New, [])),
    lists:member(Goal, Solutions).

% True once the Deleted facts are gone, the Added ones hold, and the tables,
% which knew nothing of this, are empty.
hornet_change(Deleted, Added) :-
    forall(lists:member(Fact, Deleted), retractall(Fact)),
    forall((lists:member(Fact, Added), \+ Fact), assertz(Fact)),
    abolish_all_tables.

% True if Text tells what is wrong with Action.
hornet_complaint(Action, 'there is no such action') :-
    \+ hornet_action(Action).
hornet_complaint(Action, Text) :-
    refused(Action, Reason),
    ( reason(Reason, Text) -> true ; Text = Reason ).

% True if Facts, in order, make up the position.
hornet_position(Facts) :-
    findall(Fact, (hornet_state(Fact), call(Fact)), Found),
    sort(Found, Facts).

% True once the position is empty, and the counters stand at 1.
hornet_clear :-
    findall(Fact, hornet_state(Fact), Facts),
    hornet_change([hornet_past(_, _) | Facts], []),
    hornet_define(turn_number(1), true),
    hornet_define(repetitions(1), true).

% True if Facts, in order, tell whether the position has come up before.
hornet_lasting(Facts) :-
    hornet_position(All),
    findall(Fact, (lists:member(Fact, All), \+ hornet_memory(Fact)), Facts).

% True once it is on record how often the position has come up.
hornet_remember :-
    hornet_lasting(Facts),
    repetitions(Times),
    retractall(hornet_past(Facts, _)),
    assertz(hornet_past(Facts, Times)).

% True once the counters are right after an action.
hornet_count :-
    hornet_lasting(Facts),
    ( hornet_past(Facts, Before) -> true ; Before = 0 ),
    Times is Before + 1,
    hornet_define(repetitions(Times), true),
    turn_number(Turn),
    Next is Turn + 1,
    hornet_define(turn_number(Next), true).


%   Facts in data files
%
%   A field between double quotes may hold separators, line breaks, and quotes
%   written twice. Blanks around fields do not count, nor do empty lines. A
%   column of whole numbers without quotes holds numbers, any other one atoms.

% True if Facts are those of a relation that File holds.
hornet_facts(Name/Arity, File, Options, Facts) :-
    prolog_load_context(directory, Folder),
    absolute_file_name(File, Path, [relative_to(Folder), access(read)]),
    system:setup_call_cleanup(open(Path, read, In, [encoding(utf8), bom(true)]),
                              system:read_string(In, _, Text),
                              close(In)),
    system:string_codes(Text, Codes),
    hornet_separator(File, Separator),
    phrase(hornet_rows(Separator, Rows), Codes),
    ( Options == [header], Rows = [_ | Rest] -> true ; Rest = Rows ),
    forall(( lists:member(Row, Rest), \+ length(Row, Arity) ),
           throw(error(hornet_columns(File, Row, Arity), _))),
    findall(Column,
            ( system:between(1, Arity, Column),
              \+ ( lists:member(Row, Rest),
                    lists:nth1(Column, Row, Field),
                    \+ hornet_is_whole(Field) ) ),
            Numbers),
    findall(Fact, (lists:member(Row, Rest), hornet_fact(Name, Numbers, Row, Fact)), All),
    lists:list_to_set(All, Facts).

% True if fields of File are separated by the character of that code.
hornet_separator(File, 0'\t) :-
    file_name_extension(_, tsv, File),
    !.
hornet_separator(_, 0',).

% True if Row stands for Fact, where the columns Numbers hold numbers.
hornet_fact(Name, Numbers, Row, Fact) :-
    findall(Value,
            ( lists:nth1(Column, Row, Field),
              ( lists:memberchk(Column, Numbers) -> Type = number ; Type = atom ),
              hornet_value(Type, Field, Value) ),
            Values),
    Fact =.. [Name | Values].

% True if Field stands for Value in a column of that Type.
hornet_value(Type, Field, Value) :-
    arg(1, Field, Codes),
    ( Type == number -> number_codes(Value, Codes) ; atom_codes(Value, Codes) ).

% True if Field is a whole number.
hornet_is_whole(bare(Codes)) :-
    phrase(hornet_whole, Codes).

hornet_whole --> "0".
hornet_whole --> "-", hornet_digits.
hornet_whole --> hornet_digits.

hornet_digits --> [First], { First \== 0'0 }, hornet_digit(First), hornet_more_digits.

hornet_digit(Code) --> { system:between(0'0, 0'9, Code) }.

hornet_more_digits --> [Code], hornet_digit(Code), !, hornet_more_digits.
hornet_more_digits --> [].

% All rows but empty lines.
hornet_rows(_, []) --> hornet_end, !.
hornet_rows(Separator, Rows) -->
    hornet_row(Separator, Row),
    { Row == [bare([])] -> Rows = Rest ; Rows = [Row | Rest] },
    hornet_rows(Separator, Rest).

hornet_row(Separator, [Field | Fields]) -->
    hornet_blanks(Separator),
    hornet_field(Separator, Field),
    (   [Separator]
    ->  hornet_row(Separator, Fields)
    ;   hornet_line_end,
        { Fields = [] }
    ).

hornet_line_end --> "\r\n", !.
hornet_line_end --> "\n", !.
hornet_line_end --> hornet_end.

hornet_end([], []).

hornet_blanks(Separator) --> [Code], hornet_blank(Separator, Code), !, hornet_blanks(Separator).
hornet_blanks(_) --> [].

hornet_blank(Separator, Code) --> { lists:member(Code, [0' , 0'\t]), Code \== Separator }.

hornet_field(Separator, quoted(Codes)) -->
    [0'"],
    !,
    hornet_quoted(Codes),
    hornet_blanks(Separator).
hornet_field(Separator, bare(Codes)) -->
    hornet_bare(Separator, All),
    { hornet_without_blanks(All, Codes) }.

hornet_quoted([0'" | Codes]) --> [0'", 0'"], !, hornet_quoted(Codes).
hornet_quoted([]) --> [0'"], !.
hornet_quoted([0'\n | Codes]) --> "\r\n", !, hornet_quoted(Codes).
hornet_quoted([Code | Codes]) --> [Code], hornet_quoted(Codes).

hornet_bare(Separator, [Code | Codes]) -->
    [Code],
    { \+ lists:member(Code, [Separator, 0'\r, 0'\n]) },
    !,
    hornet_bare(Separator, Codes).
hornet_bare(_, []) --> [].

% True if Codes are All without the blanks at the end.
hornet_without_blanks(All, Codes) :-
    (   lists:append(Before, [Last], All),
        lists:member(Last, [0' , 0'\t])
    ->  hornet_without_blanks(Before, Codes)
    ;   Codes = All
    ).


%   Reading the rules
%
%   From here on, Prolog shows each clause it reads to term_expansion/2. Facts
%   of a position are asserted. Any other clause is loaded as it stands, after
%   the directives that its relation needs, the first time in a file.

:- multifile term_expansion/2.
:- dynamic term_expansion/2.

% True if Clauses are to be loaded instead of Term.
term_expansion(Term, Clauses) :-
    hornet_reads_rules,
    prolog_load_context(module, user),
    hornet_expand(Term, Clauses).

% True if Clauses take the place of Term in a file of rules or facts.
hornet_expand(end_of_file, _) :-
    retractall(hornet_met(_)),
    fail.
hornet_expand((:- facts(Relation, File)), Clauses) :-
    hornet_expand((:- facts(Relation, File, [])), Clauses).
hornet_expand((:- facts(Name/Arity, File, Options)), Clauses) :-
    !,
    hornet_facts(Name/Arity, File, Options, Facts),
    (   Facts == []
    ->  Clauses = [(:- dynamic Name/Arity)]
    ;   Clauses = [(:- multifile Name/Arity), (:- discontiguous Name/Arity) | Facts]
    ).
hornet_expand((:- without(Cells)), [(:- hornet_without(Cells))]).
hornet_expand((:- weight(Name, Default, Least, Most)),
              [(:- hornet_weight(Name, Default, Least, Most))]).
hornet_expand(Fact, [(:- hornet_given(Fact))]) :-
    hornet_in_position(Fact),
    !.
hornet_expand(Clause, Clauses) :-
    hornet_parts(Clause, Head, Body),
    functor(Head, Name, Arity),
    findall((:- Directive),
            ( hornet_directive(Need, Head, Body),
              Directive =.. [Need, Name/Arity],
              hornet_first(Directive) ),
            Directives),
    ( Head = legal(_) -> New = (Head :- \+ over, Body) ; New = Clause ),
    lists:append(Directives, [New], Clauses).

% True if Clause belongs to a relation, and has that Head and Body.
hornet_parts((Head :- Body), Head, Body) :-
    !.
hornet_parts(Head, Head, true) :-
    functor(Head, Name, _),
    \+ lists:member(Name, [:-, ?-, -->, :, begin_of_file, end_of_file]).

% True if such a clause needs the directive Need: clauses may be anywhere, and
% what is more than a list of facts is tabled.
hornet_directive(multifile, _, _).
hornet_directive(discontiguous, _, _).
hornet_directive(table, Head, Body) :-
    \+ ( Body == true, ground(Head) ).

% True the first time in a file that This is met.
hornet_first(This) :-
    \+ hornet_met(This),
    assertz(hornet_met(This)).

% True if Fact belongs to a position.
hornet_in_position(turn_number(_)).
hornet_in_position(repetitions(_)).
hornet_in_position(Fact) :-
    hornet_state(Fact).

% True once Fact holds, in the position that this file gives.
hornet_given(Fact) :-
    ( hornet_first(position) -> hornet_clear ; true ),
    (   hornet_state(Fact)
    ->  hornet_change([], [Fact])
    ;   hornet_define(Fact, true)
    ).

:- hornet_clear.
:- assertz(hornet_reads_rules).
