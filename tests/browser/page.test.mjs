// The way a user goes: sheets filled by keyboard, presets, bars, fractions, problems, the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { dist, page, picture, rolled } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const sheet = (it, name) => on(it).sheetOf(name);
const hit = (it) => on(it).chance;
const plain = (text) => text.replaceAll("\u00a0", " ");

const hits = (it, expected) => on(it).hits(expected);

/** Types into the field that has the focus, in place of what stands there. */
async function type(it, text) {
  await it.keyboard.press("Control+a");
  await it.keyboard.type(text);
}

/** Presses Tab until the element with that label has the focus. */
async function tabTo(it, label) {
  for (let presses = 0; presses < 120; presses++) {
    await it.keyboard.press("Tab");
    const found = await it.evaluate(() => {
      const here = document.activeElement;
      const labels = [...(here.labels ?? [])].map((label) => label.textContent);
      return [here.getAttribute("aria-label"), ...labels, here.textContent].filter(Boolean);
    });
    if (found.some((name) => name.trim() === label)) return;
  }
  assert.fail(`no way to ${label} with the Tab key`);
}

test("a first visit shows the document's own fight, computed, and says what it is", async (t) => {
  const it = await page(t);
  await hits(it, "78.6 %");
  assert.match(await on(it).hint.innerText(), /^An example: /);
  assert.match(await on(it).sentence.innerText(), /^Fred \(charging\) hits the troll 78\.6.% of the time for 15\.5 damage a strike on average, misses counted, killing in 3\.0 turns on average, charging only in the first turn; critical hit 3\.9.% \(POWDER, wiki page for 115\)\.$/);
  assert.equal(await it.evaluate(() => location.hash), "", "nothing was changed, so the address is not either");
  assert.match(await it.title(), /POWDER/);
});

test("a person fills the sheets with the keyboard alone and reads the worked example's chance", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await hits(it, "55.0 %");
  await tabTo(it, "Physical level");
  await type(it, "8");
  await tabTo(it, "Enchantment");
  await type(it, "2");
  await tabTo(it, "Add to damage");
  await it.keyboard.press("Enter");
  const second = on(it).group("Damage 2");
  await on(second).entry("Sides").focus();
  await type(it, "3");
  await on(second).entry("Element").focus();
  await it.keyboard.type("fire");
  await tabTo(it, "Charging");
  await it.keyboard.press("Space");
  await tabTo(it, "Skills");
  await it.keyboard.press("Enter");
  for (const skill of ["Edged weapons", "Medium weapons"]) {
    await tabTo(it, skill);
    await it.keyboard.press("Space");
  }
  await on(sheet(it, "Defender")).entry("Natural AC").focus();
  await type(it, "8");
  await hits(it, "78.6 %");
  await on(it).fractions.focus();
  await it.keyboard.press("Enter");
  await it.getByText("21725/27648").waitFor();
  const rows = await on(it).outcome.allInnerTexts();
  assert.match(plain(rows.join("\n")), /Miss\s+16\.4 %[^]*Critical hit\s+3\.9 %/);
  const chances = rows.map((row) => Number.parseFloat(row.match(/([\d.]+)\u00a0%/)[1]));
  assert.ok(Math.abs(chances.reduce((sum, chance) => sum + chance) - 100) < 0.4, `they add up: ${chances}`);
  const count = on(on(it).folded(/^Skills/).first()).changedCount;
  assert.equal(await count.innerText(), "1 changed");
  assert.equal(await on(on(it).folded("Body").first()).changedCount.innerText(), "");
});

test("a problem is shown at its field, and the last good answer stays and says so", async (t) => {
  const it = await page(t);
  await hits(it, "78.6 %");
  const level = on(sheet(it, "Attacker")).entry("Physical level");
  await level.fill("200");
  await it.getByText("Fix 1 field; showing the last valid odds.").waitFor();
  assert.equal(plain(await hit(it).innerText()), "78.6 %");
  assert.ok(await on(it).answerStale.count(), "it is dimmed");
  assert.equal(await level.getAttribute("aria-invalid"), "true");
  const described = (await level.getAttribute("aria-describedby")).split(" ").map((id) => `#${id}`).join(", ");
  const notes = (await it.locator(described).allInnerTexts()).join(" ");
  assert.match(notes, /200 is not allowed; it must be a whole number from 0 to 99\./);
  await on(sheet(it, "Defender")).entry("Natural AC").fill("x");
  await it.getByText("Fix 2 fields; showing the last valid odds.").waitFor();
  await on(it).button("Defender › Natural AC").click();
  assert.equal(await it.evaluate(() => document.activeElement.value), "x", "the way to the field");
  await picture(it, "page-problems");
  await level.fill("9");
  await on(sheet(it, "Defender")).entry("Natural AC").fill("8");
  await on(it).problems.waitFor({ state: "detached" });
  assert.equal(await on(it).answerStale.count(), 0);
  // On a busy machine the answer comes from the worker.
  await hits(it, "81.3 %");
});

test("what is wrong inside a folded group opens it", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.skill_level=9" });
  await it.getByText("not allowed; showing the odds without").waitFor();
  assert.ok(await on(sheet(it, "Attacker")).entry("Skill level").isVisible());
  await hits(it, "55.0 %");
  await on(it).mend.click();
  await on(it).problems.waitFor({ state: "detached" });
});

test("numbers step with the arrow and page keys, and never with the wheel", async (t) => {
  const it = await page(t);
  const level = on(sheet(it, "Attacker")).entry("Physical level");
  await level.focus();
  for (const [key, expected] of [["ArrowUp", "9"], ["PageUp", "19"], ["ArrowDown", "18"], ["PageDown", "8"], ["PageDown", "0"], ["ArrowDown", "0"]]) {
    await it.keyboard.press(key);
    assert.equal(await level.inputValue(), expected, key);
  }
  await level.fill("8");
  await level.hover();
  await it.mouse.wheel(0, 300);
  await it.mouse.wheel(0, -300);
  assert.equal(await level.inputValue(), "8");
  await it.waitForFunction(() => !/physical_level/.test(location.hash));
});

test("typing is not fought with: the cursor stays, half a number waits, nothing means the default", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.physical_level=15" });
  const level = on(sheet(it, "Attacker")).entry("Physical level");
  await level.focus();
  await it.keyboard.press("Home");
  await it.keyboard.type("4");
  assert.equal(await level.inputValue(), "415");
  assert.equal(await level.evaluate((field) => field.selectionStart), 1);
  await it.keyboard.press("ArrowRight");
  await it.keyboard.press("Delete");
  assert.equal(await level.inputValue(), "41");
  assert.equal(await level.evaluate((field) => field.selectionStart), 2);
  await level.fill("");
  assert.equal(await level.inputValue(), "");
  assert.equal(await level.getAttribute("placeholder"), "5");
  assert.equal(await on(it).problems.count(), 0);
  const bonus = on(on(it).group("Damage 1")).entry("Bonus");
  await bonus.fill("-");
  assert.equal(await on(it).problems.count(), 0);
  await bonus.fill("-2");
  await level.focus();
  assert.equal(await bonus.inputValue(), "-2");
  await level.blur();
  assert.equal(await level.inputValue(), "5");
});

test("presets are found by a few letters, and what is changed beside them can be put back", async (t) => {
  const it = await page(t);
  const attacker = sheet(it, "Attacker");
  const search = on(it).fighter("Attacker").field;
  /** Both fighters, then what they hold. */
  const chosen = () => on(it).chosenNames();
  await search.focus();
  await it.keyboard.type("gold b");
  assert.equal(await on(it).fighter("Attacker").rows.count(), 1);
  await it.keyboard.press("Enter");
  assert.deepEqual(await chosen(), ["Gold beetle", "Troll"]);
  assert.equal(await on(attacker).entry("Kind").inputValue(), "monster");
  assert.equal(await on(attacker).entry("Physical level").inputValue(), "5");
  await on(it).sentence.filter({ hasText: /^The gold beetle hits the troll / }).waitFor();
  assert.equal(await search.getAttribute("aria-expanded"), "false");

  const level = on(attacker).entry("Physical level");
  await level.fill("7");
  const back = on(attacker).reset("physical level", "5");
  await back.click();
  assert.equal(await level.inputValue(), "5");
  assert.equal(await back.isVisible(), false);

  // A weapon is laid over the creature; another creature takes its place.
  await search.focus();
  await it.keyboard.type("flaming sw");
  await it.keyboard.press("Enter");
  assert.deepEqual(await chosen(), ["Gold beetle", "Troll", "Flaming sword"]);
  assert.equal(await on(on(it).group("Damage 2")).entry("Element").inputValue(), "fire");
  await search.focus();
  await it.keyboard.press("ArrowDown");
  await it.keyboard.press("ArrowDown");
  await it.keyboard.press("Enter");
  const [other, ...rest] = await chosen();
  assert.notEqual(other, "Gold beetle");
  assert.deepEqual(rest, ["Troll"]);
  await on(it).fighter("Attacker").clear();
  assert.deepEqual(await chosen(), ["Troll"]);
});

test("a preset of another mode brings its mode", async (t) => {
  const it = await page(t);
  const search = on(it).fighter("Attacker").field;
  await on(it).fighter("Attacker").choose("wand of fire");
  await on(it).modeHere.filter({ hasText: /^Wand$/ }).waitFor();
  const name = await search.inputValue();
  await search.fill("nothing of the kind");
  await it.getByText("No match").waitFor();
  await it.keyboard.press("Escape");
  assert.equal(await search.inputValue(), name);
});

test("fields that do not count are greyed and say why, and those of other modes are not shown", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const defender = sheet(it, "Defender");
  assert.equal(await on(sheet(it, "Attacker")).entry("Magical level").count(), 0);
  await on(defender).folded("Skills").click();
  assert.ok(await on(defender).entry("Parrying weapon").isDisabled());
  await defender.getByText("It takes the Parry skill.").first().waitFor();
  await defender.getByRole("checkbox", { name: "Parry", exact: true }).check();
  assert.ok(await on(defender).entry("Parrying weapon").isEnabled());
  await on(it).mode("Spell").click();
  assert.ok(await on(sheet(it, "Attacker")).entry("Magical level").isVisible());
  assert.equal(await on(sheet(it, "Attacker")).entry("Physical level").count(), 0);
});

test("every field says in a sentence what it does, on demand and while one is in it", async (t) => {
  const it = await page(t);
  const attacker = sheet(it, "Attacker");
  const help = on(it).helpOf("attacker.physical_level");
  assert.equal(await help.isVisible(), false);
  await on(attacker).explainFields("Attacker").click();
  assert.ok(await help.isVisible());
  await on(attacker).entry("Physical level").focus();
  assert.equal(await on(it).help.innerText(), await help.innerText());
});

test("a part that may be missing is switched on and off, and so is armour by preset", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const defender = sheet(it, "Defender");
  await on(defender).entry("Head").check();
  const head = on(defender).thing("Head");
  await head.choose("leather cap");
  assert.equal(await on(defender).entry("AC").inputValue(), "4");
  await it.waitForFunction(() => location.hash.includes("defender.worn.head.preset=leather-cap"));
  await on(defender).entry("Head").uncheck();
  assert.equal(await head.field.count(), 0);
  await on(sheet(it, "Attacker")).entry("Weapon").uncheck();
  await it.waitForFunction(() => location.hash.includes("attacker.weapon=null"));
});

test("the histogram has a title, both axes, the average and the line from which it kills", async (t) => {
  const it = await page(t);
  const says = async (selector) => (await it.locator(selector).allTextContents()).map(plain);
  assert.deepEqual(await says(PARTS.damageTitle), ["Damage of a strike"]);
  assert.deepEqual(await says(PARTS.chartAxis), ["damage of a strike", "▲ average 15.5"]);
  const levels = await says(PARTS.chartLevel);
  assert.ok(levels.includes("chance") && levels.includes("0 %") && levels.length >= 4, `${levels}`);
  assert.deepEqual((await says(PARTS.chartMark)).sort(), ["kills from 26: 6.4 %", "none 21.4 %"]);
  // Words of the left axis are within the pane, and no bar but the cut one reaches the top.
  const pane = await on(it).results.boundingBox();
  const lefts = await on(it).chartLevel.evaluateAll((all) => all.map((level) => level.getBoundingClientRect().x));
  assert.ok(lefts.every((left) => left >= pane.x), `${lefts} and ${pane.x}`);
  const [plot, some] = await Promise.all([PARTS.damageChart, PARTS.chartBars].map((one) => it.locator(one).boundingBox()));
  assert.ok(some.y - plot.y > 5, `${some.y} and ${plot.y}`);
});

for (const points of [1, 2, 3, 26]) {
  test(`the words above the bars do not overlap with ${points} hit points`, async (t) => {
    const it = await page(t, { path: `#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=${points}` });
    await on(it).chartMark.filter({ hasText: `kills from ${points}: ` }).waitFor();
    const boxes = await on(it).chartWords.evaluateAll((all) =>
      all.map((one) => [one.textContent || "line", one.getBoundingClientRect()]).map(([says, { left, right, top, bottom }]) => ({ says, left, right, top, bottom })),
    );
    assert.ok(boxes.length >= 5, JSON.stringify(boxes));
    const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pairs = boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) => meets(one, other)).map((other) => `${one.says} and ${other.says}`));
    assert.deepEqual(pairs, []);
  });
}

test("a pin is a line over the bars", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.physical_level=9&pin.1=powder/melee" });
  await it.waitForFunction(() => document.querySelector(PARTS.pinLine1).getAttribute("d").startsWith("M"));
  assert.equal(await on(it).pinLine2.getAttribute("d"), "");
});

test("the histogram is read bar by bar with the arrow keys, as at least, and as a table", async (t) => {
  const it = await page(t);
  const chart = on(it).damageReader;
  await chart.focus();
  await it.keyboard.press("Home");
  assert.match(plain(await chart.getAttribute("aria-valuetext")), /^0: 21\.4 % · 0 or more: 100 %$/);
  await it.keyboard.press("ArrowRight");
  // The reading stands at its bar, in place of the other words above the bars.
  await on(it).chartMark.filter({ hasText: / or more: / }).waitFor();
  assert.equal(await on(it).chartMark.count(), 1);
  const before = await on(it).chartBars.getAttribute("d");
  await on(it).orMore.click();
  await it.waitForFunction((before) => document.querySelector(PARTS.chartBars).getAttribute("d") !== before, before);
  await it.getByText("As a table", { exact: true }).click();
  const table = on(it).damageTable;
  assert.match(plain(await table.innerText()), /0\s+21\.4 %\s+100 %/);
  assert.ok((await table.locator("tbody tr").count()) > 30);
});

test("the log rolls again, and the same seed rolls the same", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&seed=42" });
  const log = on(it).log;
  const events = () => rolled(it);
  const first = await events();
  assert.match(first, /Hit roll\s+1d20/);
  assert.match(await on(log).verdict.innerText(), /damage|miss/i);
  await on(it).again.click();
  await it.waitForFunction(() => /seed=\d+/.test(location.hash) && !/seed=42\b/.test(location.hash));
  assert.notEqual(await on(log).seed.inputValue(), "42");
  await on(it).openDice();
  await on(log).seed.fill("42");
  await it.keyboard.press("Enter");
  await it.waitForFunction(() => /seed=42\b/.test(location.hash));
  assert.equal(await events(), first);
});

test("a strike is described in sentences: the dice, what they are against, and how it ends", async (t) => {
  const it = await page(t, { height: 900 });
  const said = async () => (await on(it).storyLine.allInnerTexts()).map((line) => plain(line).replace(/\s+/g, " ").trim());
  const seed = on(it).seed;
  await on(it).openDice();
  await on(it).storyName.first().waitFor();
  /** Where all dice begin, under the sentences. */
  const high = async () => (await on(it).logDice.boundingBox()).y - (await on(it).log.boundingBox()).y;
  const before = await high();
  const ends = new Set();
  for (let number = 1; number <= 25; number++) {
    await seed.fill(String(number));
    await it.keyboard.press("Enter");
    await it.waitForFunction((number) => location.hash.includes(`seed=${number}`) || number === 1, number);
    await it.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const lines = await said();
    assert.match(lines[0], /^To hit 1d20 \d+ ?(, a natural (1|20)|[+−] .* = [−\d]+ against AC roll \d+) ?: [a-z ]+$/);
    assert.match(lines.at(-1), /^Result (Hit|Critical hit): \d+ damage against 26 hit points: (it dies|\d+ left)$|^Result (Complete miss|Miss): 0 damage$/);
    ends.add(lines.length);
    assert.equal(await high(), before, `nothing moves with number ${number}`);
  }
  assert.deepEqual([...ends].sort(), [2, 3, 4], "a critical hit is tested for in a line of its own");
});

for (const ruleset of rulesets(dist)) {
  test(`the story of ${ruleset} is on the first screen, and on a phone right under the band and its tabs`, async (t) => {
    const it = await page(t, { path: `#${ruleset}`, height: 900 });
    await on(it).storyLine.first().waitFor();
    const box = await on(it).story.boundingBox();
    assert.ok(box.y + box.height < 900, `it ends at ${box.y + box.height}`);
    const phone = await page(t, { path: `#${ruleset}`, width: 360, height: 740, touch: true });
    await on(phone).storyLine.first().waitFor();
    const [band, tabs, log] = await Promise.all([PARTS.band, PARTS.tabs, PARTS.log].map((one) => phone.locator(one).boundingBox()));
    const [bandEnd, tabsEnd] = [band, tabs].map(({ y, height }) => y + height);
    assert.ok(tabs.y - bandEnd < 2 && Math.abs(log.y - tabsEnd) < 2, `${bandEnd}, ${tabs.y} to ${tabsEnd}, ${log.y}`);
    assert.equal(await on(phone).sheets.filter({ visible: true }).count(), 0, "sheets have tabs of their own");
  });
}

test("a turn of several strikes is answered and rolled as one", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.more_strikes.0.parts.0.sides=6" });
  assert.match(await on(it).mean.innerText(), /^damage\s+[\d.]+ a turn\s+[\d.]+ the first$/);
  const ends = on(it).outcomesTitle;
  await on(it).extent("turn").click();
  await on(it).logPart.first().waitFor({ state: "attached" });
  await rolled(it);
  // The bars above are a turn's: that these are not is seen.
  assert.equal(await ends.innerText(), "How the first strike ends");
  assert.ok((await ends.boundingBox()).height > 10);
  assert.deepEqual(await on(it).logPart.allInnerTexts(), ["Strike 1", "Strike 2"]);
  await it.waitForFunction(() => location.hash.includes("extent=turn"));
});

test("who strikes with several weapons is shown with each, and one of them can be another or none", async (t) => {
  const it = await page(t, { path: "#dominions/melee?attacker.preset=knight-lance-broad-sword-hoof" });
  const says = (who) => it.waitForFunction((who) => document.querySelector(PARTS.sentence).textContent.startsWith(who), who);
  await says("The knight with lance, broad sword and hoof hits");
  assert.match(await on(it).mean.innerText(), /^damage\s+[\d.]+ a turn\s+[\d.]+ the first$/);
  const weapon = (place) => on(it).pickerAt(`attacker.more_weapons.${place}`);
  assert.deepEqual(await Promise.all([on(it).thing("Weapon").field, weapon(0), weapon(1)].map((one) => one.inputValue())), ["Lance", "Broad Sword", "Hoof 56"]);
  await weapon(1).fill("bite");
  await it.keyboard.press("ArrowDown");
  await it.keyboard.press("Enter");
  await says("The knight with lance, broad sword and bite hits");
  await on(it).remove("more weapons 1").click();
  await it.waitForFunction(() => location.hash.endsWith("?attacker.preset=knight-lance-broad-sword-hoof&attacker.more_weapons.0.preset=bite"));
  await on(it).remove("more weapons 1").click();
  await says("The knight with lance (no more weapons) hits");
});

test("places are set by a click on the map, and the answer is drawn on it", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/targeting" });
  const map = on(it).map;
  const { width } = await map.boundingBox();
  const cells = Number((await map.getAttribute("viewBox")).split(" ")[2]);
  const at = (x, y) => ({ position: { x: ((x + 0.5) * width) / cells, y: ((y + 0.5) * width) / cells } });
  await on(it).buttonLike("Tapped tile").click();
  await map.click(at(9, 2));
  assert.equal(await on(it).entry("Tapped tile").inputValue(), "9,2");
  assert.match(await on(it).mapWay.getAttribute("d"), /^M0\.5 0\.5.*L9\.5 2\.5$/);
  await on(it).buttonLike("Walls").click();
  await map.click(at(5, 1));
  assert.equal(await on(it).entry("Walls").inputValue(), "5,1");
  assert.doesNotMatch(await on(it).mapWay.getAttribute("d"), /L9\.5 2\.5$/);
  await map.click(at(5, 1));
  assert.equal(await on(it).entry("Walls").inputValue(), "");
});

test("who asks for the tile to tap sees it, and in which word", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/targeting" });
  const map = on(it).map;
  const legend = async () => on(it).legendSign.allInnerTexts();
  const drawn = (what) => on(it).onMap(what).getAttribute("d");
  const { width } = await map.boundingBox();
  const cells = Number((await map.getAttribute("viewBox")).split(" ")[2]);
  assert.deepEqual(await legend(), ["The way"]);
  // The first tap is on whom one wants to hit; nobody was entered there.
  await map.click({ position: { x: (6.5 * width) / cells, y: (5.5 * width) / cells } });
  assert.equal(await on(it).entry("Tile to hit").inputValue(), "6,5");
  await on(it).sentence.filter({ hasText: /^Tap \(6, 5\); \d+ other tiles strike it, too/ }).waitFor();
  // The way to the tile that was tapped before is not the one to go.
  assert.deepEqual(await legend(), ["Tap here", "or here"]);
  assert.deepEqual([await drawn("struck"), await drawn("best")], ["", "M6.05 5.05h.9v.9h-.9z"]);
  assert.match(await drawn("taps"), /^(M[\d.]+ [\d.]+h\.9v\.9h-\.9z)+$/);
  // Green, and no other colour.
  const colour = (what) => on(it).legendMark(what).evaluate((mark) => getComputedStyle(mark).stroke);
  assert.equal(await colour("best"), await colour("taps"));
  assert.notEqual(await colour("best"), await colour("way"));
  await on(it).buttonLike("Tapped tile").click();
  await map.click({ position: { x: (6.5 * width) / cells, y: (5.5 * width) / cells } });
  await on(it).legend.filter({ hasText: "The way" }).waitFor();
  assert.match(await drawn("way"), /L6\.5 5\.5/);
  await picture(it, "targeting");
});

test("who comes to the map sees thrower and aim in it, on whole tiles, however far off they are", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/melee", width: 360, height: 740, touch: true });
  await on(it).mode("Targeting").tap();
  const seen = () =>
    it.waitForFunction(() => {
      const pan = document.querySelector(PARTS.mapPan);
      const [hero, aim] = [PARTS.mapThrower, PARTS.mapAim].map((one) => document.querySelector(one)?.getBoundingClientRect());
      if (!pan || !hero || !aim) return false;
      const room = pan.getBoundingClientRect();
      const isInside = ({ left, top, right, bottom }) => left >= room.left && top >= room.top && right <= room.right && bottom <= room.bottom;
      const isWhole = [pan.clientWidth, pan.clientHeight, pan.scrollLeft, pan.scrollTop].every((length) => length % 28 === 0);
      return isInside(hero) && isInside(aim) && isWhole;
    });
  await seen();
  for (const [origin, tap] of [["20,18", "15,8"], ["3,30", "9,24"], ["0,0", "4,2"]]) {
    await it.evaluate((said) => (location.hash = said), `pixel-dungeon/targeting?targeting.origin=${origin}&targeting.tap=${tap}`);
    await on(it).sentence.filter({ hasText: /^Lands on/ }).waitFor();
    await it.waitForFunction((tap) => document.querySelector(fieldAt("targeting.tap"))?.value.replaceAll(" ", "") === tap, tap);
    await seen();
  }
  await it.setViewportSize({ width: 1280, height: 900 });
  await it.reload();
  await seen();
});
