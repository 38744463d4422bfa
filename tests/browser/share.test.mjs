// What can be taken away: text for wikis, pictures, and the code of an embed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, page, picture } from "./harness.mjs";

/** A game in a link: its title, and the names of what a strike can come to. */
const own = (title, ...ends) => {
  const text = (name) => `"${name.replaceAll('"', '\\"')}"`;
  const strike = ends.map((_, place) => `  end e${place}${place + 1 < ends.length ? ` if face = ${place + 1}` : " lose 1d8"}`);
  const rules = ["rules 1 \"Own\"", "endings", "  miss: miss", `  hit: ${ends.map((_, place) => `e${place}`).join(" | ")}`, "strike", "  face = d20", ...strike];
  const words = [`words ${text(title)}`, ...ends.map((name, place) => `end e${place} = ${text(name)}`)];
  return `#own/strike?rules=~${Buffer.from([...rules, "=== words ===", ...words, ""].join("\n")).toString("base64url")}`;
};

/** The dialog of a page, opened; and what it gives in a format. */
async function opened(it) {
  await on(it).share.click();
  const dialog = on(it).shareDialog;
  await dialog.waitFor();
  return async (format) => {
    await on(dialog).format.selectOption(format);
    // The text comes a moment after the choice.
    const begins = { wikitext: "wikitable", dokuwiki: "\n^ ", markdown: "|---|", html: "<table>", csv: "name,value", frame: "<iframe", gadget: "data-home", code: "<code", element: "<tohit" }[format];
    await it.waitForFunction((begins) => document.querySelector(PARTS.shareText).value.includes(begins), begins);
    return on(dialog).shareField.inputValue();
  };
}

test("a stranger's title does not leave DokuWiki's code, and is text in HTML", async (t) => {
  const title = "Goblins</co</code>de><html><script>window.pwned=1</script></html><code>";
  const it = await page(t, { path: own(title, "hit") });
  const text = await opened(it);
  const code = await text("code");
  assert.match(code, /Goblins/);
  assert.equal(code.toLowerCase().indexOf("</code>"), code.length - "</code>\n".length);
  for (const format of ["html", "frame", "gadget", "element"]) {
    const found = await it.evaluate((html) => {
      // The page's policy holds for a parsed document, too, and refuses the style of a frame.
      const { body } = new DOMParser().parseFromString(html.replaceAll(/ style="[^"]*"/g, ""), "text/html");
      return { tags: [...body.querySelectorAll("script:not([src]), html, code, [onload]")].length, says: body.textContent + (body.querySelector("[title]")?.title ?? "") };
    }, await text(format));
    assert.equal(found.tags, 0, format);
    assert.ok(found.says.includes(title), format);
  }
});

test("a stranger's names are no formulas in CSV, and nothing in wikitext, DokuWiki and Markdown", async (t) => {
  const ends = ["-2+3+cmd|' /C calc'!D2", '=HYPERLINK("http://evil.example","x")', "~~~~ '''b''' __TOC__ https://evil.example/x", "a</nowiki>[[b]]"];
  const it = await page(t, { path: own("T ~~~~ __NOTOC__", ...ends) });
  const text = await opened(it);
  // RFC 4180: a cell is quoted, and then a quote is written twice; or it has neither quote, comma nor line break.
  const cells = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
  const lines = (await text("csv")).trimEnd().split("\n").map(cells);
  assert.deepEqual(lines.filter(([name]) => /^[=+@-]/.test(name)), []);
  for (const name of ends) assert.ok(lines.some(([cell, value]) => cell.replace(/^'/, "") === name && Number(value) > 0), name);
  assert.doesNotMatch(await text("wikitext"), /~~~|__NOTOC|__TOC|'''|https:\/\/evil/);
  assert.match(await text("dokuwiki"), /<nowiki>a<\/<\/nowiki><nowiki>nowiki>\[\[b\]\]<\/nowiki>/);
  assert.doesNotMatch(await text("markdown"), /https:\/\/evil|(?<!\\)\[\[/);
});

test("a study that was opened is what the code of a calculator shows and says, until one goes on from it", async (t) => {
  const study = "angband/melee?attacker.level=30&defender.ac=0..60/10&show=hit";
  const it = await page(t, { path: `#${study}` });
  await on(it).finding.filter({ hasText: /^Chance to hit: / }).waitFor();
  const dialog = on(it).shareDialog;
  const open = async (format) => {
    await on(it).share.click();
    await on(dialog).format.selectOption(format);
    return on(dialog).shareField;
  };
  const text = await open("gadget");
  await it.waitForFunction(() => /data-link="[^"]*defender\.ac=0\.\.60\/10[^"]*show=hit"/.test(document.querySelector(PARTS.shareText).value));
  assert.match(await text.inputValue(), />[^<]*against[^<]*chance to hit: [\d.]+[^<]* at 0/i);
  // What one sees is what one gets: as the gadget makes it, with the study in the place of the bars.
  await on(dialog.frameLocator("iframe")).framedFinding.filter({ hasText: /^Chance to hit: / }).waitFor();
  assert.equal(new URL(await dialog.locator("iframe").evaluate((frame) => frame.src)).search, "");
  await on(dialog).format.selectOption("wikitext");
  await it.waitForFunction(() => document.querySelector(PARTS.shareText).value.includes("wikitable"));
  assert.doesNotMatch(await text.inputValue(), /show=hit/);
  await it.keyboard.press("Escape");
  await on(it).entry("Level").first().fill("31");
  await it.waitForFunction(() => !location.hash.includes("show=hit"));
  await open("gadget");
  await it.waitForFunction(() => /data-link=/.test(document.querySelector(PARTS.shareText).value));
  assert.doesNotMatch(await text.inputValue(), /show=hit/);
});

/** The picture says what the page says, also to whoever does not see it, and has nothing of the page's that others cannot draw. */
async function assertSpeaks(it, svg) {
  const drawn = await it.evaluate((svg) => {
    const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
    const texts = (name) => [...root.querySelectorAll(name)].map(({ textContent }) => textContent);
    return { role: root.getAttribute("role"), titles: texts("title"), axes: texts("text").filter((text) => ["chance", "damage of a strike"].includes(text)).sort() };
  }, svg);
  const sentence = await on(it).sentence.textContent();
  assert.deepEqual(drawn, { role: "img", titles: [sentence], axes: ["chance", "damage of a strike"] });
  for (const own of ["oklch", "aria-hidden", "class="]) assert.equal(svg.includes(own), false, own);
}

for (const [width, dark] of [[1280, false], [360, true]]) {
  test(`the dialog gives the answer in each format, a preview and pictures, at ${width} px`, async (t) => {
    const it = await page(t, { width, dark, touch: width < 600, path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
    await on(it).share.click();
    const dialog = on(it).shareDialog;
    await dialog.waitFor();
    const field = on(dialog).shareField;
    // What most want is there at once, and selected.
    assert.match(await field.inputValue(), /^http[^ ]*#powder\/melee\?attacker\.preset=fred&defender\.preset=troll\n$/);
    assert.equal(await field.evaluate((field) => document.activeElement === field && field.selectionEnd > 20), true);
    await on(dialog).format.selectOption("sentence");
    await it.waitForFunction(() => document.querySelector(PARTS.shareText).value.startsWith("Fred"));
    assert.match(await field.inputValue(), /^Fred [^]*78\.6[^]* http[^ ]*#powder\/melee[^ ]*\n$/);
    await on(dialog).format.selectOption("wikitext");
    await it.waitForFunction(() => document.querySelector(PARTS.shareText).value.includes("wikitable"));
    assert.match(await field.inputValue(), /78\.6[\s\u00a0]%[^]*\{\| class="wikitable"[^]*Critical hit/);
    await on(dialog).format.selectOption("csv");
    assert.match(await field.inputValue(), /^scenario,[^]*\nHit,0\.746/m);
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([it.waitForEvent("download"), dialog.getByRole("button", { name: kind }).click()]);
      const content = readFileSync(await download.path());
      assert.ok(kind === "SVG" ? /<svg[^>]*width="\d+"/.test(content.toString()) : content.subarray(1, 4).toString() === "PNG");
      assert.ok(content.length > 1000, `${content.length} bytes`);
      if (kind === "SVG") await assertSpeaks(it, content.toString());
    }
    await on(dialog).format.selectOption("frame");
    assert.match(await field.inputValue(), /<iframe title="[^"]+"[^]*embed\.html\?panels=[^]*#powder\/melee/);
    await on(dialog.frameLocator("iframe")).live.waitFor({ state: "attached" });
    // An article keeps free what the preview needs.
    const frame = dialog.locator("iframe");
    const needed = () => frame.evaluate((frame) => Math.ceil(frame.contentDocument.body.getBoundingClientRect().height));
    await it.waitForFunction(() => Number(/ height="(\d+)"/.exec(document.querySelector(PARTS.shareText).value)[1]) === Math.ceil(document.querySelector(PARTS.sharePreview).contentDocument.body.getBoundingClientRect().height));
    assert.ok((await needed()) > 480, "more than was kept before");
    assert.ok(await frame.evaluate((frame) => frame.clientHeight >= frame.contentDocument.body.getBoundingClientRect().height), "nothing of the preview is cut");
    await assertAccessible(it);
    await picture(it, `share-${width}`);
    await on(dialog).format.selectOption("gadget");
    assert.match(await dialog.getByRole("link", { name: "tohit-gadget.js" }).getAttribute("href"), /^tohit-gadget\.js$/);
    // The words around the link are one text.
    assert.equal(await on(dialog).shareNote.count(), 1);
    // A preview that is closed while it loads gives up its requests.
    const isStarted = () => document.querySelector(PARTS.sharePreview).contentWindow.location.search === "" && document.querySelector(PARTS.sharePreview).contentDocument.querySelector(PARTS.live);
    await it.waitForFunction(isStarted);
    await it.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });
}
