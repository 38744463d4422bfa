// How it feels: one key to the answer, nothing jumps, and what takes long is computed beside.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { chrome, dist, page, serve, started } from "./harness.mjs";

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

// A browser of its own, without the clock of a screen: at 60 ticks a second a key waits for up to two of them, whatever the page does.
let launched, served;
const site = () => (served ??= serve(dist));
const browser = () => (launched ??= chromium.launch({ executablePath: chrome.program, args: [...chrome.flags, "--disable-frame-rate-limit", "--disable-gpu-vsync"] }));
after(async () => (await launched)?.close());

/** Presses one key after the other and waits for the frame after each; says of each whether that frame shows another answer. */
async function press(it, keys) {
  const showed = [];
  for (const key of keys) {
    await it.evaluate(() => {
      const told = () => document.querySelector(".answered").textContent;
      const before = told();
      const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, told() !== before)));
      window.shown = new Promise((done) => addEventListener("keydown", () => painted().then(done), { capture: true, once: true }));
    });
    await it.keyboard.press(key);
    showed.push(await it.evaluate(() => window.shown));
  }
  return showed;
}

/** What the browser notes of its work while something is done. */
async function traced(work) {
  const session = await (await browser()).newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"], excludedCategories: ["*"] } });
  const done = await work();
  const complete = new Promise((told) => session.once("Tracing.tracingComplete", told));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return [done, events.filter(({ ph }) => ph === "X").toSorted((a, b) => a.ts - b.ts)];
}

/**
 * Of each key the milliseconds from its arrival in the page to the end of the frame with its answer: by the clock on the wall, and by the clock of
 * the page's thread, which stands still while the system gives the processor to somebody else. On a machine of its own both are the same.
 */
function taken(events, showed) {
  const downs = events.filter(({ name, args }) => name === "EventDispatch" && args.data.type === "keydown");
  assert.equal(downs.length, showed.length);
  return downs.map((down, place) => {
    const tasks = events.filter(({ name, pid, tid, ts, dur }) => name === "RunTask" && pid === down.pid && tid === down.tid && ts + dur >= down.ts);
    const holds = (task, name) => events.some((event) => event.name === name && event.tid === task.tid && event.pid === task.pid && task.ts <= event.ts && event.ts <= task.ts + task.dur);
    const last = tasks.findIndex((task, place) => place > 0 && holds(task, "Paint"));
    if (!showed[place] || last < 0) return [Infinity, Infinity];
    const wall = tasks[last].ts + tasks[last].dur - down.ts;
    const own = tasks.slice(0, last + 1).reduce((sum, { tdur }) => sum + tdur, 0);
    return [wall / 1000, own / 1000];
  });
}

/** How long this machine takes now for work that took PACE milliseconds where the limits were set: on a slower one they are longer by as much, never shorter. */
const pace = (it) =>
  it.evaluate(() => {
    const times = [];
    for (let round = 0; round < 3; round++) {
      const begun = performance.now();
      let sum = 0;
      for (let step = 0; step < 4e7; step++) sum = (sum + Math.imul(step, 2654435761)) | 0;
      times.push(performance.now() - begun + (sum === 0.5));
    }
    return Math.min(...times);
  });
const PACE = 220;

const six = "attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=400";

// The second of each ruleset is what `cargo bench` finds slowest of all pairings of presets, or a long turn where that is slower.
for (const [what, path, id, most] of [
  ["POWDER", "#powder/melee", "f-attacker-physical_level", 16],
  ["POWDER, the heaviest of presets", "#powder/wand?attacker.preset=golden-tridude&defender.preset=large-turtloid", "f-defender-natural_ac", 50],
  ["Crawl", "#crawl/melee", "f-attacker-strength", 16],
  ["Crawl, the heaviest of presets", "#crawl/monster-ranged?attacker.preset=deep-elf-blademaster&defender.preset=gold-dragon-armour-0-5", "f-defender-ac", 50],
  ["Angband", "#angband/melee", "f-attacker-level", 16],
  ["Angband, the heaviest of presets", "#angband/thrown?attacker.preset=chain-mail&defender.preset=master-quylthulg", "f-defender-ac", 50],
  ["Angband, six blows", `#angband/melee?${six}`, "f-defender-ac", 50],
  ["Pixel Dungeon", "#pixel-dungeon/melee", "f-attacker-level", 16],
  ["Pixel Dungeon, the heaviest of presets", "#pixel-dungeon/melee?attacker.preset=war-hammer-of-the-document&defender.preset=warrior-suit-made-of-plate", "f-attacker-level", 50],
  ["Dominions", "#dominions/melee", "f-attacker-attack", 16],
  ["Dominions, fifty attackers", "#dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=50", "f-attacker-attack", 50],
]) {
  test(`one key to the painted answer: ${what}`, async (t) => {
    const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
    t.after(() => context.close());
    const it = await context.newPage();
    await it.goto((await site()) + path);
    await started(it);
    await it.locator(`#${id}`).fill("2");
    await it.locator(`#${id}`).press("End");
    // 2, 21, 2, 21, ...: each is another answer.
    const keys = (count) => Array.from({ length: count }, (_, place) => ["1", "Backspace"][place % 2]);
    await press(it, keys(10));
    // Whoever else is at work on the machine takes time too: the best of a few rounds counts.
    let over = Infinity;
    for (let round = 0; round < 6 && over > 0; round++) {
      const slowness = Math.max(1, (await pace(it)) / PACE);
      const [showed, events] = await traced(() => press(it, keys(30)));
      const times = taken(events, showed);
      const [wall, own] = [0, 1].map((clock) => median(times.map((time) => time[clock])));
      over = Math.min(over, wall - most * slowness);
      const at = slowness > 1 ? `, on a machine ${slowness.toFixed(2)} times slower than measured` : "";
      t.diagnostic(`painted after ${wall.toFixed(1)} ms, ${own.toFixed(1)} of them the page's thread's (medians of ${times.length} keys)${at}`);
    }
    assert.ok(over <= 0, `${over} ms above ${most}`);
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
