// The doors of articles, with whatever may come there: messages to a frame and from one, the attributes of an element, what an editor wrote for the gadget.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { kept } from "../package/kept.mjs";
import { article, fight } from "./article.mjs";
import { on } from "./calculator.mjs";

/** The generator of hostile values, as a script that puts them in the window: the policy of a frame lets no module in. */
const generator = `${readFileSync(new URL("../package/hostile.mjs", import.meta.url), "utf8").replaceAll("export ", "")}; Object.assign(window, { values, revived, counts });`;
/** What a fuzzer found to lead to different places. */
const found = kept("messages").flatMap(({ given }) => given);
const gadget = '<script src="{home}tohit-gadget.js"></script>';
const frameOf = async (it) => (await it.waitForSelector("iframe")).contentFrame();
const started = (frame) => on(frame).live.waitFor({ state: "attached" });
/** Until all that was said is heard, and drawn. */
const heard = (frame) => frame.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))));

/** So many values begin as a right one. */
const many = Number(process.env.TOHIT_MUTATIONS ?? 150);

/** Runs with each of many values in the frame or page `from`; some of the values begin as one of `right`, some a fuzzer found. After each some, what was said is heard in `to`. */
async function hurl(from, to, seed, right, hit, found = []) {
  await from.evaluate(generator);
  const count = await from.evaluate(([seed, right, many, found]) => {
    const revived = found.map((tree) => window.revived(tree, window.counts.clonable));
    return (window.hurled = [...window.values(seed, many, { isAlive: false, right }), ...revived]).length;
  }, [seed, right, many, found]);
  for (let place = 0; place < count; place += 10) {
    await from.evaluate(([place, hit]) => {
      const each = (0, eval)(hit);
      for (const value of window.hurled.slice(place, place + 10)) each(value);
    }, [place, String(hit)]).catch((error) => assert.fail(`values from ${place}: ${error}`));
    await heard(to);
  }
  return count;
}

test("a frame heeds what makes sense of what is sent to it, and is none the worse for the rest", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html#${fight}"></iframe>`);
  const frame = await frameOf(it);
  await started(frame);
  const address = it.url();
  const right = [
    { tohit: 1, type: "dress", theme: "dark", accent: "#123456" },
    { tohit: 1, type: "show", link: "powder/melee?attacker.physical_level=3" },
  ];
  const count = await hurl(it, frame, 1, right, (value) => {
    frames[0].postMessage(value, "*");
    for (const message of [{ type: "dress", theme: value, accent: value }, { type: value }]) frames[0].postMessage({ tohit: 1, ...message }, "*");
  }, found);
  assert.ok(count > 150);
  // What is said to a frame by another than its parent.
  await frame.evaluate(() => window.postMessage({ tohit: 1, type: "show", link: "crawl/melee" }, "*"));
  await it.evaluate(() => frames[0].postMessage({ tohit: 1, type: "show", link: "angband/melee?defender.ac=130" }, "*"));
  await on(frame).gameEmbedded("angband").waitFor();
  assert.equal(await on(frame).fieldOf("defender.ac").inputValue(), "130");
  assert.equal(it.url(), address);
});

test("links of any length and kind leave a frame as it can be", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html#${fight}"></iframe>`);
  const frame = await frameOf(it);
  await started(frame);
  const links = await it.evaluate((generator) => ((0, eval)(generator), [...window.values(2, 0, { isAlive: false })].filter((value) => typeof value === "string")), generator);
  for (const link of [...links, "powder/melee?".padEnd(3_000_000, "x")]) {
    await it.evaluate((link) => frames[0].postMessage({ tohit: 1, type: "show", link }, "*"), link);
    await heard(frame);
  }
  await it.evaluate(() => frames[0].postMessage({ tohit: 1, type: "show", link: "angband/melee?defender.ac=60" }, "*"));
  await on(frame).gameEmbedded("angband").waitFor();
  assert.equal(await on(frame).fieldOf("defender.ac").inputValue(), "60");
});

test("whatever a frame says, the article's is its height alone", async (t) => {
  const it = await article(t, `<div class="tohit" data-link="${fight}" data-panels="answer">Fred hits a troll.</div><p id="mine">Mine.</p>${gadget}`);
  await on(it).calculate.click();
  const frame = await frameOf(it);
  await started(frame);
  const before = await it.evaluate(() => document.body.innerHTML.replace(/height: [^;]*/, ""));
  const right = [{ tohit: 1, type: "height", height: 300 }, { tohit: 1, type: "ready" }];
  await hurl(frame, it, 3, right, (value) => {
    parent.postMessage(value, "*");
    for (const message of [{ type: "height", height: value }, { type: value }]) parent.postMessage({ tohit: 1, ...message }, "*");
  }, found);
  const height = await it.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);
  assert.ok(height > 0 && height < 20_000, `${height} px`);
  assert.equal(await it.evaluate(() => document.body.innerHTML.replace(/height: [^;]*/, "")), before);
  await frame.evaluate(() => parent.postMessage({ tohit: 1, type: "height", height: 321 }, "*"));
  await it.waitForFunction(() => document.querySelector("iframe").style.height === "321px");
  // What the article gives a frame is not what it asks for next.
  await heard(frame);
  await heard(frame);
  assert.equal(await it.locator("iframe").evaluate((frame) => frame.style.height), "321px");
});

test("an element takes any text as any of its attributes, and the next right one counts", async (t) => {
  const it = await article(t, `<tohit-calculator link="${fight}" load="now">Fred hits a troll.</tohit-calculator><script type="module" src="{home}tohit-element.js"></script>`);
  const calculator = on(it).element;
  await on(calculator).sentence.waitFor();
  for (const name of ["link", "panels", "fields", "theme", "accent", "load", "height", "button"]) {
    await hurl(it, it, name.length, [{ link: "powder/melee", panels: "answer" }], `(value) => { try { String(value) } catch { return }; document.querySelector("tohit-calculator").setAttribute("${name}", value); }`);
  }
  await calculator.evaluate((calculator) => {
    for (const name of ["fields", "accent"]) calculator.removeAttribute(name);
    calculator.setAttribute("panels", "answer,sheets");
    calculator.setAttribute("link", "angband/melee?defender.ac=130");
  });
  await on(calculator).gameEmbedded("angband").waitFor();
  await on(calculator).fieldOf("defender.ac").waitFor({ state: "attached" });
  assert.equal(await on(calculator).fieldOf("defender.ac").inputValue(), "130");
});

test("whatever an editor wrote for the gadget, the text stays until it is asked for, and what stands beside it works", async (t) => {
  const it = await article(t, `<div id="all"></div>${gadget}`);
  for (const name of ["link", "home", "panels", "fields", "theme", "accent", "load", "height", "button", "title"]) {
    await hurl(it, it, name.length, [{ link: "powder/melee" }], `(value) => {
      try { String(value) } catch { return }
      const element = Object.assign(document.createElement("div"), { className: "tohit", textContent: "Hits." });
      element.setAttribute("data-${name}", value);
      all.append(element);
    }`);
    const lost = await it.evaluate(() => [...document.querySelectorAll("#all .tohit")].filter((element) => !element.textContent.startsWith("Hits.") && !element.querySelector("iframe")).length);
    assert.equal(lost, 0, name);
    await it.evaluate(() => all.replaceChildren());
  }
  await it.evaluate((fight) => {
    all.innerHTML = `<div class="tohit" data-link="${fight}">Hits.</div>`;
  }, fight);
  await on(it).calculate.click();
  await started(await frameOf(it));
});
