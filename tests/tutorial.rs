//! The tutorials: each step is done by its solution, by other entries that lead
//! to the same, and by `skip`; what misses the point is told why.

mod support;

use hornet::repl::tutorial::LESSONS;
use support::session::Prompt;

/// Types an entry; what is said, with the instruction below it.
fn said(prompt: &mut Prompt, entry: &str) -> String {
    let replies = prompt.replies(entry);
    let texts = replies.iter().map(|reply| format!("{}\n{}", reply.text, reply.instruction));
    texts.collect::<Vec<_>>().join("\n")
}

fn says(prompt: &mut Prompt, entry: &str, parts: &[&str]) {
    let text = said(prompt, entry);
    for part in parts {
        assert!(text.contains(part), "{entry}: `{part}` is not in\n{text}");
    }
}

#[test]
fn every_lesson_leads_from_step_to_step() {
    for lesson in LESSONS {
        let mut prompt = Prompt::on("tanks");
        says(&mut prompt, &format!("tutorial {}", lesson.name), &["[1/"]);
        let steps = lesson.steps();
        for (number, step) in steps.iter().enumerate() {
            assert!(step.text.lines().all(|line| line.len() <= 80), "{}", step.text);
            let next = match number + 1 < steps.len() {
                true => format!("[{}/{}]", number + 2, steps.len()),
                false => "That was the".into(),
            };
            for entry in step.entries(prompt.0.game()) {
                let replies = prompt.replies(&entry);
                let last = replies.last().unwrap();
                assert!(
                    last.instruction.contains(&next),
                    "{entry}\n{}\n{}",
                    last.text,
                    last.instruction
                );
            }
        }
        prompt.fine("resume");
        assert_eq!(prompt.0.prompt(), "tanks> ");
    }
}

#[test]
fn skip_does_each_step_and_shows_it() {
    for lesson in LESSONS {
        let mut prompt = Prompt::on("tanks");
        said(&mut prompt, &format!("tutorial {}", lesson.name));
        for step in lesson.steps() {
            let entries = step.entries(prompt.0.game());
            let text = prompt.fine("skip");
            assert!(entries.iter().all(|entry| text.contains(entry.as_str())), "{text}");
            assert!(!text.contains("rror:"), "{text}");
        }
        prompt.wrong("skip", &["no tutorial is under way"]);
    }
}

#[test]
fn any_step_can_be_gone_to() {
    for lesson in LESSONS {
        for (number, step) in lesson.steps().iter().enumerate() {
            let mut prompt = Prompt::on("tanks");
            let place = format!("tutorial {} {}", lesson.name, number + 1);
            says(&mut prompt, &place, &[&format!("[{}/", number + 1), step.text]);
            for entry in step.entries(prompt.0.game()) {
                let next = [format!("[{}/", number + 2), "That was the".to_string()];
                let text = said(&mut prompt, &entry);
                assert!(next.iter().any(|next| text.contains(next)), "{place}: {entry}\n{text}");
            }
        }
    }
    let mut prompt = Prompt::on("tanks");
    says(&mut prompt, "tutorial 9", &["[9/"]);
    prompt.wrong("tutorial 99", &["no step `99`", "from 1 to"]);
    prompt.wrong("tutorial now", &["no tutorial `now`", "hive and family"]);
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let mut prompt = Prompt::on("tanks");
    said(&mut prompt, "tutorial family");
    prompt.fine("skip");
    prompt.fine("skip");
    says(&mut prompt, "tutorial", &["[3/"]);
    says(&mut prompt, "tutorial stop", &["step 3"]);
    says(&mut prompt, "tutorial", &["[3/", "Clara's children"]);
    prompt.fine("new tanks");
    says(&mut prompt, "tutorial", &["[3/"]);
    says(&mut prompt, "tutorial 1", &["[1/"]);
    says(&mut prompt, "tutorial hive", &["[1/", "game of Hive"]);
}

#[test]
fn what_counts_is_the_answer_and_not_its_letters() {
    let mut prompt = Prompt::on("tanks");
    says(&mut prompt, "tutorial family 6", &["mother"]);
    says(&mut prompt, "female(M), parent(M, K), born(M, _).", &["[7/"]);
    says(&mut prompt, "parent(P, G), parent(anna, P).", &["[8/"]);
    says(&mut prompt, "grandparent(X, Z) :- parent(Y, Z), parent(X, Y), born(X, _).", &["[9/"]);
}

#[test]
fn a_wrong_answer_is_told_what_is_wrong_then_gets_a_hint_then_a_solution() {
    let mut prompt = Prompt::on("tanks");
    said(&mut prompt, "tutorial family 6");
    says(&mut prompt, "parent(Mother, Child).", &["should not be among the answers"]);
    says(&mut prompt, "parent(clara, C), female(clara).", &["should show 2 values", "Hint: "]);
    says(&mut prompt, "parent(anna, bert).", &["Put a variable", "One way to do it: parent("]);
    let mut prompt = Prompt::on("tanks");
    said(&mut prompt, "tutorial family 8");
    says(&mut prompt, "parent(G, P), parent(P, C).", &["That is a query"]);
    says(&mut prompt, "granny(G, C) :- parent(G, P), parent(P, C).", &["no grandparent(G, C) yet"]);
    says(&mut prompt, "grandparent(G, C) :- parent(G, C).", &["should not be among"]);
    says(&mut prompt, "skip", &["grandparent(G, C) :- parent(G, P), parent(P, C).", "[9/"]);
    // Looking around is no mistake, and a mistake in the entry is told by itself.
    let mut prompt = Prompt::on("tanks");
    said(&mut prompt, "tutorial hive 4");
    let looked = said(&mut prompt, "relations pinned");
    assert!(!looked.contains("not what this step"), "{looked}");
    let mistyped = said(&mut prompt, "pined(P).");
    assert!(!mistyped.contains("not what this step"), "{mistyped}");
    says(&mut prompt, "pined(P).", &["Hint: "]);
}

#[test]
fn switching_the_wrong_clause_off_is_told() {
    let mut prompt = Prompt::on("tanks");
    let steps = LESSONS[0].steps();
    let number = steps.iter().position(|step| step.text.contains("switches one off")).unwrap();
    said(&mut prompt, &format!("tutorial hive {}", number + 1));
    let spiders = prompt.0.game().rules().program().clauses();
    let clause = spiders.iter().find(|clause| clause.text.contains("spider, From")).unwrap();
    let entry = format!("off {}", clause.at);
    says(&mut prompt, &entry, &["still holds"]);
    let entry = &steps[number].entries(prompt.0.game())[0];
    says(&mut prompt, entry, &[&format!("[{}/", number + 2)]);
}
