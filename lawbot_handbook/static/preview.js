// What is cited is seen where it is named: under the mouse, at the keyboard's focus, and by a tap, which shows it first and leads there the second time.
"use strict";
(() => {
  const SHOWN_AFTER = 250, LEFT_AFTER = 200, EDGE = 8; // milliseconds; pixels
  const box = document.createElement("div"), text = document.createElement("p"), way = document.createElement("a");
  Object.assign(box, { id: "preview", hidden: true });
  box.setAttribute("role", "tooltip");
  way.tabIndex = -1;
  box.append(text, way);
  document.querySelector("main").append(box);
  let shown = null, waiting, touched = false;

  const named = (event) => event.target.closest?.("main a.cited, main a.term");
  const later = (act, after) => { clearTimeout(waiting); waiting = setTimeout(act, after); };

  function hide() {
    clearTimeout(waiting);
    box.hidden = true;
    shown?.removeAttribute("aria-describedby");
    shown = null;
  }

  function show(link) {
    if (link === shown) return;
    hide();
    link.dataset.preview ??= link.title;
    link.removeAttribute("title"); // the browser would show it too
    text.textContent = link.dataset.preview;
    text.lang = link.closest("[lang]").lang;
    way.textContent = `${link.textContent} →`;
    way.href = link.href;
    link.setAttribute("aria-describedby", box.id);
    shown = link;
    box.hidden = false;
    const at = link.getClientRects()[0], page = document.documentElement;
    const below = at.bottom + box.offsetHeight + EDGE < innerHeight || at.top < box.offsetHeight + EDGE;
    box.style.left = `${Math.max(EDGE, Math.min(at.left, page.clientWidth - box.offsetWidth - EDGE)) + scrollX}px`;
    box.style.top = `${(below ? link.getBoundingClientRect().bottom : at.top - box.offsetHeight) + scrollY}px`;
  }

  addEventListener("pointerdown", (event) => {
    touched = event.pointerType !== "mouse";
    if (shown && !box.contains(event.target) && named(event) !== shown) hide();
  });
  addEventListener("click", (event) => {
    const link = named(event);
    if (!link || !touched || !event.detail || link === shown) return; // a key's click has no detail
    event.preventDefault();
    show(link);
  });
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = named(event);
    if (link) later(() => show(link), SHOWN_AFTER);
    else if (box.contains(event.target)) clearTimeout(waiting);
    else if (!shown || shown !== document.activeElement) later(hide, LEFT_AFTER);
  });
  addEventListener("focusin", (event) => {
    const link = named(event);
    if (link?.matches(":focus-visible")) show(link);
    else if (!link && !box.contains(event.target)) hide();
  });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
})();
