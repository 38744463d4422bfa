// The comparison under the band: pinned scenarios beside the present one, and one scenario under each of its rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, linkOf, open, page, picture, started } from "./harness.mjs";

const phone = { width: 360, height: 740, touch: true };
const field = (it, sheet, label) => on(it).entry(label, sheet);
const plain = (text) => text.replaceAll("\u00a0", " ");
const compare = (it) => on(it).comparison;

const row = (it, name) => on(it).compared(name);
const heads = (it) => on(it).columnHeads();

/** Waits until a row says so. */
async function says(it, name, expected) {
  for (let tries = 0; ; tries++) {
    const found = await row(it, name);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    if (tries === 200) return assert.deepEqual(found, expected);
    await it.evaluate(() => new Promise(requestAnimationFrame));
  }
}

test("a scenario is pinned by keyboard and stands beside what is changed", async (t) => {
  const it = await page(t, { path: "#powder/melee?defender.hp=20" });
  assert.equal(await compare(it).count(), 0, "without a pin there is nothing to compare");
  await on(it).pin.focus();
  await it.keyboard.press("Enter");
  await says(it, "Hits", ["55.0 %", "55.0 %"]);
  assert.deepEqual(await heads(it), ["Now", "no difference yet"], "never a comparison with itself");
  assert.equal(await on(it).gain.count(), 0);
  await on(it).chanceNote.filter({ hasText: "no difference yet" }).waitFor();
  await field(it, "Attacker", "Physical level").fill("12");
  await says(it, "Hits", ["★ 71.7 %", "55.0 % ▼ 16.7 less"]);
  assert.deepEqual(await heads(it), ["Now: Physical level 12", "Physical level 5"], "a pin is called by what differs");
  // In the band the gain of the present fight over the pin; of turns, fewer are better.
  const gains = await on(it).gainNote.allInnerTexts();
  assert.match(plain(gains[0]), /▲ 16\.7 more\s+better\s+than Physical level 5/);
  assert.match(plain(gains[2]), /▲ [\d.]+ sooner\s+better/);
  const [, turns] = await row(it, "Turns to kill");
  assert.match(turns, /^[\d.]+ ▼ [\d.]+ later$/);
});

test("the table that is copied has its cells apart and its numbers plain, and no name is a formula", async (t) => {
  const named = (name, place) => `&pin.${place + 1}=${encodeURIComponent(`angband/melee?defender.hp=${place + 9}`)}&pin.${place + 1}.name=${encodeURIComponent(name)}`;
  const names = ['=HYPERLINK("http://evil.example","x")', "a, b\tc"];
  const before = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const it = await page(t, { path: `#angband/melee?defender.hp=20000&defender.ac=40&extent=fight${names.map(named).join("")}`, before });
  await on(it).pin.click();
  await on(it).columns.nth(3).waitFor();
  await it.waitForFunction(() => !document.querySelector(PARTS.stale));
  const turns = await row(it, "Turns to kill");
  assert.match(turns[0], /^\d,\d{3}\.\d/);
  await on(compare(it)).copyTable.click();
  const lines = (await it.evaluate(() => navigator.clipboard.readText())).trimEnd().split("\n").map((line) => line.split("\t"));
  assert.ok(lines.every((cells) => cells.length === 5), JSON.stringify(lines));
  assert.deepEqual(lines[0].slice(2, 4), [`'${names[0]}`, "a, b c"]);
  const found = lines.find(([name]) => name === "Turns to kill");
  assert.equal(found[1], /^[\d,.]+/.exec(turns[0])[0].replace(",", ""));
});

test("where strikes differ in length, the time to kill decides: gain, star and a row of its own", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.weapon.preset=dagger&defender.preset=goblin" });
  await on(it).pin.click();
  await on(it).thing("Weapon").choose("executioner's axe");
  assert.match(plain(await on(it).turnsNote.textContent()), /later worse than Dagger$/, "a blank stands between");
  // Fewer strikes, which take longer in all.
  const gain = on(it).turnsNote.filter({ hasText: "normal turns" });
  await gain.filter({ hasText: "than Dagger" }).waitFor();
  assert.match(plain(await gain.textContent()), /^▼ [\d.]+ normal turns later\s+worse\s+than Dagger$/);
  const [now, pinned] = await row(it, "Normal turns to kill");
  assert.match(now, /^[\d.]+$/);
  assert.match(plain(pinned), /^★ [\d.]+ ▲ [\d.]+ sooner$/);
  const [strikes, more] = await row(it, "Strikes to kill");
  assert.match(strikes, /^[\d.]+$/, "the number of strikes has no best");
  assert.match(plain(more), /^[\d.]+ [\d.]+ more$/);
});

test("up to three pins are taken and taken away", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const pin = on(it).pin;
  const level = field(it, "Attacker", "Physical level");
  for (const value of ["6", "7", "8"]) {
    await level.fill(value);
    await pin.click();
  }
  assert.ok(await pin.isDisabled(), "there is room for four columns");
  await says(it, "Hits", ["★ 62.5 %", "57.5 % ▼ 5.0 less", "60.0 % ▼ 2.5 less", "★ 62.5 %"]);
  assert.deepEqual((await heads(it)).slice(1), ["Physical level 6", "Physical level 7", "no difference yet"]);
  await on(compare(it)).take("Physical level 6").click();
  assert.equal(await level.inputValue(), "6");
  await says(it, "Hits", ["57.5 %", "57.5 %", "60.0 % ▲ 2.5 more", "★ 62.5 % ▲ 5.0 more"]);
  await on(compare(it)).unpin("no difference yet").click();
  await says(it, "Hits", ["57.5 %", "60.0 % ▲ 2.5 more", "★ 62.5 % ▲ 5.0 more"]);
  await it.waitForFunction(() => document.activeElement.id === "pin");
  await on(compare(it)).unpinAll.click();
  await compare(it).waitFor({ state: "hidden" });
  await it.waitForFunction(() => document.activeElement.id === "pin");
});

test("in a duel the pins are duels, too, and the band tells the gain", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&extent=duel" });
  await on(it).attackerPoints.fill("30");
  await on(it).win.filter({ hasText: "%" }).first().waitFor();
  await on(it).pin.click();
  await on(it).sideNote.filter({ hasText: "no difference yet" }).waitFor();
  await field(it, "Attacker", "Charging").check();
  await on(it).sideGain.waitFor();
  const [mine, pinned] = await row(it, "Wins the duel");
  assert.match(mine, /^★ .* %$/);
  assert.match(pinned, /^.* % ▼ .*$/);
  const chance = plain(await on(it).win.first().innerText());
  assert.equal(`★ ${chance}`, mine);
});

test("pins survive a reload, travel in the link, and are offered to whoever left them", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.physical_level=9&pin.1=powder/melee?attacker.physical_level=9&pin.1.name=Nine%20%26%20a%20half" });
  assert.deepEqual(await heads(it), ["Now", "Nine & a half"], "a name that a link gives stays");
  await on(it).pin.focus();
  await field(it, "Attacker", "Physical level").fill("7");
  await on(it).pin.click();
  await field(it, "Attacker", "Physical level").fill("12");
  await it.waitForFunction(() => /physical_level=12.*pin\.1\.name=Nine%20%26%20a%20half/.test(location.hash));
  const link = await it.evaluate(() => location.hash);
  assert.match(link, /&pin\.1=powder\/melee\?attacker\.physical_level=9&/, "it can be read");
  await it.reload();
  await started(it);
  const all = ["★ 71.7 %", "65.0 % ▼ 6.7 less", "60.0 % ▼ 11.7 less"];
  await says(it, "Hits", all);
  // Somebody else, with the link alone.
  const other = await page(t, { path: link });
  await says(other, "Hits", all);
  assert.deepEqual(await heads(other), ["Now: Physical level 12", "Nine & a half", "Physical level 7"]);
  // The same person, with a link that pins nothing.
  await it.goto(`${it.url().split("#")[0]}?again#powder/melee`);
  await started(it);
  // It is shown and shared as it came; what is kept is offered.
  assert.equal(await compare(it).count(), 0);
  assert.doesNotMatch(await on(it).gameLink("POWDER").getAttribute("href"), /pin\./);
  await on(it).earlierPins.click();
  await says(it, "Hits", ["55.0 %", "★ 65.0 % ▲ 10.0 more", "60.0 % ▲ 5.0 more"]);
});

for (const [what, words] of [
  ["a damaged permalink", "pin.1=%E0%A4%A"],
  ["another program's text", "pin.1=section-3"],
  ["another ruleset", "pin.1=crawl/melee"],
  ["a wrong value", "pin.1=powder/melee?attacker.physical_level=many"],
  ["a name of nothing", "pin.1.name=Fred"],
  ["no scenario at all", "pin.="],
]) {
  test(`a pin with ${what} is left out, and the page says so`, async (t) => {
    const it = await page(t, { path: `#powder/melee?${words}&pin.2=powder/melee?attacker.physical_level=9` });
    await says(it, "Hits", ["55.0 %", "★ 65.0 % ▲ 10.0 more"]);
    assert.match(await on(it).intro.innerText(), /A pinned scenario in the link cannot be read; it is left out/);
    assert.equal(await on(it).problems.count(), 0);
  });
}

test("where storage is blocked, pins still work and travel", async (t) => {
  const before = (it) =>
    it.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
  const it = await page(t, { path: "#powder/melee", before });
  await on(it).pin.click();
  await says(it, "Hits", ["55.0 %", "55.0 %"]);
  await it.waitForFunction(() => location.hash.includes("pin.1="));
});

test("typing goes on while columns are computed, and the last answer wins", async (t) => {
  const it = await page(t, { path: "#powder/melee?compare=rules" });
  const level = field(it, "Attacker", "Physical level");
  await level.focus();
  for (let press = 0; press < 12; press++) await it.keyboard.press("ArrowUp");
  assert.equal(await level.inputValue(), "17");
  const alone = await page(t, { path: "#powder/melee?attacker.physical_level=17&situation.rules=game" });
  const expected = plain(await on(alone).chance.innerText());
  await it.waitForFunction(
    (wanted) => document.querySelectorAll(PARTS.compareFigure)[1]?.textContent.replaceAll("\u00a0", " ") === wanted,
    expected,
  );
});

test("columns are never computed where one types: without a worker's reply all else goes on", async (t) => {
  const before = (it) =>
    it.addInitScript(() => {
      // The clock stands: answers are quick, however busy the machine is.
      performance.now = () => 0;
      window.Worker = class extends EventTarget {
        postMessage() {}
        terminate() {}
      };
    });
  const it = await page(t, { before, path: "#powder/melee?compare=rules&pin.1=powder/melee" });
  await says(it, "Hits", ["55.0 %", "…"]);
  await field(it, "Attacker", "Physical level").fill("12");
  await says(it, "Hits", ["71.7 %", "…"]);
  await on(it).compareRules.click();
  await on(compare(it)).take("Physical level 5").waitFor();
  await says(it, "Hits", ["71.7 %", "…"]);
});

test("document and game stand side by side at one press, and what parts is marked", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  const button = on(it).compareRules;
  await button.focus();
  await it.keyboard.press("Space");
  await says(it, "Hits", ["78.6 %", "74.0 % −4.6"]);
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  const weights = await on(it).comparedNames.evaluateAll((all) => all.map((one) => [one.textContent, getComputedStyle(one).fontWeight > 500]));
  const marked = new Map(weights);
  assert.deepEqual([marked.get("Hits"), marked.get("Complete miss")], [true, false]);
  // What parts takes no more room than its lines.
  const tallest = await on(it).comparedRows.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().height)));
  assert.ok(tallest < 80, `a row of ${tallest} px`);
  await it.waitForFunction(() => location.hash.includes("compare=rules"));
  await it.reload();
  await started(it);
  await says(it, "Hits", ["78.6 %", "74.0 % −4.6"]);
  await button.click();
  await compare(it).waitFor({ state: "hidden" });
});

test("a ruleset of three rules shows three columns, one of a single reading none", async (t) => {
  const it = await page(t, { path: "#crawl/melee" });
  await on(it).compareRules.click();
  await on(it).columns.nth(2).waitFor();
  assert.deepEqual(await heads(it), ["Wiki page for 0.5", "Actual game 0.5.2", "Actual game 0.9.1"]);
  const other = await page(t, { path: "#brogue/melee" });
  assert.equal(await on(other).compareRules.count(), 0);
});

for (const { dark, ...size } of [{ ...phone, dark: true }, { width: 1280, dark: false }]) {
  test(`four columns fit ${size.width} px ${dark ? "in the dark" : "in the light"}, and everybody can read them`, async (t) => {
    const it = await page(t, { ...size, dark, path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
    const press = (button) => (size.touch ? button.tap() : button.click());
    await press(on(it).pin);
    await on(it).openTab("left");
    await field(it, "Attacker", "Charging").check();
    await press(on(it).pin);
    await field(it, "Attacker", "Physical level").fill("3");
    await press(on(it).pin);
    await on(it).openTab("result");
    await it.waitForFunction(() => document.querySelectorAll(PARTS.compareFirst).length === 4 && !document.querySelector(PARTS.compareBody).textContent.includes("…"));
    assert.equal(await it.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), size.width);
    const cut = await compare(it).locator("th, td").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
    assert.deepEqual(cut, [], "nothing sticks out of its column");
    await assertAccessible(it);
    await picture(it, `compare-${size.width}-${dark ? "dark" : "light"}`);
  });
}

test("a pinned duel keeps both fighters, their hit points and who is first, from both ends", async (t) => {
  const it = await page(t, { path: "#brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-8&extent=duel" });
  const wins = async () => (await on(it).win.allInnerTexts()).map(plain);
  const pinned = async () => (await row(it, "Wins the duel"))[1].replace(/ [▲▼].*/, "").replace("★ ", "");
  const settled = (is) => it.waitForFunction((is) => [...document.querySelectorAll(PARTS.win)].map((one) => one.innerText.replaceAll("\u00a0", " ")).join() === is, is.join());
  await on(it).win.filter({ hasText: "%" }).first().waitFor();
  const [ogre, hero] = await wins();
  await on(it).pin.click();
  await on(it).sideNote.filter({ hasText: "no difference yet" }).waitFor();
  // Another first strike changes the present duel alone.
  await on(it).first.selectOption({ index: 1 });
  await on(it).sideGain.waitFor();
  assert.equal(await pinned(), ogre);
  await on(it).first.selectOption({ index: 0 });
  await settled([ogre, hero]);
  // From the other end the pin is seen from there.
  await on(on(it).duelDoing).change.click();
  await settled([hero, ogre]);
  await on(it).sideNote.filter({ hasText: "no difference yet" }).waitFor();
  assert.equal(await pinned(), hero);
  // The link has it.
  const other = await page(t, { path: await linkOf(it) });
  await other.waitForFunction((hero) => document.querySelector(PARTS.win)?.innerText.replaceAll("\u00a0", " ") === hero, hero);
  await on(other).sideNote.filter({ hasText: "no difference yet" }).waitFor();
});
