//! Prolog's operators, as far as rules use them. Reader and printer share the
//! table, so that what is printed reads the same again.

/// Whether an operator's argument on a side may have the operator's own
/// priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixity {
    /// Neither side: `a = b`.
    Strict,
    /// The left: `a - b - c` is `(a - b) - c`.
    Left,
    /// The right: `a ^ b ^ c` is `a ^ (b ^ c)`.
    Right,
    /// A prefix operator whose argument may be another: `\+ \+ a`.
    Loose,
}

/// An operator: the lower its priority, the tighter it binds.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// From 200, tightest, to 1200.
    pub priority: u32,
    /// What its arguments may be.
    pub fixity: Fixity,
}

impl Operator {
    /// The highest priority its left argument may have.
    pub fn left_max(self) -> u32 {
        if self.fixity == Fixity::Left { self.priority } else { self.priority - 1 }
    }

    /// The highest priority its right argument may have.
    pub fn right_max(self) -> u32 {
        let open = matches!(self.fixity, Fixity::Right | Fixity::Loose);
        if open { self.priority } else { self.priority - 1 }
    }
}

/// The infix operator of that name. A few that rules may not use are known
/// too, so that the message can say what to write instead.
pub fn infix(name: &str) -> Option<Operator> {
    let (priority, fixity) = match name {
        ":-" | "-->" => (1200, Fixity::Strict),
        ";" => (1100, Fixity::Right),
        "->" | "*->" => (1050, Fixity::Right),
        "," => (1000, Fixity::Right),
        "=" | "\\=" | "<" | "=<" | ">" | ">=" | "=:=" | "=\\=" | "is" | "==" | "\\==" => {
            (700, Fixity::Strict)
        }
        "+" | "-" => (500, Fixity::Left),
        "*" | "//" | "/" | "mod" | "rem" => (400, Fixity::Left),
        "**" => (200, Fixity::Strict),
        "^" => (200, Fixity::Right),
        _ => return None,
    };
    Some(Operator { priority, fixity })
}

/// Whether Prolog may take a name for an infix operator, be it one that rules have or
/// not.
pub fn is_infix_in_prolog(name: &str) -> bool {
    let is_prefix = matches!(name, "$" | "?" | "\\" | "?-" | "tnot");
    infix(name).is_some() || (FOREIGN.contains(&name) && !is_prefix)
}

/// The prefix operator of that name.
pub fn prefix(name: &str) -> Option<Operator> {
    let (priority, fixity) = match name {
        ":-" | "?-" => (1200, Fixity::Strict),
        "dynamic" | "discontiguous" | "multifile" | "table" => (1150, Fixity::Strict),
        "\\+" => (900, Fixity::Loose),
        "-" | "+" => (200, Fixity::Loose),
        _ => return None,
    };
    Some(Operator { priority, fixity })
}

/// Whether it is an operator of Prolog, even if rules do not have it.
pub fn is_operator(name: &str) -> bool {
    infix(name).is_some() || prefix(name).is_some() || takes_commas(name) || FOREIGN.contains(&name)
}

/// Whether a prefix operator of SWI-Prolog takes all that follows, commas too.
pub fn takes_commas(name: &str) -> bool {
    TAKING_COMMAS.contains(&name)
}

const TAKING_COMMAS: &[&str] = &[
    "discontiguous",
    "dynamic",
    "initialization",
    "meta_predicate",
    "module_transparent",
    "multifile",
    "public",
    "table",
    "thread_initialization",
    "thread_local",
    "volatile",
];

/// The other operators of SWI-Prolog that rules do not have.
const FOREIGN: &[&str] = &[
    "$", "?", "@", "\\", ":", "::", ":=", "=>", "|", "=..", "=@=", "\\=@=", "@<", "@=<", "@>",
    "@>=", ">:<", ":<", "/\\", "\\/", ">>", "<<", ".", "?-", "as", "div", "divmod", "rdiv", "tnot",
    "xor",
];
