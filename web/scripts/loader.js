// What the program fetches of itself once the page is live (web/src/lazy.rs), in a worker, too. The build puts this into tohit-web.js, in place of the
// splitter's own: that takes no other media type, and nothing that was cut off on its way.
import { compiled } from "./compiled.js";
import { initSync } from "./tohit-web.js";

/** Under the name that the program calls; it has a function to be told whether it came. */
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
