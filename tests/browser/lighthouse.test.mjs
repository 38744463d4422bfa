// The page as Lighthouse judges it, in its profile of a middling phone, in the median of three: the highest mark in each of its categories but speed. Its mark
// for speed is that of the machine as well, which it slows down to a quarter: it is told, and only when the largest part is there is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { rulesets } from "./site.mjs";
import { chrome, dist, serve } from "./harness.mjs";

const RUNS = 3;
const HIGHEST = 100;
/** The largest part of the page is to be there before so many milliseconds: what web.dev calls good. */
const LARGEST = 2500;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const page = await serve(dist, "/", true);

/** The marks of one visit, and what they rest on. */
async function judged(address) {
  const browser = await launch({ chromePath: chrome.program, chromeFlags: ["--headless", ...chrome.flags] });
  try {
    const { lhr } = await lighthouse(address, { port: browser.port, output: "json" });
    const marks = Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(score * 100)]);
    const [blocked, largest, shift] = ["total-blocking-time", "largest-contentful-paint", "cumulative-layout-shift"].map((name) => lhr.audits[name].numericValue);
    return { marks: Object.fromEntries(marks), blocked, largest, shift };
  } finally {
    browser.kill();
  }
}

/** Three visits, or two of the highest marks: then that is the median. */
async function visits(address) {
  const made = [];
  const highest = () => made.filter(({ marks }) => Object.values(marks).every((mark) => mark === HIGHEST)).length;
  while (made.length < RUNS && highest() * 2 < RUNS) made.push(await judged(address));
  return made;
}

for (const ruleset of rulesets(dist)) {
  test(`${ruleset}: the marks of Lighthouse`, async (t) => {
    let missed = ["all"];
    for (let attempt = 0; attempt < 2 && missed.length > 0; attempt++) {
      const made = await visits(ruleset === rulesets(dist)[0] ? page : `${page}${ruleset}.html`);
      for (const { marks, blocked, largest, shift } of made) {
        t.diagnostic(`${Object.values(marks).join(" ")}, blocked for ${blocked.toFixed(0)} ms, largest part after ${largest.toFixed(0)} ms, shifts ${shift.toFixed(4)}`);
      }
      const told = Object.keys(made[0].marks).filter((name) => name !== "performance");
      missed = told.filter((name) => median(made.map(({ marks }) => marks[name])) < HIGHEST);
      if (median(made.map(({ largest }) => largest)) >= LARGEST) missed.push("largest part");
    }
    assert.deepEqual(missed, []);
  });
}
