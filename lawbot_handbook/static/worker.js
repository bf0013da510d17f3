// Keeps what was read, and the whole language if that is asked for, for when there is no network. What the network says comes first: a correction is read at once.
"use strict";
const KEPT = `handbook-${LANGUAGE}-${VERSION}`;
const PATIENCE = 4000;
const ALL = new Set(FILES.map((file) => new URL(file, location.href).href));
const ALWAYS = [...ALL].filter((file) => /static\/(handbook\.css|page\.js)$/.test(file));

/** The file behind an address, which may end in .html, as some hosts leave out, or in a folder. */
const fileOf = (url) => ["", ".html", "index.html"].map((end) => url.replace(/[?#].*/, "") + end).find((file) => ALL.has(file));

/** Past what the browser keeps of its own, and as an answer of its own: one that a host redirected (x.html to x) no browser takes for a page. */
async function keep(cache, file) {
  const answer = await fetch(file, { cache: "reload" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, new Response(answer.body, { headers: answer.headers }));
}

const older = async () => (await caches.keys()).filter((name) => name.startsWith(`handbook-${LANGUAGE}-`) && name !== KEPT);

/** What is open, and what older versions kept, as it is now. */
async function renew() {
  const open = (await clients.matchAll({ includeUncontrolled: true })).map((client) => client.url);
  const before = await Promise.all((await older()).map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url)));
  const files = new Set([...ALWAYS, ...[...open, ...before.flat()].map(fileOf).filter(Boolean)]);
  const cache = await caches.open(KEPT);
  await Promise.all([...files].map((file) => keep(cache, file)));
}

/** What the network says; the copy where it says nothing, or nothing in time. */
async function answered(event) {
  const { request } = event;
  const file = fileOf(request.url);
  const kept = file && (await caches.match(file, { cacheName: KEPT }));
  const fresh = fetch(request, { cache: "no-cache" }).then((answer) => {
    if (file && answer.status === 200 && !answer.redirected) {
      const copy = answer.clone();
      event.waitUntil(caches.open(KEPT).then((cache) => cache.put(file, new Response(copy.body, { headers: copy.headers }))));
    }
    return answer;
  });
  if (!kept) return fresh;
  const late = new Promise((give) => setTimeout(give, PATIENCE, kept));
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : kept), () => kept), late]);
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(renew());
});
addEventListener("activate", (event) => event.waitUntil(older().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim())));
addEventListener("message", (event) => {
  const all = caches.open(KEPT).then((cache) => Promise.all([...ALL].map((file) => keep(cache, file))));
  event.waitUntil(all.then(() => event.ports[0].postMessage(true), () => event.ports[0].postMessage(false)));
});
addEventListener("fetch", (event) => event.respondWith(answered(event)));
