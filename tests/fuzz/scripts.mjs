// Tries a door that is a script with values that change from run to run: what leads to a place in the code that none before it reached is kept, and changed further.
//
//   node tests/fuzz/scripts.mjs messages 60     for 60 seconds; a third word is the seed
//
// It begins with what is kept in crates/doors, leaves what it finds in target/fuzz/DOOR.jsonl, and ends with 1 and the input that did harm.
import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { random } from "../package/hostile.mjs";
import { doors } from "./doors.mjs";
import { kept } from "./kept.mjs";

const [door, seconds, seed = "1"] = process.argv.slice(2);
if (!doors[door] || !(seconds > 0)) throw new Error(`a door (${Object.keys(doors).join(", ")}), and for how many seconds`);
const { names, right, hostile, sources, run } = doors[door];
/** Longer inputs only take longer. */
const LONGEST = 2000;

const next = random(Number(seed));
const pick = (list) => list[Math.floor(next() * list.length)];
const words = [...new Set(Object.values(sources).join().match(/[a-z_]{3,}/gi))];

/** Every place in a tree: what holds it, and its name there. */
function places(tree) {
  const isTree = (value) => value && typeof value === "object" && !("hostile" in value);
  return Object.keys(tree).flatMap((name) => [[tree, name], ...(isTree(tree[name]) ? places(tree[name]) : [])]);
}
const leaf = () => ({ hostile: Math.floor(next() * hostile) });
const far = (number) => pick([number + 1, -number, number / 2, number * 1000, number ** 9]);
function cut(value) {
  if (typeof value === "number") return far(value);
  if (!value || typeof value === "boolean") return !value;
  if (typeof value === "string" || Array.isArray(value)) return value.slice(0, Math.floor(next() * value.length));
  return Object.fromEntries(Object.entries(value).filter(() => next() < 0.7));
}
function spliced(value) {
  const text = typeof value === "string" ? value : String(pick(words));
  const at = Math.floor(next() * (text.length + 1));
  return text.slice(0, at) + pick([...":/#?&=%~.,-0 <\0é", pick(words), "://", "%00"]) + text.slice(at + Math.floor(next() * 3));
}
const ways = [
  leaf,
  cut,
  spliced,
  (value) => pick([[value], [value, value], { [pick(words)]: value }]),
  () => pick([pick(words), true, 7]),
  (_, own) => {
    const all = places(pick(corpus).given);
    // What stands under the same name elsewhere, if it does.
    const [inside, name] = all.find(([, name]) => name === own && next() < 0.9) ?? pick(all) ?? [[leaf()], 0];
    return structuredClone(inside[name]);
  },
];

/** An input with something else at some places. */
function changed(input) {
  const it = structuredClone(input);
  do {
    if (next() < 0.1) it.door = pick(names);
    if (next() < 0.1 || !it.given.length) it.given.push(leaf());
    const [inside, name] = pick(places(it.given));
    // A name that is not there, now and then.
    inside[Array.isArray(inside) || next() < 0.8 ? name : pick(words)] = pick(ways)(inside[name], name);
  } while (next() < 0.5);
  it.given.splice(3);
  // What is run is what can be kept.
  const text = JSON.stringify(it);
  return text.length > LONGEST ? changed(pick(corpus)) : JSON.parse(text);
}

const session = new Session();
session.connect();
const profiler = (method) => {
  let told;
  session.post(`Profiler.${method}`, { callCount: true, detailed: true }, (error, result) => (told = error ?? result));
  return told.result;
};
profiler("enable");
profiler("startPreciseCoverage");

/** Of each script, which of its letters ran, and where its blocks begin. */
const seen = Object.fromEntries(Object.entries(sources).map(([file, source]) => [file, { ran: new Uint8Array(source.length), edges: new Set([0]) }]));
/** Whether something ran since that never did; it is known from then on if `isKept`. */
function isNew(isKept) {
  let news = false;
  for (const { url, functions } of profiler("takePreciseCoverage")) {
    if (!seen[url]) continue;
    const { ran, edges } = seen[url];
    const now = new Uint8Array(ran.length);
    for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
      edges.add(startOffset).add(endOffset);
      now.fill(count && 1, startOffset, endOffset);
    }
    for (let place = 0; place < now.length; place++) {
      if (now[place] && !ran[place]) news = true;
      if (isKept) ran[place] |= now[place];
    }
  }
  return news;
}

const corpus = [];
let runs = 0;
async function ran(input, isAlone) {
  runs++;
  try {
    await run(input, isAlone);
  } catch (error) {
    console.error(`${door} does harm:\n${JSON.stringify(input)}\n${error?.stack}`);
    save();
    process.exit(1);
  }
}
function save() {
  const into = new URL("../../target/fuzz/", import.meta.url);
  mkdirSync(into, { recursive: true });
  writeFileSync(new URL(`${door}.jsonl`, into), corpus.map((input) => `${JSON.stringify(input)}\n`).join(""));
}
async function tried(inputs) {
  // To ask what ran takes longer than to run.
  for (const input of inputs) await ran(input, false);
  if (!isNew(false)) return;
  for (const input of inputs) {
    await ran(input, true);
    if (isNew(true)) corpus.push(input);
  }
}
await tried([...kept(door), ...right]);
const known = corpus.length;
for (const end = Date.now() + seconds * 1000; Date.now() < end; ) await tried(Array.from({ length: 50 }, () => changed(pick(corpus))));
save();
const blocks = Object.entries(seen).flatMap(([file, { ran, edges }]) => {
  const from = [...edges].sort((one, other) => one - other);
  const text = (start, place) => sources[file].slice(start, from[place + 1]).trim();
  return from.map((start, place) => ({ file, text: text(start, place), ran: ran[start] })).filter(({ text }) => /\w/.test(text));
});
for (const { file, text } of blocks.filter(({ ran }) => !ran)) console.log(`never ran: ${file}: ${text.slice(0, 90).replaceAll(/\s+/g, " ")}`);
console.log(`${door}: ${runs} runs, ${Math.round(runs / seconds)} a second; ${corpus.length} inputs kept, ${corpus.length - known} of them new; ${blocks.filter(({ ran }) => ran).length} of ${blocks.length} blocks ran; no harm`);
