// The page without a network. The build puts its name (`build`) and the list of its `files` before this; it names each after its content,
// so one build's files never mix with another's: each build has a cache of its own, and its page names only its own files.
const prefix = "tohit-";
const mine = prefix + build;
const page = new URL("./", self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(keep()));

/** Keeps every file. Those of the rulesets that are open come first: a first visit that looks at its still will want them next. */
async function keep() {
  const [cache, open] = await Promise.all([caches.open(mine), self.clients.matchAll({ includeUncontrolled: true })]);
  const rulesets = open.map(({ url }) => new URL(url).hash.slice(1).split(/[/?]/, 1)[0] || "powder");
  const isNext = (file) => rulesets.some((ruleset) => file.startsWith(`${ruleset}-`) || file.startsWith(`${ruleset}_`));
  const fresh = (file) => new Request(new URL(file, page), { cache: file.includes("-") ? "default" : "reload" });
  for (const next of [true, false]) await cache.addAll((next ? files : ["./", ...files]).filter((file) => isNext(file) === next).map(fresh));
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
