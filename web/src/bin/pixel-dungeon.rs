//! The page for Pixel Dungeon.

fn main() {
    tohit_web::run(tohit_resolver::rulesets::PIXEL_DUNGEON);
}
