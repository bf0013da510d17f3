// Keeps every page of a language once one of them was opened; what is kept is shown first, so that all of it is of one version.
"use strict";
const KEPT = `handbook-${LANGUAGE}-${VERSION}`;
addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) => {
  const older = (name) => name.startsWith(`handbook-${LANGUAGE}-`) && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name)))));
});
addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
