// What if: each question asked and answered below the sheets, its figures those of the page's own answer once they are taken; by keyboard, by link, on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, page, picture } from "./harness.mjs";

const phone = { width: 360, height: 740, touch: true };
const plain = (text) => text.replaceAll("\u00a0", " ");
const told = (it) => it.locator("#studies-told");
const unfold = (it) => it.locator(".studies > summary").click();
const ask = (it, question) => it.getByRole("group", { name: "Question" }).getByRole("button", { name: question }).click();
const says = async (it, expected) => {
  await it
    .waitForFunction(
      ([source, flags]) => new RegExp(source, flags).test(document.querySelector("#studies-told")?.textContent.replaceAll("\u00a0", " ")) && !document.querySelector(".found.stale"),
      [expected.source, expected.flags],
    )
    .catch(async (error) => assert.match(plain(await told(it).innerText()), expected, String(error)));
  return plain(await told(it).innerText());
};
const hit = async (it) => plain(await it.locator(".hit strong").innerText());
const hits = (it, wanted) => it.waitForFunction((wanted) => document.querySelector(".hit strong").textContent.replaceAll("\u00a0", " ") === wanted, wanted);
/** The cells of the rows. */
const rows = (it) => it.locator(".ranks tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll("\u00a0", " ").trim())));
const measured = (it, measure) => it.getByLabel(/^Measured by|^To the|^For a/).selectOption(measure);
const focused = (it) => it.evaluate(() => document.activeElement.id);

test("nothing is asked before it is unfolded; then the steps that help most, each of which can be taken and undone", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  assert.equal(await it.locator(".studies").getAttribute("open"), null);
  assert.equal(await it.locator(".questions").count(), 0);
  await unfold(it);
  await measured(it, "hit");
  await says(it, /^Best for the chance to hit: /);
  const before = await hit(it);
  const [first] = await rows(it);
  assert.match(first[2], /^▲ \+[\d.]+ points\s+better$/);
  await it.getByRole("button", { name: `Take ${first[0]}` }).focus();
  await it.keyboard.press("Enter");
  await hits(it, first[1]);
  assert.equal(await focused(it), "studies-told");
  await it.getByRole("button", { name: "Undo" }).click();
  await hits(it, before);
  await it.getByRole("button", { name: /^Show all/ }).click();
  const all = await rows(it);
  const chances = all.map((row) => Number.parseFloat(row[1])).filter((chance) => !Number.isNaN(chance));
  assert.deepEqual(chances, chances.toSorted((one, other) => other - one), "best first");
  assert.ok(all.some((row) => row[2] === "now"));
  await assertAccessible(it);
  await picture(it, "studies-helps");
});

test("of the weapons the best comes first, whatever is entered of the present one", async (t) => {
  const it = await page(t, { path: "#crawl/melee?attacker.strength=18&attacker.dexterity=12&attacker.weapon.preset=war-axe&attacker.skills.fighting=5&attacker.skills.weapon=6&defender.preset=orc-warrior" });
  await unfold(it);
  await ask(it, "Which is best?");
  await measured(it, "hit");
  await says(it, /^Best for the chance to hit: .+: [\d.]+ %/);
  const [first, second] = await rows(it);
  assert.notEqual(first[0], second[0]);
  await it.getByRole("button", { name: `Take ${first[0]}`, exact: true }).click();
  await hits(it, first[1]);
  await says(it, /as now\.$/);
  await assertAccessible(it);
  await picture(it, "studies-best");
});

test("a range is a curve with a slider: a value is read and taken with the keyboard, and all of it stands in a table", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  await unfold(it);
  await ask(it, "How much does it matter?");
  await it.getByLabel("Field", { exact: true }).selectOption("defender.ac");
  await measured(it, "hit");
  const sentence = await says(it, /^Chance to hit: [\d.]+ % at 0, [\d.]+ % at \d+; now [\d.]+ %\.$/);
  assert.ok(sentence.endsWith(`now ${await hit(it)}.`), sentence);
  const curve = it.locator(".studies .chart");
  assert.match(plain(await curve.getAttribute("aria-valuetext")), /60: /);
  await curve.focus();
  await it.keyboard.press("Home");
  const at = plain(await curve.getAttribute("aria-valuetext"));
  await it.keyboard.press("Enter");
  await hits(it, at.split(": ").at(-1));
  assert.ok(await curve.evaluate((curve) => curve === document.activeElement), "the focus stays");
  await it.locator(".studies .numbers > summary").click();
  assert.match(plain(await it.locator(".studies .numbers tbody tr").first().innerText()), /^0\s+[\d.]+ %$/);
  await it.getByRole("button", { name: "Undo" }).click();
  await says(it, /now/);
  await assertAccessible(it);
  await picture(it, "studies-matters");
});

test("what is needed is told in a sentence, and its edge is the exact one", async (t) => {
  const it = await page(t, { path: "#angband/melee" });
  await unfold(it);
  await ask(it, "What do I need?");
  await it.getByLabel("Of", { exact: true }).selectOption("attacker.level");
  await measured(it, "hit");
  await it.getByLabel("Goal").fill("75");
  // As `tohit study` has it in docs/studies.md.
  await says(it, /^The chance to hit reaches 75\.0 % with .*level from 5 on \([\d.]+ % there\)\.$/i);
  await it.getByLabel("Goal").fill("lots");
  await says(it, /^Type how much is needed/);
  await it.getByLabel("Goal").fill("100");
  await says(it, /nowhere\.$/);
  // Of turns, fewer are better.
  await it.getByLabel("Hit points", { exact: true }).fill("100");
  await measured(it, "kill.turns.mean");
  await it.getByLabel("Goal").fill("20");
  await says(it, /^The number of turns to kill is 20 or less with /);
  await assertAccessible(it);
  await picture(it, "studies-need");
});

test("whether the rules that are in question matter", async (t) => {
  const it = await page(t, { path: "#angband/melee" });
  await unfold(it);
  await ask(it, "Do the rules matter?");
  await says(it, /of the \d+ rules that are in question change/);
  assert.ok((await rows(it)).some(([label, , gain]) => label === "As it is" && gain === "now"));
  await picture(it, "studies-rules");
});

test("how lucky a run was, and what it says of a field", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await unfold(it);
  await ask(it, "What I saw");
  await says(it, /^Type what came of strike after strike/);
  await it.getByLabel("Strike after strike").fill("miss, hit 5, 0");
  // As `tohit study` has it in docs/studies.md.
  await says(it, /^3 strikes, 5 damage\. A run as bad as this or worse: 1 in 2\.8 \(35\.3 %\)\. As good or better: 71\.3 %\.$/);
  await it.getByLabel("What it says of").selectOption("defender.natural_ac");
  await says(it, /natural ac: most likely -?\d+; nine times in ten between -?\d+ and -?\d+\.$/i);
  await it.getByLabel("Strike after strike").fill("a bite");
  await says(it, /there is no outcome/i);
  await it.getByLabel("Strike after strike").fill("miss, miss, 3");
  await says(it, /most likely/);
  await assertAccessible(it);
  await picture(it, "studies-saw");
});

test("a study's link opens it, and the link that is copied is the same; the scenario fills the sheets", async (t) => {
  const path = "#angband/melee?attacker.level=30&defender.ac=0..150/10&show=hit";
  const it = await page(t, { path, before: (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]) });
  await says(it, /^Chance to hit: /);
  assert.equal(await it.getByRole("button", { name: "How much does it matter?" }).getAttribute("aria-pressed"), "true");
  assert.equal(await it.getByLabel("Field", { exact: true }).inputValue(), "defender.ac");
  assert.equal(await it.getByLabel("Level", { exact: true }).first().inputValue(), "30");
  assert.equal(new URL(it.url()).hash, path, "the address stays as it came");
  const copied = async (name) => {
    await it.getByRole("button", { name }).click();
    return it.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(new URL(await copied("Link to this study")).hash, path);
  const csv = (await copied("Copy as CSV")).split("\n");
  assert.equal(csv.length, 18);
  assert.match(csv[1], /^0,0\.\d+$/);
  assert.match(await copied("Copy as wikitext"), /^\{\| class="wikitable sortable"\n\|\+ angband[^]*\|\}\n$/);
  // In an open page too; a plain link asks nothing.
  await it.evaluate(() => void (location.hash = "angband/melee?attacker.level=1..50&find=hit>=3/4"));
  await says(it, /from 5 on/);
  await it.evaluate(() => void (location.hash = "angband/melee?defender.ac=0..150/50&attacker.level=1|30&show=hit,damage.mean"));
  await it.waitForFunction(() => document.querySelectorAll(".ranks tbody tr").length === 8);
  assert.equal(await it.getByRole("button", { name: "As the link asks" }).getAttribute("aria-pressed"), "true");
  await it.evaluate(() => void (location.hash = "angband/melee?attacker.level=40"));
  await says(it, /^Best for|^No single step/);
  assert.equal(await it.getByRole("button", { name: "As the link asks" }).count(), 0);
});

test("what is too large says so before it begins, and a long one is stopped", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=1..50&defender.ac=0..300&show=hit" });
  await says(it, /too large: 15050 cells/i);
  await it.evaluate(() => void (location.hash = "angband/melee?defender.hp=5000&attacker.level=1..50&defender.ac=0..190&show=kill.turns.mean"));
  const stop = it.getByRole("button", { name: "Stop" });
  await stop.waitFor();
  assert.match(plain(await it.locator(".far").innerText()), /[\d,]+ of 9,550/);
  // A key is answered meanwhile.
  const before = await hit(it);
  await it.getByLabel("Level", { exact: true }).first().fill("50");
  await it.waitForFunction((before) => document.querySelector(".hit strong").textContent.replaceAll("\u00a0", " ") !== before, before);
  await stop.waitFor();
  await stop.click();
  await says(it, /^Stopped at [\d,]+ of 9,550\.$/);
  assert.equal(await focused(it), "studies-told");
});

test("the study follows the sheets", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=0..100/50&show=hit" });
  const before = await says(it, /^Chance to hit/);
  await it.getByLabel("Level", { exact: true }).first().fill("45");
  await it.waitForFunction((before) => document.querySelector("#studies-told").textContent.replaceAll("\u00a0", " ") !== before, before);
  assert.ok((await says(it, /now/)).endsWith(`now ${await hit(it)}.`));
});

for (const [name, options] of [["phone", phone], ["phone-dark", { ...phone, dark: true }], ["dark", { dark: true }]])
  test(`it has room, and can be read: ${name}`, async (t) => {
    const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60", ...options });
    await unfold(it);
    for (const [question, expected] of [
      ["What helps most?", /^Best/],
      ["Which is best?", /^Best/],
      ["How much does it matter?", /now/],
      ["What do I need?", /reaches/],
    ]) {
      await ask(it, question);
      await says(it, expected);
      assert.ok(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${question} leaves the page`);
      await assertAccessible(it, question);
      await it.locator(".studies").scrollIntoViewIfNeeded();
      await picture(it, `studies-${name}-${question.split(" ")[1]}`);
    }
  });
