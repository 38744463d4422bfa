// Wherever one has been on the page, and however late answers came: what it shows is what its link shows to somebody who comes by that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { PARTS, on } from "./calculator.mjs";
import { anew, dist, late, page } from "./harness.mjs";
import { rulesets } from "./site.mjs";

/** What the page shows, and what stands in the fields that are in sight. */
const shown = (it) =>
  it.evaluate(() => {
    const plain = (text) => text.replace(/\s+/g, " ").trim();
    const texts = [PARTS.logHeading, PARTS.logEvents, PARTS.verdict, PARTS.sentence, PARTS.headline, PARTS.damage, PARTS.outcomes, PARTS.cannot, PARTS.remark, PARTS.ends, PARTS.modeHere, PARTS.extentHere];
    const fields = [...document.querySelectorAll(PARTS.entered)];
    return {
      title: document.title,
      ...Object.fromEntries(texts.map((part) => [part, [...document.querySelectorAll(part)].map((one) => plain(one.innerText))])),
      ...Object.fromEntries(fields.map((field, at) => [field.id || at, field.type === "checkbox" ? field.checked : field.value])),
    };
  });

// An element that was drawn may be covered by then: the click does not wait.
const now = { force: true };
const press = (one) => one.click(now);

/** Deeds of a person: a selector of elements, and what is done to one of them. */
const deeds = [
  [`${PARTS.number}:visible${PARTS.isOn}`, (one, drawn) => one.press(drawn(2) ? "ArrowUp" : "ArrowDown")],
  [`${PARTS.tick}:visible${PARTS.isOn}`, press],
  [`${PARTS.choice}:visible${PARTS.isOn}`, async (one, drawn) => one.selectOption({ index: drawn(await one.evaluate((select) => select.options.length)) }, now)],
  [`:is(${PARTS.fold}):visible`, press],
  [`${PARTS.picker}:visible`, choose],
  [`${PARTS.picker}:visible`, choose],
  [`${PARTS.modeButton}:visible`, press],
  [`${PARTS.game}:visible`, press],
  [`${PARTS.extentButton}:visible${PARTS.isOn}`, press],
  [`${PARTS.editButton}:visible${PARTS.isOn}`, press],
  [`${PARTS.rollAgain}:visible`, press],
];

/**
 * Draws one of the elements and does the deed to it; gives its name, or nothing where there is no element. An answer that comes late may replace the
 * elements meanwhile: then another one is drawn.
 */
async function drawnOne(elements, deed, drawn) {
  for (;;) {
    const all = await elements.elementHandles();
    if (all.length === 0) return undefined;
    const one = all[drawn(all.length)];
    try {
      const name = await one.evaluate(({ id, innerText }) => id || innerText);
      await deed(one, drawn);
      return name;
    } catch (error) {
      if (await one.evaluate((element) => element.isConnected && element.checkVisibility())) throw error;
    }
  }
}

async function choose(field, drawn) {
  await field.click();
  const rows = on(await field.ownerFrame()).pickerRow;
  await rows.first().waitFor();
  await drawnOne(rows, (row) => row.click(), drawn);
}

/** What the page shows, and what it shows to somebody who comes by its link. What is folded away on one of them is left out. */
async function compared(here, there) {
  const [mine, theirs] = [await shown(here), await shown(there)];
  const both = Object.keys(mine).filter((key) => key in theirs);
  return [mine, theirs].map((all) => both.map((key) => [key, all[key]]));
}

for (const [at, game] of rulesets(dist).entries())
  test(`a walk through ${game}`, async (t) => {
    const it = await page(t, { path: `#${game}`, before: (page) => page.addInitScript(late) });
    let seed = Number(process.env.TOHIT_SEED ?? 7) + at;
    const drawn = (below) => {
      seed = (seed * 1664525 + 1013904223) % 2 ** 32;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const did = [];
    let fresh;
    while (did.length < 12) {
      const [which, deed] = deeds[drawn(deeds.length)];
      const name = await drawnOne(it.locator(which), deed, drawn);
      if (name === undefined) continue;
      did.push(name);
      if (did.length % 4 > 0) continue;
      // Of what is not allowed the page shows what was before it, and a link's visitor what is without.
      const mend = on(it).mend;
      if (await mend.isVisible()) await mend.click();
      // A mode that was chosen asks for what it needs, and a link's visitor has the answer by the defaults.
      const missing = on(it).missing;
      // The question of a mode before it may still stand there, until an answer takes it away; and "without" answers none.
      while ((await missing.isVisible()) && (await drawnOne(on(missing).choose, (one) => one.click(), drawn)) !== undefined)
        await drawnOne(on(it).pickerFocused, choose, drawn);
      // The address follows when the hands rest, the log and the duel come after the answer: it is so in the end.
      const end = Date.now() + 60_000;
      for (let isSo = false; !isSo; ) {
        const link = new URL(it.url()).hash;
        if (fresh) await anew(fresh, link);
        else fresh = await page(t, { path: link });
        while (!isSo && new URL(it.url()).hash === link) {
          const [mine, theirs] = await compared(it, fresh);
          isSo = isDeepStrictEqual(mine, theirs);
          if (Date.now() > end) assert.deepEqual(mine, theirs, `${link} after ${did.join("; ")}`);
          await fresh.evaluate(() => new Promise(requestAnimationFrame));
        }
      }
    }
  });
