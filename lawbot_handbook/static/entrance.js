// The reader's language, as the browser names it, comes first.
"use strict";
(() => {
  const links = [...document.querySelectorAll("a[hreflang]")];
  const first = navigator.languages.map((language) => links.find((link) => link.hreflang === language.split("-")[0])).find(Boolean);
  if (!first) return;
  first.className = "answer";
  first.closest("ul").prepend(first.closest("li"));
})();
