// The page without a network. The build puts its name (`build`) and the list of its `files` before this; it names each after its content,
// so one build's files never mix with another's: each build has a cache of its own, and its page names only its own files.
const prefix = "tohit-";
const mine = prefix + build;
const page = new URL("./", self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(keep()));

/** Keeps every file; of those that are named after their content, what the browser has is good. */
async function keep() {
  const cache = await caches.open(mine);
  const fresh = (file) => new Request(new URL(file, page), { cache: /-[0-9a-f]{16}\./.test(file) ? "default" : "reload" });
  await cache.addAll(["./", ...files].map(fresh));
}

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(prefix) && name !== mine);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

// The page asks for it when a person wants the new version.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  address.search = address.hash = "";
  const name = address.href.slice(page.length);
  const known = address.href.startsWith(page) && (name === "" || files.includes(name));
  if (known) event.respondWith(answer(request, address.href));
});

/** What is kept; what was lost is fetched, and kept again. */
async function answer(request, address) {
  const cache = await caches.open(mine).catch(() => undefined);
  const kept = await cache?.match(address);
  if (kept) return kept;
  const fetched = await fetch(request);
  // The page itself may be a newer build's by now: it is passed on, and not kept.
  if (fetched.ok && address !== page && !address.endsWith(".html")) await cache?.put(address, fetched.clone()).catch(() => undefined);
  return fetched;
}
