// The calculator inside an article of another origin: as a plain frame, by the gadget, and as an element of its own.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { programs } from "../../crates/xtask/node/first-load.mjs";
import { asked, assertAccessible, dist, open, picture, serve } from "./harness.mjs";

const fight = "powder/melee?attacker.preset=fred&amp;defender.preset=troll";

/** An article on a server of its own; `body` may name the calculator's address as {home}. */
async function article(t, body, options = {}) {
  const home = await serve(dist);
  const dir = mkdtempSync(join(tmpdir(), "tohit-wiki-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Trolls</title><main><h1>Trolls</h1>';
  writeFileSync(join(dir, "index.html"), head + body.replaceAll("{home}", home) + "</main>");
  const { context, page } = await open({ address: await serve(dir, "/article/"), ...options });
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  t.after(async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  });
  return page;
}
const gadget = '<script src="{home}tohit-gadget.js"></script>';
const inside = (it, place = 0) => it.frameLocator("iframe").nth(place);
const ready = (frame) => frame.locator("html[data-started]").waitFor({ state: "attached" });
const hit = (frame) => frame.locator(".hit strong").innerText();
const height = (it) => it.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);

test("a plain frame shows what the editor chose, and answers while one types", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html?panels=answer,sheets&fields=attacker.physical_level,defender.natural_ac#${fight}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const before = await hit(frame);
  assert.equal(await frame.locator(".log").isVisible(), false);
  assert.equal(await frame.locator(".damage").isVisible(), false);
  assert.equal(await frame.locator("#top").isVisible(), false);
  const shown = await frame.locator(".field:visible").count();
  assert.ok(shown >= 1 && shown <= 2, `${shown} fields are open`);
  await frame.locator("#f-attacker-physical_level").fill("1");
  await frame.locator(".hit strong", { hasNotText: before }).waitFor();
  await frame.locator("#whole").hover();
  assert.match(await frame.locator("#whole").getAttribute("href"), /\/#powder\/melee\?/);
});

test("the gadget waits for a reader, fits its height, and takes the article's theme", async (t) => {
  const it = await article(t, `<div class="tohit" data-link="${fight}" data-panels="answer">Fred hits a troll.</div>${gadget}`);
  assert.equal(await it.locator("iframe").count(), 0);
  assert.match(await it.locator(".tohit").innerText(), /Fred hits a troll/);
  await it.getByRole("button", { name: "Calculate" }).click();
  const frame = inside(it);
  await ready(frame);
  const fits = async () => {
    const content = await frame.locator("body").evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    return content === (await height(it));
  };
  while (!(await fits())) await it.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await frame.locator("html").getAttribute("data-theme"), "light");
  await it.evaluate(() => document.documentElement.classList.add("skin-theme-clientpref-night"));
  await frame.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
  await picture(it, "embed-gadget-dark");
});

test("three on a page load the program once, also as elements of their own", async (t) => {
  const one = `<tohit-calculator link="${fight}" panels="answer" load="click" button="Go">static</tohit-calculator>`;
  const it = await article(t, one.repeat(3) + gadget);
  const from = asked.length;
  for (let place = 0; place < 3; place++) {
    await it.locator("tohit-calculator").nth(place).getByRole("button", { name: "Go" }).click();
    await ready(it.locator("tohit-calculator").nth(place).frameLocator("iframe"));
  }
  const [, wasm] = programs(dist).get("powder");
  assert.equal(asked.slice(from).filter((name) => name === wasm).length, 1);
});

test("whoever writes to a frame can change how it looks and what it computes, and nothing else", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html#${fight}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const send = (message) => it.evaluate((message) => frames[0].postMessage(message, "*"), message);
  await send({ tohit: 1, type: "dress", theme: "<b>", accent: "red;}*{display:none" });
  await send({ tohit: 1, type: "show", link: { toString: "no text" } });
  await send({ tohit: 2, type: "dress", theme: "dark" });
  await send("nonsense");
  await send({ tohit: 1, type: "dress", theme: "dark", accent: "rgb(1, 2, 3)" });
  await frame.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
  assert.equal(await frame.locator("html").evaluate((root) => root.style.getPropertyValue("--accent")), "rgb(1, 2, 3)");
  await send({ tohit: 1, type: "show", link: "#angband/melee?defender.ac=130" });
  await frame.locator('html[data-ruleset="angband"][data-started]').waitFor({ state: "attached" });
  await frame.locator("#f-defender-ac").waitFor({ state: "attached" });
  assert.equal(await frame.locator("#f-defender-ac").inputValue(), "130");
});

test("at 280 px a frame can be read and used, in the light and in the dark", async (t) => {
  for (const theme of ["light", "dark"]) {
    const it = await article(t, `<iframe title="Odds" width="280" height="900" src="{home}embed.html?theme=${theme}#${fight}"></iframe>`, { width: 360, touch: true });
    await ready(inside(it));
    const [, frame] = it.frames();
    const { content, window } = await frame.evaluate(() => ({ content: document.documentElement.scrollWidth, window: innerWidth }));
    assert.ok(content <= window, `${content} px in ${window}`);
    await picture(it, `embed-280-${theme}`);
    await assertAccessible(frame);
  }
});

test("the gadget is one readable script under 10 kB", () => {
  const script = readFileSync(join(dist, "tohit-gadget.js"));
  assert.ok(script.length < 10_000);
  assert.match(script.toString(), /data-link/);
});
