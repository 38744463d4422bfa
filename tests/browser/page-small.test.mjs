// The page on a phone, by touch: the answer first and in sight, sheets as tabs, everything within a thumb's reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, dist, page, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const phone = { width: 360, height: 740, touch: true };
/** Width of all that the page shows: what juts out makes a phone's window wider, too. */
const width = (it) => it.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));

test("the band comes first, then its tabs, then the log and the bars, and the answer stays in sight in one line", async (t) => {
  const it = await page(t, phone);
  const line = on(it).line;
  assert.equal((await on(it).lineText.innerText()).replaceAll("\u00a0", " "), "78.6 % · 15.5 a strike · kills in 3.0");
  const top = async (selector) => (await it.locator(selector).boundingBox()).y;
  const tops = await Promise.all([PARTS.band, PARTS.tabs, PARTS.log, PARTS.answer].map(top));
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  await on(it).answer.scrollIntoViewIfNeeded();
  const { y } = await line.boundingBox();
  assert.ok(y >= 0 && y < 5, `the line is at ${y}`);
  await picture(it, "phone-log");
});

for (const ruleset of rulesets(dist)) {
  test(`the story of ${ruleset} begins on the first screen, and its first field is one touch away`, async (t) => {
    const it = await page(t, { ...phone, path: `#${ruleset}` });
    const [band, story] = await Promise.all([PARTS.band, PARTS.storyLine].map((one) => it.locator(one).first().boundingBox()));
    // Two lines of it: a game's own words may take more.
    assert.ok(story.y + 48 < phone.height, `it begins at ${story.y}`);
    // Two lines of figures, the bar with its names, and one line of actions.
    assert.ok(band.height < 215, `the band is ${band.height} px high`);
    const tabs = await on(it).tabs.boundingBox();
    assert.ok(tabs.y <= 470, `the tabs are at ${tabs.y}`);
    await picture(it, `phone-${ruleset}`);
    await on(it).tabButton.nth(1).tap();
    const field = await on(it).shownField.filter({ visible: true }).first().boundingBox();
    assert.ok(field.y <= 600, `it is at ${field.y}`);
  });
}

test("the tabs of a duel of long names are on the first screen", async (t) => {
  const it = await page(t, { ...phone, path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior&extent=duel" });
  await on(it).sentence.filter({ hasText: /wins/ }).waitFor({ state: "attached" });
  const tabs = await on(it).tabs.boundingBox();
  assert.ok(tabs.y <= 470, `the tabs are at ${tabs.y}`);
});

test("the tabs stay in sight under the line, and arrow keys lead through them", async (t) => {
  const it = await page(t, { ...phone, path: "#dcss" });
  await on(it).answer.waitFor();
  await it.evaluate(() => scrollTo(0, 700));
  const top = async (part) => Math.round((await on(it)[part].boundingBox()).y);
  await it.waitForFunction(() => Math.round(document.querySelector(PARTS.line).getBoundingClientRect().top) === 0);
  assert.deepEqual([await top("line"), await top("tabs")], [0, 44]);
  await on(it).sheetTab("Result").focus();
  await it.keyboard.press("ArrowRight");
  assert.equal(await it.locator(":focus").innerText(), "You");
  await it.keyboard.press("Enter");
  assert.equal(await on(it).sheetTab("You").getAttribute("aria-selected"), "true");
});

test("a first visit shows the pressed mode, and an arrow from who strikes", async (t) => {
  const it = await page(t, { ...phone, path: "#brogue" });
  const [from, to] = await on(it).modeHere.evaluate((mode) => {
    const { left, right } = mode.getBoundingClientRect();
    return [left, right];
  });
  assert.ok(from >= 0 && to <= phone.width, `${from} to ${to}`);
  const arrow = await on(it).activeFighter.evaluate((one) => getComputedStyle(one, "::after").display);
  assert.notEqual(arrow, "none");
});

test("the text of one's own game is a tab, which begins with a line of dice", async (t) => {
  const it = await page(t, { ...phone, path: "#own" });
  await on(it).dice.waitFor();
  const { y, height } = await on(it).dice.boundingBox();
  assert.ok(y + height < phone.height, `the line of dice is at ${y}`);
  assert.equal(await on(it).log.isVisible(), false);
  await on(it).sheetTab("Result").tap();
  assert.deepEqual([await on(it).dice.isVisible(), await on(it).log.isVisible()], [false, true]);
  await on(it).sheetTab("Rules").tap();
  assert.ok(await on(it).dice.isVisible());
  // Another game has no such tab; the link of a game is opened for its answer.
  await (await on(it).linkTo("brogue")).tap();
  await on(it).log.waitFor();
  assert.equal(await on(it).sheetTab("Rules").count(), 0);
  await it.goBack();
  await on(it).sheetTab("Rules").waitFor();
  const link = await on(it).gameLink("My game").getAttribute("href");
  const other = await page(t, { ...phone, path: new URL(link).hash });
  await on(other).sheetTab("Rules").waitFor();
  assert.ok(await on(other).log.isVisible());
});

test("from 544 px four figures stand in one row, from 768 px all modes do", async (t) => {
  const it = await page(t, { width: 544, height: 800, path: "#dcss" });
  const tops = await on(it).headlineFigure.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top));
  assert.equal(tops.length, 4);
  assert.ok(Math.max(...tops) - Math.min(...tops) < 2, `${tops}`);
  await it.setViewportSize({ width: 768, height: 1024 });
  await it.evaluate(() => (location.hash = "powder/spell"));
  await on(it).gameShown("powder").waitFor();
  const { high, wide, room } = await on(it).modes.evaluate((row) => ({ high: row.clientHeight, wide: row.scrollWidth, room: row.clientWidth }));
  assert.ok(high <= 44 && wide <= room, `${high} px high, ${wide} of ${room} px wide`);
});

test("where the defender has hit points, the line says how long it takes, and stays one line", async (t) => {
  const it = await page(t, { ...phone, path: "#angband/melee?attacker.level=30&defender.hp=10000&defender.ac=60" });
  const line = on(it).lineText;
  assert.match((await line.innerText()).replaceAll("\u00a0", " "), /^[\d.]+ % · [\d.]+ a turn · kills in [\d,.]+$/);
  assert.ok(await line.evaluate((line) => line.scrollWidth <= line.clientWidth && line.clientHeight < 48));
});

test("the questions are a touch away", async (t) => {
  const it = await page(t, { ...phone, path: "#angband/melee?attacker.level=30&defender.preset=ancient-blue-dragon" });
  await on(it).sheetTab("Ask").tap();
  await on(it).question("Which weapon is best?").tap();
  await on(it).finding.filter({ hasText: /./ }).waitFor();
  assert.equal(await on(it).log.isVisible(), false, "in the place of the result");
});

test("result, sheets and questions are tabs, and one touch changes a number", async (t) => {
  const it = await page(t, phone);
  const attacker = on(it).fieldOf("attacker");
  const defender = on(it).fieldOf("defender");
  assert.deepEqual([await attacker.isVisible(), await defender.isVisible(), await on(it).log.isVisible()], [false, false, true]);
  await on(it).sheetTab("Defender").tap();
  assert.deepEqual([await attacker.isVisible(), await defender.isVisible(), await on(it).log.isVisible()], [false, true, false]);
  assert.equal(await on(it).sheetTab("Defender").getAttribute("aria-selected"), "true");
  await on(it).oneMore("Natural AC").tap();
  assert.equal(await on(defender).entry("Natural AC").inputValue(), "9");
  await it.waitForFunction(() => !document.querySelector(PARTS.line).textContent.startsWith("78.6"));
  // The situation stands under the right fighter's sheet.
  assert.ok(await on(it).entry("Natural enemy").isVisible());
  await on(it).sheetTab("Result").tap();
  assert.equal(await on(it).sheet.filter({ visible: true }).count(), 0);
  const [tabs, log] = await Promise.all([PARTS.tabs, PARTS.log].map((one) => it.locator(one).boundingBox()));
  assert.ok(log.y - tabs.y - tabs.height < 40, `${tabs.y + tabs.height} and ${log.y}`);
  await on(it).sheetTab("Attacker").tap();
  assert.ok(await attacker.isVisible());
});

test("a preset is picked by touch", async (t) => {
  const it = await page(t, phone);
  await on(it).fighter("Attacker").pick("Cockatrice", "tap");
  await it.waitForFunction(() => document.querySelector(PARTS.fighterName).value === "Cockatrice");
  await on(it).sentence.filter({ hasText: /^The cockatrice hits the troll / }).waitFor();
});

test("a player's whole way with a thumb: who, how strong, why, a roll, a pin, and the link to it", async (t) => {
  const it = await page(t, { ...phone, path: "#powder/melee" });
  const sentence = on(it).sentence;
  await on(it).fighter("Attacker").pick("Cockatrice", "tap");
  await on(it).fighter("Defender").pick("Troll", "tap");
  await sentence.filter({ hasText: /^The cockatrice hits the troll\b/ }).waitFor();
  const line = await on(it).line.innerText();
  await on(it).sheetTab("Defender").tap();
  const ac = on(it).entry("Natural AC", "Defender");
  const before = Number(await ac.inputValue());
  await on(it).oneMore("Natural AC").tap();
  assert.equal(Number(await ac.inputValue()), before + 1);
  // The answer is in sight, and another.
  await it.waitForFunction((line) => document.querySelector(PARTS.line).innerText !== line, line);
  await on(it).sheetTab("Result").tap();
  await on(it).outcomeWhy.filter({ visible: true }).first().tap();
  await on(it).reasonsWay.filter({ visible: true }).first().waitFor();
  await on(it).again.tap();
  await on(it).openDice();
  const seed = await on(it).seed.inputValue();
  assert.ok((await on(it).verdict.innerText()).length > 3);
  await on(it).pin.tap();
  await on(it).measured.first().waitFor();
  await on(it).share.tap();
  const share = on(it).shareDialog;
  await on(share).format.selectOption("link");
  const link = await on(share).shareField.inputValue();
  assert.match(link, new RegExp(`#powder/melee\\?.*defender\\.natural_ac=${before + 1}`));
  assert.ok(link.includes(`seed=${seed}`), link);
  assert.equal(await width(it), phone.width);
  // Whoever opens the link sees the same.
  const shown = await sentence.innerText();
  const other = await page(t, { ...phone, path: link.slice(link.indexOf("#")) });
  assert.equal(await on(other).sentence.innerText(), shown);
});

test("what one operates is large enough for a thumb", async (t) => {
  const it = await page(t, phone);
  const small = await it.evaluate(() => {
    const operated = document.querySelectorAll(PARTS.operated);
    return [...operated]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => [one.textContent.slice(0, 20) || one.id, one.getBoundingClientRect()])
      .filter(([, { width, height }]) => height < 39.9 || width < 39.9)
      .map(([name, { width, height }]) => `${name}: ${width} by ${height}`);
  });
  assert.deepEqual(small, []);
});

test("every ruleset fits, from one to the next by its tab", async (t) => {
  const it = await page(t, phone);
  for (const ruleset of rulesets(dist)) {
    await (await on(it).linkTo(ruleset)).tap();
    await on(it).gameTabHere(ruleset).waitFor();
    assert.equal(await width(it), phone.width, ruleset);
  }
});

test("an open list takes the screen of a phone, from a name and from a sheet, and gives it back", async (t) => {
  const it = await page(t, { ...phone, path: "#dcss" });
  const list = on(it).openPicker;
  const isWhole = async () => {
    const { x, y, width, height } = await list.boundingBox();
    assert.deepEqual([x, y, width, height], [0, 0, phone.width, phone.height]);
    // Nothing of the page lies over it.
    const seen = await list.evaluate((list) => [[20, 20], [180, 300], [180, 700], [340, 700]].every(([x, y]) => list.contains(document.elementFromPoint(x, y))));
    assert.ok(seen);
  };
  await on(it).fighterName.last().tap();
  await isWhole();
  await it.keyboard.type("ogre");
  await on(it).pickerRowAtHand.filter({ hasText: "Ogre" }).waitFor();
  await assertAccessible(it);
  await picture(it, "phone-picker");
  await on(it).pickerRowAtHand.tap();
  await on(it).openPicker.waitFor({ state: "detached" });
  assert.equal(await on(it).fighterName.last().inputValue(), "Ogre");
  await on(it).picker.first().tap();
  await isWhole();
  await on(it).leavePicker.filter({ visible: true }).tap();
  await on(it).openPicker.waitFor({ state: "detached" });
  assert.equal(await width(it), phone.width);
});
