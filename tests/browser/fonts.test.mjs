// Drawings hold whatever font the system has: no word stands over another or leaves the picture, with Noto Sans as with DejaVu Sans, whose letters are
// wider and whose lines are lower. Each font has a browser of its own, which Fontconfig tells of that font alone.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { PARTS, fieldAt } from "./calculator.mjs";
import { launch, page, picture } from "./harness.mjs";

const fonts = { "Noto Sans": "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "DejaVu Sans": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf" };
const folder = mkdtempSync(join(tmpdir(), "tohit-fonts-"));
after(() => rmSync(folder, { recursive: true }));

/** A browser that knows this font alone, whatever family is asked for. */
function browserOf(name, file) {
  const config = join(folder, name, "fonts.conf");
  mkdirSync(dirname(config));
  copyFileSync(file, join(folder, name, basename(file)));
  const families = ["sans-serif", "serif", "monospace", "system-ui"].map((family) => `<alias binding="same"><family>${family}</family><prefer><family>${name}</family></prefer></alias>`);
  writeFileSync(config, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${dirname(config)}</dir><cachedir>${folder}/cache</cachedir>${families.join("")}</fontconfig>`);
  return launch({ FONTCONFIG_FILE: config });
}

/** The fonts by which an element's letters are drawn. */
async function drawnBy(it, selector) {
  const session = await it.context().newCDPSession(it);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** Run in a page: which words of a drawing stand over one another, and which leave it. Above and below its letters a line has a pixel that is free in every font. */
function faults([selector, drawing]) {
  const frame = drawing ? document.querySelector(drawing).getBoundingClientRect() : { left: 0, right: innerWidth };
  const words = [...document.querySelectorAll(selector)].filter((word) => word.textContent).map((word) => [word.textContent, word.getBoundingClientRect()]);
  const meet = ([, one], [, other]) => one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom;
  const over = words.flatMap((one, at) => words.slice(at + 1).filter((other) => meet(one, other)).map((other) => `${one[0]} | ${other[0]}`));
  return { count: words.length, over, outside: words.filter(([, { left, right }]) => left < frame.left || right > frame.right).map(([says]) => says) };
}

const links = [["defender.ac=60", [1, 4, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40, 46]], ["defender.ac=0", [1, 4, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40, 46]], ["attacker.weapon.sides=12&attacker.weapon.dice=6", [1, 5, 20, 40, 60, 120, 200]]].flatMap(
  ([more, all]) => all.map((hp) => [hp, `angband/melee?attacker.level=30&${more}&defender.hp=${hp}`]),
);

/** A study of each kind of picture: a curve, a map, bars. */
const studies = ["crawl/melee?defender.ac=0..60&show=damage.mean", "angband/melee?attacker.level=1..50/7&defender.ac=0..150/30&show=hit", "powder/melee?attacker.weapon.preset=*&show=damage.mean&order=damage.mean"];

/** The picture of what a page shows, as the Share dialog gives it. */
const shared = async () => {
  const { name } = performance.getEntriesByType("resource").find(({ name }) => /\/tohit-web[^/]*\.js$/.test(name));
  return (await (await import(name)).share_text("link", 0)).picture;
};
/** The picture of its study, as the button gives it. */
const studied = () => {
  const button = [...document.querySelectorAll(PARTS.copyLink)].find(({ textContent }) => textContent === "Save as a picture");
  button.addEventListener("click", (event) => event.preventDefault());
  button.click();
  return decodeURIComponent(button.href.split(",")[1]);
};

for (const [name, file] of Object.entries(fonts)) {
  const isHere = existsSync(file);
  if (!isHere) assert.ok(!process.env.CI, `${file} is missing: cargo xtask setup`);
  let browser;
  const by = () => (browser ??= browserOf(name, file));
  after(async () => (await browser)?.close());
  const skip = !isHere && `no ${name}: cargo xtask setup installs it where it may`;

  for (const width of [280, 360, 1280])
    test(`no word above a drawing stands over another: ${name}, ${width} px`, { skip }, async (t) => {
      const it = await page(t, { path: "#angband/melee?attacker.level=30", width, by: by() });
      assert.deepEqual(await drawnBy(it, PARTS.chartText), [name]);
      for (const [hp, link] of links) {
        await it.evaluate((said) => (location.hash = said), link);
        await it.waitForFunction((hp) => document.querySelector(fieldAt("defender.hp")).value === `${hp}` && !document.querySelector(PARTS.stale), hp);
        const { count, ...found } = await it.evaluate(faults, [PARTS.chartMarkText]);
        assert.ok(count > 0);
        assert.deepEqual(found, { over: [], outside: [] }, link);
      }
      await picture(it, `fonts-${name.replace(" ", "-")}-${width}`);
    });

  test(`no word of a picture stands over another, or leaves it: ${name}`, { skip }, async (t) => {
    const it = await page(t, { path: "#angband/melee?attacker.level=30", by: by() });
    const drawing = await it.context().newPage();
    t.after(() => drawing.close());
    const look = async (svg, link, kind) => {
      assert.match(svg, /^<svg /, link);
      await drawing.setContent(`<!doctype html><style>body { margin: 0 }</style>${svg}`);
      assert.deepEqual(await drawnBy(drawing, "text"), [name]);
      const { count, ...found } = await drawing.evaluate(faults, ["text", "svg"]);
      assert.ok(count > 4);
      assert.deepEqual(found, { over: [], outside: [] }, link);
      if (kind) await picture(drawing, `fonts-${name.replace(" ", "-")}-${kind}`);
    };
    for (const [hp, link] of links) {
      await it.evaluate((said) => (location.hash = said), link);
      await it.waitForFunction((hp) => document.querySelector(fieldAt("defender.hp")).value === `${hp}` && !document.querySelector(PARTS.stale), hp);
      await look(await it.evaluate(shared), link, hp === 40 && "damage");
    }
    for (const [at, link] of studies.entries()) {
      const before = await it.evaluate(() => document.querySelector(PARTS.finding)?.textContent ?? "");
      await it.evaluate((said) => (location.hash = said), link);
      await it.waitForFunction((before) => ![before, "", undefined].includes(document.querySelector(PARTS.finding)?.textContent) && !document.querySelector(PARTS.findingStale), before);
      await look(await it.evaluate(studied), link, `study-${at}`);
    }
  });
}
