// All of it again in the newest MediaWiki that can be had: articles are to last.
import { test } from "node:test";

process.env.TOHIT_MEDIAWIKI = process.env.TOHIT_NEWEST_MEDIAWIKI;
if (process.env.TOHIT_MEDIAWIKI) {
  for (const part of ["", "-rights", "-html", "-lua", "-picture"]) await import(`./mediawiki${part}.test.mjs`);
} else {
  test("the newest MediaWiki, from Debian's stable release", { skip: "it cannot be had here" }, () => {});
}
