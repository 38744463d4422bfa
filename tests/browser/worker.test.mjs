// The worker behind slow answers: one that a browser ends without an event is replaced, and what waits for it says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { page } from "./harness.mjs";

/** Lets the worker end itself, as a browser that saves memory ends it: no event tells the page. */
async function end(it) {
  const [worker] = it.workers();
  const closed = worker.waitForEvent("close");
  await worker.evaluate(() => self.close()).catch(() => undefined);
  await closed;
}

test("a worker that ends without an event is replaced, and does what was asked", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  const fractions = on(it).fractions;
  const shown = on(it).fraction.filter({ hasText: "/" });
  await fractions.click();
  await shown.waitFor();
  const before = await shown.innerText();
  const level = on(it).fieldOf("attacker.physical_level");
  for (const key of ["ArrowUp", "ArrowDown"]) {
    await end(it);
    await level.press(key);
    await fractions.click();
    await shown.waitFor();
    assert.equal(it.workers().length, 1);
  }
  assert.equal(await shown.innerText(), before);
});

test("until a slow duel is here, the chances are marked as those of the one before, and a copy has the link alone", async (t) => {
  const path = "#dominions/sequence?attacker.preset=heavy-infantry-38&defender.preset=knight&situation.rules=v6&situation.attackers=10&extent=duel&first=attacker";
  const it = await page(t, { path });
  const says = (sentence) => on(it).sentence.filter({ hasText: sentence }).waitFor();
  await says(/wins?\s.*%/);
  const first = await on(it).sentence.textContent();
  // Names and chances are always those of one duel.
  await it.evaluate(({ boutEarlier, sentence, band }) => {
    window.seen = [];
    const look = () => window.seen.push([Boolean(document.querySelector(boutEarlier)), document.querySelector(sentence).textContent]);
    new MutationObserver(look).observe(document.querySelector(band), { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"] });
  }, PARTS);
  await on(it).entry("How many strike back:").fill("5");
  await says(/5 defenders/);
  await it.waitForFunction((selector) => !document.querySelector(selector), PARTS.boutEarlier);
  const seen = await it.evaluate(() => window.seen);
  assert.ok(seen.some(([isEarlier]) => isEarlier), "marked while it is computed");
  assert.ok(seen.filter(([isEarlier]) => isEarlier).every(([, sentence]) => sentence === first), "the sentence of the duel before");
});
