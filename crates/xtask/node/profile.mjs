// What a first visit runs of each ruleset's program, and what it shows in the end, its still: opens the page that Trunk has staged in a browser, once for each ruleset, on a wide and on a
// narrow window, with programs that mark their functions as they run (split.mjs).
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs } from "./first-load.mjs";
import { mediaType } from "./media-types.mjs";
import { marked, ranIn } from "./split.mjs";

const widths = [1280, 360];
/** A visit that takes longer has failed. */
const patience = 60_000;

/** Goes before boot.js: keeps each program that starts and tells, once the page is filled and has come to rest, which functions ran; then makes the next visit. */
const reporter = `
const ranIn = ${ranIn};
const started = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  started.push(made.instance ?? made);
  return made;
};
localStorage.clear();
sessionStorage.clear();
const still = () => {
  // What a person or the program has set is no part of a page's text.
  for (const field of document.querySelectorAll("input")) {
    if (["checkbox", "radio"].includes(field.type)) field.toggleAttribute("checked", field.checked);
    else if (field.value) field.setAttribute("value", field.value);
  }
  for (const option of document.querySelectorAll("option")) option.toggleAttribute("selected", option.selected);
  for (const styled of document.querySelectorAll("[style]")) {
    styled.dataset.style = styled.getAttribute("style");
    styled.removeAttribute("style");
  }
  const places = Object.fromEntries(["tools", "page"].map((id) => [id, document.getElementById(id).innerHTML]));
  return { title: document.title, places };
};
const atRest = async () => {
  for (let quiet = 0; quiet < 5; quiet++) await new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100)));
  // What is done when the page is left can fetch nothing any more.
  dispatchEvent(new PageTransitionEvent("pagehide"));
  const { ruleset } = document.documentElement.dataset;
  const body = JSON.stringify({ ruleset, ran: started.flatMap(({ exports }) => ranIn(exports)), still: JSON.stringify(still()) });
  const next = await (await fetch("ran", { method: "POST", body })).text();
  if (next) location.replace(next);
};
new MutationObserver((_, watch) => {
  if (!document.documentElement.dataset.started) return;
  watch.disconnect();
  void atRest();
}).observe(document.documentElement, { attributeFilter: ["data-started"] });
`;

/** Of each ruleset, the names of the functions that a first visit runs (`ran`), and its still. */
export async function firstVisits(site, chrome) {
  const all = programs(site);
  const marks = new Map([...all].map(([, [, wasm]]) => [wasm, marked(readFileSync(join(site, wasm)))]));
  const seen = new Map([...all.keys()].map((ruleset) => [ruleset, { ran: new Set() }]));
  // Also as most people come: without a ruleset in the address. The query only makes it another page.
  const visits = ["/", ...[...all.keys()].map((ruleset) => `/?${ruleset}#${ruleset}`)];
  for (const width of widths) await visit(site, marks, chrome, width, visits, seen);
  for (const [ruleset, { ran }] of seen) if (ran.size === 0) throw new Error(`nothing of ${ruleset} ran`);
  return seen;
}

function visit(site, marks, chrome, width, visits, seen) {
  let made = 0;
  const profile = mkdtempSync(join(tmpdir(), "tohit-profile-"));
  return new Promise((done, failed) => {
    let browser;
    const end = (problem) => {
      clearTimeout(late);
      server.close();
      server.closeAllConnections();
      browser?.kill("SIGKILL");
      // Its helpers may be writing there for a moment yet.
      browser?.on("exit", () => rm(profile, { recursive: true, maxRetries: 20 }).catch(() => {}));
      problem ? failed(problem) : done();
    };
    const late = setTimeout(() => end(new Error(`the page did not start in ${patience / 1000} s`)), patience);
    const server = createServer(async (request, response) => {
      const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
      if (name === "ran") {
        let body = "";
        for await (const part of request) body += part;
        const told = JSON.parse(body);
        const one = seen.get(told.ruleset);
        for (const name of told.ran) one.ran.add(name);
        // One still serves every window.
        if ((one.still ??= told.still) !== told.still) end(new Error(`${told.ruleset} is not drawn alike in each visit`));
        made += 1;
        response.end(visits[made] ?? "");
        if (made === visits.length) end();
        return;
      }
      try {
        const content = marks.get(name) ?? readFileSync(join(site, name));
        response.writeHead(200, { "content-type": mediaType(name) });
        response.end(name === "boot.js" ? reporter + content : content);
      } catch {
        response.writeHead(404).end();
      }
    });
    server.listen(0, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}${visits[0]}`;
      const flags = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
      if (process.getuid?.() === 0) flags.push("--no-sandbox");
      browser = spawn(chrome, [...flags, `--user-data-dir=${profile}`, `--window-size=${width},800`, address], { stdio: "ignore" });
      browser.on("error", end);
    });
  });
}
