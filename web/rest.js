// The end of each program's script. The build moves what no first visit runs into a program of its own (crates/xtask/node/split.mjs):
// the rest. It is fetched ahead when somebody begins to use the page, and at the latest when one of its functions is called.
let rest;
let coming;

/** Fetches the rest ahead of its first use. */
export function fetchRest() {
  coming ??= WebAssembly.compileStreaming(fetch(restAt)).then(
    (compiled) => {
      const isNew = !rest;
      rest ??= compiled;
      if (isNew && wasm) openRest();
    },
    () => (coming = undefined),
  );
  return coming;
}

/** Says where the rest is, when it is not beside its script. */
export function restIsAt(address) {
  restAt = address;
}

/** Lets the rest in: from then on the door of the first part leads to its functions. */
function openRest() {
  try {
    rest ??= new WebAssembly.Module(readNow(restAt));
  } catch (cause) {
    // What the program was at is broken off, and it cannot go on.
    throw Object.assign(new Error(`the rest of the program could not be fetched: ${cause.message}`), { name: "RestError" });
  }
  new WebAssembly.Instance(rest, { ...programImports(), first: wasm });
}

/** Reads a file while the program waits: it may be in the middle of anything. */
function readNow(address) {
  const files = address.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs");
  if (files) return files.readFileSync(address);
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  // A page gets bytes from a request that it waits for in this way only.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error(`${request.status} ${request.statusText}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

function __wbg_get_imports() {
  return { ...programImports(), rest: { open: openRest } };
}
