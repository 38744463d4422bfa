// The calculator in articles of a real MediaWiki with default settings: text and the gadget.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { on } from "../browser/calculator.mjs";
import { picture } from "../browser/harness.mjs";
import { altered, rendered } from "./awkward.mjs";
import { article, calculator, darkSkin, dressed, example, exported, fight, gadget, leadsBack, policy, use } from "./drive.mjs";
import { mediawiki } from "./mediawiki.mjs";

let wiki;
before(async () => {
  // The wiki's own policy allows frames of the calculator, and nothing else from anywhere.
  wiki = await mediawiki(await policy(3));
});

test("text copied from the Share dialog is an article whose link leads back", async (t) => {
  const { text, sentence } = await exported(t, "wikitext", { pins: true });
  const it = await article(t, await wiki.write("Trolls", text));
  const shown = (await it.locator("#mw-content-text p").innerText()).replaceAll("\u00a0", " ");
  assert.ok(shown.startsWith(sentence), shown);
  assert.ok((await it.locator("table.wikitable tr").count()) > 4);
  await leadsBack(it, "live calculation", sentence);
});

test("awkward names appear as plain text", async (t) => {
  const { said, wikitext } = rendered(await calculator(), "wikitext");
  const it = await article(t, await wiki.write("Awkward", wikitext));
  assert.deepEqual(await altered(it.locator(".mw-parser-output"), said), []);
  assert.equal(await it.locator("#toc").count(), 0);
});

test("the gadget turns elements in wikitext into calculators", async (t) => {
  await wiki.write("MediaWiki:Gadget-tohit.js", await gadget());
  await wiki.write("MediaWiki:Gadgets-definition", example("MediaWiki_Gadgets-definition.txt"));
  const { text } = await exported(t, "gadget");
  const it = await article(t, await wiki.write("Night Knight", `Before.\n\n${text}\nAfter.`));
  assert.equal(await it.locator("iframe").count(), 0);
  await on(it).calculate.click();
  const frame = it.frameLocator(".tohit iframe");
  await use(it, frame, { fits: true, name: "mediawiki-gadget" });
  await dressed(frame, "light");
  await darkSkin(it, "skin-theme-clientpref-night");
  await dressed(frame, "dark");
  await picture(it, "mediawiki-gadget-dark");
});

test("the guide's template with an article's parameters", async (t) => {
  await wiki.write("MediaWiki:Gadget-tohit.js", await gadget());
  await wiki.write("MediaWiki:Gadgets-definition", example("MediaWiki_Gadgets-definition.txt"));
  await wiki.write("Template:Tohit", example("Template_Tohit.txt"));
  const it = await article(t, await wiki.write("Templates of trolls", `Before.\n\n{{tohit|1=${fight}|2=Fred hits.|panels=answer,sheets}}\nAfter.`));
  assert.match(await it.locator(".tohit").innerText(), /^Fred hits\./);
  await on(it).calculate.click();
  await use(it, it.frameLocator(".tohit iframe"), { fits: true });
});
