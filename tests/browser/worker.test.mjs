// The worker behind slow answers: one that a browser ends without an event is replaced.
import assert from "node:assert/strict";
import { test } from "node:test";
import { on } from "./calculator.mjs";
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
