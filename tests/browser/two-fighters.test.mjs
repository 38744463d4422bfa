// A fight is two fighters: a look at another mode changes nothing, and one duel has one answer from both ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rulesets } from "./site.mjs";
import { dist, page, picture } from "./harness.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ");
const modes = (it) => it.getByRole("group", { name: "Mode", exact: true }).getByRole("button");
const present = (it) => it.locator(".modes [aria-pressed=true]").innerText();
const press = async (it, mode) => {
  await modes(it).filter({ hasText: new RegExp(`^${mode}$`) }).click();
  await it.waitForFunction((mode) => document.querySelector(".modes [aria-pressed=true]").innerText === mode, mode);
};
const says = (it, sentence) =>
  it.waitForFunction((sentence) => document.querySelector(".sentence").innerText.replaceAll("\u00a0", " ") === sentence, sentence);
/** Chances to win: of who strikes here, then of who strikes back. */
const wins = async (it) => (await it.locator(".bout .fighter strong").allInnerTexts()).map(plain);

for (const [number, ruleset] of rulesets(dist).entries()) {
  const width = number % 2 ? 360 : 1280;
  test(`a look at the other modes of ${ruleset} and back keeps both fighters, at ${width} px`, async (t) => {
    const it = await page(t, { path: `#${ruleset}`, width, touch: width < 600 });
    await it.locator(".sentence", { hasText: /\d/ }).waitFor();
    const [sentence, mode] = [plain(await it.locator(".sentence").innerText()), await present(it)];
    for (const other of (await modes(it).allInnerTexts()).filter((name) => name !== mode && name !== "Targeting")) {
      await press(it, other);
      await press(it, mode);
      await says(it, sentence);
    }
  });
}

for (const [link, width] of [
  ["dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior", 1280],
  ["brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-8", 360],
  ["angband42/melee?attacker.preset=human-warrior-level-1&defender.preset=fang-farmer-maggots-dog&defender.hp=30", 1280],
  ["nethack/melee?attacker.preset=new-valkyrie&defender.preset=jackal&defender.hp=7", 360],
  ["shattered/melee?attacker.preset=warrior-start&defender.preset=gnoll-scout", 1280],
  ["crawl/melee?defender.preset=orc-warrior", 360],
  ["powder/melee?attacker.preset=fred&defender.preset=troll", 1280],
  ["dominions/melee?attacker.preset=knight&defender.preset=vanjarl", 360],
]) {
  test(`the duel of ${link.split("/")[0]} has one answer from both ends, at ${width} px`, async (t) => {
    const it = await page(t, { path: `#${link}`, width, touch: width < 600 });
    await it.getByRole("group", { name: "How much of a fight" }).getByRole("button", { name: "duel", exact: true }).click();
    const own = it.getByLabel("Attacker’s hit points");
    await own.waitFor();
    if (!(await own.inputValue()) && !(await own.getAttribute("placeholder"))) await own.fill("25");
    await it.locator(".duel .ends").waitFor();
    await it.waitForFunction(() => /\d/.test(document.querySelector(".bout .fighter strong").innerText));
    const [mine, theirs] = await wins(it);
    await it.locator(".duel .doing").getByRole("button", { name: "Change" }).click();
    await it.waitForFunction((theirs) => document.querySelector(".bout .fighter strong").innerText.replaceAll("\u00a0", " ") === theirs, theirs);
    assert.deepEqual(await wins(it), [theirs, mine]);
    await picture(it, `duel-of-two-${link.split("/")[0]}-${width}`);
    await it.locator(".duel .doing").getByRole("button", { name: "Change" }).click();
    await it.waitForFunction((mine) => document.querySelector(".bout .fighter strong").innerText.replaceAll("\u00a0", " ") === mine, mine);
    // Another visit by the link has the same answer; the address follows the fight.
    await it.waitForFunction((begins) => location.hash.startsWith(`#${begins}`), link.split("&")[0]);
    const other = await page(t, { path: new URL(it.url()).hash, width, touch: width < 600 });
    await other.waitForFunction((mine) => document.querySelector(".bout .fighter strong")?.innerText.replaceAll("\u00a0", " ") === mine, mine);
    assert.deepEqual(await wins(other), [mine, theirs]);
  });
}

test("a monster comes with the weapon that it often carries, and gives it away", async (t) => {
  const it = await page(t, { path: "#dcss/monster?defender.preset=minotaur-fighter-level-1" });
  await it.getByRole("combobox", { name: /^Monster: choose/ }).first().fill("ogre");
  await it.getByRole("option", { name: /^Ogre\b/ }).first().click();
  await it.locator(".sentence", { hasText: /ogre with (a )?giant club/i }).waitFor();
  // Another creature has its own.
  await it.getByRole("button", { name: "You strike", exact: true }).click();
  await it.locator(".sentence", { hasText: /the ogre/i }).waitFor();
  await it.getByRole("group", { name: "How much of a fight" }).getByRole("button", { name: "duel", exact: true }).click();
  await it.locator(".duel .doing", { hasText: /Strikes back: The ogre with (a )?giant club/i }).waitFor();
});
