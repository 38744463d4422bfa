// The kept inputs of the two script doors.
import { readFileSync } from "node:fs";

/** Inputs that reach different code of a script: `door`, and the values `given` there, as trees for `revived`. */
export const kept = (door) => readFileSync(new URL(`../../crates/doors/kept/${door}.jsonl`, import.meta.url), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
