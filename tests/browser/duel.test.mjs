// Who wins, if the defender strikes back: through the page a user opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page as start } from "./harness.mjs";

const percents = async (it) => (await it.locator(".duel .ends td:nth-of-type(1)").allInnerTexts()).map((text) => Number.parseFloat(text.replace(/[<>\s]/g, "")));

test("turns to kill stand beside the other numbers, and as bars", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?defender.hp=12" });
  assert.match(await it.locator(".headline .turns strong").innerText(), /^3\.0 · 90.% by 4$/);
  assert.match(await it.locator(".sentence").innerText(), /killing in 3\.0 turns on average/);
  await it.getByRole("button", { name: "turns to kill" }).click();
  assert.match(await it.locator(".damage h3").innerText(), /^Turns to kill$/);
  await it.locator(".chart").focus();
  for (let bar = 0; bar < 2; bar++) await it.keyboard.press("ArrowRight");
  await it.locator(".reading", { hasText: /^turn 2: 39\.6.% · by turn 2: 40\.2.%$/ }).waitFor();
  // Without hit points there is no fight to tell of.
  await it.locator("#f-defender-hp").fill("");
  await it.locator(".headline .turns").waitFor({ state: "hidden" });
});

test("a fight is rolled to its end", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?defender.hp=12&seed=3" });
  await it.getByLabel("to the end").check();
  await it.waitForFunction(() => location.hash.includes("log=fight"));
  await it.locator(".verdict", { hasText: "killed in turn 5" }).first().waitFor();
  assert.equal(await it.locator(".events .part", { hasText: /^Turn \d/ }).count(), 5);
});

test("two sides strike at each other, and each first move counts", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?attacker.preset=gnoll-scout&defender.preset=gnoll-scout" });
  await it.getByText("Who wins, if it strikes back").click();
  const duel = it.locator(".duel");
  await duel.locator(".ends").waitFor();
  const [mine, theirs] = await percents(it);
  assert.ok(mine > theirs && Math.abs(mine + theirs - 100) < 0.3, `${mine} ${theirs}`);
  // Of two of one name, one is told from the other.
  assert.match(await duel.locator(".verdict").innerText(), /^The gnoll scout wins .*, the one who strikes back /);
  await duel.getByLabel("First:").selectOption({ label: "both at once" });
  await duel.getByText("Both fall").waitFor();
  const [even, other] = await percents(it);
  assert.equal(even, other);
  // Who can lose more wins more.
  await duel.getByLabel("Attacker’s hit points:").fill("30");
  await it.waitForFunction((before) => Number.parseFloat(document.querySelector(".duel .ends td").innerText) > before + 10, even);
});

test("a duel has a link, which says the same", async (t) => {
  const before = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=30", before });
  await it.getByText("Who wins, if it strikes back").click();
  await it.getByLabel("Attacker’s hit points:").fill("25");
  await it.getByLabel("First:").selectOption({ label: "the defender" });
  await it.locator(".duel .verdict", { hasText: /wins? [<>\d]/ }).waitFor();
  const [mine, theirs] = (await it.locator(".duel .ends td:nth-of-type(1)").allInnerTexts()).map((text) => text.replaceAll("\u00a0", " "));
  await it.getByRole("button", { name: "Link to this duel" }).click();
  await it.getByRole("button", { name: "Copied" }).waitFor();
  const link = new URL(await it.evaluate(() => navigator.clipboard.readText())).hash;
  const other = await start(t, { path: link });
  const finding = other.locator(".studies .finding", { hasText: "Win" });
  await finding.waitFor();
  const told = (await finding.innerText()).replaceAll("\u00a0", " ");
  assert.ok(told.startsWith(`Win: ${mine}; lose: ${theirs}; hit points left: `), `${told} ${mine} ${theirs}`);
  // In an article, too.
  const frame = await start(t, { path: `embed.html${link}` });
  assert.equal((await frame.locator(".studies .finding", { hasText: "Win" }).innerText()).replaceAll("\u00a0", " "), told);
});

test("who has a mode of its own to strike in strikes back in it", async (t) => {
  const it = await start(t, { path: "#angband/melee?defender.preset=drolem" });
  await it.getByText("Who wins, if it strikes back").click();
  await it.getByLabel("Attacker’s hit points:").fill("400");
  await it.locator(".duel .verdict", { hasText: /wins? [<>\d]/ }).waitFor();
  assert.equal(await it.getByLabel("Strikes back:").locator("option:checked").innerText(), "Monster strikes");
  // One who all but never wins is not said to have more left than it had.
  assert.doesNotMatch(await it.locator(".duel .verdict").innerText(), /Left to the winner.*warrior/);
});

test("a pin strikes back, and what is missing is asked for", async (t) => {
  const it = await start(t, { path: "#angband/melee?defender.preset=wolf&pin.1=angband/monster-melee%3Fattacker.preset%3Dwolf&pin.1.name=wolf" });
  await it.getByText("Who wins, if it strikes back").click();
  await it.locator(".duel .verdict", { hasText: "Enter the attacker’s hit points." }).waitFor();
  await it.getByLabel("Attacker’s hit points:").fill("30");
  await it.locator(".duel .verdict", { hasText: /wins? [<>\d]/ }).waitFor();
});

test("both sides' hit points are entered where it is asked who wins, and who has some shows them", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&attacker.charging=true&defender.preset=troll" });
  await it.waitForFunction(() => document.querySelector("#f-defender-hp")?.placeholder === "");
  await it.getByText("Who wins, if it strikes back").click();
  const verdict = it.locator(".duel .verdict");
  await verdict.filter({ hasText: "Enter the defender’s hit points." }).waitFor();
  await it.getByLabel("Defender’s:").fill("30");
  await verdict.filter({ hasText: "Enter the attacker’s hit points." }).waitFor();
  await it.waitForFunction(() => document.querySelector("#f-defender-hp").value === "30");
  await it.getByLabel("Attacker’s hit points:").fill("40");
  // Who is told of by name alone.
  await verdict.filter({ hasText: /^Fred wins [<>\d]/ }).waitFor();
  const other = await start(t, { path: "#dominions/melee?attacker.preset=vanjarl&defender.hp=10" });
  await other.getByText("Who wins, if it strikes back").click();
  await other.waitForFunction(() => /^\d+$/.test(document.querySelector(".duel input").placeholder));
});
