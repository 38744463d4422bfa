//! The module for Crawl.

fn main() {
    tohit_js::serve(|question| question.put(tohit_resolver::rulesets::CRAWL));
}
