// A host that does what hosts do: says nothing of caching, cuts answers off, sends a page in place of what is not there, goes away; and a next build.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaType } from "./media-types.mjs";
import { dist } from "./harness.mjs";

export const isHashed = (name) => /-[0-9a-f]{16}\.\w+$/.test(name);

/** A copy of the built site that may be changed. */
export function copy(t) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-site-"));
  t.after(() => rmSync(dir, { recursive: true }));
  cpSync(dist, dir, { recursive: true });
  return dir;
}

/** What the guide to hosting asks for (docs/hosting.md). */
export const asked = (name) => ({ "cache-control": isHashed(name) ? "public, max-age=31536000, immutable" : "no-cache" });

/**
 * A host of folders, each under its path. What it does is asked of it at each request, and may be changed: its `headers` for a file; its `fault`:
 * nothing, "drop" (the connection is closed), "cut" (half of the body, without a word on its length) or an answer `{ status, type, body, location }`.
 */
export async function host(t, sites, { headers = asked, fault = () => undefined } = {}) {
  const it = { headers, fault, isDown: false, asked: [] };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const folder = Object.keys(sites).find((folder) => path.startsWith(folder));
    const name = folder && (path.slice(folder.length) || "index.html");
    if (it.isDown) return request.socket.destroy();
    if (!name) return response.writeHead(404).end();
    it.asked.push(name);
    const file = join(sites[folder], name);
    const body = existsSync(file) ? readFileSync(file) : undefined;
    const fault = it.fault(name, { isThere: Boolean(body) });
    if (fault === "drop") return request.socket.destroy();
    const sent = { ...it.headers(name), "content-type": fault?.type ?? mediaType(name), "access-control-allow-origin": "*", ...(fault?.location && { location: fault.location }) };
    if (fault === "cut" && body) {
      const lines = Object.entries({ ...sent, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
      request.socket.write(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`);
      return request.socket.end(body.subarray(0, body.length / 2));
    }
    if (!body && fault?.body === undefined) return response.writeHead(404, sent).end();
    response.writeHead(fault?.status ?? 200, sent).end(fault?.body ?? body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => server.close());
  it.address = (folder = Object.keys(sites)[0]) => `http://127.0.0.1:${server.address().port}${folder}`;
  return it;
}

/** Puts the next build in place of the one in the folder: all is the same, and every file that is named after its content has another name. */
export function deploy(dir) {
  const read = (name) => readFileSync(join(dir, name));
  const write = (name, content) => writeFileSync(join(dir, name), content);
  const digest = (file) => createHash("sha384").update(read(file)).digest("base64");
  const texts = () => readdirSync(dir, { recursive: true }).filter((name) => /\.(html|js)$/.test(name));
  const plain = ["tohit-web_bg.wasm", "rest.wasm", "tohit.css", "embed.css", ...readdirSync(dir).filter((name) => isHashed(name) && name.endsWith(".txt")).map((name) => name.replace(/-[0-9a-f]{16}/, ""))];
  const order = [...plain, ...["tohit-web", "worker", "program", "share", "early", "boot", "tohit-element", "embed"].map((name) => `${name}.js`)];
  for (const name of order) {
    const before = readdirSync(dir).find((file) => isHashed(file) && file.replace(/-[0-9a-f]{16}/, "") === name);
    // An empty section of a program of its own, a comment, a line.
    const more = name.endsWith(".wasm") ? [0, 5, 4, ...Buffer.from("next")] : Buffer.from(name.endsWith(".txt") ? "\n" : "/**/");
    const content = Buffer.concat([read(before), Buffer.from(more)]);
    const [was, is] = [digest(before), createHash("sha384").update(content).digest("base64")];
    const after = name.replace(/\.(?=\w+$)/, `-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.`);
    write(before, content);
    renameSync(join(dir, before), join(dir, after));
    for (const text of texts()) write(text, read(text).toString().replaceAll(before, after).replaceAll(was, is));
  }
  const build = createHash("sha256").update(readdirSync(dir).join()).digest("hex").slice(0, 16);
  for (const name of texts().filter((name) => name.endsWith(".html"))) {
    const vouched = (tag) => tag.replace(/integrity="[^"]*"/, `integrity="sha384-${digest(tag.match(/(?:href|src)="\.\/([^"]*)"/)[1])}"`);
    write(name, read(name).toString().replace(/data-build="\w+/, `data-build="${build}`).replaceAll(/<[^>]*\sintegrity="[^"]*"[^>]*>/g, vouched));
  }
  write("sw.js", read("sw.js").toString().replace(/build="\w+"/, `build="${build}"`));
  return build;
}
