// How either file of the program is fetched; the build puts this into the scripts that import it (crates/xtask/node/finish.mjs).

/** A program, compiled. One that was cut off on its way, or damaged where it was kept, is fetched past every cache. */
export async function compiled(wasm) {
  const compile = async (found) => {
    if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
    // Only what a server calls application/wasm may be compiled while it arrives.
    return WebAssembly.compileStreaming(found.clone()).catch(async () => WebAssembly.compile(await found.arrayBuffer()));
  };
  return compile(await fetch(wasm)).catch(async () => compile(await fetch(wasm, { cache: "reload" })));
}
