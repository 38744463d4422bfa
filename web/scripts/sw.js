// The page without a network. The build puts its name (`build`), the `first` ruleset's page, which is index.html, and its `files` before this, with the hash
// of what has none in its name.
// Each build has a cache of its own, of this folder alone: other calculators on the same origin have theirs. What is kept is known to be whole,
// and of this build; what is lost or damaged is fetched anew, and nothing else is touched.
const page = new URL("./", self.registration.scope).href;
// No address holds a space: no folder's caches begin as another's do.
const prefix = `tohit ${new URL(page).pathname} `;
const mine = prefix + build;

const hashOf = (name) => name.match(/-([0-9a-f]{16})\.\w+$/)?.[1];
const at = (name) => new URL(name === "index.html" ? "./" : name, page).href;
/** The file that an address of this folder means; undefined if it lies elsewhere. */
function nameOf(address) {
  const { origin, pathname } = new URL(address);
  if (!(origin + pathname).startsWith(page)) return undefined;
  const name = (origin + pathname).slice(page.length);
  return name === "" || name === first ? "index.html" : name;
}

/**
 * Whether an answer is the file, whole, and of this build: hosts cut answers off, send a page in place of what is not there, or have another build
 * by now. A page names itself and its build, for some hosts add to pages what is theirs; all else is what its hash says.
 */
async function isGood(name, answer) {
  if (!answer.ok) return false;
  const content = await answer.clone().arrayBuffer();
  if (!name.endsWith(".html")) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === (hashOf(name) ?? files[name]);
  }
  const text = new TextDecoder().decode(content);
  return text.includes(`data-build="${build} ${name}"`) && text.includes("</html>");
}

const types = { css: "text/css", html: "text/html", js: "text/javascript", svg: "image/svg+xml", txt: "text/plain", wasm: "application/wasm" };

/** An answer as the page may have it: one that came by a redirection is refused as such, and a wrong type of the right file is the host's mistake. */
async function rewritten(name, answer, isRight) {
  const headers = new Headers(answer.headers);
  const type = types[name.split(".").at(-1)];
  if (type && isRight) headers.set("content-type", type);
  // What is told of the body on its way.
  for (const told of ["content-encoding", "content-length"]) headers.delete(told);
  return new Response(await answer.blob(), { status: answer.status, statusText: answer.statusText, headers });
}

/** A file from the host, and whether it is kept, which only a good one is. `first` is how the browser's own cache is taken. */
async function fresh(cache, name, first) {
  let last;
  for (const mode of new Set([first, "reload"])) {
    try {
      const found = await fetch(at(name), { cache: mode });
      const isRight = await isGood(name, found);
      last = { answer: await rewritten(name, found, isRight), isKept: false };
      if (!isRight) continue;
      // Where there is no room for it, the page has it all the same.
      last.isKept = await cache.put(at(name), last.answer.clone()).then(() => true, () => false);
      return last;
    } catch (problem) {
      last ??= { problem };
    }
  }
  if (!last.answer) throw last.problem;
  return last;
}

/** Keeps what is missing. What came before the host broke off stays, for the next attempt. */
async function fill() {
  const cache = await caches.open(mine);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(files).filter((name) => !kept.has(at(name)));
  // What is named after its content is good as the browser has it.
  const filled = await Promise.allSettled(missing.map((name) => fresh(cache, name, hashOf(name) ? "default" : "reload")));
  const failed = missing.filter((_, place) => !filled[place].value?.isKept);
  if (failed.length > 0) throw new Error(`not kept: ${failed}`);
}

/** Drops what older builds of this folder kept, once no other page is open that may be one of them. Not while a newer one arrives: it is keeping its own. */
async function prune(page) {
  if (self.registration.installing || self.registration.waiting) return;
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some(({ id, url }) => id !== page.id && nameOf(url) !== undefined)) return;
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== mine) await caches.delete(name);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

// The page that installed it is its first.
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("message", (event) => {
  // When a person wants the new version.
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "started") event.waitUntil(prune(event.source));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = request.method === "GET" ? nameOf(request.url) : undefined;
  if (Object.hasOwn(files, name)) event.respondWith(answer(request, name));
  else if (name && hashOf(name)) event.respondWith(older(request));
  if (request.mode === "navigate") event.waitUntil(fill().catch(() => undefined));
});

/** What is kept, if it is whole; else what the host has. Who asks for a file anew (mend.js) has it from the host, if there is one. */
async function answer(request, name) {
  const cache = await caches.open(mine).catch(() => undefined);
  if (!cache) return fetch(request);
  const isAnew = request.cache === "reload";
  const kept = await cache.match(at(name)).catch(() => undefined);
  // The program is large, and compiled as it arrives: it is not read before. Who cannot compile it asks for it anew.
  const isProgram = name.endsWith(".wasm");
  const isWhole = kept && (isProgram ? !isAnew : await isGood(name, kept));
  if (isWhole && !isAnew) return kept;
  try {
    return (await fresh(cache, name, isAnew ? "reload" : "default")).answer;
  } catch (problem) {
    if (isWhole) return kept;
    throw problem;
  }
}

/** A file of another build: a page that is still open goes on with what was kept for it. */
async function older(request) {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(prefix) && (await (await caches.open(name)).match(request, { ignoreSearch: true }));
    if (kept) return kept;
  }
  return fetch(request);
}
