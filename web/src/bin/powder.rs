//! The page for POWDER.

fn main() {
    tohit_web::run(tohit_resolver::rulesets::POWDER);
}
