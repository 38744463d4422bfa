// Links that people may have kept, opened one after another on one page: it shows the answer that the file has, and the tab stays small. The first of each
// mode and every third are opened; the answers of all are computed in crates/cli/tests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS } from "./calculator.mjs";
import { page } from "./harness.mjs";
import { peaks } from "./memory.mjs";

/** Limit of a tab in MB. A tab that opened every link had a peak of some 400. */
const MOST = 700;

/** A number of the file, which may be a fraction or rounded; undefined where it has none of this name. */
function value(answer, name) {
  const [over, under = 1] = answer.match(new RegExp(`(?:^|, )${name} ([^,]+)`))?.[1].replace("~", "").split("/").map(Number) ?? [];
  return over === undefined ? undefined : over / under;
}

/** Every link of a mode, each with a seed of its own that tells it apart. A ruleset alone opens what was left there, or its example. */
const links = readFileSync(new URL("../old-links.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t"))
  // Of a whole address, the part behind the #.
  .map(([link, answer]) => [link.split("#").at(-1), answer])
  .filter(([link]) => link.includes("/"))
  .map(([link, answer], place) => {
    const seed = `seed=${1000 + place}`;
    const said = { hit: value(answer, "hit"), mean: value(answer, "turn") ?? value(answer, "damage") };
    return { link: `${link}${link.includes("?") ? "&" : "?"}${seed}`, seed, ...said };
  });

/** Run in the page: opens links; the first that does not show its answer within 30 seconds, with what is shown. */
async function opens(links) {
  const script = performance.getEntriesByType("resource").find(({ name }) => /\/tohit-web-\w+\.js$/.test(name)).name;
  const { permalink } = await import(script);
  const text = (part) => document.querySelector(part)?.textContent.replaceAll("\u00a0", " ") ?? "";
  const number = (text) => Number.parseFloat(text.replaceAll("\u202f", "").replaceAll(",", ""));
  const isChance = (shown, chance) => {
    if (shown.startsWith("<")) return chance > 0 && chance < 0.001;
    if (shown.startsWith(">")) return chance < 1 && chance > 0.999;
    return Math.abs(number(shown) - 100 * chance) < 0.0501;
  };
  // One decimal, two of a small number, none of a large one; an endless distribution has a lower bound.
  const isMean = (shown, mean) => {
    if (shown.startsWith("<")) return mean > 0 && mean < 0.01;
    if (shown.startsWith(">")) return mean > number(shown.slice(1)) - 0.0501;
    return Math.abs(number(shown) - mean) < Math.max(0.0501, mean / 1e6);
  };
  const shows = ({ hit, mean }) => {
    if (hit === undefined) return /^(Lands|Stop|Hits|Ends|Tap)/.test(text(PARTS.sentence));
    return isChance(text(PARTS.chance), hit) && (mean === undefined || isMean(text(PARTS.meanNumber), mean));
  };
  for (const wanted of links) {
    location.hash = wanted.link;
    const end = Date.now() + 30_000;
    while (!(permalink().includes(wanted.seed) && shows(wanted))) {
      if (Date.now() > end) return { ...wanted, permalink: permalink(), shown: [PARTS.chance, PARTS.meanNumber, PARTS.sentence, PARTS.intro].map(text) };
      await new Promise((turn) => setTimeout(turn));
    }
    const failed = text(PARTS.failed);
    if (failed) return { ...wanted, failed };
  }
  return undefined;
}

const modes = new Set();
const isFirst = ({ link }) => {
  const [mode] = link.split("?");
  return !modes.has(mode) && modes.add(mode);
};
const opened = links.filter((one, place) => isFirst(one) || place % 3 === 0);

test("links that people may have kept open on the page with their answers, and fill no memory", async (t) => {
  const it = await page(t);
  for (let from = 0; from < opened.length; from += 50) {
    assert.equal(await it.evaluate(opens, opened.slice(from, from + 50)), undefined);
    const large = (await peaks()).filter((size) => size > MOST);
    assert.deepEqual(large, [], `MB, after the links from ${opened[from].link}`);
  }
  assert.ok(links.length > 1000 && opened.length > links.length / 3);
  t.diagnostic(`${opened.length} of ${links.length} links, ${await peaks()} MB`);
});
