// Loader of the second program file (web/src/worker/lazy.rs), also in a worker. The build puts this into tohit-web.js, in place of the splitter's
// own, which takes no other media type, and no truncated file.
import { compiled } from "./compiled.js";
import { initSync } from "./tohit-web.js";

/** The program calls this name; `tell` is its callback with the result. */
export async function __wasm_split_load_rest(tell, whom) {
  const first = initSync();
  let came = true;
  try {
    await WebAssembly.instantiate(await compiled(new URL("./rest.wasm", import.meta.url)), { __wasm_split: first });
  } catch (problem) {
    console.error(problem);
    came = false;
  }
  first.__indirect_function_table.get(tell)(whom, came);
}
