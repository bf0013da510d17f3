// The walk of lawbot/charts (walk.py, state.py, seats.py) in the browser, where nothing is assumed. tests/handbook/test_walk.py proves it equal over every path.
"use strict";
const lawbotWalk = (() => {
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const MOST_ANSWERS = 16;
  const LONGEST_WALK = 60;
  const SEATS = ["N", "E", "S", "W"];
  const ROLES = ["offender", "lho", "partner", "rho"];
  const STATE = /^([0-9a-f]{6})\/([0-4]{0,20})\/([-0-9a-f])([-NESW])[-wtlxcoursp]((?:[0-9a-zA-Z]{2}){0,20})$/;
  const TOKEN = /\{(?:(\w+):)?([Oo]ffender|[Pp]artner|lho|rho|LHO|RHO)\}(['’]s)?/g;

  /** The answers do not fit the chart (known is an answer to this fact that its question does not offer), or the state is of an older one. */
  class Stale extends Error {
    constructor(fact = null) {
      super(fact);
      this.fact = fact;
    }
  }
  /** A chart that is joined is not loaded yet. */
  class Missing extends Error {
    constructor(id) {
      super(id);
      this.id = id;
    }
  }

  function chartOf(charts, id) {
    if (!Object.hasOwn(charts, id)) throw new Missing(id);
    return charts[id];
  }

  /** The ruling as it is given after the answers of a trail, without what they exclude. */
  function after(ruling, trail) {
    const excludes = ([fact, fitting]) => {
      const answers = trail.filter((step) => step.fact === fact).map((step) => step.answer.id);
      return answers.length > 0 && !answers.some((answer) => fitting.split(" ").includes(answer));
    };
    const provisos = (ruling.provisos ?? []).filter((proviso) => !Object.entries(proviso.when).some(excludes));
    const joined = (part) => provisos.reduce((lines, proviso) => lines.concat(proviso[part]), ruling[part]);
    return { ...ruling, steps: joined("steps"), later: joined("later"), cites: joined("cites") };
  }

  function walk(charts, id, answers, taps = []) {
    let chart = chartOf(charts, id);
    let node = chart.start;
    const known = { ...answers }, given = new Set(), seen = new Set(), trail = [], waiting = [...taps].reverse();
    for (let steps = 0; steps < LONGEST_WALK; steps++) {
      if (Object.hasOwn(chart.rulings, node)) {
        if (waiting.length) throw new Stale();
        return { chart, name: node, ruling: after(chart.rulings[node], trail), trail };
      }
      const question = chart.questions[node];
      if (!Object.hasOwn(known, node)) {
        if (!waiting.length) return { chart, fact: node, question, trail };
        const offered = question.answers[waiting.pop()];
        if (!offered) throw new Stale();
        known[node] = offered.id;
      }
      const place = question.answers.findIndex((offered) => offered.id === known[node]);
      if (place < 0) throw new Stale(node);
      const answer = question.answers[place];
      trail.push({ chart, fact: node, question, answer, place, tapped: !given.has(node) && !seen.has(node) });
      seen.add(node);
      if (answer.next.startsWith("chart:")) {
        chart = chartOf(charts, answer.next.slice("chart:".length));
        for (const fact of Object.keys(answer.given)) given.add(fact);
        Object.assign(known, answer.given);
        node = chart.start;
      } else {
        node = answer.next;
      }
    }
    throw new Stale();
  }

  function begin(chart) {
    return { revision: chart.revision, taps: "", cursor: null, seat: null, known: "" };
  }

  function read(text) {
    const match = STATE.exec(text);
    if (!match) throw new Stale();
    const [, revision, taps, cursor, seat, known] = match;
    return { revision, taps, cursor: cursor === "-" ? null : parseInt(cursor, 16), seat: seat === "-" ? null : seat, known };
  }

  function write(state) {
    const cursor = state.cursor === null ? "-" : state.cursor.toString(16);
    return `${state.revision}/${state.taps}/${cursor}${state.seat ?? "-"}-${state.known}`;
  }

  function pack(facts, known) {
    return Object.entries(facts).map(([fact, answers], place) => {
      if (!answers.includes(known[fact])) return "";
      const number = place * MOST_ANSWERS + answers.indexOf(known[fact]);
      return DIGITS[Math.floor(number / DIGITS.length)] + DIGITS[number % DIGITS.length];
    }).join("");
  }

  function unpack(facts, packed) {
    const asked = Object.entries(facts), known = {};
    for (const [first, second] of packed.match(/../g) ?? []) {
      const number = DIGITS.indexOf(first) * DIGITS.length + DIGITS.indexOf(second);
      const [fact, answers] = asked[Math.floor(number / MOST_ANSWERS)] ?? [];
      const answer = answers?.[number % MOST_ANSWERS];
      if (!answer) throw new Stale();
      known[fact] = answer;
    }
    return known;
  }

  function stand(charts, id, state) {
    const chart = chartOf(charts, id);
    if (state.revision !== chart.revision) throw new Stale();
    const known = unpack(chart.facts, state.known);
    const reached = walk(charts, id, known, [...state.taps].map(Number));
    const tapped = reached.trail.filter((step) => step.tapped);
    const answers = { ...known, ...Object.fromEntries(tapped.map((step) => [step.fact, step.answer.id])) };
    const asked = state.cursor === null ? undefined : tapped[state.cursor];
    return { id, state, known, answers, reached, tapped, shown: asked ? { ...asked, trail: [] } : reached };
  }

  function answered(charts, standing, answer) {
    const { fact } = standing.shown;
    const kept = { ...standing.answers, [fact]: answer.id };
    const known = { ...standing.known }, taps = [];
    delete known[fact];
    for (;;) {
      let reached;
      try {
        reached = walk(charts, standing.id, known, taps);
      } catch (error) {
        if (!(error instanceof Stale) || error.fact === null) throw error;
        delete known[error.fact];
        continue;
      }
      const place = reached.question ? reached.question.answers.findIndex((offered) => offered.id === kept[reached.fact]) : -1;
      if (place < 0) break;
      taps.push(place);
    }
    return { ...standing.state, taps: taps.join(""), cursor: null, known: pack(charts[standing.id].facts, known) };
  }

  function following(standing, follow) {
    const carries = follow.carry.some((fact) => Object.hasOwn(standing.answers, fact));
    const known = follow.known.map(([fact, code]) => (fact === null ? code : code[standing.answers[fact]] ?? ""));
    return { revision: follow.revision, taps: "", cursor: null, seat: carries ? standing.state.seat : null, known: known.join("") };
  }

  function seated(text, seat, language, players) {
    return text.replace(TOKEN, (_all, other, token, own = "") => {
      const role = token.toLowerCase(), spoken = players[other ?? language];
      if (seat) return spoken.seats[SEATS[(SEATS.indexOf(seat) + ROLES.indexOf(role)) % 4]] + (own || ` (${spoken.beside[role]})`);
      const plain = spoken.players[role];
      return (token === role ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)) + own;
    });
  }

  return { SEATS, Stale, Missing, begin, read, write, stand, answered, following, seated };
})();
if (typeof module !== "undefined") module.exports = lawbotWalk;
