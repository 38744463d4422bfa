// What the page says is plain at first reading: what it counts, and how small it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { late, page } from "./harness.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();

test("what is next to nothing keeps its place, and enough digits", async (t) => {
  const it = await page(t, { path: "#dominions/melee?attacker.preset=heavy-infantry-38&defender.preset=vanjarl" });
  assert.match(plain(await on(it).meanNumber.innerText()), /^(0\.0[1-9]|< 0\.01)$/);
  assert.equal(plain(await on(it).kill.innerText()).toLowerCase().replace(/ 1 in [\d,]+$/, ""), "kills at once < 0.1 %");
  assert.match(plain(await on(it).sentence.innerText()), / for (0\.0[1-9]|< 0\.01) damage a strike/);
});

test("where a turn is one strike by the game's clock, strikes are counted; elsewhere turns", async (t) => {
  const it = await page(t, { path: "#crawl/melee?attacker.strength=18&attacker.weapon.preset=war-axe&defender.preset=orc-warrior&extent=fight" });
  assert.match(plain(await on(it).turns.innerText()), /^kills in [\d.]+ strikes nine in ten by \d+; [\d.]+ normal turns$/i);
  assert.match(await on(it).sentence.innerText(), /killing in [\d.]+ strikes on average/);
  assert.equal(await on(it).damageTitle.innerText(), "Strikes to kill");
  assert.match(plain(await on(it).damageChart.getAttribute("aria-valuetext")), /^Dead within 3 strikes \([\d.]+ normal turns\): /);
  // The chance of the reader stands in one line: it is asked most.
  assert.ok((await on(it).readerChance.boundingBox()).height < 24);
  await on(it).verdict.filter({ hasText: /^Killed by strike \d+\. All blows together: \d+ damage, against 28 hit points\.$/ }).waitFor();
  // The goal and the studies say the same.
  await on(it).need.click();
  await on(it).goalOf.selectOption({ label: "strikes to kill" });
  await it.evaluate(() => (location.hash = "crawl/melee?defender.hp=12&find=kill.turns.mean<=3"));
  await it.waitForFunction(() => document.querySelector(PARTS.goal)?.value === "3");
  assert.match(await on(it).stepsHead.innerText(), /or fewer/);
  await it.evaluate(() => (location.hash = "powder/melee?defender.preset=troll&extent=fight"));
  await on(it).turnsUnit.filter({ hasText: /^ turns$/ }).waitFor();
  await on(it).verdict.filter({ hasText: /^Killed in turn \d+/ }).waitFor();
});

test("a rolled fight ends in the words of its own answer, however late that comes", async (t) => {
  const it = await page(t, { path: "#crawl/melee?defender.preset=orc-warrior&extent=fight" });
  await on(it).verdict.filter({ hasText: /^Killed by strike/ }).waitFor();
  await it.evaluate(late);
  await on(it).fieldOf("defender.hp").fill("12");
  await on(it).verdict.filter({ hasText: /against 12 hit points/ }).waitFor();
  await it.evaluate(() => (location.hash = "powder/melee?defender.preset=troll&extent=fight"));
  await on(it).verdict.filter({ hasText: /^Killed in turn/ }).waitFor();
});

test("a preset's row is read out as its name, and then its figures", async (t) => {
  const it = await page(t, { path: "#crawl/melee" });
  const field = on(it).picker.last();
  await field.click();
  const rows = on(it).pickerRow;
  await rows.first().waitFor();
  const all = await rows.evaluateAll((rows) => rows.slice(0, 20).map((row) => [row.querySelector("span").firstChild.textContent, row.querySelector("small").textContent]));
  assert.ok(all.some(([, figures]) => figures), "some have figures");
  const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // How a browser puts what is not seen beside words, it decides.
  const read = ([name, figures]) => new RegExp(`^${escaped(name)}${figures && ` ?, ?${escaped(figures)}`}$`);
  for (const row of all) assert.equal(await on(it).rowNamed(read(row)).count(), 1, row[0]);
});
