//! The module for Dominions.

fn main() {
    tohit_js::serve(|question| question.put(tohit_resolver::rulesets::DOMINIONS));
}
