// Rights in a real MediaWiki with default settings: what every user may embed, and what only interface administrators.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { on } from "../browser/calculator.mjs";
import { article, calculator, fight, gadget, policy, use } from "./drive.mjs";
import { mediawiki } from "./mediawiki.mjs";

let wiki;
before(async () => {
  // Scripts of one's own are on, as on farms.
  wiki = await mediawiki(`${await policy(3)}$wgAllowUserJs = true;`, { isOpen: false });
});

const element = `<div class="tohit" data-link="${fight}" data-panels="answer,sheets">Fred hits.</div>`;
const doors = ["MediaWiki:Gadget-tohit.js", "MediaWiki:Gadgets-definition", "MediaWiki:Common.js"];

/** An article, read by a logged-in user. */
async function readBy([name, word], t, address) {
  const it = await article(t, address);
  await it.evaluate(
    async ([name, word]) => {
      await window.mw.loader.using("mediawiki.api");
      await new window.mw.Api().login(name, word);
    },
    [name, word],
  );
  await it.reload();
  return it;
}

/** What the wiki says when the reader of `it` saves a page: `Success`, or why not. */
const saved = (it, title, text) =>
  it.evaluate(
    async ([title, text]) => {
      await window.mw.loader.using("mediawiki.api");
      const asked = new window.mw.Api().postWithEditToken({ action: "edit", title, text });
      return asked.then(
        ({ edit }) => edit.result,
        (why) => why,
      );
    },
    [title, text],
  );

test("frames, scripts and elements appear as plain text", async (t) => {
  const frame = `<iframe src="${await calculator()}embed.html"></iframe>`;
  const written = [`<html>${frame}</html>`, frame, `<script>document.title = "taken"</script>`, `<tohit-calculator link="${fight}"></tohit-calculator>`];
  const it = await article(t, await wiki.write("Trolls in HTML", written.join("\n\n")));
  const content = it.locator(".mw-parser-output");
  assert.deepEqual(await content.locator("p").allInnerTexts(), written);
  assert.equal(await content.locator("iframe, script, tohit-calculator").count(), 0);
});

// Before the wiki has the gadget for all.
test("without an administrator only a user's own script can load the gadget", async (t) => {
  const who = await wiki.user("Reader");
  const it = await readBy(who, t, await wiki.write("Own trolls", element));
  assert.deepEqual(await it.evaluate(() => window.mw.config.get("wgUserGroups")), ["*", "user", "autoconfirmed"], "nobody's but everybody's");
  assert.deepEqual(await Promise.all(doors.map((title) => saved(it, title, "// taken"))), doors.map(() => "protectednamespace-interface"));
  assert.equal(await on(it).calculate.count(), 0);
  assert.equal(await saved(it, `User:${who[0]}/common.js`, await gadget()), "Success");
  await it.reload();
  await on(it).calculate.click();
  await use(it, it.frameLocator(".tohit iframe"), { fits: true });
});

test("an administrator without the right to edit scripts is refused", async (t) => {
  const it = await readBy(await wiki.user("Sysop", "--sysop"), t, await wiki.write("Trolls of a sysop", "Trolls."));
  assert.equal(await saved(it, "MediaWiki:Tagline", "Of trolls"), "Success");
  assert.deepEqual(await Promise.all(doors.map((title) => saved(it, title, "// taken"))), ["sitejsprotected", "siterawhtmlprotected", "sitejsprotected"]);
});

test("an interface administrator loads the gadget for all by MediaWiki:Common.js", async (t) => {
  const keeper = await readBy(wiki.admin, t, await wiki.write("Trolls for all", element));
  for (const title of doors) assert.equal(await saved(keeper, title, title.endsWith("Common.js") ? await gadget() : ""), "Success");
  // Somebody who has not even logged in.
  const it = await article(t, `${wiki.home}/index.php?title=Trolls_for_all`);
  await on(it).calculate.click();
  await use(it, it.frameLocator(".tohit iframe"), { fits: true });
});
