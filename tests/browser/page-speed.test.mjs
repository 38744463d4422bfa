// How it feels: one key to the answer, nothing jumps, and what takes long is computed beside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./harness.mjs";

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** How long each of `values`, entered into a field, takes until the answer stands in the document, and until it is painted. */
const enter = (it, id, values) =>
  it.evaluate(
    async ([id, values]) => {
      const field = document.getElementById(id);
      const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const times = [];
      for (const value of values) {
        await painted();
        const shown = document.querySelector(".answered").textContent;
        const begun = performance.now();
        field.value = value;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        while (document.querySelector(".answered").textContent === shown && performance.now() - begun < 2000) await null;
        const answered = performance.now() - begun;
        await painted();
        times.push([answered, performance.now() - begun]);
      }
      return times;
    },
    [id, values],
  );

for (const [what, path, id] of [
  ["the first example", "", "f-attacker-physical_level"],
  ["Crawl", "#crawl/melee", "f-attacker-strength"],
  ["Angband", "#angband/melee", "f-attacker-level"],
  ["Pixel Dungeon", "#pixel-dungeon/melee", "f-attacker-level"],
  ["Dominions", "#dominions/melee", "f-attacker-attack"],
]) {
  test(`one key to the answer: ${what}`, async (t) => {
    const it = await page(t, { path });
    await it.locator(`#${id}`).focus();
    await enter(it, id, ["3", "4", "5"]);
    const times = await enter(it, id, Array.from({ length: 30 }, (_, place) => String(2 + (place % 29))));
    const [answered, painted] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
    t.diagnostic(`answered in ${answered.toFixed(1)} ms, painted in ${painted.toFixed(1)} ms (median of ${times.length} keys)`);
    assert.ok(answered <= 16, `${answered} ms`);
  });
}

test("nothing jumps while one types", async (t) => {
  const before = (it) =>
    it.addInitScript(() => {
      window.shifts = [];
      // Also those shortly after a key: they are just the ones that would annoy.
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          window.shifts.push({ value: shift.value, sources: shift.sources.map(({ node }) => node?.className ?? node?.nodeName) });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
  const it = await page(t, { before });
  await it.waitForTimeout(300);
  await it.evaluate(() => (window.shifts.length = 0));
  for (const [sheet, label, texts] of [
    ["Attacker", "Physical level", ["1", "9", "99", "40"]],
    ["Defender", "Natural AC", ["0", "100", "7"]],
    ["Attacker", "To-hit bonus", ["-50", "50", "3"]],
  ]) {
    const field = it.getByRole("region", { name: sheet, exact: true }).getByLabel(label, { exact: true });
    for (const text of texts) {
      await field.fill("");
      await field.pressSequentially(text, { delay: 30 });
    }
  }
  await it.waitForTimeout(300);
  assert.deepEqual(await it.evaluate(() => window.shifts), []);
});

// Six parts of 20 dice of 100, multiplied by six: as many dice as the rules allow.
const parts = ["physical", "fire", "cold", "acid", "shock"].map((element, place) => `attacker.parts.${place}.dice=20&attacker.parts.${place}.sides=100&attacker.parts.${place}.element=${element}`);
const heavy = `#powder/melee?attacker.physical_level=99&attacker.weapon.enchantment=99&attacker.weapon.material=silver&attacker.weapon.digs=true&attacker.charging=true&${parts.join("&")}&attacker.parts.5.dice=20&attacker.parts.5.sides=99&defender.natural_ac=100&defender.worn.head.ac=50&defender.worn.head.enchantment=99&defender.worn.body.ac=48&defender.shield.ac=50&defender.vulnerable=physical,fire,cold,acid,shock,silver&defender.earth_elemental=true`;

test("the heaviest fight that the rules allow does not hold up typing", async (t) => {
  const it = await page(t, { path: heavy });
  assert.equal(await it.locator(".problems").count(), 0);
  const first = await it.locator(".mean").innerText();
  await it.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const watch = (now) => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  const level = it.getByRole("region", { name: "Attacker", exact: true }).getByLabel("To-hit bonus", { exact: true });
  for (const text of ["1", "2", "3", "4", "5", "6"]) await level.fill(text);
  assert.equal(await level.inputValue(), "6");
  await it.waitForFunction((first) => document.querySelector(".mean").textContent !== first && document.querySelector(".computing.gone"), first);
  const longest = await it.evaluate(() => window.longest);
  t.diagnostic(`longest frame while typing: ${longest.toFixed(0)} ms`);
  assert.ok(longest < 250, `${longest} ms`);
  // The answer is that of the last key: the same as of a page that is opened with it.
  const mean = await it.locator(".mean").innerText();
  const other = await page(t, { path: `${heavy}&attacker.to_hit_bonus=6` });
  assert.equal(await other.locator(".mean").innerText(), mean);
});

test("fractions that would be too large are refused in a sentence, and the next key takes them away", async (t) => {
  const it = await page(t, { path: heavy });
  await it.getByRole("button", { name: "Exact fractions" }).click();
  await it.getByText(/^Too large for exact fractions/).waitFor({ timeout: 60_000 });
  await it.getByRole("region", { name: "Attacker", exact: true }).getByLabel("To-hit bonus", { exact: true }).fill("2");
  await it.getByText(/^Too large for exact fractions/).waitFor({ state: "hidden" });
  assert.equal(await it.getByRole("button", { name: "Exact fractions" }).getAttribute("aria-pressed"), "false");
});
