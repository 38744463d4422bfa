//! The page for Dominions.

fn main() {
    tohit_web::run(tohit_resolver::rulesets::DOMINIONS);
}
