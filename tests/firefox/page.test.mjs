// The page's main ways in a Firefox as it comes: what holds in Chromium holds there.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PARTS, fieldAt } from "../browser/calculator.mjs";
import { host } from "../browser/faulty.mjs";
import { dist } from "../browser/harness.mjs";
import { rulesets } from "../browser/site.mjs";
import { assertAnswered, hearing, named, open, page, picture, policy, press, replace, says, site, started, text, type, until, whole } from "./firefox.mjs";

const fred = "powder/melee?attacker.preset=fred&defender.preset=troll";
const hit = PARTS.chance;
const colour = (it) => it.evaluate(() => getComputedStyle(document.body).backgroundColor);
const hash = (it) => it.evaluate(() => location.hash);

/** Links that people may have kept, with their chance to hit. One that names a game alone goes back to what was left there. */
const links = readFileSync(join(dist, "../tests/old-links.txt"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t"))
  .map(([link, answer]) => ({ link, hit: answer.match(/^hit ([^,]+)/)?.[1] }))
  .filter(({ link, hit }) => hit && /^[a-z0-9-]+\/?[a-z-]*\?/.test(link));

test("what goes wrong behind the scenes is seen", async (t) => {
  const problems = [];
  const it = await page(t, { problems });
  await it.evaluate(async () => {
    console.error("noted");
    setTimeout(() => {
      throw new Error("thrown");
    });
    await fetch("./nothing");
    await fetch("https://example.org/").catch(() => undefined);
  });
  const missing = () => ["console error: noted", "thrown", "status 404", "Content-Security-Policy"].filter((sign) => !problems.some((problem) => problem.includes(sign)));
  const end = Date.now() + 60_000;
  while (missing().length && Date.now() < end) await it.evaluate(() => new Promise(requestAnimationFrame));
  assert.deepEqual(missing(), [], problems.join("\n"));
  problems.splice(0);
});

for (const [place, ruleset] of rulesets(dist).entries()) {
  test(`${ruleset}: its own page and its link show its example; fractions and why come from the worker`, async (t) => {
    const home = (await site(t)).address();
    const it = await page(t, { address: home, path: place ? `${ruleset}.html` : "", before: hearing });
    await says(it, hit, /^[<>]?[\d.]+ %$/);
    const shown = [await text(it, hit), await text(it, PARTS.sentence), await it.title()];
    await says(it, PARTS.story, /./);
    await picture(it, ruleset);
    await it.goto("about:blank");
    await it.goto(`${home}#${ruleset}`);
    await started(it);
    assert.deepEqual([await text(it, hit), await text(it, PARTS.sentence), await it.title()], shown);
    const { link, hit: exact } = links.find(({ link, hit }) => link.startsWith(`${ruleset}/`) && hit.includes("/"));
    await it.evaluate((link) => (location.hash = link), link);
    await press(it, "As fractions");
    await says(it, PARTS.fraction, exact);
    await press(it, "Why? The chance to hit");
    await until(it, "the steps are shown with their fractions", () => document.querySelector(PARTS.reasonsFraction));
    await assertAnswered(it, 2);
  });
}

test("links that people may have kept say what they said: every twelfth of them", async (t) => {
  const it = await page(t);
  const isSo = (chance) => {
    const shown = document.querySelector(PARTS.chance).textContent;
    if (shown.startsWith("<")) return chance > 0 && chance < 0.001;
    if (shown.startsWith(">")) return chance < 1 && chance > 0.999;
    return shown && Math.abs(Number.parseFloat(shown) - 100 * chance) < 0.0501;
  };
  for (const { link, hit } of links.filter((_, place) => place % 12 === 0)) {
    await it.evaluate((link) => (location.hash = link), link);
    const [over, under = 1] = hit.replace("~", "").split("/").map(Number);
    await until(it, `the chance is ${hit}`, isSo, over / under);
  }
});

test("what is typed changes the answer and the address, and a step back takes it back", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await says(it, hit, "55.0 %");
  await type(it, "attacker", "Physical level", "12");
  await says(it, hit, "71.7 %");
  await until(it, "the address follows", () => location.hash === "#powder/melee?attacker.physical_level=12");
  await it.reload();
  await started(it);
  await says(it, hit, "71.7 %");
  await type(it, "attacker", "Physical level", "200");
  await until(it, "the field says what is wrong", () => document.querySelector(fieldAt("attacker.physical_level")).ariaInvalid === "true");
  await says(it, hit, "81.0 %");
  await says(it, PARTS.problems, /Fix 1 field; showing the last valid odds/);
  await type(it, "attacker", "Physical level", "9");
  await says(it, hit, "65.0 %");
  await press(it, "Undo");
  await says(it, hit, "71.7 %");
});

test("a preset is found by a few letters, by keyboard alone", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await (await named(it, PARTS.anyPicker, "Defender: choose a preset")).focus();
  await it.keyboard.type("troll");
  await it.keyboard.press("Enter");
  await until(it, "the address names it", () => location.hash.includes("defender.preset=troll"));
  await says(it, PARTS.sentence, / a troll | the troll /);
});

test("a tab switches the ruleset, and the way back brings what was left", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await type(it, "attacker", "Physical level", "33");
  await until(it, "the address follows", () => location.hash.includes("physical_level=33"));
  const shown = await text(it, hit);
  await (await named(it, PARTS.game, "Pixel Dungeon")).click();
  await says(it, PARTS.gameHere, /^Pixel Dungeon/);
  await says(it, PARTS.hint, /^An example/);
  assert.match(await hash(it), /^#shattered/);
  await it.goBack();
  await says(it, PARTS.gameHere, /^POWDER/);
  await says(it, hit, shown);
});

test("pins stand beside what is changed, and travel in the link", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await press(it, "Pin to compare");
  await type(it, "attacker", "Physical level", "12");
  await says(it, PARTS.compare, /Hits\s+71\.7 %[^]*55\.0 %\s+▼\s16\.7/);
  await until(it, "the address holds the pin", () => location.hash.includes("physical_level=12&pin.1=powder/melee"));
  const other = await page(t, { path: await hash(it) });
  await says(other, PARTS.compare, /Hits\s+71\.7 %[^]*55\.0 %/);
});

test("turns to kill, where the defender has hit points", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/melee" });
  await says(it, PARTS.turns, /turns to kill\s+–\s+enter hit points/i);
  await type(it, "defender", "Health", "12");
  await says(it, PARTS.turns, /kills in\s+\d[\d.]* turns/i);
});

test("the log rolls again, the same number rolls the same, and a thousand rolls settle", async (t) => {
  const it = await page(t, { path: `#${fred}&seed=42` });
  await says(it, PARTS.story, /./);
  const story = await text(it, PARTS.story);
  await press(it, "Roll again");
  await until(it, "the address has another number", () => /seed=\d+/.test(location.hash) && !/seed=42\b/.test(location.hash));
  await it.$eval(PARTS.logDice, (dice) => (dice.open = true));
  await (await named(it, PARTS.logInput, "replay no.")).focus();
  await replace(it, "42");
  await it.keyboard.press("Enter");
  await says(it, PARTS.story, story);
  await press(it, "Test with 1,000 rolls");
  await says(it, PARTS.tallies, /The first 1,000 attacks of replay no\. 42/);
});

test("rules as text: each line has its figure, what is changed answers, and the link brings it", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await whole(it);
  await (await named(it, "summary", "Rules as text")).click();
  await until(it, "the lines have figures", () => [...document.querySelectorAll(PARTS.bookFigure)].some((one) => one.textContent.includes("avg")));
  await press(it, "Change the rules");
  const field = await named(it, "textarea", "Rules");
  // By one line, as one would type it.
  await field.evaluate((field) => {
    const place = field.value.indexOf("hit_roll = d20");
    field.focus();
    field.setSelectionRange(place, place + "hit_roll = d20".length);
  });
  await it.keyboard.type("hit_roll = d10");
  await until(it, "the link brings the rules", () => location.hash.includes("rules="));
  const shown = await text(it, hit);
  assert.notEqual(shown, "55.0 %");
  const other = await page(t, { path: await hash(it) });
  await says(other, hit, shown);
  await press(other, "As fractions");
  await says(other, PARTS.fraction, /^\d+\/\d+$/);
});

test("a link is copied, and can be pasted", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  // The header has room for the button from 96 rem on.
  await it.setViewport({ width: 1600, height: 800 });
  await press(it, "Copy link");
  await named(it, "button", "Copied");
  await it.focus(PARTS.anyPicker);
  await it.keyboard.down("Control");
  await it.keyboard.press("v");
  await it.keyboard.up("Control");
  assert.equal(await it.evaluate(() => document.activeElement.value), it.url());
});

test("the Share dialog shows the sentence and draws the picture", async (t) => {
  const it = await page(t, { path: `#${fred}` });
  await press(it, "Share");
  await until(it, "the dialog is open", () => document.querySelector(PARTS.openDialogText)?.value.includes("troll"));
  await picture(it, "share");
  await it.keyboard.press("Escape");
  await until(it, "it is closed", () => !document.querySelector(PARTS.openDialog));
});

test("dark as the system has it, and by the switch, which is remembered", async (t) => {
  const light = await page(t);
  const it = await page(t, { dark: true });
  assert.notEqual(await colour(it), await colour(light));
  await picture(it, "dark");
  await light.click(PARTS.theme);
  await light.click(PARTS.theme);
  assert.equal(await colour(light), await colour(it));
  await light.reload();
  await started(light);
  assert.equal(await colour(light), await colour(it));
});

test("after one visit every ruleset and every link opens without the server", async (t) => {
  const host = await site(t);
  const it = await page(t, { address: host.address(), before: hearing });
  const shown = await text(it, hit);
  await until(it, "the page has kept itself", () => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
  host.isDown = true;
  const asked = host.asked.length;
  await it.reload();
  await started(it);
  await says(it, hit, shown);
  for (const ruleset of rulesets(dist)) {
    await whole(it);
    await it.goto("about:blank");
    await it.goto(`${host.address()}#${ruleset}`);
    await started(it);
    assert.match(await it.$eval(PARTS.gameHere, (tab) => tab.hash), new RegExp(`^#${ruleset}/`));
    await says(it, hit, /%$/);
  }
  await press(it, "As fractions");
  await says(it, PARTS.fraction, /^\d+\/\d+$/);
  await assertAnswered(it, 1);
  assert.equal(host.asked.length, asked, "the server is not there");
});

test("in an article of another origin the element answers, also what takes long", async (t) => {
  const home = (await site(t)).address();
  const dir = mkdtempSync(join(tmpdir(), "tohit-article-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(home)}">`;
  const element = `<tohit-calculator link="${fred.replace("&", "&amp;")}">Fred hits a troll 78.6 % of the time.</tohit-calculator>`;
  const head = `<!doctype html><html lang="en"><meta charset="utf-8">${meta}<link rel="icon" href="data:,"><title>Trolls</title>`;
  writeFileSync(join(dir, "index.html"), `${head}<main><h1>Trolls</h1>${element.repeat(2)}</main><script type="module" src="${home}tohit-element.js"></script>`);
  const it = await open(t, { address: (await host(t, { "/article/": dir })).address(), also: [new URL(home).origin], before: hearing });
  const shows = (place, selector, expected) =>
    until(
      it,
      `${selector} of calculator ${place} says ${expected}`,
      (place, selector, expected) => document.querySelectorAll("tohit-calculator")[place].shadowRoot?.querySelector(selector)?.textContent.replaceAll("\u00a0", " ") === expected,
      ...[place, selector, expected],
    );
  const inside = async (place, selector) => (await it.evaluateHandle((place, selector) => document.querySelectorAll("tohit-calculator")[place].shadowRoot.querySelector(selector), place, selector)).asElement();
  await shows(0, hit, "78.6 %");
  await shows(1, hit, "78.6 %");
  await (await inside(1, fieldAt("attacker.physical_level"))).focus();
  await replace(it, "1");
  await until(it, "the second follows", () => !document.querySelectorAll("tohit-calculator")[1].shadowRoot.querySelector(PARTS.chance).textContent.startsWith("78.6"));
  await shows(0, hit, "78.6 %");
  // What takes long is computed beside, by a worker of another site.
  await (await inside(0, PARTS.chanceWhyButton)).click();
  await until(it, "the steps are shown", () => document.querySelector("tohit-calculator").shadowRoot.querySelector(PARTS.chanceWay));
  await assertAnswered(it, 1);
  await picture(it, "article");
});
