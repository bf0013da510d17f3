// Search in the page, over what records.js holds: MiniSearch ranks and forgives.
"use strict";
(() => {
  const language = document.documentElement.lang;
  const words = lawbotWords[language];
  const records = lawbotRecords[language];
  const segments = typeof Intl.Segmenter === "function" ? new Intl.Segmenter(language, { granularity: "word" }) : null;
  const synonyms = lawbotSynonyms[language];
  const MOST = 30;

  /** Without capitals and marks, đ as d, 27B1(a) as one word; Thai keeps its vowels and tones. */
  function folded(text) {
    return text.replace(/(?<=\w)\((\w{1,4})\)/g, "$1").toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/đ/g, "d").normalize("NFC");
  }

  /** The words of a text: cut at blanks and signs, and where a script has no blanks, by the browser's dictionary. */
  function tokens(text) {
    const cut = segments ? [...segments.segment(folded(text))].filter((part) => part.isWordLike).map((part) => part.segment) : folded(text).split(/[^\p{L}\p{M}\p{N}]+/u);
    return cut.filter(Boolean);
  }

  function ranked() {
    const index = new MiniSearch({
      fields: ["name", "title", "said", "text"],
      tokenize: tokens,
      processTerm: (term) => term,
      searchOptions: { boost: { name: 8, title: 3, said: 2 }, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 5 ? 0.2 : 0) },
    });
    index.addAll(records.map((record, id) => ({ id, ...record })));
    const meant = (query) => tokens(query).map((word) => (Object.hasOwn(synonyms, word) ? synonyms[word] : "")).join(" ");
    return (query) => index.search(`${query} ${meant(query)}`).map((hit) => records[hit.id]);
  }

  /** The part of a text around the first of the words. */
  function excerpt(text, query) {
    const plain = folded(text);
    const start = Math.max(0, ...tokens(query).map((word) => plain.indexOf(word)).filter((place) => place >= 0).slice(0, 1).map((place) => place - 60));
    const begun = start ? text.slice(start).replace(/^\S+\s/, "") : text;
    return (start ? "… " : "") + begun.slice(0, 180) + (text.length > start + 180 ? " …" : "");
  }

  const find = ranked();
  const input = document.getElementById("query"), list = document.getElementById("results"), count = document.getElementById("count");

  function show() {
    const query = input.value.trim();
    const hits = query ? find(query) : [];
    count.textContent = query ? (hits.length ? words.found.replace("{number}", hits.length) : words.nothing) : "";
    list.replaceChildren(...hits.slice(0, MOST).map((record) => {
      const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
      link.href = record.at;
      link.textContent = record.title ? `${record.name} · ${record.title}` : record.name;
      text.textContent = excerpt(record.text, query);
      item.append(link, text);
      return item;
    }));
  }

  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", show);
  document.querySelector("main form").addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
    show();
  });
  show();
})();
