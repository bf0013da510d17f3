// On a web server, what was read is kept for when there is no network, and all of it if somebody asks; from a folder it is all there anyway.
"use strict";
(() => {
  if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(`${document.currentScript.dataset.root}worker.js`);
  const button = document.getElementById("keep");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { active } = await navigator.serviceWorker.ready;
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => {
      button.textContent = data ? button.dataset.done : button.dataset.failed;
      button.disabled = data;
    };
    active.postMessage("keep", [channel.port2]);
  });
})();
