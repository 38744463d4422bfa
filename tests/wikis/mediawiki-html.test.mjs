// The calculator in articles of a real MediaWiki that allows HTML: a frame, the Widget page, the element.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { on } from "../browser/calculator.mjs";
import { started } from "../browser/harness.mjs";
import { article, calculator, darkens, example, exported, fight, policy, use } from "./drive.mjs";
import { mediawiki } from "./mediawiki.mjs";

let wiki, loading;
before(async () => {
  const widgets = fileURLToPath(new URL("widgets.php", import.meta.url));
  // Each with the policy that the guide asks for its doors: frames alone, and scripts of the calculator, too.
  wiki = await mediawiki(`$wgRawHtml = true;\n${await policy(2)}require ${JSON.stringify(widgets)};`);
  loading = await mediawiki(`$wgRawHtml = true;\n${await policy(4)}`);
  await wiki.write("Widget:Tohit", example("Widget_Tohit.html").replace("https://example.org/tohit/", await calculator()));
});

test("the frame of the Share dialog", async (t) => {
  const { text } = await exported(t, "frame");
  const it = await article(t, await wiki.write("Framed trolls", `<html>${text}</html>`));
  const frame = it.frameLocator(".mw-parser-output iframe");
  await use(it, frame);
  await darkens(it, frame);
});

test("the Widget page with an article's parameters", async (t) => {
  const given = `link=${fight}|panels=answer,sheets|fields=attacker.physical_level,defender.natural_ac|height=500`;
  const it = await article(t, await wiki.write("Widget trolls", `Before.\n{{#widget:Tohit|${given}}}\nAfter.`));
  const frame = it.frameLocator(".mw-parser-output iframe");
  await use(it, frame, { name: "mediawiki-widget" });
  assert.equal(await on(frame).damage.isVisible(), false);
  const shown = await on(frame).field.filter({ visible: true }).count();
  assert.ok(shown >= 1 && shown <= 2, `${shown} fields are open`);
  assert.equal(await it.locator(".mw-parser-output iframe").getAttribute("height"), "500");
});

test("the link from a Widget page opens the whole calculator", async (t) => {
  const it = await article(t, await wiki.write("Way of widgets", `{{#widget:Tohit|link=${fight}|panels=answer}}`));
  const way = on(it.frameLocator(".mw-parser-output iframe")).wholeLink;
  const [whole] = await Promise.all([it.waitForEvent("popup"), way.click()]);
  await started(whole);
  assert.match(whole.url(), /#powder\/melee\?.*preset=troll/);
  await on(whole).share.click();
  // The frame's sandbox forbids downloads, and would go along.
  const [download] = await Promise.all([whole.waitForEvent("download"), on(whole).shareDialog.getByRole("button", { name: "SVG" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /^<svg/);
});

test("no parameter of a Widget page escapes from its attribute", async (t) => {
  const hostile = `" onload="document.title=1"><script>document.title=2</script>`;
  const given = ["link", "panels", "fields", "height"].map((name) => `${name}=${hostile}`).join("|");
  const it = await article(t, await wiki.write("Hostile trolls", `{{#widget:Tohit|${given}}}`));
  const content = it.locator(".mw-parser-output");
  assert.equal(await content.locator("iframe").count(), 1);
  assert.equal(await content.locator("script, [onload]").count(), 0);
});

test("the custom element", async (t) => {
  const { text } = await exported(t, "element");
  const it = await article(t, await loading.write("Element of trolls", `<html>${text}</html>`));
  const own = on(it).element;
  await use(it, own, { name: "mediawiki-element" });
  await darkens(it, own, () => it.evaluate(() => (document.documentElement.style.colorScheme = "dark")));
});
