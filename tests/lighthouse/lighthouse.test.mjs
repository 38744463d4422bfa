// A link with a scenario, as people send them, as Lighthouse judges it, in its profile of a middling phone, in the median of three: the highest mark in each of its categories but speed, and
// no panel that shifts. Its mark for speed, and when the largest part is there, are those of the machine as well, which it slows down to a quarter: they are
// printed. What they come from is held elsewhere: what a visit fetches by the size gate, that the largest part waits for no program by first-view.test.mjs.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { fileOf, rulesets } from "../browser/site.mjs";
import { chrome, dist, median, serve } from "../browser/harness.mjs";

const RUNS = 3;
/** The edition that is marked beside its tab pushes the tabs to its right aside: 0.0013 at most. What moves a panel by a line is above this. */
const MOST_SHIFT = 0.005;
const HIGHEST = 100;
const page = await serve(dist, "/", true);
const links = readFileSync(new URL("../old-links.txt", import.meta.url), "utf8").split("\n");
/** One that names a preset. */
const linked = (ruleset) => links.find((line) => line.startsWith(`${ruleset}/`) && line.includes(".preset=")).split("\t")[0];

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
  const highest = () => made.filter(({ marks }) => Object.entries(marks).every(([name, mark]) => name === "performance" || mark === HIGHEST)).length;
  while (made.length < RUNS && highest() * 2 < RUNS) made.push(await judged(address));
  return made;
}

const size = (ruleset) => statSync(join(dist, fileOf(dist, `${ruleset}.txt`))).size;
const [first, ...others] = rulesets(dist);

// The pages differ by their ruleset alone: the first, and that of the largest file.
for (const ruleset of [first, ...others.toSorted((a, b) => size(b) - size(a)).slice(0, 1)]) {
  test(`${ruleset}: the marks of Lighthouse`, async (t) => {
    let missed = ["all"];
    for (let attempt = 0; attempt < 2 && missed.length > 0; attempt++) {
      const made = await visits(`${page}#${linked(ruleset)}`);
      for (const { marks, blocked, largest, shift } of made) {
        t.diagnostic(`${Object.values(marks).join(" ")}, blocked for ${blocked.toFixed(0)} ms, largest part after ${largest.toFixed(0)} ms, shifts ${shift.toFixed(4)}`);
      }
      const marks = Object.keys(made[0].marks).filter((name) => name !== "performance");
      missed = marks.filter((name) => median(made.map(({ marks }) => marks[name])) < HIGHEST);
      if (median(made.map(({ shift }) => shift)) > MOST_SHIFT) missed.push("shifts");
    }
    assert.deepEqual(missed, []);
  });
}
