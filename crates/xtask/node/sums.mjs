// Writes SHA256SUMS into a folder: the SHA-256 of every file in it, as `sha256sum --check` reads it.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name !== "SHA256SUMS").sort();
const sum = (name) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
writeFileSync(join(folder, "SHA256SUMS"), files.map((name) => `${sum(name)}  ${name}\n`).join(""));
