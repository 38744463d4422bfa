//! The page for Angband.

fn main() {
    tohit_web::run(tohit_resolver::rulesets::ANGBAND);
}
