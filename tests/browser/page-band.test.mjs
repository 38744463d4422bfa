// The first screen of a stranger: what the page is, what strikes, and the log with its distribution.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { dist, linkOf, page, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ");

for (const width of [360, 1024, 1280, 2560]) {
  test(`at ${width} px the page says what it is`, async (t) => {
    const it = await page(t, { width, height: 900, touch: width < 500 });
    assert.ok(await on(it).subtitle.filter({ hasText: "exact combat odds" }).isVisible());
  });
}

for (const ruleset of rulesets(dist)) {
  test(`the log and the bars of the distribution of ${ruleset} are whole on the first screen`, async (t) => {
    const it = await page(t, { width: 1280, height: 900, path: `#${ruleset}` });
    await on(it).damageChart.waitFor();
    const { y, height } = await on(it).damageChart.boundingBox();
    assert.ok(y + height <= 900, `it ends at ${y + height}`);
  });

  for (const extent of ["strike", "duel"]) {
    test(`the band of ${ruleset} and its ${extent} is low, and the first field stands high`, async (t) => {
      const it = await page(t, { width: 1280, height: 900, path: `#${ruleset}?extent=${extent}` });
      await on(it).band.filter({ hasText: /%/ }).waitFor();
      const [band, field] = await Promise.all([on(it).band.boundingBox(), on(it).field.first().boundingBox()]);
      assert.ok(band.height <= 240, `the band is ${band.height} px high`);
      assert.ok(field.y <= 400, `the first field is at ${field.y}`);
    });
  }
}

/** Waits until what the last scrolling caused is drawn. */
const drawn = (it) => it.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

for (const [width, height, dark] of [[1280, 900, false], [1024, 768, true], [2560, 800, false]]) {
  test(`at ${width} px the numbers stay in sight once the band is scrolled away, ${dark ? "dark" : "light"}`, async (t) => {
    const it = await page(t, { width, height, dark, path: "#powder/melee?attacker.preset=fred&defender.preset=troll&pin.1=powder/melee" });
    const line = on(it).line;
    const band = await on(it).band.boundingBox();
    const isSeen = () =>
      it.evaluate(() => {
        const { x, y, width, height } = document.querySelector(PARTS.line).getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2).closest(PARTS.line) !== null;
      });
    assert.equal(await isSeen(), false, "it waits behind what stands over the answer");
    await it.evaluate(() => scrollTo(0, document.querySelector(PARTS.band).getBoundingClientRect().bottom + scrollY));
    await drawn(it);
    const { y, x, width: wide } = await line.boundingBox();
    assert.deepEqual([Math.round(y), x, wide], [0, band.x, band.width]);
    assert.equal(await isSeen(), true, "nothing lies over it");
    await on(it).lineText.filter({ hasText: /more[^]*than/ }).waitFor();
    assert.match(plain(await on(it).lineText.innerText()), /^[\d.]+ % · [\d.]+ a strike · kills in [\d.]+\s+▲ [\d.]+ more\s+better\s+than /);
    assert.equal(await line.getByText("Pins 1").count(), 1);
    await picture(it, `line-${width}-${dark ? "dark" : "light"}`);
    await it.mouse.click(x + 40, 20);
    await it.waitForFunction(() => scrollY === 0);
  });
}

test("a field that takes the focus does not lie under the line", async (t) => {
  const it = await page(t, { width: 1280, height: 900, path: "#powder/melee" });
  const field = on(it).fieldOf("attacker.physical_level");
  await it.evaluate(() => scrollTo(0, document.querySelector(fieldAt("attacker.physical_level")).getBoundingClientRect().bottom + scrollY));
  await drawn(it);
  await field.focus();
  await drawn(it);
  const [{ y }, line] = await Promise.all([field.boundingBox(), on(it).line.boundingBox()]);
  assert.ok(y >= line.y + line.height, `the field is at ${y}, the line ends at ${line.y + line.height}`);
});

for (const [path, name] of [
  ["angband/melee", "Weapon"],
  ["angband/thrown", "Thrown object"],
  ["angband/fired", "Ammunition"],
  ["nethack/melee", "Weapon"],
]) {
  test(`in ${path} the band asks for what strikes`, async (t) => {
    const it = await page(t, { path: `#${path}` });
    const boxes = await on(it).pickerInput.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    assert.ok(boxes.includes(`${name}: choose a preset`), boxes.join(", "));
    assert.equal(await on(it).thing(name).field.count(), 1, "and not a second time in the sheet");
  });
}

for (const [path, names] of [
  ["nethack/monster?attacker.preset=soldier-ant", ["You: choose a preset", "Monster: choose a preset", "Weapon: choose a preset"]],
  ["nethack/monster-missile", ["You: choose a preset", "Monster: choose a preset", "Missile: choose a preset"]],
  ["nethack/melee", ["You: choose a preset", "Weapon: choose a preset", "Monster: choose a preset"]],
  ["brogue/monster", ["You: choose a preset", "Creature: choose a preset"]],
  ["dcss/monster", ["You: choose a preset", "Monster: choose a preset", "Weapon: choose a preset"]],
  ["shattered/monster", ["You: choose a preset", "Creature: choose a preset"]],
  ["angband42/monster-melee", ["You: choose a preset", "Monster: choose a preset"]],
]) {
  test(`in ${path} the band offers both fighters`, async (t) => {
    const it = await page(t, { path: `#${path}` });
    const boxes = await on(it).pickerInput.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    assert.deepEqual(boxes.filter((one) => !/choose equipment$|^Strikes back with/.test(one)), names);
  });
}

test("who is struck in NetHack is chosen in the band", async (t) => {
  const it = await page(t, { path: "#nethack/monster?attacker.preset=soldier-ant" });
  const you = on(it).fighter("You");
  assert.equal(await you.field.count(), 1, "and not a second time in the sheet");
  await you.choose("valkyrie at the castle");
  await it.waitForFunction(() => location.hash.includes("defender.preset=valkyrie-at-the-castle-excalibur"));
});

test("a sheet without a field that is shown has neither a heading nor a tab", async (t) => {
  const it = await page(t, { path: "#nethack/melee" });
  for (const sheet of await on(it).sheet.all()) assert.ok((await sheet.locator(PARTS.sheetControls).count()) > 0, await sheet.locator("h2").innerText());
  const phone = await page(t, { path: "#brogue/thrown", width: 360, height: 740, touch: true });
  const tabs = await on(phone).tabButton.evaluateAll((all) => all.map((tab) => tab.getAttribute("aria-controls")));
  assert.deepEqual(tabs, ["result", "left-sheets", "right-sheets", "studies"]);
});

test("parts of the outcome bar have their names under them, a narrow last one at the bar's end", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&attacker.charging=yes" });
  const names = on(it).barName.filter({ visible: true });
  assert.deepEqual((await names.allTextContents()).map(plain), ["miss 16.4 %", "hit 74.6 %", "critical hit 3.9 %"]);
  const [bar, parts, ...boxes] = await Promise.all([on(it).mainBar.boundingBox(), on(it).mainBarPart.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().x)), ...[0, 1, 2].map((nth) => names.nth(nth).boundingBox())]);
  for (const nth of [0, 1]) assert.ok(Math.abs(boxes[nth].x - parts[nth + 1]) < 2, `${boxes[nth].x} and ${parts[nth + 1]}`);
  assert.ok(Math.abs(boxes[2].x + boxes[2].width - bar.x - bar.width) < 2);
  for (const [one, next] of [[boxes[0], boxes[1]], [boxes[1], boxes[2]]]) assert.ok(one.x + one.width < next.x, "no two overlap");
  const ends = await on(it).mainBarPart.evaluateAll((all) => Math.max(...all.map((part) => part.getBoundingClientRect().right)));
  assert.ok(Math.abs(ends - bar.x - bar.width) < 1, "the last part ends with the bar");
});

for (const width of [1200, 1280, 1440]) {
  test(`no name of the outcome bar lies on another at ${width} px`, async (t) => {
    const it = await page(t, { width, height: 900, path: "#dominions/melee" });
    await on(it).barName.first().waitFor();
    const ends = await on(it).barName.evaluateAll((names) => names.filter((name) => name.checkVisibility()).map((name) => name.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    assert.ok(ends.length > 2);
    for (const [nth, [left]] of ends.entries()) assert.ok(nth === 0 || left >= ends[nth - 1][1], `${ends}`);
  });
}

test("on a phone a name that does not fit its part stays within the bar", async (t) => {
  const it = await page(t, { width: 360, height: 740, touch: true, path: "#dominions" });
  const bar = await on(it).mainBar.boundingBox();
  const ends = await on(it).barName.filter({ visible: true }).evaluateAll((all) => all.map((name) => name.getBoundingClientRect().right));
  for (const end of ends) assert.ok(end <= bar.x + bar.width + 1, `it ends at ${end}, the bar at ${bar.x + bar.width}`);
});

test("a game without sentences tells its comparison and its damage", async (t) => {
  const text = 'rules 1 "Arena"\nendings\n  miss: miss\n  hit: hit\nstrike\n  rolled = d20 + 5\n  target = 15\n  end miss if rolled < target\n  end hit lose 2d6\n';
  const it = await page(t, { path: `#own?rules=~${Buffer.from(text).toString("base64url")}` });
  const first = on(it).storyLine.first();
  await on(first).die.waitFor();
  assert.match(plain(await first.innerText()), /^To hit\s+1d20\s+\d+\s+\+ 5 = \d+ against 15: (miss|hit)$/);
});

test("where the rules answer a turn, it is what is shown first, and a link says where it is not", async (t) => {
  const lines = ["rules 1 \"Sticks\"", "endings", "  miss: miss", "  hit: hit", "turn 2", "answer turn", "strike", "  end miss if d6 < 4", "  end hit lose 1", ""];
  const it = await page(t, { path: `#own?rules=~${Buffer.from(lines.join("\n")).toString("base64url")}` });
  await on(it).hits("75.0 %");
  assert.match(plain(await on(it).sentence.innerText()), /in a turn 75\.0 % of the time for 1\.0 damage on average/);
  assert.match(await on(it).headline.innerText(), /a turn hits/i);
  assert.equal(await on(it).extent("turn").getAttribute("aria-pressed"), "true");
  assert.doesNotMatch(await linkOf(it), /extent=/);
  await on(it).extent("one strike").click();
  const path = await linkOf(it);
  assert.match(path, /extent=strike/);
  const other = await page(t, { path });
  await on(other).hits("75.0 %");
  assert.equal(await on(other).extent("one strike").getAttribute("aria-pressed"), "true");
});
