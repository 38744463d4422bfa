// Links and texts that are larger than any game or scenario: each is refused in one sentence, and the tab stays as it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { on } from "./calculator.mjs";
import { page } from "./harness.mjs";
import { peaks } from "./memory.mjs";

test("rules that are larger inflated than a game may be are refused, and never inflated as a whole", async (t) => {
  const bombs = ["\n", " "].map((part) => deflateRawSync(`rules 1 "A"${part.repeat(27_999_999 / part.length)}`, { level: 9 }).toString("base64url"));
  const it = await page(t);
  const [before] = (await peaks()).sort((one, other) => other - one);
  for (const bomb of bombs) {
    assert.ok(bomb.length < 40_000);
    await it.evaluate((bomb) => (location.hash = `own/strike?rules=.${bomb}`), bomb);
    await it.getByText("it is too long").first().waitFor();
    await it.evaluate(() => (location.hash = "powder/melee"));
    await it.getByText("it is too long").first().waitFor({ state: "detached" });
  }
  const [after] = (await peaks()).sort((one, other) => other - one);
  if (before !== undefined) assert.ok(after - before < 100, `${before} MB, then ${after} MB`);
});

test("a link that names only a late item of a list has one message", async (t) => {
  const it = await page(t, { path: "#pixel-dungeon/targeting?targeting.cover.4000=15,10" });
  await it.getByText("this item and 3999 more are missing").first().waitFor();
  assert.equal(await it.getByText("is not allowed").count(), 0);
});

test("a pasted text that is longer than any game is refused, and one that is as long is not", async (t) => {
  const it = await page(t, { path: "#own" });
  await it.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const field = on(it).rules;
  const before = await field.inputValue();
  const paste = async (long) => {
    await it.evaluate((long) => navigator.clipboard.writeText("#".repeat(long)), long);
    await field.press("Control+a");
    await field.press("Control+v");
  };
  await paste(393_281);
  await it.getByText("The pasted text has more than 393,280 bytes").waitFor();
  assert.equal(await field.inputValue(), before);
  await paste(393_280);
  assert.equal((await field.inputValue()).length, 393_280);
});
