// A fight is two fighters: a look at another mode changes nothing, and one duel has one answer from both ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { rulesets } from "./site.mjs";
import { dist, page, picture } from "./harness.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ");
const modes = (it) => on(it).modeNames;
const present = (it) => on(it).modeHere.innerText();
const press = (it, mode) => on(it).chooseMode(mode);
const says = (it, sentence) =>
  it.waitForFunction((sentence) => document.querySelector(PARTS.sentence).innerText.replaceAll("\u00a0", " ") === sentence, sentence);
/** Chances to win: of who strikes here, then of who strikes back. */
const wins = async (it) => (await on(it).win.allInnerTexts()).map(plain);

/** Looks at every other mode and at the duel, and comes back: the sentence stays. */
async function looksAround(it) {
  await on(it).sentence.filter({ hasText: /\d/ }).waitFor({ state: "attached" });
  const [sentence, mode] = [plain(await on(it).sentence.innerText()), await present(it)];
  const isFight = (name) => name !== mode && name !== "Targeting" && !/\bDuel$/.test(name);
  for (const other of (await modes(it).allInnerTexts()).filter(isFight)) {
    await press(it, other);
    await press(it, mode);
    await says(it, sentence);
  }
  await on(it).extent("duel").click();
  await on(it).duel.waitFor();
  await press(it, mode);
  await says(it, sentence);
}

/** Opens the duel, and asks from both ends who wins: the one answer, of who strikes here first. */
async function asksBoth(it) {
  await on(it).extent("duel").click();
  const own = on(it).attackerPoints;
  await own.waitFor();
  if (!(await own.inputValue()) && !(await own.getAttribute("placeholder"))) await own.fill("25");
  await on(it).duelEnds.waitFor();
  await it.waitForFunction(() => /\d/.test(document.querySelector(PARTS.win).innerText));
  const [mine, theirs] = await wins(it);
  await on(on(it).duelDoing).change.click();
  await it.waitForFunction((theirs) => document.querySelector(PARTS.win).innerText.replaceAll("\u00a0", " ") === theirs, theirs);
  assert.deepEqual(await wins(it), [theirs, mine]);
  return [mine, theirs];
}

for (const [number, ruleset] of rulesets(dist).entries()) {
  const width = number % 2 ? 360 : 1280;
  test(`a look at the other modes of ${ruleset} and back keeps both fighters, at ${width} px`, async (t) => {
    await looksAround(await page(t, { path: `#${ruleset}`, width, touch: width < 600 }));
  });
}

// Games of an author, as links.
for (const [lesson, width] of [["srd5", 1280], ["opposed", 360]]) {
  test(`the two fighters of an author's game keep what they have, at ${width} px: ${lesson}`, async (t) => {
    const text = readFileSync(new URL(`../../docs/lessons/${lesson}.rules`, import.meta.url));
    const it = await page(t, { path: `#own?rules=~${text.toString("base64url")}&defender.hp=12`, width, touch: width < 600 });
    await looksAround(it);
    const [mine, theirs] = await asksBoth(it);
    assert.notEqual(mine, theirs);
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
    const [mine, theirs] = await asksBoth(it);
    await picture(it, `duel-of-two-${link.split("/")[0]}-${width}`);
    await on(on(it).duelDoing).change.click();
    await it.waitForFunction((mine) => document.querySelector(PARTS.win).innerText.replaceAll("\u00a0", " ") === mine, mine);
    // Another visit by the link has the same answer; the address follows the fight.
    await it.waitForFunction((begins) => location.hash.startsWith(`#${begins}`), link.split("&")[0]);
    const other = await page(t, { path: new URL(it.url()).hash, width, touch: width < 600 });
    await other.waitForFunction((mine) => document.querySelector(PARTS.win)?.innerText.replaceAll("\u00a0", " ") === mine, mine);
    assert.deepEqual(await wins(other), [mine, theirs]);
  });
}

test("a monster comes with the weapon that it often carries, and gives it away", async (t) => {
  const it = await page(t, { path: "#dcss/monster?defender.preset=minotaur-fighter-level-1" });
  await on(it).fighter("Monster").find("Ogre");
  await on(it).sentence.filter({ hasText: /ogre with (a )?giant club/i }).waitFor();
  // Another creature has its own.
  await on(it).mode("You strike").click();
  await on(it).sentence.filter({ hasText: /the ogre/i }).waitFor();
  await on(it).extent("duel").click();
  await on(it).duelDoing.filter({ hasText: /Strikes back: The ogre with (a )?giant club/i }).waitFor();
});
