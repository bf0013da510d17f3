// Keeps every page of a language once one of them was opened, for when there is no network. What the network says comes first: a correction is read at once.
"use strict";
const KEPT = `handbook-${LANGUAGE}-${VERSION}`;
const PATIENCE = 4000;

/** Past what the browser keeps of its own, and as an answer of its own: one that a host redirected (x.html to x) no browser takes for a page. */
async function keep(cache, file) {
  const answer = await fetch(file, { cache: "reload" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, new Response(answer.body, { headers: answer.headers }));
}

/** The copy of a page, whether its address ends in .html, as some hosts leave out, or in a folder. */
async function copy({ url }) {
  const plain = url.replace(/[?#].*/, "");
  const found = await Promise.all(["", ".html", "index.html"].map((end) => caches.match(plain + end, { cacheName: KEPT })));
  return found.find(Boolean);
}

/** What the network says; the copy where it says nothing, or nothing in time. */
async function answered(request) {
  const kept = await copy(request);
  const fresh = fetch(request, { cache: "no-cache" });
  if (!kept) return fresh;
  const late = new Promise((give) => setTimeout(give, PATIENCE, kept));
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : kept), () => kept), late]);
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
});
addEventListener("activate", (event) => {
  const older = (name) => name.startsWith(`handbook-${LANGUAGE}-`) && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener("fetch", (event) => event.respondWith(answered(event.request)));
