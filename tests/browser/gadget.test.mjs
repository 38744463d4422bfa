// The gadget alone: which address an element asks for, and what it takes for a dark article. Its frames are empty pages here, or nearly.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { host } from "./faulty.mjs";
import { dist, open, serve } from "./harness.mjs";

const script = readFileSync(join(dist, "tohit-gadget.js"), "utf8");

/**
 * An article with the gadget; `{home}` in its body stands for a folder with an empty embed.html, `{folder}` for the same without its last stroke. Either
 * has a file `game.rules`, and the article an `away.rules`, which leads to another site; problems that `expects` fits are its refusal.
 */
async function article(t, body, { withHome = false, frame = "", expects } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-gadget-"));
  writeFileSync(join(dir, "game.rules"), 'rules 1 "A"');
  writeFileSync(join(dir, "embed.html"), `<!doctype html><link rel="icon" href="data:,">${frame}`);
  const home = await serve(dir, "/calculator/");
  writeFileSync(join(dir, "gadget.js"), withHome ? script.replace('HOME = ""', `HOME = ${JSON.stringify(home)}`) : script);
  const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Trolls</title><script src="gadget.js"></script>';
  writeFileSync(join(dir, "index.html"), head + body.replaceAll("{home}", home).replaceAll("{folder}", home.slice(0, -1)));
  const away = (name) => (name === "away.rules" ? { status: 302, location: "https://other.example/track", body: "" } : undefined);
  const site = await host(t, { "/article/": dir }, { fault: away });
  const { context, page, problems } = await open({ address: site.address(), also: [new URL(home).origin] });
  t.after(async () => {
    await context.close();
    rmSync(dir, { recursive: true });
    assert.deepEqual(problems.filter((problem) => !expects?.test(problem)), []);
  });
  /** Starts an element; its frame, once that is loaded: what is on its way when the article closes is a request that failed. */
  const start = async () => {
    const loaded = page.waitForEvent("requestfinished", (request) => request.isNavigationRequest() && request.frame() !== page.mainFrame());
    await on(page).calculate.first().click();
    await loaded;
    return page.locator(".tohit iframe").last();
  };
  /** Starts every element; what their frames ask for, without the theme. */
  const addresses = async () => {
    while ((await on(page).calculate.count()) > 0) await start();
    const found = await page.locator(".tohit iframe").evaluateAll((frames) => frames.map((frame) => frame.src));
    return found.map((address) => address.replace(/theme=\w+&?/, "").replace(/\?(?=#|$)/, "").replace(home, "HOME "));
  };
  return { page, start, addresses };
}

test("an element says what it shows by an attribute, a link inside, or its last word", async (t) => {
  const { addresses } = await article(
    t,
    `<div class="tohit" data-home="{home}" data-link="powder/melee?a=1&amp;b=2" data-panels="answer" data-accent="#a03020">Hits.</div>
     <div class="tohit" data-home="{home}" data-link="#powder/melee">Hits. <a href="{home}#angband">computed</a></div>
     <p class="tohit">Hits 20 % (<a href="{home}#powder/melee?b=2">computed</a>).</p>
     <p class="tohit">Hits.<a href="#a/b">1</a> <a href="https://other.example/Trolls#Weapons">2</a> (<a href="{home}#powder/melee?b=3">computed</a>).</p>
     <pre class="tohit">Hits 20 % of the time: {home}#powder/melee?c=3\n</pre>`,
  );
  assert.deepEqual(await addresses(), [
    "HOME embed.html?accent=%23a03020&panels=answer#powder/melee?a=1&b=2",
    "HOME embed.html#powder/melee",
    "HOME embed.html#powder/melee?b=2",
    "HOME embed.html#powder/melee?b=3",
    "HOME embed.html#powder/melee?c=3",
  ]);
});

test("a folder may lack its last stroke; the words stay until the calculator is there", async (t) => {
  const { page, start } = await article(t, `<div class="tohit" data-home="{home}none" data-link="powder/melee">Here are words.</div><div class="tohit" data-home="{folder}" data-link="powder/melee">And here.</div>`, {
    frame: '<script>parent.postMessage({ tohit: 1, type: "ready" }, "*")</script>',
  });
  await page.route("**/none/embed.html*", (route) => route.fulfill({ body: '<link rel="icon" href="data:,">', contentType: "text/html" }));
  await start();
  await start();
  await page.waitForFunction(() => document.querySelectorAll(".tohit")[1].textContent === "");
  assert.equal((await page.locator(".tohit").first().innerText()).trim(), "Here are words.");
});

test("where the site says where its calculator is, no article leads elsewhere", async (t) => {
  const { addresses } = await article(
    t,
    `<div class="tohit" data-home="https://other.example/" data-link="powder/melee">Hits.</div>
     <div class="tohit" data-link="https://other.example/#powder/melee?a=1">Hits.</div>
     <p class="tohit">Hits.<a href="#cite_note-1">1</a> <a href="/notes#a/b">2</a> <a href="https://other.example/#powder/melee?b=1">there</a> <a href="{home}#powder/melee?b=2">computed</a></p>
     <p class="tohit">Hits.<a href="#cite_note-1">1</a></p>
     <pre class="tohit">Hits: powder/melee?c=3</pre>
     <p class="tohit">Hits and/or misses.</p>`,
    { withHome: true },
  );
  const links = ["#powder/melee", "#powder/melee?a=1", "#powder/melee?b=2", "", "#powder/melee?c=3", ""];
  assert.deepEqual(await addresses(), links.map((link) => `HOME embed.html${link}`));
});

test("where the site says where its calculator is, no file of another site is asked for", async (t) => {
  const files = ["https://other.example/track", "//other.example/track", "away.rules", "data:text/plain,rules", "http://[", "game.rules", "{home}game.rules"];
  const elements = (load) => files.map((file) => `<div class="tohit" data-load="${load}" data-rules="${file}" data-link="own/strike">Hits.</div>`).join("");
  const { page, addresses } = await article(t, elements("click"), { withHome: true, expects: /away\.rules|Failed to load resource: net::ERR_FAILED/ });
  // Refused files have no button; the one that leads elsewhere is refused on its way.
  const buttons = on(page).calculate;
  assert.equal(await buttons.count(), 3);
  const refused = page.waitForEvent("requestfailed");
  await buttons.first().click();
  assert.match((await refused).url(), /\/article\/away\.rules$/);
  const game = `HOME embed.html#own/strike?rules=~${Buffer.from('rules 1 "A"').toString("base64url")}`;
  assert.deepEqual(await addresses(), [game, game]);
  // A reader who scrolls there asks no more than one who presses.
  await page.evaluate((more) => document.body.insertAdjacentHTML("afterbegin", more), elements("near").replaceAll("{home}", await page.locator("iframe").first().evaluate((frame) => new URL("./", frame.src).href)));
  await page.waitForFunction(() => document.querySelectorAll("iframe").length === 4);
  assert.equal(await buttons.count(), 0);
});

test("where it does not say so, another site's calculator or file waits for a click, wherever the reader scrolls", async (t) => {
  const near = (attributes) => `<div class="tohit" data-load="near" ${attributes} data-link="powder/melee">Hits.</div>`;
  const { page, addresses } = await article(t, near('data-home="{home}"') + near('data-rules="{home}game.rules"') + near(""));
  // The last is the article's own, and starts.
  await page.locator(".tohit").last().locator("iframe").waitFor();
  assert.equal(await page.locator("iframe").count(), 1);
  assert.equal(await on(page).calculate.count(), 2);
  assert.equal((await addresses()).length, 3);
});

test("whatever an editor writes into one element, the others are calculators", async (t) => {
  const bad = ["http://[", "javascript:x", "data:text/html,x", "//", "http://a b/", "blob:x", "\\\\[", "x://y"].flatMap((address) => [`data-home="${address}" data-link="powder/melee"`, `data-link="${address}#x"`]);
  const { page, addresses } = await article(t, `${bad.map((attributes) => `<div class="tohit" ${attributes}>Hits.</div>`).join("")}<div class="tohit" data-home="{home}" data-link="powder/melee">Hits.</div>`);
  assert.equal(await page.locator(".tohit").last().locator("button").count(), 1);
  // What comes later is seen as well.
  await page.evaluate(() => {
    const [last, ...others] = [...document.querySelectorAll(".tohit")].reverse();
    for (const other of others) other.remove();
    const later = last.cloneNode();
    delete later.dataset.tohit;
    document.body.append(later);
  });
  await page.locator(".tohit button").nth(1).waitFor();
  assert.deepEqual(await addresses(), ["HOME embed.html#powder/melee", "HOME embed.html#powder/melee"]);
});

test("on paper there is no button", async (t) => {
  const { page } = await article(t, '<div class="tohit" data-link="powder/melee">Hits.</div>', { withHome: true });
  const button = on(page).calculate;
  assert.equal(await button.isVisible(), true);
  // Later than the gadget's own: how the button is when the sheet is drawn.
  await button.evaluate((button) => addEventListener("beforeprint", () => (window.printed = button.checkVisibility())));
  await page.pdf();
  assert.equal(await page.evaluate(() => window.printed), false);
  assert.equal(await button.isVisible(), true, "it is back afterwards");
});

test("an article is dark when the ground is dark that it stands on, in whatever notation, and not for its words", async (t) => {
  const skins = `<style>.dark { background: #101418; color: #eee } .ink { color: #eaecf0 } .slow { transition: background-color 50ms } .slow.dark { background: rgb(16, 20, 24) }</style>`;
  const { page, start } = await article(t, `${skins}<main></main>`, { withHome: true });
  const looks = [
    ["light", {}],
    ["dark", { root: "dark" }],
    ["dark", { body: "dark" }],
    ["dark", { main: "dark" }],
    ["light", { root: "dark", mainStyle: "background: #fff" }],
    ["light", { root: "has-dark-mode no-dark-mode theme-night", body: "page-The_dark-night rootpage-Black-night" }],
    ["dark", { root: "ink" }],
    ["dark", { style: "background: #101418" }],
    ["light", { style: "background: #fff" }],
    ["light", { style: "background: transparent" }],
    ["light", { root: "dark", style: "background: rgb(255 255 255 / 0.9)" }],
    ["dark", { root: "dark", style: "background: rgb(255 255 255 / 0.1)" }],
    ["light", { style: "background: oklch(0.97 0.01 95)" }],
    ["dark", { style: "background: oklch(0.2 0.02 270)" }],
    ["light", { style: "background: oklab(0.9 none 0)" }],
    ["dark", { style: "background: lab(15 0 0)" }],
    ["light", { style: "background: lch(95 2 80)" }],
    ["light", { style: "background: color(srgb 0.97 0.97 0.95)" }],
    ["dark", { style: "background: color(display-p3 0.1 0.1 0.1)" }],
    ["light", { style: "background: color-mix(in oklch, white, black 5%)" }],
    ["dark", { style: "background: hsl(220 20% 12%)" }],
  ];
  const dress = (look) =>
    page.evaluate(({ root = "", body = "", style = "", main = "", mainStyle = "" }) => {
      document.documentElement.className = root;
      document.body.className = body;
      document.body.style.cssText = style;
      document.querySelector("main").className = main;
      document.querySelector("main").style.cssText = mainStyle;
    }, look);
  for (const [theme, look] of looks) {
    await dress(look);
    await page.evaluate(() => {
      const element = document.createElement("div");
      element.className = "tohit";
      document.querySelector("main").append(element);
    });
    const address = await (await start()).getAttribute("src");
    assert.equal(new URL(address).searchParams.get("theme"), theme, JSON.stringify(look));
  }
});

test("a frame follows the article, also when that changes slowly, and its popups are pages as any", async (t) => {
  const { page, start } = await article(t, "<style>body { background: #fff; transition: background-color 50ms } .dark { background: #101418 }</style><main><div class='tohit'></div></main>", {
    withHome: true,
    frame: '<script>addEventListener("message", ({ data }) => (document.documentElement.dataset.theme = data.theme)); parent.postMessage({ tohit: 1, type: "ready" }, "*")</script><a target="_blank" href="embed.html">Open</a>',
  });
  await start();
  const root = page.frameLocator("iframe").locator("html");
  await on(page.frameLocator("iframe")).dressed("light").waitFor({ state: "attached" });
  await page.evaluate(() => (document.body.className = "dark"));
  await on(page.frameLocator("iframe")).dressed("dark").waitFor({ state: "attached" });
  assert.equal(await root.getAttribute("data-theme"), "dark");
  const popup = page.waitForEvent("popup");
  await page.frameLocator("iframe").getByRole("link").click();
  const download = (await popup).waitForEvent("download");
  await (await popup).evaluate(() => Object.assign(document.createElement("a"), { href: "data:text/plain,x", download: "x" }).click());
  await download;
});
