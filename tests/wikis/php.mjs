// A wiki's PHP on a free port of this machine, until the tests of a file are done.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Where Debian's packages of the wikis are unpacked. */
export const packages = process.env.TOHIT_WIKIS;
assert.ok(packages, "`cargo xtask test --only wikis` has the wikis, and tells where they are");

const ends = [];
const endAll = () => {
  while (ends.length) ends.pop()();
};
after(endAll);
process.once("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** Folder of one wiki, deleted after the tests. */
export function folder(name) {
  const dir = mkdtempSync(join(tmpdir(), `tohit-${name}-`));
  ends.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs a program of PHP to its end; its output belongs to the error if there is one. */
export function php(args, options) {
  const child = spawn("php", args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const said = heard(child);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (status) => (status === 0 ? done() : failed(new Error(`php ${args[0]} ended with ${status}:\n${said.join("")}`))));
  });
}

/** A port that nobody listens on. */
export function freePort() {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Serves `root` by PHP's own server; it is ready when this returns. */
export function serve(root, port, env = {}) {
  // Some requests wait for others, and one process would wait for itself. A group of its own, so that all end together.
  const child = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", root], {
    env: { ...process.env, ...env, PHP_CLI_SERVER_WORKERS: "4" },
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  ends.push(() => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  });
  const said = heard(child);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("exit", (status) => failed(new Error(`PHP's server ended with ${status}:\n${said.join("")}`)));
    child.stderr.on("data", () => /Development Server .* started/.test(said.join("")) && done());
  });
}

/** What a program says, while it says it. */
function heard({ stdout, stderr }) {
  const said = [];
  for (const stream of [stdout, stderr]) stream.on("data", (data) => said.push(data));
  return said;
}
