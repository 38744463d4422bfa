// The two doors that are scripts, each with as little around it as it takes, and what must hold whatever comes. Every input has a script of its own: what it does is repeated by the input alone.
// After it the next right one counts; not where one asks what code the input itself reaches (`isAlone`).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import { counts, isMine, isTold, revived } from "../package/hostile.mjs";

const source = (path) => `"use strict";${readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")}`;
const sources = {
  messages: { "embed.js": source("web/embed/embed.js"), "tohit-gadget.js": source("web/embed/tohit-gadget.js") },
  // A function is no module: what this one imports is handed to it, what it exports it gives.
  package: { "index.js": source("crates/js/npm/index.js").replaceAll(/^import .*$/gm, "").replaceAll("import.meta.url", "here").replaceAll(/^export (default )?/gm, "") },
};
const asked = ["load", "resolve", "resolveExact", "explain", "fight", "duel", "study", "roll", "presets", "fields", "rulesets"];
sources.package["index.js"] += `return { init, ScenarioError, ${asked} };`;

/** A script as a function of what it finds around it. */
function script(door, file, around) {
  const run = compileFunction(sources[door][file], around, { filename: file });
  return (things) => run(...around.map((name) => things[name]));
}
const nothing = () => {};
class Observer {
  observe() {}
}
const HOME = "https://calculator.example";
const THEMES = ["light", "dark", "auto"];

const embed = script("messages", "embed.js", ["document", "location", "parent", "window", "self", "history", "addEventListener", "ResizeObserver", "customElements"]);
/** A frame; `did` is all that its script does once it listens. What is not here, such as another way to a link than `replace`, it cannot touch without an error. */
function frame() {
  const did = [];
  const root = Object.freeze({ dataset: new Proxy({}, { set: (_, name, value) => did.push([name, value]) }) });
  const it = Object.freeze({ setAttribute: (...all) => did.push(all), addEventListener: nothing });
  const parent = Object.freeze({ postMessage: (...all) => did.push(["told", ...all]) });
  const document = Object.freeze({ documentElement: root, createElement: () => it, querySelector: () => ({ append: nothing }) });
  const location = Object.freeze({ search: "", hash: "", replace: (...all) => did.push(["replace", ...all]) });
  let hears;
  embed({ document, location, parent, window: {}, addEventListener: (type, heard) => type === "message" && (hears = heard), ResizeObserver: Observer, customElements: new Map() });
  did.length = 0;
  return { did, parent, hears };
}

function toFrame(isParents, messages, isAlone) {
  const { did, parent, hears } = frame();
  for (const data of messages) {
    hears({ source: isParents ? parent : {}, origin: HOME, data });
    const type = isParents && data?.tohit === 1 ? data.type : undefined;
    for (const [what, value, ...more] of did.splice(0)) {
      const isDress = type === "dress" && ((what === "theme" && THEMES.includes(value)) || (what === "accent" && typeof value === "string"));
      const isShow = type === "show" && what === "replace" && value === `#${data.link.replace(/^#/, "")}`;
      assert.ok((isDress || isShow) && !more.length, `a frame does ${what}, ${value}`);
    }
  }
  if (isAlone) return;
  hears({ source: parent, data: { tohit: 1, type: "show", link: "powder/melee" } });
  assert.deepEqual(did, [["replace", "#powder/melee"]]);
}

const gadget = script("messages", "tohit-gadget.js", ["document", "location", "window", "addEventListener", "getComputedStyle", "matchMedia", "MutationObserver"]);
/** An article with one frame. */
function article() {
  const did = [];
  const told = Object.freeze({ postMessage: (...all) => did.push(all) });
  const style = Object.seal({
    cssText: "",
    now: 420,
    /** As CSS does: what is no length changes nothing. */
    set height(text) {
      if (/^\s*[+-]?\d*\.?\d+(e[+-]?\d+)?px\s*$/i.test(text)) style.now = Number.parseFloat(text);
    },
  });
  const made = { iframe: { contentWindow: told, style, setAttribute: nothing }, button: { addEventListener: (_, click) => (made.click = click), remove: nothing } };
  const element = { dataset: { link: "powder/melee", home: `${HOME}/` }, textContent: "", matches: () => false, querySelector: nothing, childNodes: [], append: nothing };
  const document = Object.freeze({ querySelectorAll: () => [element], createElement: (name) => made[name] });
  let hears;
  const addEventListener = (type, heard) => type === "message" && (hears = heard);
  gadget({ document, location: Object.freeze({ href: "https://wiki.example/" }), window: {}, addEventListener, getComputedStyle: () => ({ backgroundColor: "rgb(0, 0, 0)" }), matchMedia: () => ({ addEventListener: nothing }), MutationObserver: Observer });
  made.click();
  Object.freeze(made.iframe);
  Object.freeze(element);
  Object.freeze(element.dataset);
  return { did, told, style, hears };
}

function toArticle(source, origin, messages, isAlone) {
  const { did, told, style, hears } = article();
  const isFrames = source && origin === HOME;
  for (const data of messages) {
    hears({ source: source ? told : {}, origin, data });
    assert.ok(isFrames || (style.now === 420 && !did.length), "a stranger is obeyed");
    assert.ok(style.now > 0 && style.now < 20_000, `${style.now} px`);
    for (const all of did.splice(0)) assert.deepEqual(all, [{ tohit: 1, type: "dress", theme: "dark" }, HOME]);
  }
  if (isAlone) return;
  hears({ source: told, origin: HOME, data: { tohit: 1, type: "height", height: 321 } });
  assert.equal(style.now, 321);
}

const messages = {
  "to a frame": (...all) => toFrame(true, ...all),
  "to a frame from a stranger": (...all) => toFrame(false, ...all),
  "to an article": (...all) => toArticle(true, HOME, ...all),
  "to an article from a stranger": (...all) => toArticle(false, HOME, ...all),
  "to an article from elsewhere": (...all) => toArticle(true, "https://elsewhere.example", ...all),
};

const module = script("package", "index.js", ["program", "all", "here", "globalThis", "fetch"]);
const isText = (value) => typeof value === "string" && value.isWellFormed();
/** The program answers what is an object; what it is asked is text, and JSON where that is meant. */
function program(games) {
  const said = (isGood) => (isGood ? '{"hit": 1}' : '{"errors": [{"path": "", "message": "no"}]}');
  return {
    default: async (how) => assert.ok((await how.module_or_path).length),
    load: (...all) => (assert.ok(all.length === 4 && all.every(isText)), games.push(all[0]), /x/.test(all[1]) ? said(false) : ""),
    ask(kind, document, options) {
      assert.ok([kind, document, options].every(isText));
      assert.ok(JSON.parse(options) instanceof Object);
      if (["study", "presets", "fields"].includes(kind)) return said(document);
      const read = JSON.parse(document);
      // Of a game of one's own, whatever the scenario says.
      if (games.length) assert.equal(read.ruleset, games.at(-1));
      return said(read instanceof Object);
    },
  };
}

/** In Node, and in a page. */
const worlds = { node: { process: { getBuiltinModule: () => ({ readFile: async () => "bytes" }) } }, page: { document: { baseURI: "https://wiki.example/" } } };
const fetched = async ({ protocol }) => ({ ok: protocol === "https:", status: 404, arrayBuffer: async () => "bytes" });

async function exports(door, values, isAlone) {
  const [of, name] = door.split(" ");
  const games = [];
  const tohit = module({ program: program(games), all: [{ id: "powder" }], here: `${of === "page" ? "https" : "file"}://wiki.example/index.js`, globalThis: worlds[of] ?? worlds.node, fetch: fetched });
  try {
    if (name !== "init" && of !== "unloaded") await tohit.init();
    const its = of === "own" ? tohit.load("rules", values.pop()) : tohit;
    const answer = await its[name](...values);
    assert.ok(name === "init" || answer instanceof Object);
  } catch (error) {
    if (!isTold(error) && !isMine(error) && !(of === "unloaded" ? /^the module is not loaded/ : /cannot be loaded \(status 404\); copy /).test(error.message)) throw error;
  }
  if (isAlone) return;
  games.length = 0;
  await tohit.init();
  assert.deepEqual(tohit.resolve({}), { hit: 1 });
}

const scenario = { ruleset: "powder", mode: "melee", attacker: { physical_level: 3 }, defender: { preset: "troll", hp: 9 } };
const options = { exact: true, turn: true, fight: false, first: "both", seed: 7, name: "duel", words: "", presets: "", from: "https://wiki.example/" };
const names = {
  messages: Object.keys(messages),
  package: ["node init", "page init", "unloaded resolve", ...asked.map((name) => `the ${name}`), ...asked.filter((name) => name !== "load" && name !== "rulesets").map((name) => `own ${name}`)],
};
const right = {
  messages: [[{ tohit: 1, type: "dress", theme: "dark", accent: "#123456" }], [{ tohit: 1, type: "show", link: "powder/melee" }], [{ tohit: 1, type: "height", height: 300 }, { tohit: 1, type: "ready" }]],
  package: [[options], [scenario, options], [scenario, { ...options, seed: undefined, script: [16, 8], against: scenario }], [scenario, scenario, options], ["powder/melee"]],
};
const door = (name, hostile, run) => ({
  names: names[name],
  right: names[name].flatMap((door) => right[name].map((given) => ({ door, given }))),
  hostile,
  sources: sources[name],
  run: ({ door, given }, isAlone) => run(door, given.map((tree) => revived(tree, hostile)), isAlone),
});
export const doors = {
  messages: door("messages", counts.clonable, (door, all, isAlone) => messages[door](structuredClone(all), isAlone)),
  package: door("package", counts.alive, exports),
};
