// What can be taken away: text for wikis, pictures, and the code of an embed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
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
  await it.getByRole("button", { name: "Share" }).click();
  const dialog = it.getByRole("dialog", { name: "Share" });
  await dialog.waitFor();
  return async (format) => {
    await dialog.getByLabel("The answer as").selectOption(format);
    // The text comes a moment after the choice.
    const begins = { wikitext: "wikitable", dokuwiki: "\n^ ", markdown: "|---|", html: "<table>", csv: "name,value", frame: "<iframe", gadget: "data-home", code: "<code", element: "<tohit" }[format];
    await it.waitForFunction((begins) => document.querySelector("#share textarea").value.includes(begins), begins);
    return dialog.getByLabel("Text to copy").inputValue();
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
  await it.locator("#studies-finding", { hasText: /^Chance to hit: / }).waitFor();
  const dialog = it.getByRole("dialog", { name: "Share" });
  const open = async (format) => {
    await it.getByRole("button", { name: "Share" }).click();
    await dialog.getByLabel("The answer as").selectOption(format);
    return dialog.getByLabel("Text to copy");
  };
  const text = await open("gadget");
  await it.waitForFunction(() => /data-link="[^"]*defender\.ac=0\.\.60\/10[^"]*show=hit"/.test(document.querySelector("#share textarea").value));
  assert.match(await text.inputValue(), />[^<]*against[^<]*chance to hit: [\d.]+[^<]* at 0/i);
  // What one sees is what one gets: as the gadget makes it, with the study in the place of the bars.
  await dialog.frameLocator("iframe").locator(".studies .finding", { hasText: /^Chance to hit: / }).waitFor();
  assert.equal(new URL(await dialog.locator("iframe").evaluate((frame) => frame.src)).search, "");
  await dialog.getByLabel("The answer as").selectOption("wikitext");
  await it.waitForFunction(() => document.querySelector("#share textarea").value.includes("wikitable"));
  assert.doesNotMatch(await text.inputValue(), /show=hit/);
  await it.keyboard.press("Escape");
  await it.getByLabel("Level", { exact: true }).first().fill("31");
  await it.waitForFunction(() => !location.hash.includes("show=hit"));
  await open("gadget");
  await it.waitForFunction(() => /data-link=/.test(document.querySelector("#share textarea").value));
  assert.doesNotMatch(await text.inputValue(), /show=hit/);
});

/** The picture says what the page says, also to whoever does not see it, and has nothing of the page's that others cannot draw. */
async function assertSpeaks(it, svg) {
  const drawn = await it.evaluate((svg) => {
    const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
    const texts = (name) => [...root.querySelectorAll(name)].map(({ textContent }) => textContent);
    return { role: root.getAttribute("role"), titles: texts("title"), axes: texts("text").filter((text) => ["chance", "damage of a strike"].includes(text)).sort() };
  }, svg);
  const sentence = await it.locator(".sentence").textContent();
  assert.deepEqual(drawn, { role: "img", titles: [sentence], axes: ["chance", "damage of a strike"] });
  for (const own of ["oklch", "aria-hidden", "class="]) assert.equal(svg.includes(own), false, own);
}

for (const [width, dark] of [[1280, false], [360, true]]) {
  test(`the dialog gives the answer in each format, a preview and pictures, at ${width} px`, async (t) => {
    const it = await page(t, { width, dark, touch: width < 600, path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
    await it.getByRole("button", { name: "Share" }).click();
    const dialog = it.getByRole("dialog", { name: "Share" });
    await dialog.waitFor();
    const field = dialog.getByLabel("Text to copy");
    assert.match(await field.inputValue(), /78\.6[\s\u00a0]%[^]*\{\| class="wikitable"[^]*Critical hit/);
    await dialog.getByLabel("The answer as").selectOption("csv");
    assert.match(await field.inputValue(), /^scenario,[^]*\nHit,0\.746/m);
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([it.waitForEvent("download"), dialog.getByRole("button", { name: kind }).click()]);
      const content = readFileSync(await download.path());
      assert.ok(kind === "SVG" ? /<svg[^>]*width="\d+"/.test(content.toString()) : content.subarray(1, 4).toString() === "PNG");
      assert.ok(content.length > 1000, `${content.length} bytes`);
      if (kind === "SVG") await assertSpeaks(it, content.toString());
    }
    await dialog.getByLabel("The answer as").selectOption("frame");
    assert.match(await field.inputValue(), /<iframe title="[^"]+"[^]*embed\.html\?panels=[^]*#powder\/melee/);
    await dialog.frameLocator("iframe").locator("html[data-started]").waitFor({ state: "attached" });
    // An article keeps free what the preview needs.
    const frame = dialog.locator("iframe");
    const needed = () => frame.evaluate((frame) => Math.ceil(frame.contentDocument.body.getBoundingClientRect().height));
    await it.waitForFunction(() => Number(/ height="(\d+)"/.exec(document.querySelector("#share textarea").value)[1]) === Math.ceil(document.querySelector("#share iframe").contentDocument.body.getBoundingClientRect().height));
    assert.ok((await needed()) > 480, "more than was kept before");
    assert.ok(await frame.evaluate((frame) => frame.clientHeight >= frame.contentDocument.body.getBoundingClientRect().height), "nothing of the preview is cut");
    await assertAccessible(it);
    await picture(it, `share-${width}`);
    await dialog.getByLabel("The answer as").selectOption("gadget");
    assert.match(await dialog.getByRole("link", { name: "tohit-gadget.js" }).getAttribute("href"), /^tohit-gadget\.js$/);
    // The words around the link are one text.
    assert.equal(await dialog.locator(".quietly > *").count(), 1);
    // A preview that is closed while it loads gives up its requests.
    const isStarted = () => document.querySelector("#share iframe").contentWindow.location.search === "" && document.querySelector("#share iframe").contentDocument.querySelector("html[data-started]");
    await it.waitForFunction(isStarted);
    await it.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });
}
