// Messages about a program that breaks off.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { assertAccessible, dist, open, page, picture, started } from "./harness.mjs";
import { fileOf } from "./site.mjs";

const hit = (it) => on(it).chance.innerText();
const answered = (it, before) => on(it).chance.filter({ hasNotText: before }).waitFor();

/** The smallest module whose one function is `unreachable`: as a panic of the program ends. */
const module = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
const trap = `new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(${module}))).exports.f()`;

/** What the link in the alarm shows, in a page of its own. */
async function repeated(t, it) {
  const link = await on(it).alert.getByRole("link").getAttribute("href");
  return page(t, { path: link });
}

test("a worker that breaks off is shown with the link that repeats it, and the next question is answered", async (t) => {
  // The second message to the first worker is the first question; its program ends there.
  const breaks = `let count = 0;\naddEventListener("message", (event) => {\n  if (++count !== 2) return;\n  event.stopImmediatePropagation();\n  ${trap};\n});\n`;
  const worker = readFileSync(join(dist, fileOf(dist, "worker.js")), "utf8");
  const started = [];
  const before = (it) => it.route(/\/worker-\w+\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: (started.push(1) > 1 ? "" : breaks) + worker }));
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll", before });
  const exactly = on(it).fractions;
  await exactly.click();
  await on(it).alert.waitFor();
  assert.match(await on(it).alert.innerText(), /broke off/);
  await picture(it, "broken-worker");
  await assertAccessible(it);
  const again = await repeated(t, it);
  assert.equal(await hit(again), await hit(it));
  // Off, and on again.
  await exactly.click();
  await exactly.click();
  await on(it).anyFraction.filter({ hasText: /\d\/\d/ }).first().waitFor();
  assert.equal(started.length, 2);
});

test("a page that breaks off is shown with the link that repeats it, and goes on", async (t) => {
  const { context, page: it, problems } = await open({ path: "#powder/melee?attacker.physical_level=3" });
  t.after(async () => {
    await context.close();
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0], /RuntimeError: unreachable/);
  });
  await started(it);
  const level = on(it).fieldOf("attacker.physical_level");
  const before = await hit(it);
  // Who answers looks at the clock first. A trap in there ends the program in the midst of it, as one of its own does.
  await it.evaluate((module) => {
    performance.now = () => {
      delete performance.now;
      new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(module))).exports.f();
    };
  }, module);
  await level.fill("1");
  await on(it).alert.waitFor();
  const again = await repeated(t, it);
  assert.equal(await on(again).fieldOf("attacker.physical_level").inputValue(), "1");
  await picture(it, "broken-page");
  await assertAccessible(it);
  await on(it).goOn.click();
  await on(it).alert.waitFor({ state: "detached" });
  await started(it);
  assert.equal(await level.inputValue(), "3");
  assert.equal(await hit(it), before);
  await level.fill("9");
  await answered(it, before);
});

test("a question that cannot be handed to the worker is shown, and the next one is answered", async (t) => {
  const before = (it) =>
    it.addInitScript(() => {
      window.sent = 0;
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        // The first message to a worker is the program; the second is the first question.
        if (++window.sent !== 2) return post.apply(this, message);
        throw new DOMException("Data cannot be cloned, out of memory.", "DataCloneError");
      };
    });
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll", before });
  const exactly = on(it).fractions;
  await exactly.click();
  await it.getByText("could not be handed to the worker").first().waitFor();
  // Off, and on again.
  await exactly.click();
  await exactly.click();
  await on(it).anyFraction.filter({ hasText: /\d\/\d/ }).first().waitFor();
});
