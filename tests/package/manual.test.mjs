// Every example of docs/javascript.md, as it stands there: in Node, and in Chromium in a page and in a worker.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open, serve } from "../browser/harness.mjs";
import { examples, install, run } from "./project.mjs";

const dir = install();
for (const { name, text } of examples()) writeFileSync(join(dir, name), text);

/** Expected output of an example: the comments after its `console.log` lines. */
const said = (text) => [...text.matchAll(/^ *(?:console\.log|postMessage)\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);

const scripts = examples().filter(({ name }) => name.endsWith(".mjs"));

test("the manual has examples of every function", () => {
  const all = scripts.map(({ text }) => text).join("");
  for (const name of ["init", "resolve", "resolveExact", "roll", "explain", "study", "fields", "load", "importCharacter", "compareScreen", "presets", "rulesets"]) {
    assert.match(all, new RegExp(`\\b${name}\\(`), name);
  }
});

for (const { name, text } of scripts) {
  test(`in Node ${name} prints what it says`, () => {
    assert.notDeepEqual(said(text), []);
    assert.deepEqual(run(dir, name).trimEnd().split("\n"), said(text));
  });
}

test("in Chromium the page and its worker show the same chances as Node, and fetch one module", async () => {
  const asked = [];
  const before = (page) => page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1)));
  const address = await serve(dir, "/fights/");
  const { context, page, problems } = await open({ address, path: "page.html", before });
  const worker = examples().find(({ name }) => name === "worker.js");
  const [chance] = said(worker.text);
  await page.locator("#worker", { hasText: chance }).waitFor();
  assert.equal(await page.locator("#page").innerText(), chance);
  await context.close();
  assert.deepEqual(problems, []);
  assert.deepEqual([...new Set(asked.filter((name) => /\.(wasm|txt)$/.test(name)))].sort(), ["tohit_bg.wasm"]);
});
