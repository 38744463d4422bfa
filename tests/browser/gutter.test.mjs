// What stands beside the fields: what one step does, which value reaches a goal, the small curve at the field that has the focus.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { assertAccessible, page, picture } from "./harness.mjs";
import { beside, focused, hit, hits, measured, plain, rows, says, steps, unfold } from "./studying.mjs";

test("where the player is struck, what helps is what helps the player: in the ranking, beside the fields and of a goal", async (t) => {
  const it = await page(t, { path: "#crawl/monster-melee?attacker.preset=orc-warrior&defender.ev=10&defender.hp=60" });
  await unfold(it);
  assert.equal(await on(it).stepOf.inputValue(), "defender");
  await says(it, /^Best for you by the (normal )?turns to kill: /);
  await measured(it, "damage.mean");
  await says(it, /^Best for you by the damage of a strike: .+ gives [\d.]+, now [\d.]+ \([\d.]+ less\)\.$/);
  const [first] = await rows(it);
  assert.match(first[2], /^▲ [\d.]+ less\s+better$/);
  await measured(it, "kill.turns.mean");
  await says(it, /^Best for you by the turns to kill: .+ \([\d.]+ later\)\.$/);
  await assertAccessible(it);
  await picture(it, "studies-struck");
  await on(it).stepsOf("You").click();
  await on(it).stepIn("defender.ev", "better").filter({ hasText: "+1" }).waitFor();
  await on(it).stepIn("attacker.hd", "worse").waitFor();
  // A goal is no more than so much, and so is its link; one that asks for more means that, too.
  await on(it).need.click();
  assert.match(await on(it).stepsHead.innerText(), /% or less/);
  await on(it).goal.fill("50");
  const enough = Number(await beside(it, "defender.ev"));
  assert.ok(enough > 10, String(enough));
  await it.waitForFunction(() => decodeURIComponent(location.hash).includes("find=hit<=50%"));
  await it.evaluate(() => void (location.hash = "crawl/monster-melee?attacker.preset=orc-warrior&defender.ev=10&find=hit>=90%"));
  await on(it).stepsHead.filter({ hasText: "% or more" }).waitFor();
});

for (const width of [1280, 360]) {
  test(`at ${width} px no name in a step's text is cut`, async (t) => {
    const it = await page(t, { width, height: 900, touch: width < 500, path: "#dcss" });
    if (width < 500) await on(it).sheetTab("You").tap();
    await on(it).stepsOf("You").click();
    await on(it).stepText.filter({ hasText: "no change" }).first().waitFor();
    const cut = await on(it).stepText.filter({ visible: true }).evaluateAll((all) => all.flatMap((one) => [one, ...one.children]).filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3).map((one) => `${one.localName} ${one.textContent}: ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`));
    assert.deepEqual(cut, []);
  });
}

test("beside each field stands what one step of it does: the difference between the page's own answers, in grey where it is none", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  assert.equal(await on(it).steps.count(), 0, "nothing is shown before it is asked");
  const before = Number.parseFloat(await hit(it));
  const place = await on(it).fieldOf("attacker.level").boundingBox();
  await steps(it);
  const step = await beside(it, "attacker.level");
  assert.match(step, /^\+1 ?: [\d.]+ points more$/);
  assert.equal(await on(it).stepIn("defender.ac", "worse").count(), 1);
  assert.match(await beside(it, "attacker.weapon.sides"), /^\+1 ?: no change$/);
  assert.equal(await on(it).stepIn("attacker.weapon.sides", "same").count(), 1);
  // Who comes to the field hears it.
  assert.match(await on(it).fieldOf("attacker.level").getAttribute("aria-describedby"), /f-attacker-level-gutter/);
  await assertAccessible(it);
  await picture(it, "gutter-steps");
  // Nothing moves while one types, and what stood there is marked until it is computed anew.
  const level = on(it).fieldOf("attacker.level");
  const at = await level.boundingBox();
  assert.ok(place.width > 0);
  await level.fill("31");
  await it.waitForFunction((before) => !document.querySelector(PARTS.chance).textContent.startsWith(String(before)), before);
  const more = Number.parseFloat(await hit(it)) - before;
  assert.ok(Math.abs(more - Number.parseFloat(step.split(":")[1])) < 0.11, `${step}, and it is ${more}`);
  await beside(it, "attacker.level");
  assert.deepEqual(await level.boundingBox(), at);
  // Another measure; and the rule switches have no step.
  await on(it).stepMeasure.selectOption("damage.mean");
  await on(it).stepIn("attacker.weapon.sides", "better").waitFor();
  // A press on what one step does draws all values, of the same measure.
  await on(it).buttonLike(/Weapon: Sides 6: .* draws all values/i).click();
  await on(it).studyCurve.waitFor();
  assert.match(await on(it).studyAxis.first().innerText(), /Damage of a strike/i);
  // It is seen where it is drawn.
  await it.waitForFunction(() => {
    const drawn = document.querySelector(PARTS.studyFoundChart)?.getBoundingClientRect();
    return drawn && drawn.top >= 0 && drawn.bottom <= innerHeight;
  });
  // A tool has no steps.
  await it.evaluate(() => (location.hash = "#pixel-dungeon/targeting"));
  await on(it).anyMap.first().waitFor();
  assert.equal(await on(it).stepsHead.count(), 0);
  await it.goBack();
  // This browser keeps them on, until they are closed.
  await it.reload();
  await on(it).stepsHead.waitFor();
  await on(on(it).stepsHead).close.click();
  assert.equal(await on(it).steps.count(), 0);
  await it.reload();
  await on(it).fieldOf("attacker.level").waitFor();
  assert.equal(await on(it).steps.count(), 0);
});

test("a small curve of its range stands at the field that has the focus, until that goes; a press enlarges it", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  const [level, armour] = [on(it).fieldOf("attacker.level"), on(it).fieldOf("defender.ac")];
  const sketch = on(it).sketch;
  const drawn = async () => ({ curve: await on(sketch).curve.getAttribute("d"), now: Number.parseFloat(await sketch.locator("line").getAttribute("x1")) });
  const places = () => on(it).sheetText.evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  // Quiet until what one step does is asked for.
  await level.focus();
  await it.keyboard.press("Tab");
  assert.equal(await sketch.count(), 0);
  await steps(it);
  await beside(it, "attacker.level");
  assert.equal(await sketch.count(), 0, "what is no field has none");
  const before = await places();
  await level.focus();
  await sketch.waitFor();
  assert.deepEqual(await places(), before, "nothing moves");
  // Its ends are those of the page's own answers; who cannot see it hears them with the field.
  const ends = plain(await sketch.innerText()).replace(/\s+/g, " ");
  assert.match(ends, /^[\d.]+ % at 50; [\d.]+ % at 1; draws all values$/);
  assert.ok(await on(it).stepIn("attacker.level", "sketch").isVisible());
  assert.match(await level.getAttribute("aria-describedby"), /f-attacker-level-gutter/);
  assert.equal(await on(it).sketchSpoken.count(), 0, "it is not called out");
  await assertAccessible(it);
  await picture(it, "gutter-sketch");
  // The mark goes with what is typed, at once; the curve is the same, for it is of all values.
  const first = await drawn();
  assert.ok(Math.abs(first.now - (100 * 29) / 49) < 0.1, String(first.now));
  await level.fill("50");
  assert.deepEqual(await drawn(), { curve: first.curve, now: 100 });
  await hits(it, /^[\d.]+ %/.exec(ends)[0]);
  await level.fill("1");
  assert.deepEqual(await drawn(), { curve: first.curve, now: 0 });
  await hits(it, /; ([\d.]+ %)/.exec(ends)[1]);
  assert.deepEqual(await places(), before, "nothing moves while one types");
  // What is wrong is shown in its place.
  await level.fill("99");
  await on(it).fieldWrong.first().waitFor();
  assert.equal(await sketch.isVisible(), false);
  await level.fill("30");
  // That of another field takes its place.
  await armour.focus();
  await on(it).stepIn("defender.ac", "sketch").waitFor();
  assert.equal(await sketch.count(), 1);
  await it.keyboard.press("Escape");
  assert.equal(await sketch.count(), 0, "it can be put away");
  assert.equal(await focused(it), "f-defender-ac");
  await level.focus();
  await sketch.waitFor();
  await it.keyboard.press("Tab");
  assert.equal(await sketch.count(), 0, "it goes with the focus");
  await level.focus();
  await sketch.click();
  assert.equal(await focused(it), "f-attacker-level", "the field keeps the focus");
  await on(it).studyCurve.last().waitFor();
  assert.equal(await on(it).whatChanges.inputValue(), "attacker.level");
  assert.match(await says(it, /^Chance to hit: /), /at 1, .* at 50; now/);
});

test("a number of the answer is asked for more: beside each field stands what just reaches it, and a press takes it", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=1" });
  await on(it).need.click();
  await it.waitForFunction(() => document.activeElement.id === "goal");
  assert.equal(await on(it).goalOf.inputValue(), "hit");
  await on(it).goal.fill("75");
  // As `tohit study` has it in docs/studies.md.
  assert.equal(await beside(it, "attacker.level"), "5");
  await assertAccessible(it);
  await picture(it, "gutter-goal");
  await on(it).buttonLike(/level: 5 is enough/i).focus();
  await it.keyboard.press("Enter");
  await it.waitForFunction(() => document.querySelector(fieldAt("attacker.level")).value === "5");
  // What is pressed goes; a turn later one is at the field.
  await it.waitForFunction(() => document.activeElement.id === "f-attacker-level");
  const hitsBy = (least, most) => it.waitForFunction(([least, most]) => ((hit) => least <= hit && hit < most)(Number.parseFloat(document.querySelector(PARTS.chance).textContent)), [least, most]);
  await hitsBy(75, 100);
  await on(it).beside("attacker.level").filter({ hasText: "just enough" }).waitFor();
  await on(it).fieldOf("attacker.level").fill("4");
  assert.equal(await beside(it, "attacker.level"), "5");
  await hitsBy(0, 75);
  // What nothing reaches, and what is no number.
  await on(it).goal.fill("100");
  await on(it).beside("attacker.level").filter({ hasText: /^most [\d.]+\s%$/ }).waitFor();
  await on(it).goal.fill("lots");
  await it.waitForFunction(() => document.querySelectorAll(PARTS.step).length === 0);
  // Of turns, fewer are better.
  await on(it).entry("Hit points").fill("100");
  await on(it).goalOf.selectOption("kill.turns.mean");
  await on(it).goal.fill("12");
  await on(it).stepsHead.filter({ hasText: "or fewer" }).waitFor();
  // The link has the goal: opened anew, it asks the same.
  await it.waitForFunction(() => decodeURIComponent(location.hash).includes("find=kill.turns.mean<=12"));
  const again = await page(t, { path: new URL(it.url()).hash });
  assert.equal(await on(again).goal.inputValue(), "12");
  assert.match(await on(again).stepsHead.innerText(), /or fewer/);
  await on(again).beside("attacker.level").locator(PARTS.stepOrText).filter({ hasText: /^(\d+|–|any|just enough|(most|least) [\d.]+)$/ }).first().waitFor();
  assert.equal(await on(again).panel.count(), 0);
});

for (const path of ["crawl.html", "angband.html", "pixel-dungeon.html"]) {
  test(`on a phone each field keeps its line, and what stands beside it is whole: ${path}`, async (t) => {
    const it = await page(t, { path, width: 360, height: 740, touch: true });
    // A field without room in the window for the way back from a change of it.
    const broken = () =>
      it.evaluate(() =>
        [...document.querySelectorAll(PARTS.fieldOfLine)]
          .filter((field) => field.offsetParent && field.querySelector(PARTS.fieldControl))
          .filter((field) => field.querySelector(PARTS.fieldControl).getBoundingClientRect().right > innerWidth - 32)
          .map((field) => field.innerText),
      );
    await on(it).openTab("ask");
    await on(it).need.tap();
    await it.waitForFunction(() => {
      const texts = [...document.querySelectorAll(PARTS.stepText)].map((one) => one.innerText);
      return texts.length > 5 && !texts.some((one) => one.includes("…"));
    });
    const cut = await it.evaluate(() => [...document.querySelectorAll(PARTS.stepButton)].filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth).map((one) => one.innerText));
    assert.deepEqual([cut, await broken()], [[], []]);
    await on(on(it).stepsHead).close.tap();
    await on(it).stepsButton.filter({ hasText: "±" }).first().tap();
    await on(it).stepLabel.filter({ visible: true }).first().waitFor();
    assert.deepEqual(await broken(), []);
  });
}
