// Undo and redo, the sides changing places, the keys, what the page says about its rules, and many throws at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, page, picture, rolled, started } from "./harness.mjs";

const phone = { width: 360, height: 740, touch: true };
/** Width of all that the page shows: what juts out makes a phone's window wider, too. */
const width = (it) => it.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
const field = (it, sheet, label) => on(it).entry(label, sheet);
const button = (it, name) => on(it).button(name);

test("a step back and forth: typing in one field is one step", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const [undo, redo] = [on(it).undo, on(it).redo];
  assert.deepEqual([await undo.isDisabled(), await redo.isDisabled()], [true, true]);
  const level = field(it, "Attacker", "Physical level");
  await level.fill("");
  await level.pressSequentially("123");
  await level.fill("12");
  const charging = field(it, "Attacker", "Charging");
  await charging.check();
  await charging.uncheck();
  await charging.check();
  await undo.click();
  assert.equal(await charging.isChecked(), false);
  await undo.click();
  assert.equal(await charging.isChecked(), true);
  await undo.click();
  assert.deepEqual([await charging.isChecked(), await level.inputValue()], [false, "12"]);
  await undo.click();
  assert.equal(await level.inputValue(), "5");
  assert.ok(await undo.isDisabled());
  await it.waitForFunction(() => location.hash === "#powder/melee");
  for (let press = 0; press < 4; press++) await redo.click();
  assert.deepEqual([await charging.isChecked(), await level.inputValue()], [true, "12"]);
  assert.ok(await redo.isDisabled());
  // Leaving a field ends its step; a change forgets what was taken back.
  await level.fill("20");
  await level.blur();
  await level.fill("30");
  await level.blur();
  await undo.click();
  assert.equal(await level.inputValue(), "20");
  await charging.uncheck();
  assert.ok(await redo.isDisabled());
});

test("undo and redo by keys, outside text fields alone", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const charging = field(it, "Attacker", "Charging");
  await charging.check();
  await it.keyboard.press("Control+z");
  assert.equal(await charging.isChecked(), false);
  await it.keyboard.press("Control+Shift+Z");
  assert.equal(await charging.isChecked(), true);
  await it.keyboard.press("Control+z");
  await it.keyboard.press("Control+y");
  assert.equal(await charging.isChecked(), true);
  const level = field(it, "Attacker", "Physical level");
  await level.focus();
  await it.keyboard.press("Control+z");
  assert.equal(await charging.isChecked(), true, "in a field the browser's own undo holds");
  await on(it).mode("Spell").click();
  await on(it).entry("Magical level").waitFor();
  // The mode asks for a spell: its picker has the focus, and in a field the browser's own undo holds.
  await on(it).missing.waitFor();
  await on(it).mode("Spell").focus();
  await it.keyboard.press("Control+z");
  await level.waitFor();
  assert.equal(await charging.isChecked(), true, "another mode is a step too");
});

test("a mode in which the other side strikes turns the fight around, and the way back brings all of it again", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=35&attacker.race=half-troll&attacker.str=18/90&defender.preset=drolem" });
  await on(it).mode("Monster strikes").click();
  await it.waitForFunction(() => location.hash.startsWith("#angband/monster-melee"));
  assert.match(await on(it).sentence.innerText(), /^The drolem.* hits /);
  assert.equal(await field(it, "Player", "Level").inputValue(), "35", "the player's level stays the player's");
  await field(it, "Player", "Armour class").fill("70");
  await on(it).mode("Melee").click();
  const came = "#angband/melee?attacker.level=35&attacker.race=half-troll&attacker.str=18/90&defender.preset=drolem";
  // What was entered there is in the link, too.
  await it.waitForFunction((came) => location.hash.startsWith(came) && /&against=.*ac%3D70/.test(location.hash), came);
});

test("of the example's fighter another class leaves what one sees, and nothing that is folded away", async (t) => {
  const it = await page(t, { path: "#angband" });
  const seen = () => Promise.all(["Level", "Strength", "Dice"].map((label) => field(it, "Player", label).inputValue()));
  const before = await seen();
  await field(it, "Player", "Class").selectOption("rogue");
  await it.waitForFunction(() => location.hash.includes("class=rogue"));
  assert.deepEqual(await seen(), before);
  assert.ok(!it.url().includes("blessed"));
});

test("the sides change places where somebody can stand on both, and back", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset.0=troll&attacker.preset.1=club&defender.preset=fred&defender.natural_ac=3" });
  // On a busy machine the answer comes a little later.
  const says = (wanted) => on(it).sentence.filter({ hasText: wanted }).waitFor();
  await says(/ hits Fred/);
  const before = await on(it).sentence.innerText();
  const swap = on(it).swap;
  await swap.click();
  await says(/^Fred.* hits the troll/);
  assert.equal(await on(it).problems.count(), 0);
  await swap.click();
  // What the other sheet has no field for is back.
  await says(before);
  await on(it).undo.click();
  await says(/^Fred.* hits the troll/);
  for (const [path, shown] of [["powder/trap", 0], ["crawl/melee", 0], ["angband/melee", 0], ["dominions/melee", 1], ["pixel-dungeon/melee", 1], ["pixel-dungeon/targeting", 0]]) {
    const other = await page(t, { path: `#${path}` });
    assert.equal(await on(other).swap.count(), shown, path);
  }
});

test("a fighter whose preset is for another mode keeps its level there, and all of it in its own mode", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/melee?attacker.preset=level-5-berserker-with-a-war-hammer" });
  await on(it).sentence.filter({ hasText: /^The Level 5 Berserker/ }).waitFor();
  const before = await on(it).sentence.innerText();
  await on(it).mode("Thrown").click();
  await it.waitForFunction(() => location.hash.includes("attacker.level=5"));
  await on(it).mode("Magic").click();
  // The wands come first.
  const things = on(it).equipment;
  await things.click();
  assert.match(await on(it).rows.first().innerText(), /^Wand of /);
  await things.press("Enter");
  await on(it).sentence.filter({ hasText: /^A level 5 / }).waitFor();
  await on(it).mode("Melee").click();
  await on(it).sentence.filter({ hasText: /^The Level 5 Berserker/ }).waitFor();
  assert.equal(await on(it).sentence.innerText(), before);
});

for (const [link, mode, question, thing] of [
  ["pixel-dungeon/magic", "Magic", "Which wand?", "Attacker: choose equipment"],
  ["shattered/magic", "You zap", "Which wand?", "Wand: choose a preset"],
  ["pixel-dungeon/thrown", "Thrown", "What is thrown?", "Attacker: choose equipment"],
  ["powder/spell", "Spell", "Which spell?", "Attacker: choose equipment"],
  ["brogue/thrown", "You throw", "What do you throw?", "Missile: choose a preset"],
]) {
  test(`${link} asks "${question}" in place of an answer until something is chosen`, async (t) => {
    const it = await page(t, { path: `#${link.split("/")[0]}/melee` });
    await on(it).mode(mode).click();
    await on(it).missingQuestion.filter({ hasText: question }).waitFor();
    const things = on(it).pickerOf(thing);
    const focused = (there) => there.waitForFunction((label) => document.activeElement.ariaLabel === label, thing);
    await focused(it);
    for (const answer of [PARTS.headline, PARTS.log, PARTS.damage, PARTS.answer, PARTS.framedStudy, PARTS.sentence]) assert.equal(await it.locator(answer).isVisible(), false, answer);
    assert.equal(await on(it).pin.getAttribute("aria-disabled"), "true");
    // A link is answered as it stands; the button leads to the picker.
    await it.waitForFunction((link) => location.hash.startsWith(`#${link}`), link);
    const other = await page(t, { path: new URL(it.url()).hash });
    await on(other).chance.filter({ hasText: "%" }).waitFor();
    assert.equal(await on(other).missing.count(), 0);
    assert.equal(await on(other).intro.innerText(), `${question} Nothing is chosen; the odds are for the fields as they stand.`);
    await on(it).subtitle.click();
    await on(on(it).missing).choose.click();
    await focused(it);
    await on(it).rows.first().waitFor();
    await assertAccessible(it);
    await things.press("Enter");
    await on(it).chance.filter({ hasText: "%" }).waitFor();
    assert.equal(await on(it).missing.isVisible(), false);
    assert.ok(await on(it).log.isVisible());
    await on(it).undo.click();
    await on(it).missingQuestion.filter({ hasText: question }).waitFor();
  });
}

test("values that are entered by hand are answered without a preset", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/magic?attacker.damage.max=9" });
  await on(it).chance.filter({ hasText: "92.5" }).waitFor();
  const other = await page(t, { path: "#pixel-dungeon/melee" });
  await on(other).mode("Magic").click();
  await on(other).missing.waitFor();
  await field(other, "Attacker", "Most").fill("9");
  await on(other).chance.filter({ hasText: "92.5" }).waitFor();
  // A value that ends as the default is one, too.
  const third = await page(t, { path: "#angband/melee?attacker.level=20" });
  await on(third).mode("Thrown").click();
  await on(third).missing.waitFor();
  const dice = on(third).fieldOf("attacker.object.dice");
  const before = await dice.inputValue();
  await dice.fill("3");
  await on(third).chance.filter({ hasText: "%" }).waitFor();
  await dice.fill(before);
  await on(third).resetOf("attacker.object.dice").waitFor({ state: "hidden" });
  assert.ok(await on(third).chance.filter({ hasText: "%" }).isVisible());
});

test("the way to the map and back leaves the choice of how much is looked at", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/melee?defender.hp=12" });
  const extents = on(it).extentButton.filter({ visible: true });
  const before = await extents.allTextContents();
  assert.deepEqual(before, ["one strike", "turn", "fight"]);
  await on(it).mode("Targeting").click();
  await it.waitForFunction(() => ![...document.querySelectorAll(PARTS.extentButton)].some((one) => one.checkVisibility()));
  await on(it).mode("Melee").click();
  await it.waitForFunction(() => [...document.querySelectorAll(PARTS.extentButton)].filter((one) => one.checkVisibility()).length === 3);
  assert.deepEqual(await extents.allTextContents(), before);
});

test("a monster that is chosen is that one alone: nothing of the example's stays, nor of the one before", async (t) => {
  const it = await page(t, { path: "angband.html" });
  // It says nothing of what it is immune to, and the one after it nothing of poison.
  for (const monster of ["Stone troll", "Cave troll", "Stone troll"]) {
    await on(it).fighter("Monster").find(monster);
    const id = monster.toLowerCase().replace(" ", "-");
    await it.waitForFunction((id) => location.hash.endsWith(`&defender.preset=${id}`), id);
    assert.doesNotMatch(await on(it).sentence.innerText(), /immune/);
  }
});

test("a turn's damage is tested with turns, whatever is looked at", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&attacker.totals.blows=3&seed=5" });
  await on(it).testRolls.click();
  const row = on(it).tallyRow.filter({ hasText: "Damage a turn" });
  await row.waitFor();
  const [exact, rolled] = (await row.locator("td").allInnerTexts()).map(Number.parseFloat).filter((one) => !Number.isNaN(one));
  assert.ok(Math.abs(rolled / exact - 1) < 0.1, `${rolled} for ${exact}`);
});

test("the ? lists the keys, by key and by button, but not from a text field", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const keys = on(it).keysDialog;
  await it.keyboard.press("?");
  await keys.waitFor();
  assert.match(await keys.innerText(), /Ctrl\s+Z\s+undo/);
  await assertAccessible(it);
  await it.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
  await on(it).keys.click();
  await on(keys).close.click();
  await keys.waitFor({ state: "hidden" });
  const search = on(it).fighter("Attacker").field;
  await search.focus();
  await it.keyboard.type("?");
  assert.equal(await search.inputValue(), "?");
  assert.equal(await keys.isVisible(), false);
});

test("the ? without another key can be switched off, which is remembered; the button still lists the keys", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const keys = on(it).keysDialog;
  const opener = on(it).keys;
  assert.equal(await opener.getAttribute("aria-keyshortcuts"), "?");
  await opener.click();
  await on(it).keyTick.uncheck();
  await it.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
  assert.equal(await opener.getAttribute("aria-keyshortcuts"), null);
  const isOff = async () => {
    await it.locator("body").press("?");
    assert.equal(await keys.isVisible(), false);
  };
  await isOff();
  await it.reload();
  await started(it);
  assert.equal(await opener.getAttribute("aria-keyshortcuts"), null);
  await isOff();
  await opener.click();
  await assertAccessible(it);
  await on(it).keyTick.check();
  await it.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
  await it.locator("body").press("?");
  await keys.waitFor();
});

for (const [path, document, difference, leftOut] of [
  ["powder/melee", /POWDER wiki/, /\w/, /\w/],
  ["crawl/melee", /Crawl/, /lucky|miss of yours still hits/, /Punches/],
  ["angband/melee", /Angband/, /\w/, /\w/],
]) {
  test(`what ${path.split("/")[0]} is made from, where it parts, and what is left out`, async (t) => {
    const it = await page(t, { path: `#${path}`, ...phone });
    await on(it).about.tap();
    const about = on(it).aboutDialog;
    await about.waitFor();
    assert.match(await about.innerText(), document);
    const list = (name) => on(it).aboutList(name);
    assert.match(await list("Where document and game differ").innerText(), difference);
    assert.match(await list("What is left out").innerText(), leftOut);
    assert.equal(await about.evaluate((dialog) => dialog.scrollTop), 0, "it opens at its beginning");
    assert.equal(await width(it), phone.width);
    await assertAccessible(it);
    await on(about).close.tap();
    await about.waitFor({ state: "hidden" });
  });
}

test("a thousand strikes settle onto the exact chances, with their seed", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&seed=42" });
  const roll = on(it).testRolls;
  const tallies = on(it).tallies;
  assert.equal(await tallies.isVisible(), false);
  await roll.focus();
  await it.keyboard.press("Enter");
  // Spoken where it comes: a number, too.
  await tallies.getByText(/The first 1,000 attacks of replay no. 42: [\d.]+\s% hit, [\d.]+\s% is exact\./).waitFor();
  const shares = async () => {
    const rows = tallies.locator("tbody tr").filter({ hasText: "%", hasNotText: "–" });
    const texts = await on(rows).cellFigure.allInnerTexts();
    return texts.map((text) => (text.startsWith("<") ? 0.05 : Number.parseFloat(text)));
  };
  const away = (all) => Math.max(...all.map((share, place) => (place % 2 ? Math.abs(share - all[place - 1]) : 0)));
  const first = await shares();
  assert.ok(first.length >= 6 && away(first) < 6, `${first}`);
  // How far so many rolls stray by chance: √(p (1 − p) / 1,000), 1.96 times.
  const beside = await tallies.locator("tbody tr").filter({ has: it.getByRole("rowheader", { name: "Hits", exact: true }) }).locator("td").allInnerTexts();
  const [exact, range] = [Number.parseFloat(beside[0]) / 100, Number.parseFloat(/\(±\s([\d.]+)\)/.exec(beside[1])[1])];
  assert.ok(Math.abs(range - 196 * Math.sqrt((exact * (1 - exact)) / 1000)) < 0.06, `${beside}`);
  await on(it).moreRolls.click();
  await tallies.getByText("The first 11,000 attacks of replay no. 42").waitFor();
  const settled = await shares();
  assert.notDeepEqual(settled, first);
  assert.ok(away(settled) < 1.95, `four deviations of 11,000 throws: ${settled}`);
  await assertAccessible(it);
  // The same seed throws the same; another one, or another scenario, begins anew.
  await it.reload();
  await on(it).live.waitFor({ state: "attached" });
  await roll.click();
  await tallies.getByText("The first 1,000 attacks").waitFor();
  assert.deepEqual(await shares(), first);
  await on(it).again.click();
  await tallies.waitFor({ state: "hidden" });
  await roll.click();
  await tallies.getByText("The first 1,000 attacks").waitFor();
  await field(it, "Attacker", "Charging").check();
  await tallies.waitFor({ state: "hidden" });
});

test("by touch: a thousand strikes, undo, and a place for each on the screen", async (t) => {
  const it = await page(t, { ...phone, path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  await on(it).testRolls.tap();
  await on(it).tallies.waitFor();
  await on(it).openTab("left");
  await on(it).oneMore("Physical level").tap();
  await on(it).undo.tap();
  assert.equal(await field(it, "Attacker", "Physical level").inputValue(), "8");
  await on(it).swap.tap();
  await on(it).sentence.filter({ hasText: /^The troll.* hits Fred/ }).waitFor();
  assert.equal(await width(it), phone.width);
  await picture(it, "tools-360");
});

test("in the log the die that counts is marked and the others are struck through; nothing is said twice", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  await rolled(it);
  const modifier = on(it).logRoll.filter({ hasText: "Modifier" });
  assert.match(await modifier.innerText(), /^Modifier\s+1d12\s/);
  assert.equal(await on(modifier).dieCounts.count(), 1);
  assert.equal(await on(modifier).dieOff.count(), 2);
  const faces = await on(modifier).die.allInnerTexts();
  assert.equal(await on(modifier).dieCounts.innerText(), String(Math.max(...faces.map(Number))));
  assert.equal(await on(it).logEvent.filter({ hasText: /^(Hit|Bonus|Natural|Location|Outcome)\b.*(hit|\d)$/ }).filter({ hasNotText: "roll" }).count(), 0);
  // Of one die there is none that does not count.
  const once = await page(t, { path: "#powder/melee" });
  await rolled(once);
  assert.equal(await on(on(once).logRoll.filter({ hasText: "Modifier" })).dieOff.count(), 0);
});

test("a new fight and another mode keep the rules that were chosen", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred" });
  const rules = on(it).entry("Edition");
  const chosen = () => rules.evaluate((rules) => rules.selectedOptions[0].text);
  assert.equal(await chosen(), "Wiki page for 115");
  await on(it).newFight.click();
  await on(it).hint.filter({ hasText: "Nothing is entered yet" }).waitFor();
  assert.equal(await chosen(), "Wiki page for 115");
  await rules.selectOption("Actual game 117/118");
  await on(it).mode("Thrown").click();
  assert.equal(await chosen(), "Actual game 117/118");
  await on(it).newFight.click();
  await it.waitForFunction(() => location.hash.includes("situation.rules=game"));
  assert.equal(await chosen(), "Actual game 117/118");
  // A map asks for no rules; the mode after it has those from before.
  await it.evaluate(() => (location.hash = "#pixel-dungeon/melee?situation.rules=game"));
  await on(it).mode("Targeting").click();
  await on(it).mode("Thrown").click();
  await it.waitForFunction(() => location.hash.startsWith("#pixel-dungeon/thrown?") && location.hash.includes("situation.rules=game"));
});
