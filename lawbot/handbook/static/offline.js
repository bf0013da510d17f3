// On a web server, the language that is read is kept for when there is no network; from a folder it is all there anyway.
"use strict";
if (location.protocol.startsWith("http") && navigator.serviceWorker) navigator.serviceWorker.register(`${document.currentScript.dataset.root}worker.js`);
