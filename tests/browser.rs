//! The board in the browser, in a real one: what somebody does on the page, and what
//! they see then.

#![cfg(feature = "web")]

mod browser {
    pub mod axe;
    pub mod driver;
    pub mod games;
    pub mod server;
    pub mod table;
    pub mod window;

    mod asking;
    mod changing_rules;
    mod coming_back;
    mod figures;
    mod files;
    mod history;
    mod looks;
    mod machines;
    mod playing;
    mod setting_up;
}
