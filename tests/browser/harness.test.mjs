// The harness sees what goes wrong: each of these small sites does one thing that a test must fail on.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open, serve } from "./harness.mjs";

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src *">`;

async function problemsOf(t, script, { head = "" } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-harness-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const page = `<!doctype html><title>bad</title><link rel="icon" href="data:,">${head}<script src="bad.js"></script>`;
  writeFileSync(join(dir, "index.html"), page);
  writeFileSync(join(dir, "bad.js"), `${script}; document.documentElement.dataset.ran = ""`);
  const { context, page: it, problems } = await open({ address: await serve(dir, "/a/") });
  await it.locator("html[data-ran]").waitFor({ state: "attached" });
  await it.waitForLoadState("networkidle");
  await context.close();
  return problems;
}

test("a site that does nothing wrong has no problems", async (t) => {
  assert.deepEqual(await problemsOf(t, "console.log('well')"), []);
});

/** Runs in a page whose frame loads without an end: `does` is called with the frame. */
async function problemsOfFrame(t, src, does, left = 0) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-harness-"));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "index.html"), `<!doctype html><title>frame</title><link rel="icon" href="data:,"><iframe></iframe>`);
  writeFileSync(join(dir, "asks.html"), `<!doctype html><title>asks</title><script>const stop = new AbortController(); fetch("endless", stop).catch(() => {})</script>`);
  const { context, page: it, problems } = await open({ address: await serve(dir, "/a/"), before: (page) => page.route("**/endless", () => {}) });
  await Promise.all([it.waitForRequest("**/endless"), it.locator("iframe").evaluate((frame, src) => (frame.src = src), src)]);
  await Promise.all([it.waitForEvent("requestfailed"), it.locator("iframe").evaluate(does)]);
  const end = Date.now() + 10_000;
  while (problems.length > left && Date.now() < end) await it.evaluate(() => new Promise(requestAnimationFrame));
  const found = [...problems];
  await context.close();
  return found;
}

for (const [what, does] of [
  ["goes on to another page", (frame) => (frame.src = "asks.html?2")],
  ["is emptied", (frame) => frame.removeAttribute("src")],
  ["is removed", (frame) => frame.remove()],
])
  for (const src of ["endless", "asks.html"])
    test(`a frame that ${what} gives up ${src} without a problem`, async (t) => {
      assert.deepEqual(await problemsOfFrame(t, src, does), []);
    });

test("an aborted request of a frame that stays is seen", async (t) => {
  const problems = await problemsOfFrame(t, "asks.html", (frame) => frame.contentWindow.eval("stop.abort()"), 1);
  assert.match(problems.join(), /^failed: .*\/a\/endless net::ERR_ABORTED$/);
});

for (const [what, script, expected, options] of [
  ["a message in the console", "console.error('oh')", /^console error: oh/],
  ["an uncaught error", "setTimeout(() => { throw new Error('oh') }); ", /^uncaught: Error: oh/],
  ["a rejected promise", "Promise.reject(new Error('oh'))", /^uncaught: Error: oh/],
  ["a file that is not there", "fetch('none')", /^status 404: .*\/a\/none$/],
  ["a request to another origin", "fetch('http://other.example/').catch(() => {})", /^third party: http:\/\/other\.example\//],
  ["a violation of the policy", "document.documentElement.setAttribute('style', 'color: red')", /^console error: .*Content Security Policy/i, { head: policy }],
]) {
  test(`${what} is seen`, async (t) => {
    const problems = await problemsOf(t, script, options);
    assert.ok(problems.some((problem) => expected.test(problem)), JSON.stringify(problems));
  });
}
