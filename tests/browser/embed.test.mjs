// The calculator in a frame inside an article of another origin: a plain one, and by the gadget.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { article, fight } from "./article.mjs";
import { fieldAt, on } from "./calculator.mjs";
import { assertAccessible, dist, open, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const gadget = '<script src="{home}tohit-gadget.js"></script>';
const inside = (it, place = 0) => it.frameLocator("iframe").nth(place);
const ready = (frame) => on(frame).live.waitFor({ state: "attached" });
const hit = (frame) => on(frame).chance.innerText();
const height = (it) => it.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);

test("a plain frame shows what the editor chose, and answers while one types", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html?panels=answer,sheets&fields=attacker.physical_level,defender.natural_ac#${fight}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const before = await hit(frame);
  assert.equal(await on(frame).log.count(), 0);
  assert.equal(await on(frame).damage.count(), 0);
  assert.equal(await on(frame).actions.count(), 0);
  const shown = await on(frame).field.filter({ visible: true }).count();
  assert.ok(shown >= 1 && shown <= 2, `${shown} fields are open`);
  await on(frame).fieldOf("attacker.physical_level").fill("1");
  await on(frame).chance.filter({ hasNotText: before }).waitFor();
  const whole = on(frame).wholeLink;
  await whole.hover();
  assert.match(await whole.getAttribute("href"), /\/#powder\/melee\?/);
});

test("the gadget waits for a reader, fits its height, and takes the article's theme", async (t) => {
  const it = await article(t, `<div class="tohit" data-link="${fight}" data-panels="answer">Fred hits a troll.</div><style>.skin-theme-clientpref-night body { background: #101418; color: #eee }</style>${gadget}`);
  assert.equal(await it.locator("iframe").count(), 0);
  assert.match(await it.locator(".tohit").innerText(), /Fred hits a troll/);
  await on(it).calculate.click();
  const frame = inside(it);
  await ready(frame);
  const fits = async () => {
    const content = await frame.locator("body").evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    return content === (await height(it));
  };
  while (!(await fits())) await it.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await frame.locator("html").getAttribute("data-theme"), "light");
  await it.evaluate(() => document.documentElement.classList.add("skin-theme-clientpref-night"));
  await on(frame).dressed("dark").waitFor({ state: "attached" });
  await picture(it, "embed-gadget-dark");
});

test("of many frames on a page each shows its answer, and is a calculator once it is touched", async (t) => {
  const one = `<iframe title="Odds" width="500" height="300" src="{home}embed.html#${fight}"></iframe>`;
  const it = await article(t, one.repeat(5));
  for (let place = 0; place < 5; place++) await ready(inside(it, place));
  const frame = inside(it, 3);
  assert.match(await on(frame).sentence.innerText(), /^Fred.* hits the troll /);
  assert.equal(await on(frame).field.count(), 0);
  const open = on(frame).changeFigures;
  await open.focus();
  await open.press("Enter");
  await on(frame).fieldOf("attacker.physical_level").waitFor();
  // Who came by the keyboard goes on where it begins.
  await on(frame).inContent.waitFor();
  assert.equal(await on(inside(it, 2)).field.count(), 0);
});

test("whoever writes to a frame can change how it looks and what it computes, and nothing else", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html#${fight}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const send = (message) => it.evaluate((message) => frames[0].postMessage(message, "*"), message);
  await send({ tohit: 1, type: "dress", theme: "<b>", accent: "red;}*{display:none" });
  await send({ tohit: 1, type: "show", link: { toString: "no text" } });
  await send({ tohit: 2, type: "dress", theme: "dark" });
  await send("nonsense");
  await send({ tohit: 1, type: "dress", theme: "dark", accent: "rgb(1, 2, 3)" });
  await on(frame).dressed("dark").waitFor({ state: "attached" });
  assert.equal(await on(frame).embedded.evaluate((root) => root.style.getPropertyValue("--accent")), "rgb(1, 2, 3)");
  await send({ tohit: 1, type: "show", link: "#angband/melee?defender.ac=130" });
  await on(frame).gameEmbedded("angband").waitFor();
  await on(frame).fieldOf("defender.ac").waitFor({ state: "attached" });
  assert.equal(await on(frame).fieldOf("defender.ac").inputValue(), "130");
});

test("what a frame is asked to show leaves the reader's history alone, and comes to the same as a link", async (t) => {
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html#${fight}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const before = await it.evaluate(() => history.length);
  for (const [link, ac] of [["angband/melee?defender.ac=130", "130"], ["#angband/melee?defender.ac=60", "60"], ["##angband/melee?defender.ac=40", "40"]]) {
    await it.evaluate((link) => frames[0].postMessage({ tohit: 1, type: "show", link }, "*"), link);
    const [, inner] = it.frames();
    await inner.waitForFunction((ac) => document.querySelector("tohit-calculator").shadowRoot.querySelector(fieldAt("defender.ac"))?.value === ac, ac);
  }
  assert.equal(await it.evaluate(() => history.length), before);
});

test("a study's link shows what comes of it, in place of the answer, and follows what a reader enters", async (t) => {
  const study = "angband/melee?attacker.level=30&amp;defender.ac=0..150&amp;show=hit";
  const it = await article(t, `<iframe title="Odds" width="500" height="700" src="{home}embed.html?panels=answer,sheets&fields=attacker.level#${study}"></iframe>`);
  const frame = inside(it);
  await ready(frame);
  const finding = on(frame).finding.filter({ hasText: /^Chance to hit: [\d.]+\s% at 0, [\d.]+\s% at 150; now / });
  await finding.waitFor();
  assert.equal(await on(frame).answerParts.filter({ visible: true }).count(), 0);
  assert.match(await on(frame).sentence.innerText(), /hits/);
  await assertAccessible(it.frames().at(-1));
  await picture(it, "embed-study");
  const before = await finding.innerText();
  await on(frame).fieldOf("attacker.level").fill("45");
  await on(frame).finding.filter({ hasNotText: before }).waitFor();
  const whole = on(frame).wholeLink;
  await whole.hover();
  assert.match(await whole.getAttribute("href"), /attacker\.level=45.*defender\.ac=0\.\.150&show=hit$/);
  // A map, and a ranking; a plain link again shows its answer.
  const send = (link) => it.evaluate((link) => frames[0].postMessage({ tohit: 1, type: "show", link }, "*"), link);
  await send("angband/melee?defender.ac=0..60/10&attacker.level=1..50&show=hit");
  await on(frame).heat.waitFor();
  await send("angband/melee?~&order=hit");
  await on(frame).rank.first().waitFor();
  await send(fight.replaceAll("&amp;", "&"));
  await on(frame).bar.waitFor();
  await on(frame).framedStudy.waitFor({ state: "hidden" });
});

/** The words that are broken within, of all that one sees. */
const broken = (frame) =>
  frame.evaluate(() => {
    const words = [];
    const within = document.createTreeWalker(document.querySelector("tohit-calculator").shadowRoot, NodeFilter.SHOW_TEXT);
    for (let text; (text = within.nextNode()); ) {
      if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      for (const { index, 0: word } of text.data.matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word);
      }
    }
    return words;
  });

for (const touch of [false, true]) {
  test(`at 280 px a frame can be read and used ${touch ? "by touch" : "with a mouse"}, in the light and in the dark, and no word of any ruleset is broken`, async (t) => {
    // Each ruleset in one of the two ways, half of them in the dark.
    const all = [["light", fight], ["dark", fight], ...rulesets(dist).slice(1).map((ruleset, place) => [place & 2 ? "dark" : "light", `${ruleset}/melee`])];
    for (const [theme, link] of all.filter((_, place) => place % 2 === Number(touch))) {
      const address = `embed.html?panels=modes,answer,damage,sheets,log&theme=${theme}#${link.replaceAll("&amp;", "&")}`;
      // Whether a finger points, a frame does not learn from this browser's tools: there, it is a page of that width.
      const it = touch ? (await open({ path: address, width: 280, height: 900, touch })).page : await article(t, `<iframe title="Odds" width="280" height="900" src="{home}${address.replaceAll("&", "&amp;")}"></iframe>`, { width: 360 });
      const shown = touch ? it : inside(it);
      await ready(shown);
      const frame = it.frames().at(-1);
      const { content, window } = await frame.evaluate(() => ({ content: document.documentElement.scrollWidth, window: innerWidth }));
      assert.ok(content <= window, `${content} px in ${window}`);
      await picture(it, `embed-280-${link.split("/")[0]}-${theme}${touch ? "-touch" : ""}`);
      for (const sheet of await shown.getByRole("tab").all()) {
        await (touch ? sheet.tap() : sheet.click());
        assert.deepEqual(await broken(frame), [], `${link}: ${await sheet.innerText()}`);
      }
      // The line that stays in sight lies over nothing there.
      await frame.evaluate(() => scrollTo(0, 0));
      await assertAccessible(frame);
      await it.context().close();
    }
  });
}

test("fifteen lines give bare frames their height, each its own, and heed nobody else", async (t) => {
  const lines = readFileSync(new URL("../../docs/embedding/frame-height.js", import.meta.url), "utf8");
  const framed = (panels) => `<iframe title="Odds" width="500" height="100" style="border:0" src="{home}embed.html?panels=${panels}#${fight}"></iframe>`;
  const it = await article(t, `${framed("answer")}${framed("answer,sheets")}<iframe title="Another" srcdoc='<script>parent.postMessage({ tohit: 1, type: "height", height: 7000 }, "*")</script>'></iframe><script>${lines.replace('"https://example.org"', 'new URL("{home}").origin')}</script>`);
  for (const place of [0, 1]) await ready(inside(it, place));
  const wanted = (place) => inside(it, place).locator("body").evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
  for (const place of [0, 1]) {
    const own = it.locator("iframe").nth(place);
    while ((await own.evaluate((frame) => frame.clientHeight)) !== (await wanted(place))) await it.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.notEqual(await wanted(0), await wanted(1));
  assert.ok((await it.locator("iframe").nth(2).evaluate((frame) => frame.clientHeight)) < 1000);
});

test("the gadget is one readable script under 12 kB", () => {
  const script = readFileSync(join(dist, "tohit-gadget.js"));
  assert.ok(script.length < 12_000);
  assert.match(script.toString(), /data-link/);
});
