// `node serve.mjs HOST PORT` serves dist/, and builds it anew whenever a source changes.
import { spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { context } from "esbuild";

const [host, port] = process.argv.slice(2);
const server = await context({});
await server.serve({ servedir: "dist", host, port: Number(port) });

let waiting;
for (const source of ["crates", "web", "index.html", "Cargo.toml"]) {
  watch(source, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(build, 100);
  });
}

function build() {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, ["crates/xtask/node/page.mjs", "page-dev"], { stdio: "inherit" });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(status === 0 ? `  ✓ built again in ${seconds} s: load the page anew` : "  ✗ not built: what is served is the page of before");
}
