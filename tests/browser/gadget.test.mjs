// The gadget alone: which address an element asks for, and what it takes for a dark article. Its frames are empty pages here.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { dist, open, serve } from "./harness.mjs";

const script = readFileSync(join(dist, "tohit-gadget.js"), "utf8");

/** An article with the gadget; `{home}` in its body stands for a folder with an empty embed.html. */
async function article(t, body, { withHome = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-gadget-"));
  writeFileSync(join(dir, "embed.html"), '<!doctype html><link rel="icon" href="data:,">');
  const home = await serve(dir, "/calculator/");
  writeFileSync(join(dir, "gadget.js"), withHome ? script.replace('HOME = ""', `HOME = ${JSON.stringify(home)}`) : script);
  const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Trolls</title><script src="gadget.js"></script>';
  writeFileSync(join(dir, "index.html"), head + body.replaceAll("{home}", home));
  const { context, page, problems } = await open({ address: await serve(dir, "/article/"), also: [new URL(home).origin] });
  t.after(async () => {
    await context.close();
    rmSync(dir, { recursive: true });
    assert.deepEqual(problems, []);
  });
  /** Starts an element; its frame, once that is loaded: what is on its way when the article closes is a request that failed. */
  const start = async () => {
    const loaded = page.waitForEvent("requestfinished", (request) => request.isNavigationRequest() && request.frame() !== page.mainFrame());
    await page.getByRole("button", { name: "Calculate" }).first().click();
    await loaded;
    return page.locator(".tohit iframe").last();
  };
  /** Starts every element; what their frames ask for, without the theme. */
  const addresses = async () => {
    while ((await page.getByRole("button", { name: "Calculate" }).count()) > 0) await start();
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
     <pre class="tohit">Hits 20 % of the time: {home}#powder/melee?c=3\n</pre>`,
  );
  assert.deepEqual(await addresses(), [
    "HOME embed.html?accent=%23a03020&panels=answer#powder/melee?a=1&b=2",
    "HOME embed.html#powder/melee",
    "HOME embed.html#powder/melee?b=2",
    "HOME embed.html#powder/melee?c=3",
  ]);
});

test("where the site says where its calculator is, no article leads elsewhere", async (t) => {
  const { addresses } = await article(
    t,
    `<div class="tohit" data-home="https://other.example/" data-link="powder/melee">Hits.</div>
     <div class="tohit" data-link="https://other.example/#powder/melee?a=1">Hits.</div>
     <p class="tohit"><a href="https://other.example/#powder/melee?b=2">computed</a></p>
     <pre class="tohit">Hits: powder/melee?c=3</pre>
     <p class="tohit">Hits and/or misses.</p>`,
    { withHome: true },
  );
  const links = ["#powder/melee", "#powder/melee?a=1", "#powder/melee?b=2", "#powder/melee?c=3", ""];
  assert.deepEqual(await addresses(), links.map((link) => `HOME embed.html${link}`));
});

test("an article is dark when its skin says so or its ground is, and not for its title", async (t) => {
  const { page, start } = await article(t, "<main></main>", { withHome: true });
  const looks = [
    ["light", "", "", ""],
    ["dark", "skin-theme-clientpref-night", "", ""],
    ["light", "skin-theme-clientpref-day", "", ""],
    ["dark", "", "theme-fandomdesktop-dark", ""],
    ["dark", "client-dark-mode", "", ""],
    ["light", "", "page-The_dark-night rootpage-Black-night skin-vector", ""],
    ["light", "", "page-Black_Knight", ""],
    ["dark", "", "", "background: #101418"],
    ["light", "", "", "background: #fff"],
    ["light", "", "", "background: transparent"],
  ];
  for (const [theme, ...look] of looks) {
    await page.evaluate(([root, body, style]) => {
      document.documentElement.className = root;
      document.body.className = body;
      document.body.style.cssText = style;
      const element = document.createElement("div");
      element.className = "tohit";
      document.querySelector("main").append(element);
    }, look);
    const address = await (await start()).getAttribute("src");
    assert.equal(new URL(address).searchParams.get("theme"), theme, look.join(" "));
  }
});
