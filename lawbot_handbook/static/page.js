// On every page: other languages open at the place that is read; what was read is kept for when there is no network, and all of it if somebody asks.
"use strict";
(() => {
  embedded();

  /** A page in a frame of a club's own: without header and whole chart; what is no chart opens beside it. */
  function embedded() {
    if (!new URLSearchParams(location.search).has("embed")) return;
    document.body.classList.add("embed");
    addEventListener("click", ({ target }) => {
      const link = target.closest?.("a[href]");
      if (!link || link.getAttribute("href").startsWith("#")) return;
      if (/\/chart\/[\w-]+(?:\.html)?$/.test(link.pathname)) link.search = "?embed";
      else link.target = "_blank";
    }, true);
  }

  const follow = () => {
    for (const other of document.querySelectorAll("a[hreflang]")) other.hash = location.hash;
  };
  addEventListener("hashchange", follow);
  follow();
  searched(document.querySelector("form[role=search]"));

  /** The search of the page is loaded when somebody begins with it: it is ten times the page. */
  function searched(form) {
    const input = form.querySelector("input"), found = document.getElementById("found"), here = document.body.classList.contains("search");
    const { root, records } = form.dataset;
    const load = () => {
      for (const src of [`${root}../static/minisearch.js`, `${root}words.js`, `${root}${records ? `older/${records}/` : ""}records.js`, `${root}../static/search.js`]) {
        document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
      }
    };
    const wait = () => { document.getElementById("told").textContent = input.value.trim() && found.dataset.searching; found.hidden &&= !input.value.trim(); };
    // behind # and in no form field with a name: what is typed never reaches the host
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!here && !records) location.href = `${form.action}#q=${encodeURIComponent(input.value)}`;
    });
    input.addEventListener("input", () => found.dataset.searching && wait());
    input.addEventListener("focus", load, { once: true });
    if (here) input.dispatchEvent(new Event("focus"));
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
