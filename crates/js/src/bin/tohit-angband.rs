//! The module for Angband.

fn main() {
    tohit_js::serve(|question| question.put(tohit_resolver::rulesets::ANGBAND));
}
