//! `hornet serve` as a program sees it: the real server, started with a folder of its
//! own, asked over HTTP. What `docs/http.md` says is tried, and what nobody should do.

#![cfg(all(feature = "web", unix))]

mod asking;
mod events;
mod examples;
mod games;
mod guests;
mod hurting;
mod kills;
mod malformed;
mod many;
mod restarts;
mod server;
mod setups;
mod strangers;
mod variations;
