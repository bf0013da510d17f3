// Search in the page: citations in every spelling, MiniSearch over what records.js holds, and what the bot has learnt that words speak for (learnt.js).
"use strict";
const lawbotSearch = (() => {
  const LEAST = 9, STEEPEST = 8, BYTE = 127; // as in lawbot/search/classifier.py
  const BOOST = { name: 2, title: 2, said: 2, text: 1 };
  const WORDS = 20, LEARNT = 3, LEARNT_LAW = 3, EMPTY = 0.7, EXACT = 25, FAVOURED = 6; // as in lawbot/search/weights.py; WORDS for what MiniSearch puts first
  const CHART_WORDS = 30, CHART_LEARNT = 8, RESTS = 8, LOOKED_AT = 8;
  const SLICE = 12; // milliseconds
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const any = (names) => [...names].sort((one, other) => other.length - one.length).map(escaped).join("|");

  /** The bytes of a gzip file in base 64: what a page opened from a disk may load, small on every server. */
  async function unpacked(text) {
    const signs = atob(text), bytes = new Uint8Array(signs.length);
    for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }

  /** Lets the page draw and be typed in before the work goes on. */
  const pause = () => new Promise((go) => {
    // a timer that follows others waits 4 ms, a message does not
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); go(); };
    port2.postMessage(null);
  });

  /** Does something with each of many, a few thousandths of a second at a time. */
  async function little(many, act) {
    let since = performance.now();
    for (const [place, each] of many.entries()) {
      act(each, place);
      if (performance.now() - since < SLICE) continue;
      await pause();
      since = performance.now();
    }
  }
  const spelt = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

  /** How a language is folded and cut: as lawbot.language.Language does. */
  class Speech {
    constructor(told) {
      Object.assign(this, told);
      this.stop = new Set(told.stop);
      this.stems = new Map();
      const edge = this.cut === "trigrams" ? "[a-z\\d]" : "[\\p{L}\\p{M}\\p{N}_]";
      this.bid = new RegExp(`(?<!${edge})(?:[1-7]|${any(this.levels)}) ?(?:${any(this.strains)}|(?<=\\d)[cdhsn])(?!${edge})`, "gu");
      this.number = new RegExp(`§ ?(${any(Object.keys(this.numbers))})(?![a-z\\p{M}])`, "gu");
      this.citing = new RegExp(`(?<![a-z\\p{M}])(?:${any(this.cited)})(?![a-z\\p{M}])`, "gu");
    }

    straight(text) {
      return text.normalize("NFKC").replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, " ").trim();
    }

    unmarked(text) {
      for (const [letter, plain] of Object.entries(this.letters)) text = text.replaceAll(letter, plain);
      return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
    }

    folded(text) {
      let line = this.straight(text).replace(this.bid, " abid ");
      for (const [sign, word] of Object.entries(this.signs)) line = line.replaceAll(sign, ` ${word} `);
      for (const sign of this.closed) line = line.replaceAll(sign, "");
      if (this.fold === "joined") return line.replace(/(?<=[\u0e00-\u0e7f]) (?=[\u0e00-\u0e7f])/g, "");
      return this.fold === "unmarked" ? this.unmarked(line) : line;
    }

    tokens(text) {
      const line = this.folded(text);
      if (this.cut === "trigrams") {
        return [...new Set(Array.from({ length: Math.max(0, line.length - 2) }, (_none, at) => line.slice(at, at + 3)).filter((run) => run.trim()))];
      }
      const words = line.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      return this.cut === "syllables" ? [...words, ...words.slice(1).map((word, at) => `${words[at]}_${word}`)] : words;
    }

    /** Without the endings of tense and number, roughly. */
    stem(word) {
      if (this.cut !== "words") return word;
      let stem = this.stems.get(word);
      if (stem === undefined) this.stems.set(word, (stem = this.unended(word)));
      return stem;
    }

    unended(word) {
      const ending = ["ing", "ed", "es", "s"].find((end) => word.endsWith(end) && word.length - end.length >= 3) ?? "";
      let left = word.slice(0, word.length - ending.length);
      if (left.length > 3 && left.at(-1) === left.at(-2)) left = left.slice(0, -1);
      return left.length > 3 ? left.replace(/e+$/, "") : left;
    }

    /** What the models are asked for: stems and neighbours among them. */
    features(tokens) {
      if (this.cut !== "words") return tokens;
      const stems = tokens.filter((word) => !this.stop.has(word)).map((word) => this.stem(word));
      return [...new Set([...stems, ...stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)])];
    }
  }

  /** The models that the bot has learnt: what the words of a text speak for. */
  class Models {
    static async read(bytes) {
      const read = new Models(), end = bytes.indexOf(10);
      read.models = spelt(bytes.subarray(0, end));
      let at = end + 1;
      for (const model of Object.values(read.models)) {
        model.rows = new Map();
        await little(model.features, (feature, row) => model.rows.set(feature, row));
        model.weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, model.features.length * model.classes.length);
        at += model.weights.length;
      }
      return read;
    }

    /** The logarithm of each class's probability, counted from LEAST below certainty upwards: [class, nepers]. */
    of(name, features) {
      const { classes, rows, weights } = this.models[name] ?? { classes: [], rows: new Map() };
      const known = features.map((feature) => rows.get(feature)).filter((row) => row !== undefined);
      if (!known.length) return [];
      const sums = classes.map((_none, column) => known.reduce((sum, row) => sum + weights[row * classes.length + column], 0) * (STEEPEST / BYTE / Math.sqrt(known.length)));
      const most = Math.max(...sums);
      const all = Math.log(sums.reduce((sum, value) => sum + Math.exp(value - most), 0));
      return classes.map((each, column) => [each, sums[column] - most - all + LEAST]).filter(([, nepers]) => nepers > 0);
    }
  }

  /** Letters put in, left out, changed or turned round. */
  function distance(one, other) {
    let before = [], row = [...Array(other.length + 1).keys()];
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== other[j - 1]));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[other.length];
  }

  /** The times that a text names, by the patterns and words of lawbot/search/dates.py. */
  class Times {
    constructor(read) {
      Object.assign(this, read);
      for (const name of ["times", "leads", "number"]) this[name] = new RegExp(read[name], "gu");
      this.since = Object.entries(read.codes).map(([code, month]) => [Number(code), month]).sort(([one], [other]) => one - other);
    }

    /** The code in force in a month, or before it; 0 if none is known. */
    inForce(month, isBefore) {
      return this.since.filter(([, since]) => since < month || (since === month && !isBefore)).at(-1)?.[0] ?? 0;
    }

    /** The year and the code that a match stands for. */
    codeOf(match) {
      const now = new Date().getUTCFullYear(), kind = Object.keys(match).find((name) => match[name] && (name in this.near || name in this.counted));
      const leads = [...(match.lead ?? "").matchAll(this.leads)].map(({ groups }) => Object.keys(groups).find((name) => groups[name]));
      const isBefore = leads.includes("before");
      if (match.bygone) return { year: 0, code: this.since.at(-2)?.[0] ?? 0 };
      let year = Number(this.years.map((name) => match[name]).find(Boolean)), month = 0;
      if (kind in this.near) year = now + this.near[kind];
      else if (kind) year = now - this.counted[kind] * ((match[kind].match(this.number) ?? []).reduce((sum, word) => sum + this.numbers[word], 0) || Number(match[kind]));
      else if (match.decade_name) year = this.decades[match.decade_name];
      else {
        if (year < 100) year += year >= 60 ? 1900 : 2000;
        if (year > 2500) year -= 543;
        month = match.month ? this.months[match.month.replace(/\s+/g, " ")] : Number(match.iso_month ?? match.number ?? 0);
        if (month > 12 && match.day) month = Number(match.day);
      }
      if ((match.decade ?? match.figures ?? match.decade_name) && !isBefore) return { year, code: this.inForce(`${year + 5}-01`) || this.inForce(`${year + 9}-12`) };
      month ||= leads.includes("end") ? 12 : leads.includes("start") ? 1 : 0;
      const called = month ? undefined : this.codes[this.called[year] ?? year];
      return { year, code: this.inForce(called ?? `${year}-${String(month || 1).padStart(2, "0")}`, isBefore) };
    }
  }

  class Engine {
    constructor({ records, synonyms, speech, named, older, code }) {
      Object.assign(this, { older, code });
      this.times = new Times(named);
      this.records = records;
      this.speech = new Speech(speech);
      this.sayings = synonyms;
      this.counts = new Map();
      this.keys = new Map(records.flatMap(({ key }, id) => (key ? [[key, id]] : [])));
      const ids = [...records.keys()];
      this.ids = { laws: ids.filter((id) => !records[id].rests), charts: ids.filter((id) => records[id].rests) };
      this.named = new Map();
      this.rows = new Map();
      this.index = new MiniSearch({
        fields: Object.keys(BOOST),
        tokenize: (text) => this.counted(this.speech.tokens(text)),
        processTerm: (term) => (this.speech.stop.has(term) ? null : this.speech.stem(term)),
        searchOptions: { boost: BOOST, tokenize: (text) => this.speech.tokens(text) },
      });
    }

    /** Reads every record. */
    async read() {
      this.synonyms = Object.entries(this.sayings).map(([said, meant]) => [this.worded(said), meant, said]).sort((one, other) => other[0].length - one[0].length);
      await little(this.records, (record, id) => {
        this.index.add({ id, ...record });
        for (const name of record.names ?? []) this.rows.set(this.joined(name), [...(this.rows.get(this.joined(name)) ?? []), id]);
        for (const name of [record.name, record.title]) if (name && !record.rests) this.named.set(this.bare(name), [...(this.named.get(this.bare(name)) ?? []), id]);
      });
      this.scores = this.speech.stem(this.worded(this.records.find(({ at }) => at === "scores.html")?.name ?? ""));
      for (const [said] of this.synonyms) for (const token of said.split(" ")) this.counts.set(token, this.counts.get(token) ?? 1);
      this.isRead = true;
    }

    /** What is found before every record is read: numbers of laws, and names and phrases that hold all the words typed. */
    glanced(query) {
      const { ids: cited, only } = this.cited(query);
      if (only) return { laws: [...new Set(cited.flatMap((id) => this.inside(id)))], charts: [], named: true };
      const plain = (text) => (this.speech.fold === "unmarked" ? this.speech.unmarked(text.toLowerCase()) : text.toLowerCase());
      // one long text is folded sooner than a thousand short ones
      this.names ??= plain(this.records.map(({ name, title, said }) => ` ${name} ${title} ${said}`).join("\n")).split("\n");
      const words = plain(query).split(/\s+/).map((word) => (this.speech.cut === "trigrams" ? word : ` ${word}`));
      // a record with some of the words is a guess, and a spelling mistake is mended by the whole search
      const holding = (ids) => ids.filter((id) => words.every((word) => this.names[id].includes(word)));
      return { laws: [...cited, ...holding(this.ids.laws)], charts: holding(this.ids.charts), named: cited.length > 0 };
    }

    counted(tokens) {
      for (const token of tokens) this.counts.set(token, (this.counts.get(token) ?? 0) + 1);
      return tokens;
    }

    /** The words of a text without those that a question is made of. */
    bare(text) {
      const words = this.worded(text).split(" ");
      return words.filter((word) => !this.speech.stop.has(word)).join(" ") || words.join(" ");
    }

    joined(text) {
      return text.toLowerCase().replace(/\s/g, "");
    }

    /** The rows of the tables of scores that a query asks for: '4SX', 'score 4SX', '620', 'board 7'. */
    rowsOf(query) {
      const words = query.split(/\s+/), others = words.filter((word) => this.speech.stem(this.worded(word)) !== this.scores);
      return this.rows.get(this.joined(others.join(""))) ?? [];
    }

    worded(text) {
      return this.speech.tokens(text).filter((token) => !token.includes("_")).join(" ");
    }

    /** The word that was most likely meant by an unknown one; itself where none is near. */
    repaired(word, isLast) {
      if (word.length < 4 || this.speech.cut === "trigrams" || word.includes("_") || /\d/.test(word) || this.counts.has(word)) return word;
      const allowed = word.length > 5 ? 2 : 1;
      let best = word, least = allowed + 1;
      for (const [known, times] of this.counts) {
        if (isLast && known.startsWith(word)) return word;
        if (Math.abs(known.length - word.length) > allowed || known.length < 3 || known.includes("_")) continue;
        const far = distance(word, known);
        const cost = far + (known[0] === word[0] ? 0 : 0.5) - Math.min(times, 999) / 10000;
        if (far <= allowed && cost < least) [best, least] = [known, cost];
      }
      return best;
    }

    /** What the synonyms in a text stand for. */
    meant(text, words) {
      if (this.speech.cut === "trigrams") return this.synonyms.filter(([, , said]) => text.toLowerCase().includes(said)).flatMap(([, meant]) => meant);
      let joined = ` ${words.join(" ")} `;
      return this.synonyms.flatMap(([said, meant]) => {
        if (!said || !joined.includes(` ${said} `)) return [];
        if (said.includes(" ")) joined = joined.replaceAll(` ${said} `, " | ");
        return meant;
      });
    }

    /** The places of the provisions that a text names: '27B1(a)', 'L64A1', 'Law 9 B 1', 'law 86-B-2-(b)'; in a longer text those behind a word for a law. */
    cited(query) {
      let line = this.speech.straight(query);
      this.speech.spelled.forEach((name, at) => { line = line.replace(new RegExp(`(?<=[\\d\\s])${name}(?![\\u0e00-\\u0e7f])`, "gu"), "abcdefgh"[at]); });
      line = line.replace(/(?<![a-z])l(?:aw)?\.?(?=\d)/g, "§").replace(this.speech.citing, "§").replace(this.speech.number, (_all, word) => `§ ${this.speech.numbers[word]} `);
      const words = line.match(/§|[a-z]+|\d+|[\p{L}\p{M}]+/gu) ?? [];
      const found = [], rest = [];
      for (let at = 0; at < words.length; at++) {
        let key = "", best = null;
        if (/^\d{1,2}$/.test(words[at])) {
          for (let end = at; end < Math.min(words.length, at + 6) && (end === at || /^(?:[a-z]{1,4}|\d{1,2})$/.test(words[end])); end++) {
            key += words[end];
            if (this.keys.has(key)) best = { key, end };
          }
        }
        if (!best) {
          if (words[at] !== "§") rest.push(words[at]);
          continue;
        }
        found.push({ id: this.keys.get(best.key), sure: words[at - 1] === "§" || best.key.length > 3 });
        at = best.end;
      }
      const only = !rest.some((word) => !/^(?:the|and|or|of|to|in|what|is)$/.test(word));
      return { ids: found.filter(({ sure }) => sure || only).map(({ id }) => id), only: only && found.length > 0 };
    }

    /** A query without the times it names, and each with its code: {year, code}. */
    timed(query) {
      const times = [];
      const left = this.speech.straight(query).replace(/[๐-๙]/g, (figure) => figure.charCodeAt(0) - 0xe50).replace(this.times.times, (...found) => {
        times.push(this.times.codeOf(found.at(-1)));
        return ` ${found.at(-1).law ?? ""} `;
      });
      return { left: left.replace(/\s+/g, " ").trim() || query, times };
    }

    /** What is found: places of provisions and of charts, best first; whether provisions are named by their numbers, or a term is that no chart is called by. */
    find(typed) {
      if (!this.isRead) return this.glanced(typed);
      const { left, times } = this.timed(typed), query = times.length ? left : typed;
      const { ids: cited, only } = this.cited(query);
      const resting = this.ids.charts.filter((id) => cited.some((law) => this.records[id].rests.includes(law)));
      if (only) return { laws: [...new Set(cited.flatMap((id) => this.inside(id)))], charts: resting, named: true };
      const tokens = this.speech.tokens(query).slice(0, 96);
      const read = tokens.map((token, at) => this.repaired(token, at === tokens.length - 1));
      const single = read.filter((token) => !token.includes("_"));
      const whole = this.speech.cut === "trigrams" ? query : single.join(" ");
      const meant = this.meant(this.speech.straight(query), single).join(" ");
      const features = !/\p{L}/u.test(query) ? [] : this.speech.features(this.speech.cut === "trigrams" ? tokens : this.speech.tokens(whole));
      const words = new Map(this.index.search(`${whole} ${meant}`, { prefix: (term, at, all) => at === all.length - 1 && term.length > 3 }).map((hit, _at, all) => [hit.id, hit.score / all[0].score]));
      const rows = this.rowsOf(query), exact = [...rows, ...(this.named.get(this.bare(whole)) ?? [])];
      const meaning = exact.some((id) => /^definitions/.test(this.records[id].at)) && this.bare(whole) !== this.worded(whole);
      const laws = this.provisions(words, features, exact, meaning);
      const charts = this.chartsFor(words, features, laws);
      this.favoured(laws, charts);
      const ordered = (scores) => [...scores].sort(([one, a], [other, b]) => b - a || one - other).map(([id]) => id);
      const found = { laws: [...new Set([...cited, ...ordered(laws)])], charts: cited.length ? resting : ordered(charts) };
      const term = exact.some((id) => !this.records[id].key) && !this.worded(this.records[found.charts[0]]?.name ?? "").includes(this.bare(whole));
      const ofCharts = this.ids.charts.some((id) => words.has(id));
      return { ...found, named: cited.length > 0 || term || meaning || rows.length > 0 || !ofCharts };
    }

    /** A provision and those inside it, in the order of the book. */
    inside(id) {
      const { key } = this.records[id];
      const within = new RegExp(`^${key}${/\d$/.test(key) ? "[a-z]" : "[a-z\\d]"}`);
      return [id, ...this.ids.laws.filter((other) => within.test(this.records[other].key ?? ""))];
    }

    provisions(words, features, exact, meaning) {
      const scores = new Map();
      const add = (id, score) => scores.set(id, (scores.get(id) ?? 0) + score);
      for (const [id, score] of words) if (!this.records[id].rests) add(id, WORDS * score);
      for (const [ids, nepers] of this.models?.of("provision", features) ?? []) for (const id of ids) add(id, LEARNT * nepers);
      const ofLaw = new Map((this.models?.of("law", features) ?? []).flatMap(([ids, nepers]) => ids.map((id) => [id, nepers])));
      for (const [id, score] of scores) {
        const total = score + LEARNT_LAW * (ofLaw.get(id) ?? 0);
        scores.set(id, this.records[id].text ? total : total * EMPTY);
      }
      for (const id of exact) add(id, (meaning ? /^law/ : /^(law|definitions|introduction)/).test(this.records[id].at) ? EXACT : 3 * EXACT);
      return scores;
    }

    chartsFor(words, features, laws) {
      const scores = new Map();
      const add = (id, score) => scores.set(id, (scores.get(id) ?? 0) + score);
      for (const [id, score] of words) if (this.records[id].rests) add(id, CHART_WORDS * score);
      for (const [[id], nepers] of this.models?.of("chart", features) ?? []) add(id, CHART_LEARNT * nepers);
      const first = [...laws].sort(([, a], [, b]) => b - a).slice(0, LOOKED_AT).map(([id]) => id);
      for (const id of this.ids.charts) first.forEach((law, place) => this.records[id].rests.includes(law) && add(id, RESTS / (1 + place)));
      return scores;
    }

    /** Provisions that the first charts rest on stand higher. */
    favoured(laws, charts) {
      const first = [...charts].sort(([, a], [, b]) => b - a).slice(0, 3);
      const lift = new Map();
      first.forEach(([id, score], place) => this.records[id].rests.forEach((law) => lift.set(law, Math.max(lift.get(law) ?? 0, (FAVOURED * score) / first[0][1] / (1 + place)))));
      for (const [id, more] of lift) if (laws.has(id)) laws.set(id, laws.get(id) + more);
    }
  }

  return {
    any,
    /** The search over what records.js has packed; it is shown before it has read that, as it can find something by then. */
    async begin(records, showFirst = () => {}) {
      const engine = new Engine(spelt(await unpacked(records)));
      showFirst(engine);
      await pause();
      await engine.read();
      return engine;
    },
    /** Adds what learnt.js has packed. */
    teach: async (engine, learnt) => { engine.models = await Models.read(await unpacked(learnt)); },
  };
})();
if (typeof module !== "undefined") module.exports = lawbotSearch;

if (typeof document !== "undefined") (async () => {
  const language = document.documentElement.lang, words = lawbotWords[language], { any } = lawbotSearch;
  const MOST = { charts: 3, laws: 12 }, LATE = 1500; // milliseconds after which a list stays as it is read
  const form = document.querySelector("form[role=search]"), input = form.querySelector("input");
  const { root, records } = form.dataset;
  const [found, lists, told, dated] = ["found", "results", "told", "dated"].map((id) => document.getElementById(id));
  const here = document.body.classList.contains("search"), over = Boolean(form.closest("header"));
  let engine = null, waiting, shownAt = 0, touched = false, settled = false;

  /** The words of a query that are worth a mark. */
  const telling = (query) => engine.worded(query).split(" ").filter((word) => word.length > 2 && !engine.speech.stop.has(word));

  /** The part of a text around the first of the words. */
  function excerpt(text, query) {
    const plain = engine.speech.folded(text);
    const place = Math.min(...telling(query).map((word) => plain.indexOf(word)).filter((at) => at >= 0));
    const start = Number.isFinite(place) && place > 90 ? place - 60 : 0;
    const begun = start ? text.slice(start).replace(/^\S+\s/, "") : text;
    return (start ? "… " : "") + (begun.length > 180 ? `${begun.slice(0, 180).replace(/\s\S*$/, "")} …` : begun);
  }

  /** A text with a mark on each word of the query, whatever its ending or accents. */
  function marked(text, query) {
    const { speech } = engine, stems = new Set(telling(query).map((word) => speech.stem(word)));
    const asked = speech.cut === "trigrams" ? new RegExp(`(${any(query.split(/\s+/).filter((word) => word.length > 1)) || "$^"})`, "iu") : /([\p{L}\p{M}\p{N}]+)/u;
    return text.split(asked).map((piece, at) => {
      const isHit = at % 2 && (speech.cut === "trigrams" || stems.has(speech.stem(speech.folded(piece))));
      return isHit ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece;
    });
  }

  function item(record, query) {
    const made = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
    link.href = root + record.at;
    link.textContent = record.title ? `${record.name} · ${record.title}` : record.name;
    // the first list is soon: marks come with the next
    text.append(...(engine.isRead ? marked(excerpt(record.text, query), query) : [record.text.slice(0, 180)]));
    made.append(link, text);
    return made;
  }

  /** What stands above results of these Laws if a time is asked for: the code then in force, and the same law in it. */
  function about(query, laws) {
    const [time] = query ? engine.timed(query).times : [];
    if (!time) return [];
    const { year, code } = time, ofYear = (sentence, named = code) => sentence.replace("{year}", named);
    if (year > new Date().getUTCFullYear()) return [ofYear(words.newest, engine.code)];
    if (code === engine.code) return [];
    const law = Number(/^\d+/.exec(engine.records[laws[0]]?.key ?? ""));
    const links = engine.older.filter((edition) => edition.code === code && edition.laws.includes(law)).flatMap(({ name, id }) => {
      const link = Object.assign(document.createElement("a"), { href: `${root}older/${id}/${law}.html`, textContent: `${name}: ${law}` });
      return [" ", link];
    });
    const sentences = [code ? ofYear(words.inForce) : ofYear(words.unknown, engine.times.since[0][0]), links.length || !code ? "" : ofYear(words.notHere), ofYear(words.resultsOf, engine.code)];
    return [sentences.filter(Boolean).join(" "), ...links];
  }

  function show() {
    if (!engine) return;
    const query = input.value.trim().slice(0, 600);
    const { laws, charts, named } = query ? engine.find(query) : { laws: [], charts: [] };
    const ids = { laws: laws.slice(0, MOST.laws), charts: charts.slice(0, MOST.charts) };
    const kinds = (named ? ["laws", "charts"] : ["charts", "laws"]).filter((kind) => ids[kind].length);
    lists.replaceChildren(...kinds.flatMap((kind) => {
      const heading = document.createElement("h2"), list = document.createElement("ol");
      heading.textContent = words[kind];
      list.append(...ids[kind].map((id) => item(engine.records[id], query)));
      return [heading, list];
    }));
    const count = ids.laws.length + ids.charts.length;
    told.textContent = !query ? "" : !engine.isRead ? found.dataset.searching : count ? words.counted.replace("{count}", count) : words.nothing;
    dated.replaceChildren(...(engine.isRead || query.length > 3 ? about(query, laws) : []));
    found.hidden = over && !query;
    shownAt = performance.now();
    for (const other of document.querySelectorAll("a[hreflang]")) other.hash = location.hash;
  }

  /** What is asked for stands in the address, behind #, so that it is there when somebody comes back and the host never reads it.
      The first letter after a query that was left standing makes a new entry of the history; the next ones replace it. */
  function kept() {
    const address = `${location.pathname}#q=${encodeURIComponent(input.value)}`;
    if (here && settled && !address.endsWith(location.hash)) history.pushState(null, "", address);
    else if (here) history.replaceState(null, "", address);
    settled = touched = false;
    show();
  }

  /** What the address asks for; links made before had it behind ?. */
  function asked() {
    const query = new URLSearchParams(location.hash.slice(1)).get("q") ?? new URLSearchParams(location.search).get("q");
    if (query === null) return;
    input.value = query;
    told.textContent = found.dataset.searching;
    if (location.search) kept();
    settled = true;
  }

  if (here) {
    asked();
    addEventListener("hashchange", () => { asked(); show(); });
    form.addEventListener("submit", () => {
      clearTimeout(waiting);
      kept();
      settled = true;
    });
  }
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(kept, engine?.isRead ? 150 : 0); });
  for (const kind of ["pointerdown", "focusin"]) found.addEventListener(kind, () => { touched = true; });
  if (over) {
    addEventListener("keydown", ({ key }) => { if (key === "Escape") found.hidden = true; });
    addEventListener("pointerdown", ({ target }) => { found.hidden ||= !found.contains(target) && target !== input; });
    input.addEventListener("focus", show);
  }
  addEventListener("pageshow", show);
  await lawbotSearch.begin(lawbotRecords[records ?? language], (begun) => { engine = begun; show(); });
  found.dataset.searching = "";
  if (touched) told.textContent = "";
  else show();
  if (records || navigator.connection?.saveData) return;
  const script = Object.assign(document.createElement("script"), { src: `${root}learnt.js` });
  // nobody wants a list to change that they have begun to read
  script.addEventListener("load", () => lawbotSearch.teach(engine, lawbotLearnt[language]).then(() => { if (!touched && performance.now() - shownAt < LATE) show(); }));
  document.head.append(script);
})();
