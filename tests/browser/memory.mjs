// The memory of the tests' browser.
import { existsSync, readFileSync } from "node:fs";
import { browser } from "./harness.mjs";

/** The highest memory of each renderer so far in MB; none on systems that do not tell. */
export async function peaks() {
  const session = await (await browser()).newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const files = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => `/proc/${id}/status`);
  return files.filter(existsSync).map((file) => Math.round(Number(readFileSync(file, "utf8").match(/VmHWM:\s+(\d+)/)[1]) / 1024));
}
