// The calculator in articles of a real DokuWiki: text and gadget with default settings, then embeddings by HTML.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { on } from "../browser/calculator.mjs";
import { picture } from "../browser/harness.mjs";
import { altered, awkward, rendered } from "./awkward.mjs";
import { dokuwiki } from "./dokuwiki.mjs";
import { article, calculator, darkSkin, darkens, dressed, example, exported, fight, gadget, leadsBack, use } from "./drive.mjs";

let plain, html;
before(async () => {
  const script = await gadget();
  plain = await dokuwiki({ script });
  html = await dokuwiki({ script, settings: "$conf['htmlok'] = 1;" });
});

test("text copied from the Share dialog is an article whose link leads back", async (t) => {
  const { text, sentence } = await exported(t, "dokuwiki", { pins: true });
  const it = await article(t, await plain.write("trolls", text));
  assert.ok((await it.locator(".page p").first().innerText()).replaceAll("\u00a0", " ").startsWith(sentence));
  assert.ok((await it.locator(".page table tr").count()) > 4);
  await leadsBack(it, "live calculation", sentence);
});

test("awkward names appear as plain text", async (t) => {
  const { said, dokuwiki } = rendered(await calculator(), "dokuwiki");
  const it = await article(t, await plain.write("awkward", dokuwiki));
  assert.deepEqual(await altered(it.locator(".page"), said), []);
});

test("conf/userscript.js makes a calculator of DokuWiki's own syntax", async (t) => {
  const { text } = await exported(t, "code");
  // The gadget of the example knows its calculator.
  const code = (home) => new RegExp(`^<code tohit>[^<]+ ${home}powder/melee\\?attacker\\.preset=fred&defender\\.preset=troll</code>$`, "m");
  assert.match(text, code("http[^#]+#"));
  assert.match(example("dokuwiki.txt"), code(""), "the example is what the dialog writes");
  const it = await article(t, await plain.write("night_knight", `====== Trolls ======\n\n${text}`));
  assert.match(await it.locator(".tohit").innerText(), /^Fred.* hits the troll 78\.6/);
  assert.equal(await it.locator("iframe").count(), 0);
  await on(it).calculate.click();
  const frame = it.frameLocator(".tohit iframe");
  await use(it, frame, { fits: true, name: "dokuwiki-gadget" });
  await dressed(frame, "light");
  await darkSkin(it, "dark");
  await dressed(frame, "dark");
  await picture(it, "dokuwiki-gadget-dark");
});

test("no title escapes from the gadget's code, where HTML is allowed", async (t) => {
  const title = awkward.join(" ").replaceAll('"', "");
  const rules = `rules 1 "${title}"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 < 12\n  end hit lose 1d8\n`;
  const { text } = await exported(t, "code", { link: `own/strike?rules=~${Buffer.from(rules).toString("base64url")}` });
  const it = await article(t, await html.write("leaves", `Before.\n\n${text}\nAfter.`));
  assert.equal(await it.evaluate(() => window.pwned), undefined);
  assert.equal(await it.locator(".page .tohit, .page pre.code").count(), 1);
  assert.equal(await it.locator(".page script, .page b, .page a").count(), 0);
});

test("the gadget's element, where HTML is allowed", async (t) => {
  const { text } = await exported(t, "gadget");
  const it = await article(t, await html.write("gadget", `<html>${text}</html>\n`));
  await on(it).calculate.click();
  await use(it, it.frameLocator(".tohit iframe"), { fits: true });
});

test("the frame of the Share dialog, where HTML is allowed", async (t) => {
  const { text } = await exported(t, "frame");
  const it = await article(t, await html.write("frame", `<html>${text}</html>\n`));
  const frame = it.frameLocator(".page iframe");
  await use(it, frame);
  await darkens(it, frame);
});

test("the custom element, where HTML is allowed", async (t) => {
  const { text } = await exported(t, "element");
  const it = await article(t, await html.write("element", `<HTML>${text}</HTML>\n`));
  const own = on(it).element;
  await use(it, own, { name: "dokuwiki-element" });
  await darkens(it, own, () => it.evaluate(() => (document.documentElement.style.colorScheme = "dark")));
});
