// What stands beside the fields: what one step does, which value reaches a goal, the small curve at the field that has the focus.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, page, picture } from "./harness.mjs";
import { beside, focused, hit, hits, measured, plain, rows, says, steps, unfold } from "./studying.mjs";

test("where the player is struck, what helps is what helps the player: in the ranking, beside the fields and of a goal", async (t) => {
  const it = await page(t, { path: "#crawl/monster-melee?attacker.preset=orc-warrior&defender.ev=10&defender.hp=60" });
  await unfold(it);
  assert.equal(await it.getByLabel("A step of", { exact: true }).inputValue(), "defender");
  await says(it, /^Best for you, by the (normal )?turns to kill: /);
  await measured(it, "damage.mean");
  await says(it, /^Best for you, by the damage of a strike: .+ gives [\d.]+, now [\d.]+ \(−[\d.]+\)\.$/);
  const [first] = await rows(it);
  assert.match(first[2], /^▲ −[\d.]+\s+better$/);
  await measured(it, "kill.turns.mean");
  await says(it, /^Best for you, by the turns to kill: .+ \(\+[\d.]+\)\.$/);
  await assertAccessible(it);
  await picture(it, "studies-struck");
  await it.getByRole("button", { name: "What one step of each field does: You" }).click();
  await it.locator("#f-defender-ev-gutter .better", { hasText: "+1" }).waitFor();
  await it.locator("#f-attacker-hd-gutter .worse").waitFor();
  // A goal is no more than so much, and so is its link; one that asks for more means that, too.
  await it.locator(".hit .aim").click();
  assert.match(await it.locator(".gutters").innerText(), /% or less/);
  await it.locator("#goal").fill("50");
  const enough = Number(await beside(it, "defender-ev"));
  assert.ok(enough > 10, String(enough));
  await it.waitForFunction(() => decodeURIComponent(location.hash).includes("find=hit<=50%"));
  await it.evaluate(() => void (location.hash = "crawl/monster-melee?attacker.preset=orc-warrior&defender.ev=10&find=hit>=90%"));
  await it.locator(".gutters", { hasText: "% or more" }).waitFor();
});

test("beside each field stands what one step of it does: the difference between the page's own answers, in grey where it is none", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  assert.equal(await it.locator(".gutters, .gutter > *").count(), 0, "nothing is shown before it is asked");
  const before = Number.parseFloat(await hit(it));
  const place = await it.locator("#f-attacker-level").boundingBox();
  await steps(it);
  const step = await beside(it, "attacker-level");
  assert.match(step, /^\+1 → \+[\d.]+$/);
  assert.equal(await it.locator("#f-defender-ac-gutter .worse").count(), 1);
  assert.equal(await beside(it, "attacker-weapon-sides"), "+1 → =");
  assert.equal(await it.locator("#f-attacker-weapon-sides-gutter .same").count(), 1);
  // Who comes to the field hears it.
  assert.match(await it.locator("#f-attacker-level").getAttribute("aria-describedby"), /f-attacker-level-gutter/);
  await assertAccessible(it);
  await picture(it, "gutter-steps");
  // Nothing moves while one types, and what stood there is marked until it is computed anew.
  const level = it.locator("#f-attacker-level");
  const at = await level.boundingBox();
  assert.ok(place.width > 0);
  await level.fill("31");
  await it.waitForFunction((before) => !document.querySelector(".hit strong").textContent.startsWith(String(before)), before);
  const more = Number.parseFloat(await hit(it)) - before;
  assert.ok(Math.abs(more - Number.parseFloat(step.split("→")[1])) < 0.11, `${step}, and it is ${more}`);
  await beside(it, "attacker-level");
  assert.deepEqual(await level.boundingBox(), at);
  // Another measure; and the rule switches have no step.
  await it.getByLabel("What one step of each field does to the").selectOption("damage.mean");
  await it.locator("#f-attacker-weapon-sides-gutter .better").waitFor();
  // A press on what one step does draws all values, of the same measure.
  await it.getByRole("button", { name: /Weapon: Sides 6: .* draws all values/i }).click();
  await it.locator(".studies .curve").waitFor();
  assert.match(await it.locator(".studies .axis").first().innerText(), /Damage of a strike/i);
  // It is seen where it is drawn.
  await it.waitForFunction(() => {
    const drawn = document.querySelector(".studies .found .chart")?.getBoundingClientRect();
    return drawn && drawn.top >= 0 && drawn.bottom <= innerHeight;
  });
  // A tool has no steps.
  await it.evaluate(() => (location.hash = "#pixel-dungeon/targeting"));
  await it.locator(".map").first().waitFor();
  assert.equal(await it.locator(".gutters").count(), 0);
  await it.goBack();
  await it.locator(".gutters").getByRole("button", { name: "Close" }).click();
  assert.equal(await it.locator(".gutters, .gutter > *").count(), 0);
});

test("a small curve of its range stands at the field that has the focus, until that goes; a press enlarges it", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  const [level, armour] = [it.locator("#f-attacker-level"), it.locator("#f-defender-ac")];
  const sketch = it.locator(".sketch");
  const drawn = async () => ({ curve: await sketch.locator(".curve").getAttribute("d"), now: Number.parseFloat(await sketch.locator("line").getAttribute("x1")) });
  const places = () => it.locator(".sheets :is(label, input, select, summary)").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  // Quiet until what one step does is asked for.
  await level.focus();
  await it.keyboard.press("Tab");
  assert.equal(await sketch.count(), 0);
  await steps(it);
  await beside(it, "attacker-level");
  assert.equal(await sketch.count(), 0, "what is no field has none");
  const before = await places();
  await level.focus();
  await sketch.waitFor();
  assert.deepEqual(await places(), before, "nothing moves");
  // Its ends are those of the page's own answers; who cannot see it hears them with the field.
  const ends = plain(await sketch.innerText()).replace(/\s+/g, " ");
  assert.match(ends, /^[\d.]+ % at 50; [\d.]+ % at 1; draws all values$/);
  assert.ok(await it.locator("#f-attacker-level-gutter .sketch").isVisible());
  assert.match(await level.getAttribute("aria-describedby"), /f-attacker-level-gutter/);
  assert.equal(await it.locator(".sketch [role], .sketch[aria-live]").count(), 0, "it is not called out");
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
  await it.locator(".wrong > .note").first().waitFor();
  assert.equal(await sketch.isVisible(), false);
  await level.fill("30");
  // That of another field takes its place.
  await armour.focus();
  await it.locator("#f-defender-ac-gutter .sketch").waitFor();
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
  await it.locator(".studies .curve").last().waitFor();
  assert.equal(await it.getByLabel("What changes", { exact: true }).inputValue(), "attacker.level");
  assert.match(await says(it, /^Chance to hit: /), /at 1, .* at 50; now/);
});

test("a number of the answer is asked for more: beside each field stands what just reaches it, and a press takes it", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=1" });
  await it.locator(".hit .aim").click();
  await it.waitForFunction(() => document.activeElement.id === "goal");
  assert.equal(await it.getByLabel("What do I need for").inputValue(), "hit");
  await it.locator("#goal").fill("75");
  // As `tohit study` has it in docs/studies.md.
  assert.equal(await beside(it, "attacker-level"), "5");
  await assertAccessible(it);
  await picture(it, "gutter-goal");
  await it.getByRole("button", { name: /level: 5 is enough/i }).focus();
  await it.keyboard.press("Enter");
  await it.waitForFunction(() => document.querySelector("#f-attacker-level").value === "5");
  // What is pressed goes; a turn later one is at the field.
  await it.waitForFunction(() => document.activeElement.id === "f-attacker-level");
  const hitsBy = (least, most) => it.waitForFunction(([least, most]) => ((hit) => least <= hit && hit < most)(Number.parseFloat(document.querySelector(".hit strong").textContent)), [least, most]);
  await hitsBy(75, 100);
  await it.locator("#f-attacker-level-gutter", { hasText: "just enough" }).waitFor();
  await it.locator("#f-attacker-level").fill("4");
  assert.equal(await beside(it, "attacker-level"), "5");
  await hitsBy(0, 75);
  // What nothing reaches, and what is no number.
  await it.locator("#goal").fill("100");
  await it.locator("#f-attacker-level-gutter", { hasText: /^most [\d.]+\s%$/ }).waitFor();
  await it.locator("#goal").fill("lots");
  await it.waitForFunction(() => document.querySelectorAll(".gutter > *").length === 0);
  // Of turns, fewer are better.
  await it.getByLabel("Hit points", { exact: true }).fill("100");
  await it.locator(".turns .aim").click();
  assert.match(await it.locator(".gutters").innerText(), /or fewer/);
  // The link has the goal: opened anew, it asks the same.
  await it.locator("#goal").fill("12");
  await it.waitForFunction(() => decodeURIComponent(location.hash).includes("find=kill.turns.mean<=12"));
  const again = await page(t, { path: new URL(it.url()).hash });
  assert.equal(await again.locator("#goal").inputValue(), "12");
  assert.match(await again.locator(".gutters").innerText(), /or fewer/);
  await again.locator("#f-attacker-level-gutter :is(button, span)", { hasText: /^(\d+|–|any|just enough|(most|least) [\d.]+)$/ }).first().waitFor();
  assert.equal(await again.locator(".panel").count(), 0);
});

for (const path of ["crawl.html", "angband.html", "pixel-dungeon.html"]) {
  test(`on a phone each field keeps its line, and what stands beside it is whole: ${path}`, async (t) => {
    const it = await page(t, { path, width: 360, height: 740, touch: true });
    // A field, and where the way back from a change of it stands.
    const broken = () =>
      it.evaluate(() =>
        [...document.querySelectorAll(".sheet .fields > .field:not(.wide)")]
          .filter((field) => field.offsetParent && field.querySelector(":scope > :is(.number, select)"))
          .filter((field) => field.querySelector(":scope > :is(.number, select)").getBoundingClientRect().right > field.getBoundingClientRect().right - 40)
          .map((field) => field.innerText),
      );
    await it.locator(".hit .aim").tap();
    await it.waitForFunction(() => {
      const texts = [...document.querySelectorAll(".gutter :is(span, button)")].map((one) => one.innerText);
      return texts.length > 5 && !texts.some((one) => one.includes("…"));
    });
    const cut = await it.evaluate(() => [...document.querySelectorAll(".gutter button")].filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth).map((one) => one.innerText));
    assert.deepEqual([cut, await broken()], [[], []]);
    await it.locator(".gutters").getByRole("button", { name: "Close" }).tap();
    await it.locator(".sheet h2 ~ button, .sheet header button", { hasText: "±" }).first().tap();
    await it.locator(".stepped .gutter i:visible").first().waitFor();
    assert.deepEqual(await broken(), []);
  });
}
