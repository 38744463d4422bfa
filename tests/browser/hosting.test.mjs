// A new version on a host: the files of the one before stay beside it, and whoever has an older page goes on.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { on } from "./calculator.mjs";
import { asked, copy, deploy, host, isHashed } from "./faulty.mjs";
import { dist, open, started } from "./harness.mjs";

const last = async (...given) => (await promisify(execFile)("node", [fileURLToPath(new URL("../../crates/xtask/node/last.mjs", import.meta.url)), ...given])).stdout;
const hashed = (dir) => readdirSync(dir).filter((name) => isHashed(name));

test("the files of the version before are laid beside the new ones, whole, and an older page goes on", async (t) => {
  const [before, after] = [copy(t), copy(t)];
  deploy(after);
  const own = hashed(after);
  const folders = { "/tohit/": before };
  const site = await host(t, folders);
  const { context, page, problems } = await open({ address: site.address(), path: "#powder" });
  t.after(() => context.close());
  await started(page);
  await last(site.address(), after);
  // What is the same in both, such as the shared cases, is there once.
  assert.deepEqual(hashed(after), [...new Set([...own, ...hashed(before)])].sort());
  for (const name of hashed(before)) assert.ok(readFileSync(join(before, name)).equals(readFileSync(join(after, name))), name);
  folders["/tohit/"] = after;
  await on(page).gameLink("Crawl").click();
  await on(page).share.click();
  await on(page).shareDialog.waitFor();
  assert.deepEqual(problems, []);
  // The next version keeps one before it, and no more; the files of the documents are the same in all of them.
  const third = copy(t);
  deploy(third);
  deploy(third);
  await last(site.address(), third);
  assert.deepEqual(hashed(third).filter((name) => hashed(dist).includes(name) && !name.startsWith("documents-")), []);
});

test("what a host sends that is not the file is not kept, and where there is no version yet nothing is missing", async (t) => {
  const [before, after] = [copy(t), copy(t)];
  deploy(after);
  const own = hashed(after);
  const site = await host(t, { "/tohit/": before }, { fault: (name) => (name === "sw.js" ? undefined : { body: "<!doctype html>", type: "text/html" }) });
  assert.match(await last(site.address(), after), /not kept/);
  assert.deepEqual(hashed(after), own);
  site.fault = () => ({ status: 404, body: "" });
  assert.match(await last(site.address(), after), /no version/);
  site.isDown = true;
  assert.match(await last(site.address(), after), /no version/);
});

test("under a policy of the host's own, as strict as the guide writes it, nothing is refused", async (t) => {
  const guide = readFileSync(fileURLToPath(new URL("../../docs/hosting.md", import.meta.url)), "utf8");
  const [, policy] = guide.match(/If a host sends one of its own, it needs:\s+```text\n([^\n]+)/);
  const headers = (name) => ({ ...asked(name), "content-security-policy": `default-src 'none'; ${policy}` });
  const site = await host(t, { "/tohit/": dist }, { headers });
  const { context, page, problems } = await open({ address: site.address(), path: "#powder/melee?attacker.preset=fred&defender.preset=troll", offline: true });
  t.after(() => context.close());
  await started(page);
  // What takes long, and so the worker; a picture, drawn from an image of its own; a frame with its preview.
  await on(page).fractions.click();
  await page.getByText(/\d+\/\d+/).and(page.locator(":visible")).first().waitFor();
  await on(page).share.click();
  const dialog = on(page).shareDialog;
  await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "PNG" }).click()]);
  await on(dialog).format.selectOption("frame");
  await on(dialog.frameLocator("iframe")).live.waitFor({ state: "attached" });
  // What is kept for visits without a network.
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.scriptURL));
  assert.deepEqual(problems, []);
});
