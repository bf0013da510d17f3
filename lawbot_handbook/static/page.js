// On every page: other languages open at the place that is read; what was read is kept for when there is no network, and all of it if somebody asks.
"use strict";
(() => {
  const follow = () => {
    for (const other of document.querySelectorAll("a[hreflang]")) other.hash = location.hash;
  };
  addEventListener("hashchange", follow);
  follow();
  // behind # and in no form field with a name: what is typed never reaches the host
  for (const form of document.querySelectorAll("form[role=search]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      location.href = `${form.action}#q=${encodeURIComponent(form.querySelector("input").value)}`;
    });
  }
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
