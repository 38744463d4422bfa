//! The page for Crawl.

fn main() {
    tohit_web::run(tohit_resolver::rulesets::CRAWL);
}
