// Fetching of either program file; the build inserts this into the scripts that import it (crates/xtask/node/finish.mjs).

/** A program, compiled. A truncated or damaged file is fetched again, past every cache. */
export async function compiled(wasm) {
  const compile = async (found) => {
    if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
    // Streaming needs the type application/wasm.
    return WebAssembly.compileStreaming(found.clone()).catch(async () => WebAssembly.compile(await found.arrayBuffer()));
  };
  return compile(await fetch(wasm)).catch(async () => compile(await fetch(wasm, { cache: "reload" })));
}
