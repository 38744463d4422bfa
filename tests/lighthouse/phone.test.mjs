// The first seconds on a phone that is emulated: cold caches, a slow line, the processor a quarter as fast. The figures are the median of TOHIT_VISITS visits (1), in
// milliseconds after the address was entered: when the odds are seen, when a tap three seconds later takes, when the first change is answered. Times are printed, not held: another program on the machine may double them. That all of it comes is held.
import { test } from "node:test";
import { PARTS, on } from "../browser/calculator.mjs";
import { dist, median, open, serve } from "../browser/harness.mjs";

const VISITS = Number(process.env.TOHIT_VISITS ?? 1);
const KILOBIT = 1000 / 8;
const lines = {
  "1.6 Mb/s and 150 ms": { down: 1600, latency: 150 },
  "9 Mb/s and 60 ms": { down: 9000, latency: 60 },
};
const address = await serve(dist, "/", true);
const now = (it) => it.evaluate(() => performance.now());
/** What the odds say, once they are seen; with those of before, once they say something else. */
const says = (before) => {
  const headline = document.querySelector(PARTS.chance);
  const text = headline?.checkVisibility({ visibilityProperty: true }) && headline.textContent;
  return text && text !== before ? text : undefined;
};

async function arrive({ down, latency }, path) {
  const before = async (page) => {
    const phone = await page.context().newCDPSession(page);
    await phone.send("Network.enable");
    await phone.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: down * KILOBIT, uploadThroughput: (down / 2) * KILOBIT });
    await phone.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  };
  const { context, page } = await open({ address, path, width: 360, height: 740, touch: true, before });
  const first = await (await page.waitForFunction(says)).jsonValue();
  const field = on(page).entry("Physical level", "Attacker");
  return { context, page, first, field, odds: await now(page) };
}

/** Who reads for three seconds and then taps. */
async function reader(line, path) {
  const { context, page, field, odds } = await arrive(line, path);
  await page.waitForFunction((until) => performance.now() >= until, odds + 3000);
  const tapped = await now(page);
  await on(page).openTab("left");
  await field.tap();
  await page.waitForFunction(() => document.activeElement?.localName === "input");
  const tap = (await now(page)) - tapped;
  await context.close();
  return { odds, tap };
}

/** Who changes a figure as soon as that is possible. */
async function hasty(line, path) {
  const { context, page, first, field, odds } = await arrive(line, path);
  await on(page).openTab("left");
  await field.fill("14");
  await page.waitForFunction(says, first);
  const change = await now(page);
  await context.close();
  return { odds, change };
}

for (const [name, line] of Object.entries(lines)) {
  for (const [what, path] of [["a first visit", ""], ["a link", "#powder/melee?attacker.preset=fred&defender.preset=troll"]]) {
    test(`${what} at ${name}`, async (t) => {
      const made = [];
      while (made.length < VISITS) made.push({ ...(await reader(line, path)), ...(await hasty(line, path)) });
      for (const part of ["odds", "tap", "change"]) t.diagnostic(`${part}: ${median(made.map((visit) => visit[part])).toFixed(0)} ms`);
    });
  }
}
