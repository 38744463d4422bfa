// The regression corpus of values for scripts.
import { readFileSync } from "node:fs";

/** Calls that reach different code: the function as `door`, and its arguments `given`, as trees for `revived`. */
export const kept = (door) => readFileSync(new URL(`../../crates/doors/kept/${door}.jsonl`, import.meta.url), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
