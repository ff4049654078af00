//! Hornet as a web server.

pub mod player;
