// What can be taken away: text for wikis, pictures, and the code of an embed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { formats } from "../../web/scripts/share.js";
import { answer, altered } from "../wikis/awkward.mjs";
import { assertAccessible, page, picture } from "./harness.mjs";

const awkward = {
  sentence: "A | b [[c]] {{d}} <e> 'f' **g** __h__ ((i)) %%j%% </nowiki> = ~~~~",
  link: "https://example.org/tohit/#powder/melee?attacker.preset=[[x]]|{{y}}<z>\"'",
  caption: "[[x]]",
  rows: [
    { name: "Hit | {{x}}", says: "5.0 %", chance: 0.05, fraction: "" },
    { name: '=cmd,"x"', says: "5.0 %", chance: 0.05, fraction: "1/20" },
  ],
  figures: [],
};

test("wikitext holds no character that would mean something", () => {
  const [sentence] = formats.wikitext(awkward).split(" [https:");
  assert.doesNotMatch(sentence, /[|[\]{}<>*=~]|''/);
  assert.match(formats.wikitext(awkward), /%5B%5Bx%5D%5D%7C%7B%7By%7D%7D%3Cz%3E/);
  assert.equal(formats.wikitext(awkward).split("\n").filter((line) => line.startsWith("|-")).length, 2);
});

test("DokuWiki takes awkward texts as they stand, and what would end them does not", () => {
  const [line] = formats.dokuwiki(awkward).split(" [[https:");
  assert.equal(line, `<nowiki>${awkward.sentence.replace("</nowiki>", "</</nowiki><nowiki>nowiki>")}</nowiki>`);
  const rows = [["Hit", "5.0 %"], ["DELETEME", "2x3"]].map(([name, says]) => ({ name, says, chance: 0.05, fraction: "" }));
  assert.match(formats.dokuwiki({ ...awkward, rows }), /^\^ Hit \| 5\.0 % \|\n\^ <nowiki>DELETEME<\/nowiki> \| <nowiki>2x3<\/nowiki> \|$/m);
});

test("no address means anything to the markup around it", () => {
  const link = "https://example.org/tohit/#powder/melee?pin.1.name=__TOC__~~~~&lt;";
  for (const format of ["wikitext", "dokuwiki", "markdown", "html", "frame", "gadget"]) {
    assert.doesNotMatch(formats[format]({ sentence: "Hits", link, caption: "", rows: [], figures: [] }), /__TOC|~~|&lt;/);
  }
});

test("the code of a calculator names the calculator's folder, from the page of whichever ruleset", () => {
  for (const name of ["", "index.html", "crawl.html"]) {
    const it = { ...awkward, sentence: "Hits", link: `https://example.org/tohit/${name}#crawl/melee?defender.preset=orc` };
    assert.match(formats.frame(it), /src="https:\/\/example\.org\/tohit\/embed\.html\?panels=answer,damage,sheets#crawl\/melee\?/);
    assert.match(formats.gadget(it), /data-home="https:\/\/example\.org\/tohit\/" data-link="crawl\/melee\?/);
    assert.match(formats.element(it), /src="https:\/\/example\.org\/tohit\/tohit-element\.js"[^]*link="crawl\/melee\?/);
    assert.match(formats.code(it), / https:\/\/example\.org\/tohit\/#crawl\/melee\?/);
  }
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

test("HTML, Markdown and CSV are escaped", () => {
  assert.doesNotMatch(formats.html(awkward), /<e>|<z>|"'/);
  assert.doesNotMatch(formats.markdown(awkward), /(?<!\\)\*\*g/);
  assert.match(formats.csv(awkward), /"=cmd,""x""",0\.05,1\/20/);
  assert.doesNotMatch(formats.frame(awkward), /<z>|<e>/);
  assert.doesNotMatch(formats.gadget(awkward), /<z>|<e>/);
  assert.doesNotMatch(formats.element(awkward), /<z>|<e>/);
});

test("a browser shows the exported HTML as it was, and it does nothing", async (t) => {
  const said = answer("https://example.org/tohit/#powder/melee?a=b&c=d");
  const it = await page(t);
  const content = await it.evaluateHandle((html) => new DOMParser().parseFromString(html, "text/html").body, formats.html(said));
  assert.deepEqual(await altered(content, said), []);
  assert.equal(await content.evaluate((body) => body.querySelector("a").href), said.link);
});

test("the exported CSV has every text in its cell", () => {
  const said = answer("https://example.org/tohit/#powder/melee?a=b,c");
  // RFC 4180: a cell is quoted, and then a quote is written twice; or it has neither quote, comma nor line break.
  const cells = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
  const lines = formats.csv(said).trimEnd().split("\n");
  assert.deepEqual(lines.map(cells), [["name", "value", "fraction"], ["scenario", said.sentence], ["rules", said.caption], ["link", said.link], ...said.rows.map(({ name, chance, fraction }) => [name, String(chance), fraction]), ...said.figures]);
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
