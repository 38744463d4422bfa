//! The module for POWDER.

fn main() {
    tohit_js::serve(|question| question.put(tohit_resolver::rulesets::POWDER));
}
