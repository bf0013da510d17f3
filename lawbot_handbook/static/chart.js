// Walks a flow chart in its page. Every way on is a link whose fragment holds the whole state, so that any step can be kept, sent and gone back to.
"use strict";
(() => {
  const place = document.getElementById("walk");
  const { chart: id, root } = place.dataset;
  const language = document.documentElement.lang;
  const words = lawbotWords[language];
  const { Stale, Missing, SEATS } = lawbotWalk;
  const LONG = 1700; // letters of a ruling that fill a printed page
  const SUIT = /([♠♥♦♣])/;

  /** An element with attributes and children; texts among them show their suits' signs as the page does. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    for (const child of children.flat(Infinity)) {
      if (typeof child !== "string") {
        made.append(child);
        continue;
      }
      for (const piece of child.split(SUIT)) {
        made.append(SUIT.test(piece) ? Object.assign(document.createElement("span"), { className: "♥♦".includes(piece) ? "suit red" : "suit", textContent: piece }) : piece);
      }
    }
    return made;
  }

  const list = (name, items) => element(name, {}, items.map((item) => element("li", {}, item)));
  const link = (state, text, look = "") => element("a", { href: `#${lawbotWalk.write(state)}`, class: look }, text);

  function laws(chart, cites) {
    return [...new Set(cites)].flatMap((cite, place) => [place ? ", " : "", element("a", { href: root + chart.laws[cite][0], title: chart.laws[cite][1] }, cite)]);
  }

  function trail(standing, tell) {
    const steps = standing.reached.trail.map((step) => {
      const cites = step.answer.cites.length ? step.answer.cites : step.question.cites;
      const change = step.tapped ? [" ", link({ ...standing.state, cursor: standing.tapped.indexOf(step) }, words.change, "quiet")] : [];
      return [tell(step.question.ask), " ", element("strong", {}, tell(step.answer.label)), " → ", laws(step.chart, cites), change];
    });
    const asked = standing.shown.ruling || standing.reached.trail.some((step) => step.tapped);
    return steps.length && asked ? [element("h3", {}, words.trail), list("ol", steps)] : [];
  }

  function seats(state) {
    const named = [...SEATS, null].map((seat) => {
      const name = seat ? lawbotPlayers[language][language].seats[seat] : words.no_seats;
      const made = link({ ...state, seat }, name, "seat");
      if (seat === state.seat) made.setAttribute("aria-current", "true");
      return made;
    });
    return element("nav", { class: "seats", "aria-label": words.seats }, element("span", {}, words.seats), named);
  }

  /** A text whose citations lead to the laws that the chart names. */
  function linked(chart, text) {
    const known = Object.keys(chart.laws).sort((one, other) => other.length - one.length).map((cite) => cite.replace(/[()]/g, "\\$&"));
    if (!known.length) return text;
    return text.split(new RegExp(`(?<![\\w.])(${known.filter((cite) => /[A-H]/.test(cite)).join("|")})(?![\\w(])`)).map((piece, at) => (at % 2 ? laws(chart, [piece]) : piece)).flat();
  }

  /** The questions answered before the one that is shown. */
  function answeredBefore({ state, tapped }) {
    return [...tapped.keys()].slice(0, state.cursor ?? tapped.length);
  }

  function question(standing, tell) {
    const { shown, state } = standing;
    const before = answeredBefore(standing);
    const kept = standing.answers[shown.fact];
    const answers = shown.question.answers.map((answer) => {
      const label = tell(answer.label) + (answer.id === kept ? " ✓" : "");
      const detail = answer.detail ? [element("small", {}, tell(answer.detail))] : [];
      return element("li", {}, element("a", { class: "answer", href: `#${lawbotWalk.write(lawbotWalk.answered(lawbotCharts, standing, answer))}` }, label, ...detail));
    });
    const more = (name, text) => element("details", {}, element("summary", {}, name), element("p", {}, tell(text)), element("p", { class: "laws" }, laws(shown.chart, shown.question.cites)));
    const ways = before.length ? [link({ ...state, cursor: before.at(-1) }, words.back), link(lawbotWalk.begin(lawbotCharts[id]), words.again)] : [];
    return [
      element("p", { class: "step" }, words.question.replace("{number}", before.length + 1)),
      element("h2", { tabindex: "-1" }, tell(shown.question.ask)),
      shown.question.say ? element("div", { class: "say" }, element("p", {}, tell(shown.question.say))) : [],
      element("ul", { class: "answers" }, answers),
      more(words.why, shown.question.why),
      more(words.unsure, shown.question.unsure),
      element("p", { class: "ways" }, ways),
    ].flat();
  }

  function ruling(standing, tell) {
    const { chart, ruling } = standing.reached;
    const before = answeredBefore(standing);
    const part = (name, ...inner) => [element("h3", {}, name), ...inner];
    const choices = ruling.options.map((option) => [element("strong", {}, tell(option.to)), ": ", tell(option.choice), " → ", tell(option.result)]);
    const then = ruling.then.map((follow) => [
      element("a", { href: `${follow.chart}.html#${lawbotWalk.write(lawbotWalk.following(standing, follow))}` }, follow.title), ": ", follow.summary,
    ]);
    return [
      element("p", { class: "step" }, ruling.kind),
      element("h2", { tabindex: "-1" }, tell(ruling.headline)),
      part(words.say, element("div", { class: "say" }, ruling.say.map((line) => element("p", {}, tell(line))))),
      choices.length ? part(words.choices, list("ul", choices)) : [],
      part(words.steps, list("ol", ruling.steps.map((step) => linked(chart, tell(step))))),
      ruling.later.length ? part(words.later, list("ul", ruling.later.map((step) => linked(chart, tell(step))))) : [],
      part(words.laws, list("ul", [...new Set(ruling.cites)].map((cite) => [laws(chart, [cite]), chart.laws[cite][1] ? ` · ${chart.laws[cite][1]}` : ""]))),
      then.length ? part(words.then, list("ul", then)) : [],
      element("p", { class: "ways" }, before.length ? link({ ...standing.state, cursor: before.at(-1) }, words.back) : "", link(lawbotWalk.begin(lawbotCharts[id]), words.again), element("a", { href: "#1" }, words.whole), copying(), printing()),
    ].flat();
  }

  function copying() {
    if (!navigator.clipboard) return [];
    const button = element("button", { type: "button" }, words.copy);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      button.textContent = words.copied;
    });
    return [button];
  }

  function printing() {
    const button = element("button", { type: "button" }, words.print);
    button.addEventListener("click", () => print());
    return button;
  }

  function stale() {
    return [element("h2", { tabindex: "-1" }, words.stale), element("p", { class: "ways" }, link(lawbotWalk.begin(lawbotCharts[id]), words.again))];
  }

  function drawn() {
    const fragment = inThePage() ? "" : location.hash.slice(1);
    document.body.classList.remove("ruled");
    try {
      const state = fragment ? lawbotWalk.read(fragment) : lawbotWalk.begin(lawbotCharts[id]);
      const standing = lawbotWalk.stand(lawbotCharts, id, state);
      const tell = (text) => lawbotWalk.seated(text, state.seat, language, lawbotPlayers[language]);
      document.body.classList.toggle("ruled", Boolean(standing.shown.ruling));
      const body = standing.shown.ruling ? ruling(standing, tell) : question(standing, tell);
      return [...body, ...trail(standing, tell), seats(standing.state)];
    } catch (error) {
      if (error instanceof Stale) return stale();
      throw error;
    }
  }

  /** Lays the state in the address over the chart; a chart that is joined is loaded when the walk comes to it. */
  function show(moved) {
    let parts;
    try {
      parts = drawn();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      document.body.classList.toggle("waiting", !place.firstChild); // what stands below is not shown before, so that it does not move
      const onerror = () => document.body.classList.remove("waiting");
      document.head.append(Object.assign(document.createElement("script"), { src: `${error.id}.js`, onload: () => show(moved), onerror }));
      return;
    }
    document.body.classList.remove("waiting");
    place.replaceChildren(...parts);
    if (moved) place.querySelector("h2").focus();
  }

  const inThePage = () => location.hash && !location.hash.includes("/"); // a box of the whole chart below
  addEventListener("hashchange", () => {
    show(!inThePage());
    if (inThePage()) unfold();
  });
  addEventListener("beforeprint", () => {
    const date = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { day: "numeric", month: "long", year: "numeric" }).formatToParts();
    const told = Object.fromEntries(date.map(({ type, value }) => [type, value]));
    document.getElementById("today").textContent = words.date.replace(/\{(\w+)\}/g, (_none, part) => told[part]);
    document.body.classList.toggle("long", place.textContent.replace(/\p{M}/gu, "").length > LONG);
  });
  /** Opens the whole chart at the box that the address names. */
  function unfold() {
    document.querySelector(".whole").open = true;
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  show(false);
  if (inThePage()) addEventListener("load", unfold);
})();
