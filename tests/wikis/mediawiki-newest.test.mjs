// The same tests in the newest MediaWiki, and gadgets with a definition page of their own, which only it has.
import { test } from "node:test";
import { on } from "../browser/calculator.mjs";
import { article, example, fight, gadget, policy, use } from "./drive.mjs";
import { mediawiki } from "./mediawiki.mjs";

process.env.TOHIT_MEDIAWIKI = process.env.TOHIT_NEWEST_MEDIAWIKI;
if (process.env.TOHIT_MEDIAWIKI) {
  for (const part of ["", "-rights", "-html", "-lua", "-picture"]) await import(`./mediawiki${part}.test.mjs`);

  test("the gadget, defined by a page of its own", async (t) => {
    const wiki = await mediawiki(`${await policy(3)}$wgGadgetsRepo = 'json';`);
    await wiki.write("MediaWiki:Gadget-tohit.js", await gadget());
    await wiki.write("MediaWiki:Gadgets/tohit.json", example("MediaWiki_Gadgets_tohit.json"));
    const it = await article(t, await wiki.write("Trolls", `<div class="tohit" data-link="${fight}" data-panels="answer,sheets">Fred hits.</div>`));
    await on(it).calculate.click();
    await use(it, it.frameLocator(".tohit iframe"), { fits: true });
  });
} else {
  test("the newest MediaWiki, from Debian's stable release", { skip: "it cannot be had here" }, () => {});
}
