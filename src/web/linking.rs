//! One script made of the page's modules, so that a browser asks once and not forty
//! times. It is made when the server starts: the modules stay as they are written.
//!
//! It is a plain script and not a module, as browsers compile that while it arrives. Each
//! module becomes a function that is called at once and gives what the module
//! exports. That covers what the page's modules do: imports on a line each, exports where
//! something is defined, and no module that imports itself by way of others.

use std::fmt::Write as _;

/// A module, written as the body of a function.
struct Module {
    imports: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn of(text: &str) -> Module {
        let mut module = Module { imports: Vec::new(), exports: Vec::new(), body: String::new() };
        for line in text.lines() {
            let written = module.import(line).or_else(|| module.export(line));
            module.body += written.as_deref().unwrap_or(line);
            module.body += "\n";
        }
        module
    }

    /// `import { make as m } from './dom.js';` takes a part of what that module gives, and
    /// `import * as dom from './dom.js';` all of it.
    fn import(&mut self, line: &str) -> Option<String> {
        let (names, from) = line.strip_prefix("import ")?.split_once(" from './")?;
        let from = from.strip_suffix(".js';")?;
        self.imports.push(from.into());
        let names = names.strip_prefix("* as ").map_or(names.replace(" as ", ": "), String::from);
        Some(format!("const {names} = {from}$;"))
    }

    fn export(&mut self, line: &str) -> Option<String> {
        let definition = line.strip_prefix("export ")?;
        let kinds = ["async function ", "function ", "class ", "const "];
        let named = kinds.into_iter().find_map(|kind| definition.strip_prefix(kind))?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        self.exports.push(named.split(|c| !is_part(c)).next().unwrap_or_default().into());
        Some(definition.into())
    }
}

/// All that a module needs, and the module itself at the end. `text` gives a module's text;
/// a module that is not there is a mistake in the page, found by its first test.
pub fn linked<'a>(first: &str, text: impl Fn(&str) -> Option<&'a str>) -> String {
    let text = |name: &str| text(name).unwrap_or_else(|| panic!("there is no {name}.js"));
    let mut script = String::from("'use strict';\n");
    let mut known = Vec::new();
    add_imports(&mut script, &mut known, first, &text);
    // It may wait for something.
    let last = Module::of(text(first));
    let _ = write!(script, "(async () => {{\n{}}})();\n", last.body);
    script
}

fn add_imports<'a>(
    script: &mut String,
    known: &mut Vec<String>,
    name: &str,
    text: &impl Fn(&str) -> &'a str,
) {
    for import in Module::of(text(name)).imports {
        if known.contains(&import) {
            continue;
        }
        known.push(import.clone());
        add_imports(script, known, &import, text);
        let Module { exports, body, .. } = Module::of(text(&import));
        let exports = exports.join(", ");
        let _ =
            write!(script, "const {import}$ = (() => {{\n{body}return {{ {exports} }};\n}})();\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "there is no gone.js")]
    fn a_module_that_is_not_there_is_missed() {
        linked("app", |name| (name == "app").then_some("import { a } from './gone.js';\n"));
    }

    #[test]
    fn modules_come_after_those_they_import() {
        let text = |name: &str| match name {
            "app" => Some(
                "import * as b from './b.js';\nimport { c as d } from './c.js';\nawait b.x(d);\n",
            ),
            "b" => Some("import { c } from './c.js';\nexport async function x() { c(); }\n"),
            "c" => Some("const own = 1;\nexport const c = () => own;\nexport class D {}\n"),
            _ => None,
        };
        assert_eq!(
            linked("app", text),
            "'use strict';\n\
             const c$ = (() => {\nconst own = 1;\nconst c = () => own;\nclass D {}\n\
             return { c, D };\n})();\n\
             const b$ = (() => {\nconst { c } = c$;\nasync function x() { c(); }\n\
             return { x };\n})();\n\
             (async () => {\nconst b = b$;\nconst { c: d } = c$;\nawait b.x(d);\n})();\n"
        );
    }
}
