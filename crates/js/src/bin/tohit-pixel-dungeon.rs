//! The module for Pixel Dungeon.

fn main() {
    tohit_js::serve(|question| question.put(tohit_resolver::rulesets::PIXEL_DUNGEON));
}
