// How it feels: one key to the answer, nothing jumps, and what takes long is computed beside.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { IN_PAGE, PARTS, on } from "./calculator.mjs";
import { chrome, dist, median, page, serve, started, traced } from "./harness.mjs";
import { rulesets } from "./site.mjs";

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
      const answer = () => document.querySelector(PARTS.answered).textContent;
      const before = answer();
      const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, answer() !== before)));
      window.shown = new Promise((done) => addEventListener("keydown", () => painted().then(done), { capture: true, once: true }));
    });
    await it.keyboard.press(key);
    showed.push(await it.evaluate(() => window.shown));
  }
  return showed;
}

/** Of each key the milliseconds of the page's thread from its arrival to the end of the frame with its answer. */
function taken({ events, tasks }, count) {
  const downs = events.filter(({ name, ph, args }) => ph === "X" && name === "EventDispatch" && args.data.type === "keydown");
  assert.equal(downs.length, count);
  const paints = events.filter(({ name, ph }) => ph === "X" && name === "Paint");
  return downs.map((down) => {
    const after = tasks.filter(({ pid, tid, ts, dur }) => pid === down.pid && tid === down.tid && ts + dur >= down.ts);
    const last = after.findIndex(({ pid, tid, ts, dur }, place) => place > 0 && paints.some((paint) => paint.pid === pid && paint.tid === tid && ts <= paint.ts && paint.ts <= ts + dur));
    return last < 0 ? Infinity : after.slice(0, last + 1).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
}

/** Work of PACE milliseconds where the limits were set, for the page's thread: what a limit is a part of. Elements are made, laid out and removed, as keys do: what only counts is faster on one machine where this is not. */
const PACE = 28;
const work = () => {
  for (let round = 0; round < 12; round++) {
    const part = document.body.appendChild(document.createElement("div"));
    part.style.cssText = "position: absolute; top: 0; width: 20rem; contain: strict; height: 20rem";
    for (let place = 0; place < 400; place++) {
      const row = part.appendChild(document.createElement("span"));
      row.className = "share";
      row.textContent = `${place} %`;
    }
    part.firstElementChild.getBoundingClientRect();
    part.remove();
  }
};
/** The longest of tasks, in milliseconds of their thread. */
const longest = (tasks) => Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
/** How long the work takes now: the median of a few times. */
async function pace(browser, it) {
  const times = [];
  while (times.length < 5) times.push(longest((await traced(browser, () => it.evaluate(work))).tasks));
  return median(times);
}

/** What is under way is done and painted. */
const settled = (it) => it.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))));

const six = "attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=400";

/** The id of a number field in which 2 and 21 lead to different answers. */
async function typedField(it) {
  const fields = it.locator(`${PARTS.number}:visible:enabled`);
  for (const id of await fields.evaluateAll((all) => all.map((field) => field.id))) {
    const field = it.locator(`#${id}`);
    const before = await field.inputValue();
    const answers = [];
    for (const text of ["2", "21"]) {
      await field.fill(text);
      await settled(it);
      if ((await on(it).problems.count()) === 0) answers.push(await on(it).answered.textContent());
    }
    if (answers.length === 2 && answers[0] !== answers[1]) return id;
    await field.fill(before);
  }
  return assert.fail("no number field changes the answer");
}

// Pairings of presets that `cargo bench` finds slowest, and long turns.
const heaviest = [
  ["POWDER, the heaviest of presets", "#powder/wand?attacker.preset=golden-tridude&attacker.parts.0.bonus=0&attacker.parts.0.dice=1&attacker.parts.0.sides=8&defender.preset=large-turtloid", "f-defender-natural_ac"],
  ["Crawl, the heaviest of presets", "#crawl/monster-ranged?attacker.preset=deep-elf-blademaster&defender.preset=gold-dragon-armour-0-5", "f-defender-ac"],
  ["Angband, the heaviest of presets", "#angband/thrown?attacker.preset=chain-mail&attacker.object.to_hit=1&defender.preset=master-quylthulg", "f-defender-ac"],
  ["Angband, six blows", `#angband/melee?${six}`, "f-defender-ac"],
  ["Pixel Dungeon, the heaviest of presets", "#pixel-dungeon/melee?attacker.preset=war-hammer-of-the-document&defender.preset=warrior-suit-made-of-plate", "f-attacker-level"],
  ["Dominions, fifty attackers", "#dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=50", "f-attacker-attack"],
];

for (const [what, path, given, most] of [
  ...rulesets(dist).map((name) => [name, `#${name}`, undefined, 16]),
  ...heaviest.map((one) => [...one, 35]),
]) {
  test(`one key to the painted answer: ${what}`, async (t) => {
    const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
    await context.addInitScript(IN_PAGE);
    t.after(() => context.close());
    const it = await context.newPage();
    // To the page the clock stands: it computes at once, however busy the machine is, and all of it is measured.
    await it.addInitScript(() => (performance.now = () => 0));
    await it.goto((await site()) + path);
    await started(it);
    const id = given ?? (await typedField(it));
    await it.locator(`#${id}`).fill("2");
    await it.locator(`#${id}`).press("End");
    // 2, 21, 2, 21, ...: each is another answer.
    const keys = (count) => Array.from({ length: count }, (_, place) => ["1", "Backspace"][place % 2]);
    await press(it, keys(10));
    // Whoever else is at work on the machine takes time of a thread, too: the best of a few rounds counts.
    let best = Infinity;
    for (let round = 0; round < 6 && best > most / PACE; round++) {
      const now = await pace(await browser(), it);
      const trace = await traced(await browser(), () => press(it, keys(30)));
      assert.deepEqual(trace.done.filter((showed) => !showed), [], "the next frame shows the answer");
      const time = median(taken(trace, 30));
      best = Math.min(best, time / now);
      t.diagnostic(`${time.toFixed(1)} ms of the page's thread to the painted answer, the median of 30 keys; ${now.toFixed(0)} ms for what took ${PACE} where the limit of ${most} ms was set`);
    }
    assert.ok(best <= most / PACE, `${(best * PACE).toFixed(1)} of ${most}`);
  });
}

test("nothing jumps while one types", async (t) => {
  const before = (it) =>
    it.addInitScript(() => {
      window.shifts = [];
      // Also those shortly after a key: they are just the ones that would annoy.
      const watch = new PerformanceObserver((list) => note(list.getEntries()));
      // The sentences of the rolled example are set anew, in a box of one height; a unit follows its number in a line.
      const isText = ({ sources }) => sources.length > 0 && sources.every(({ node }) => !node?.isConnected || (node.closest ? node : node.parentElement).closest(PARTS.unmoving));
      const note = (shifts) => window.shifts.push(...shifts.filter((shift) => !isText(shift)).map(({ value, sources }) => ({ value, sources: sources.map(({ node }) => node?.className || `${node?.nodeName} in ${node?.parentElement?.className}: ${node?.textContent}`) })));
      watch.observe({ type: "layout-shift", buffered: true });
      window.found = () => {
        note(watch.takeRecords());
        return window.shifts.splice(0);
      };
    });
  const it = await page(t, { before });
  const shifts = async () => {
    await settled(it);
    return it.evaluate(() => window.found());
  };
  await shifts();
  for (const [sheet, label, texts] of [
    ["Attacker", "Physical level", ["1", "9", "99", "40"]],
    ["Defender", "Natural AC", ["0", "100", "7"]],
    ["Attacker", "To-hit bonus", ["-50", "50", "3"]],
  ]) {
    const field = on(it).entry(label, sheet);
    for (const text of texts) {
      await field.fill("");
      for (const key of text) {
        await field.press(key);
        assert.deepEqual(await shifts(), [], `${label}: ${key} of ${text}`);
      }
    }
  }
});

// As many attackers as the rules allow, one after the other.
const heavy = "#dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=50";

test("a long turn does not hold up typing", async (t) => {
  // The answer is that of the last key: the same as of a page that is opened with it.
  const other = await page(t, { path: `${heavy}&attacker.attack=6` });
  const last = await on(other).mean.textContent();
  await other.close();
  const it = await page(t, { path: heavy });
  assert.equal(await on(it).problems.count(), 0);
  const level = on(it).entry("Attack skill", "Attacker");
  const says = (last, is) => it.waitForFunction(([last, is]) => (document.querySelector(PARTS.mean).textContent === last) === is && document.querySelector(PARTS.computed), [last, is]);
  /** Types: the longest task, as long as it would be where the limit was set. */
  const round = async () => {
    await level.fill("7");
    await says(last, false);
    const typing = await traced(it.context().browser(), async () => {
      for (const text of ["1", "2", "3", "4", "5", "6"]) await level.fill(text);
      assert.equal(await level.inputValue(), "6");
      await says(last, true);
    });
    const most = longest(typing.tasks);
    const now = await pace(it.context().browser(), it);
    t.diagnostic(`longest task of the page's thread: ${most.toFixed(0)} ms; ${now.toFixed(0)} ms for what took ${PACE} where the limit was set`);
    return (most * PACE) / now;
  };
  // Before the page knows that answers are slow, one is worked out at once: of a few rounds the best counts.
  let best = Infinity;
  for (let rounds = 0; rounds < 3 && best >= 70; rounds++) best = Math.min(best, await round());
  assert.ok(best < 70, `${best} ms`);
});

test("fractions that would be too large are refused in a sentence, and the next key takes them away", async (t) => {
  const it = await page(t, { path: heavy });
  await on(it).fractions.click();
  await it.getByText(/^Too large for exact fractions/).waitFor();
  await on(it).entry("Attack skill", "Attacker").fill("2");
  await it.getByText(/^Too large for exact fractions/).waitFor({ state: "hidden" });
  assert.equal(await on(it).fractions.getAttribute("aria-pressed"), "false");
});

test("what is legal but too large is refused in a sentence", async (t) => {
  const parts = ["physical", "fire", "cold"].map((element, place) => `attacker.parts.${place}.dice=20&attacker.parts.${place}.sides=100&attacker.parts.${place}.element=${element}`);
  const it = await page(t, { path: `#powder/melee?${parts.join("&")}&defender.natural_ac=100` });
  await it.getByText(/too large: too many rolls are followed at once/).first().waitFor();
  await on(it).newFight.click();
  await it.getByText(/too large: too many rolls are followed at once/).first().waitFor({ state: "hidden" });
});
