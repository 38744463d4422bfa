// The kept inputs of the two doors that are scripts.
import { readFileSync } from "node:fs";

/** What a fuzzer found to lead to different places in a script: `door` and what is `given` there, each with `revived` a value. */
export const kept = (door) => readFileSync(new URL(`../../crates/doors/kept/${door}.jsonl`, import.meta.url), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
