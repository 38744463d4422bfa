// An article on a server of its own, of another origin than the calculator's.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dist, open, serve } from "./harness.mjs";

/** A fight for a link in an attribute. */
export const fight = "powder/melee?attacker.preset=fred&amp;defender.preset=troll";

/** Opens an article for the test `t`; `body` and `policy` may name the calculator's address as {home}. The test fails if the article's console shows an error, but one that `expects` fits. */
export async function article(t, body, { policy = "", expects, ...options } = {}) {
  const home = await serve(dist);
  const dir = mkdtempSync(join(tmpdir(), "tohit-wiki-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const meta = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${meta}<link rel="icon" href="data:,"><title>Trolls</title><main><h1>Trolls</h1>`;
  writeFileSync(join(dir, "index.html"), (head + body + "</main>").replaceAll("{home}", home));
  const { context, page } = await open({ address: await serve(dir, "/article/"), ...options });
  const wrong = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !expects?.test(message.text()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  t.after(async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  });
  return page;
}
