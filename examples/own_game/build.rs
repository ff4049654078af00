//! Compiles the rules of the game.

fn main() {
    hornet_build::compile(["rules/nim.pl"]);
}
