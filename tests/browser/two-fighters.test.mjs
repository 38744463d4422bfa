// A fight is two fighters: a look at another mode changes nothing, and one duel has one answer from both ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { rulesets } from "./site.mjs";
import { anew, dist, linkOf, page, picture } from "./harness.mjs";

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
    // Another visit by the link has the same answer.
    const path = await linkOf(it);
    assert.match(path, new RegExp(`^#${link.split("&")[0].replace("?", "\\?")}.*&extent=duel`));
    const other = await page(t, { path, width, touch: width < 600 });
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

// Weapons have a name, wherever they come from: of the fighter's preset, chosen, or field by field.
for (const [link, held] of [
  ["nethack", "Long sword"],
  ["nethack/thrown?attacker.preset=samurai-at-minetown-bow&defender.preset=gnome-lord", "Ya"],
  ["nethack/melee?attacker.preset=valkyrie-at-the-castle-excalibur&defender.preset=gnome-lord", "Excalibur"],
]) {
  test(`a hero's weapon is named beside him: ${link}`, async (t) => {
    const it = await page(t, { path: `#${link}` });
    assert.equal((await on(it).held.first().inputValue()).toLowerCase(), held.toLowerCase());
  });
}

test("a weapon that was entered field by field is said to be, and no choice is asked for", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.weapon.dice=3&attacker.weapon.sides=4&defender.ac=30" });
  const waits = (says) => it.waitForFunction((says) => document.querySelector(PARTS.held).placeholder === says, says);
  await waits("Entered by hand");
  await it.evaluate(() => (location.hash = "angband/melee?defender.ac=30"));
  await waits("Choose …");
  // A weapon without a name that a fighter comes with is his usual.
  await it.evaluate(() => (location.hash = "powder/melee?attacker.preset=fred&defender.preset=troll"));
  await waits("The usual");
});

test("a hero's presets fit every mode in which he acts", async (t) => {
  const it = await page(t, { path: "#nethack" });
  for (const mode of ["Thrown, fired", "Melee"]) {
    await press(it, mode);
    await it.waitForFunction(() => !document.querySelector(PARTS.stale));
    assert.equal(await on(it).problems.count(), 0, mode);
  }
});

for (const [link, label, mode, name] of [
  ["dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior", "You", "You shoot or throw", "Minotaur fighter, level 1"],
  ["dcss/monster?attacker.preset=orc-warrior&defender.preset=minotaur-fighter-level-1", "Monster", "A monster shoots at you", "Orc warrior"],
  ["nethack/melee?attacker.preset=new-valkyrie&defender.preset=jackal", "You", "Monster's turn", "New Valkyrie"],
  ["shattered/monster?attacker.preset=gnoll-scout&defender.preset=warrior-start", "Creature", "You are zapped", "Gnoll scout"],
]) {
  test(`a creature keeps its name in another mode: ${name}`, async (t) => {
    const it = await page(t, { path: `#${link}` });
    await press(it, mode);
    await it.waitForFunction(() => !document.querySelector(PARTS.stale));
    assert.equal(await on(it).fighter(label).name(), name);
    assert.equal(await on(it).problems.count(), 0);
  });
}

test("the orc warrior of the example strikes back with its usual weapon", async (t) => {
  const path = "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior";
  const it = await page(t, { path });
  await on(it).sentence.filter({ hasText: /\d/ }).waitFor();
  assert.equal(await it.evaluate(() => location.hash), path);
  await on(it).extent("duel").click();
  await on(it).duelDoing.filter({ hasText: /Strikes back: The orc warrior with (a )?long sword/i }).waitFor();
});

test("what strikes back is chosen beside its fighter, and stays his in every mode", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&attacker.weapon.preset=hand-axe&defender.preset=orc-warrior" });
  const strikesBack = on(it).strikesBackWith;
  const before = await strikesBack.name();
  assert.match(before, /sword/i);
  const said = await on(it).sentence.textContent();
  await strikesBack.find("Halberd");
  await it.waitForFunction((before) => document.querySelector("[id^=reply-]").value !== before, before);
  assert.match(await strikesBack.name(), /halberd/i);
  assert.match(await on(it).thing("Weapon").name(), /axe/i);
  assert.equal(await on(it).sentence.textContent(), said, "the strike does not change");
  await on(it).extent("duel").click();
  await on(it).duelDoing.filter({ hasText: /Strikes back: The orc warrior with (a )?halberd/i }).waitFor();
  const link = await linkOf(it);
  await it.keyboard.press("Control+z");
  await it.waitForFunction((before) => document.querySelector("[id^=reply-]").value === before, before);
  await anew(it, link);
  await on(it).duelDoing.filter({ hasText: /Strikes back: The orc warrior with (a )?halberd/i }).waitFor();
  await strikesBack.clear();
  await on(it).duelDoing.filter({ hasText: /Strikes back: The orc warrior(?! with)/i }).waitFor();
});

test("an opened list changes nothing by Enter: what is held keeps its plus, and where nothing is held nothing is taken", async (t) => {
  const it = await page(t, { path: "#brogue/melee?attacker.preset=hero-at-depth-8&defender.preset=ogre" });
  await on(it).sentence.filter({ hasText: /\d/ }).waitFor();
  const keeps = async (sheet, name) => {
    const before = await on(it).sentence.textContent();
    const field = on(it).pickerOf(name).first();
    await field.click();
    await field.press("Enter");
    await on(it).openPicker.waitFor({ state: "detached" });
    assert.equal(await on(it).sentence.textContent(), before, name.source);
    // The row of that very name, by a press; several things have no row of their own.
    const held = await field.inputValue();
    await field.click();
    const names = await on(it).rows.evaluateAll((all) => all.map((one) => one.firstElementChild.firstChild.textContent.trim()));
    const place = names.indexOf(held);
    if (place < 0) return field.press("Escape");
    await on(it).rows.nth(place).click();
    assert.equal(await on(it).sentence.textContent(), before, `${name.source}, pressed`);
  };
  await keeps(it, /choose equipment/);
  await on(it).chooseMode("It strikes you");
  await keeps(it, /choose equipment/);
  let lists = 0;
  for (const ruleset of rulesets(dist)) {
    await anew(it, `#${ruleset}`);
    await on(it).sentence.filter({ hasText: /\d/ }).waitFor();
    if ((await on(it).pickerOf(/choose equipment/).count()) === 0) continue;
    lists++;
    await keeps(it, /choose equipment/);
  }
  assert.ok(lists > 3, `${lists} games have such a list`);
});

test("who throws or fires in NetHack is asked what", async (t) => {
  const it = await page(t, { path: "#nethack/melee?attacker.preset=new-valkyrie&defender.preset=jackal" });
  await on(it).chooseMode("Polearm");
  await on(it).missingQuestion.filter({ hasText: "Which polearm?" }).waitFor();
});

test("who strikes first is a person, whatever modes lie between", async (t) => {
  const it = await page(t, { path: "#brogue/melee?attacker.preset=hero-at-depth-8&defender.preset=ogre" });
  const chances = async () => {
    await on(it).extent("duel").click();
    await on(it).sentence.filter({ hasText: /wins/ }).waitFor();
    return (await on(it).win.allInnerTexts()).sort();
  };
  const before = await chances();
  await on(it).chooseMode("You strike");
  await on(it).chooseMode("Ally strikes");
  await on(it).chooseMode("It strikes you");
  assert.deepEqual(await chances(), before);
  const other = await page(t, { path: "#brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-8" });
  await on(other).extent("duel").click();
  assert.equal(await on(other).first.evaluate((first) => first.selectedIndex), 1, "the hero begins, from there, too");
});

test("a fraction of a preset is a decimal in its field", async (t) => {
  const it = await page(t, { path: "#dcss/monster?attacker.preset=ogre&defender.preset=minotaur-fighter-level-1" });
  const shown = await Promise.all(["ac", "ev", "sh"].map((name) => on(it).fieldOf(`defender.${name}`).inputValue()));
  assert.deepEqual(shown, ["6.81", "8.36", "4.11"]);
  await on(it).fieldOf("defender.ac").press("ArrowUp");
  assert.equal(await on(it).fieldOf("defender.ac").inputValue(), "7.81");
});

test("who is struck is asked about armour, not about the other's weapon", async (t) => {
  // A defender without a list of armour has nothing to rank.
  const it = await page(t, { path: "#dcss/monster?attacker.preset=ogre&defender.preset=minotaur-fighter-level-1" });
  assert.equal(await on(it).questions.first().innerText(), "What helps most?");
  await it.evaluate(() => (location.hash = "brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-8"));
  await on(it).questions.filter({ hasText: "Which armour is best?" }).waitFor();
});

test("a duel is told by the names of both, and by their labels on a phone, as they stand", async (t) => {
  const it = await page(t, { path: "#brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-8&extent=duel", width: 360, height: 740, touch: true });
  await on(it).duelEnds.first().waitFor();
  const line = await on(it).lineText.evaluate((line) => line.textContent);
  assert.match(plain(line), /^Duel: You 8\d\.\d % · Creature 1\d\.\d %/);
  await on(it).verdict.filter({ hasText: /^The (ogre|hero at depth 8 with sword) falls in round \d+; hit points left: \d+$/ }).waitFor();
});

test("on a phone a place without a name says what goes there", async (t) => {
  const it = await page(t, { path: "#dcss/melee?defender.preset=ogre", width: 360, height: 740, touch: true });
  const labels = await it.locator(PARTS.heldLabel).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 1 && getComputedStyle(one).clipPath === "none").map((one) => one.textContent));
  assert.deepEqual(labels, ["Weapon", "also"]);
});

test("what is wanted stands beside its field, over no name", async (t) => {
  const it = await page(t, { path: "#dcss" });
  await on(it).need.click();
  await on(it).stepIn("attacker.dex", "better").or(on(it).beside("attacker.dex").locator("button")).first().waitFor();
  const [name, wanted] = await it.evaluate(() => {
    const box = (one) => one.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("label[for=f-attacker-dex]"));
    return [box(range).right, box(document.querySelector("#f-attacker-dex-gutter > *")).left];
  });
  assert.ok(name <= wanted, `${name} ${wanted}`);
});

test("the games stand in one row at 768 px", async (t) => {
  const it = await page(t, { path: "#dcss", width: 768, height: 1024 });
  const tops = await on(it).firstRowGame.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  assert.equal(tops, 1);
});

test("the editions of a game are a menu in its tab, and nowhere else", async (t) => {
  const it = await page(t, { path: "#nethack/melee?attacker.preset=new-valkyrie&defender.preset=gnome-lord&situation.rules=5.0" });
  const menu = on(it).editionMenu;
  const chosen = () => menu.evaluate((menu) => menu.selectedOptions[0].text);
  const tab = on(it).gameHere;
  assert.deepEqual([await menu.count(), await chosen()], [1, "5.0"]);
  const [left, right] = await Promise.all([tab, menu].map((one) => one.evaluate((one) => one.getBoundingClientRect().toJSON())));
  assert.deepEqual([Math.round(right.left - left.right), right.top, right.height], [0, left.top, left.height], "it ends the tab");
  assert.equal((await tab.innerText()).trim(), "NetHack", "the edition is said once");
  assert.equal(await on(it).fieldOf("situation.rules").count(), 0);
  await menu.selectOption("3.6");
  await it.waitForFunction(() => !location.hash.includes("situation.rules"));
  await menu.selectOption("3.7");
  await it.waitForFunction(() => location.hash.includes("situation.rules=v3-7"));
  // The other edition of a game with rules of its own stays a link beside it; a game of one edition has no menu.
  await it.evaluate(() => (location.hash = "dcss/melee?defender.preset=ogre&situation.rules=0.35"));
  await on(it).gameShown("dcss").waitFor();
  assert.equal(await chosen(), "0.35 (in the making)");
  assert.equal(await (await on(it).linkTo("crawl")).innerText(), "0.5–0.9");
  await it.evaluate(() => (location.hash = "brogue"));
  await on(it).gameShown("brogue").waitFor();
  assert.equal(await menu.count(), 0);
});

test("a duel asks for hit points where they are missing, from whichever end it is opened", async (t) => {
  const it = await page(t, { path: "#crawl" });
  const asked = () => it.waitForFunction(() => document.activeElement.closest(PARTS.sideAsked));
  for (const mode of ["Monster's melee", "Melee"]) {
    await on(it).extent("duel").click();
    await on(it).sentence.filter({ hasText: "Enter your hit points." }).waitFor();
    await asked();
    await on(it).chooseMode(mode);
  }
  await on(it).extent("duel").click();
  await asked();
  await it.keyboard.type("50");
  await on(it).sentence.filter({ hasText: /wins/ }).waitFor();
  assert.equal(await on(it).fieldOf("defender.hp").inputValue(), "28", "the monster keeps its own");
});

test("another edition begins with its example, and says whose fight is kept", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-10&defender.preset=ogre" });
  await on(it).fieldOf("defender.ac").fill("9");
  await (await on(it).linkTo("crawl")).click();
  await on(it).gameShown("crawl").waitFor();
  await on(it).hint.filter({ hasText: "An example. Your last fight is kept under 0.34." }).waitFor();
  await (await on(it).linkTo("dcss")).click();
  await on(it).gameShown("dcss").waitFor();
  assert.equal(await on(it).fieldOf("defender.ac").inputValue(), "9");
});

test("a row whose thing is asked for names none", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=cockatrice&defender.preset=troll" });
  await on(it).chooseMode("Spell");
  await on(it).missingQuestion.filter({ hasText: "Which spell?" }).waitFor();
  assert.equal(await on(it).held.first().getAttribute("placeholder"), "Choose …");
});

test("what is said of a wrong field is seen from its first line on", async (t) => {
  const it = await page(t, { path: "#dcss" });
  await on(it).fieldOf("attacker.strength").fill("9999");
  await on(it).problems.waitFor();
  const [box, line, last] = await it.evaluate(() => {
    const problems = document.querySelector(PARTS.problems);
    return [problems, problems.querySelector("p"), problems.querySelector("ul")].map((one) => one.getBoundingClientRect().toJSON());
  });
  assert.ok(box.top <= line.top && last.bottom <= box.bottom + 1, JSON.stringify([box, line, last]));
});
