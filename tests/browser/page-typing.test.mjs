// Nothing moves while one types, on a phone and on a wide screen, whether what is typed is allowed or not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { page } from "./harness.mjs";

/** A scenario, a field, and what is typed there: illegal, seldom, always. */
const typed = [
  ["dominions/melee?defender.preset=vanjarl", "attacker.attack", ["0", "12", "x", "999999"]],
  ["dominions/melee?defender.preset=vanjarl", "attacker.strength", ["999", "1", "40"]],
  ["powder/melee?attacker.preset=fred&defender.preset=troll", "attacker.physical_level", ["999", "0", "99", "x"]],
  ["powder/melee?attacker.preset=fred&defender.hp=30", "attacker.physical_level", ["999", "0", "99"]],
  ["crawl", "attacker.strength", ["999", "1", "72"]],
  ["angband/melee?attacker.level=30&defender.ac=60", "attacker.level", ["0", "1", "50", "x"]],
  ["pixel-dungeon", "attacker.level", ["0", "30", "1"]],
];

/** Where every field and its name stands in the window. */
const places = (it) =>
  on(it).sheetPlace.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => [`${one.localName} ${one.id || one.htmlFor}`, one.getBoundingClientRect().y]));

// Each scenario on a wide screen and on a phone.
for (const [place, [path, field, texts]] of typed.entries()) {
  for (const width of [[320, 360, 390][place % 3], 1280]) {
    test(`nothing moves at ${width} px while ${texts.join(", ")} is typed for ${field} of ${path}`, async (t) => {
      const it = await page(t, { path: `#${path}`, width, height: 740, touch: width < 600 });
      await on(it).openTab("left");
      const input = on(it).fieldOf(field);
      await input.evaluate((input) => input.scrollIntoView({ block: "center" }));
      await input.focus();
      const before = new Map(await places(it));
      for (const text of texts) {
        await input.evaluate((input) => input.select());
        await it.keyboard.type(text);
        // Until the answer is there, the example follows a frame later.
        await it.waitForFunction((isWrong) => Boolean(document.querySelector(PARTS.problems)) === isWrong && !document.querySelector(PARTS.computing), !/^\d+$/.test(text) || (await input.getAttribute("aria-invalid")) === "true");
        await it.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const moved = (await places(it)).filter(([name, y]) => before.has(name) && Math.abs(before.get(name) - y) > 0.5);
        assert.deepEqual(moved, [], text);
      }
    });
  }
}
