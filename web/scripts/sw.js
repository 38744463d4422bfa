// Offline page. The build prepends its name (`build`), the `first` ruleset's page, which is index.html, and its `files`, with the hash of those
// without a hash in their name.
// Each build has a cache of its own, for this folder alone: other calculators on the same origin have theirs. Cached files are complete
// and of this build; missing or damaged ones are fetched again, and no others.
const page = new URL("./", self.registration.scope).href;
// Addresses contain no space, so no folder's prefix begins another's.
const prefix = `tohit ${new URL(page).pathname} `;
const mine = prefix + build;

const hashOf = (name) => name.match(/-([0-9a-f]{16})\.\w+$/)?.[1];
const at = (name) => new URL(name === "index.html" ? "./" : name, page).href;
/** The file of an address in this folder; undefined elsewhere. */
function nameOf(address) {
  const { origin, pathname } = new URL(address);
  if (!(origin + pathname).startsWith(page)) return undefined;
  const name = (origin + pathname).slice(page.length);
  return name === "" || name === first ? "index.html" : name;
}

/**
 * True where an answer is the complete file of this build: hosts truncate answers, send a page for a missing file, or have another build.
 * A page contains its name and build, for some hosts modify pages; other files must match their hash.
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

/** An answer that the page accepts: redirected answers are refused there, and hosts send wrong types of the right file. */
async function rewritten(name, answer, isRight) {
  const headers = new Headers(answer.headers);
  const type = types[name.split(".").at(-1)];
  if (type && isRight) headers.set("content-type", type);
  // Headers of the transfer.
  for (const header of ["content-encoding", "content-length"]) headers.delete(header);
  return new Response(await answer.blob(), { status: answer.status, statusText: answer.statusText, headers });
}

/** A file from the host; `isKept` is true for a valid, cached one. `first` is the cache mode of the first try. */
async function fresh(cache, name, first) {
  let last;
  for (const mode of new Set([first, "reload"])) {
    try {
      const found = await fetch(at(name), { cache: mode });
      const isRight = await isGood(name, found);
      last = { answer: await rewritten(name, found, isRight), isKept: false };
      if (!isRight) continue;
      // A full cache does not matter to the page.
      last.isKept = await cache.put(at(name), last.answer.clone()).then(() => true, () => false);
      return last;
    } catch (problem) {
      last ??= { problem };
    }
  }
  if (!last.answer) throw last.problem;
  return last;
}

/** Caches the missing files. Files cached before a failure stay, for the next attempt. */
async function fill() {
  const cache = await caches.open(mine);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(files).filter((name) => !kept.has(at(name)));
  // Hashed names may come from the browser's cache.
  const filled = await Promise.allSettled(missing.map((name) => fresh(cache, name, hashOf(name) ? "default" : "reload")));
  const failed = missing.filter((_, place) => !filled[place].value?.isKept);
  if (failed.length > 0) throw new Error(`not kept: ${failed}`);
}

/** Deletes the caches of older builds of this folder, once no other page is open that may use them. Not while a newer build installs: it fills its own. */
async function prune(page) {
  if (self.registration.installing || self.registration.waiting) return;
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some(({ id, url }) => id !== page.id && nameOf(url) !== undefined)) return;
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== mine) await caches.delete(name);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

// Claims the page that installed it.
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("message", (event) => {
  // On a person's request.
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

/** The cached file, if valid; else the host's. A reload (mend.js) prefers the host's, if there is one. */
async function answer(request, name) {
  const cache = await caches.open(mine).catch(() => undefined);
  if (!cache) return fetch(request);
  const isAnew = request.cache === "reload";
  const kept = await cache.match(at(name)).catch(() => undefined);
  // The program is large, and compiled as it streams: its hash is not checked. A page that cannot compile it reloads it.
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

/** A file of another build: an open older page goes on with its cache. */
async function older(request) {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(prefix) && (await (await caches.open(name)).match(request, { ignoreSearch: true }));
    if (kept) return kept;
  }
  return fetch(request);
}
