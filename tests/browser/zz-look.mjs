import { open, started, picture } from "./harness.mjs";
import { readFileSync } from "node:fs";
import { test } from "node:test";
const text = readFileSync(process.env.TEXT ?? "/work/wt/rulesview/crates/resolver/rulesets/angband/angband.rules", "utf8");
test("look", async () => {
  const { page, problems, context } = await open({ path: "#angband/melee", width: +(process.env.W ?? 1280), dark: !!process.env.DARK, touch: +(process.env.W ?? 1280) < 500 });
  try {
  await started(page);
  await page.locator(".rulebook > summary").click();
  await page.getByRole("button", { name: "Change the rules" }).click();
  const t0 = Date.now();
  await page.locator(".book textarea").fill(text);
  await page.locator(".own").waitFor();
  console.log("played", Date.now() - t0, page.url().length);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: "/tmp/s1.png" });
  await page.locator(".book").scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector(".rulebook").scrollIntoView());
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/s2.png" });
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForTimeout(500);
  await page.evaluate(() => { document.querySelector(".rulebook").scrollIntoView(); document.querySelector(".lines").scrollTop = 3900; });
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/s3.png" });
  } finally { console.log(problems); await page.screenshot({ path: "/tmp/s9.png" }); }
});
