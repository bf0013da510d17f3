"""Measure how well the search in the pages finds, in Node: ``python -m bench.handbook_search
FOLDER``; ``--samples`` adds the queries of ../shared/evaluation."""

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.search_report import EDITIONS, OWN, SAMPLES, Query, load, measure, translate_queries
from lawbot.book import Lawbook
from lawbot.config import ROOT, Settings
from lawbot.language import LANGUAGES
from lawbot.law.citation import Citation
from lawbot_handbook.library import minisearch
from lawbot_handbook.linking import Linker
from tests.search.told import every_set
from tests.support.scripts import STATIC, run

FINDING = """
const answered = (engine) => given.texts.map((text) => {
  const at = (ids) => ids.slice(0, 10).map((id) => engine.records[id].at);
  const found = engine.find(text);
  return { laws: at(found.laws), charts: at(found.charts), cited: engine.cited(text).ids.length > 0, codes: engine.timed(text).times.map(({ code }) => code) };
});
let early = null;
const engine = await lawbotSearch.begin(lawbotRecords[given.language], (begun) => { early = given.whole ? null : answered(begun); });
if (given.taught) await lawbotSearch.teach(engine, lawbotLearnt[given.language]);
return early ?? answered(engine);
"""


def finding(
    folder: Path, language: str, texts: Iterable[str], *, taught: bool = True, whole: bool = True
) -> dict[str, Any]:
    """Return what the page of a language finds for each text: the addresses of ``laws`` and
    ``charts``, best first, and whether the text cites (``cited``).

    ``taught``: with what the bot has learnt; not ``whole``: as before the records are read.
    """
    query_texts = list(texts)
    # minisearch is a module of Node's, which a page loads otherwise
    library = (
        "const module = { exports: {} }, exports = module.exports;"
        f" {minisearch(ROOT / 'data')}\nreturn module.exports;"
    )
    pages = folder / language
    paths = (pages / "records.js", pages / "learnt.js", STATIC / "search.js")
    scripts = [path.read_text(encoding="utf-8") for path in paths]
    script = "\n".join([f"const MiniSearch = (() => {{ {library} }})();", *scripts, FINDING])
    request = {"language": language, "texts": query_texts, "taught": taught, "whole": whole}
    with tempfile.TemporaryDirectory() as scratch:
        answers = run(script, request, Path(scratch))
    return dict(zip(query_texts, answers, strict=True))


def measured(
    folder: Path, lawbook: Lawbook, language: str, queries: list[Query], *, taught: bool = True
) -> dict[str, dict[str, float]]:
    """Return the figures of ``measure`` for the provisions that the page finds."""
    edition = lawbook.ours(language).id
    link = Linker(lawbook, edition, "")
    citations = {link.href(citation): citation for citation in lawbook.citations(edition)}
    results = finding(folder, language, (query.text for query in queries), taught=taught)

    def find(text: str) -> list[Citation]:
        return [citations[at] for at in results[text]["laws"] if at in citations]

    return measure(queries, find)


def main() -> None:
    """Print how often a right provision or chart is first, and among a few."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", type=Path, help="a handbook, as `python -m lawbot handbook` writes it"
    )
    parser.add_argument(
        "--samples", action="store_true", help="also the queries of ../shared/evaluation"
    )
    chosen = parser.parse_args()
    lawbook = Lawbook.open(Settings.load().lawbook)
    samples = SAMPLES if chosen.samples and SAMPLES.is_dir() else None
    for language in LANGUAGES:
        queries: list[Query] = []
        for source in filter(None, (OWN, samples)):
            queries += load(source / f"queries-{language}.jsonl")
        sets = {"": queries}
        if EDITIONS[language] in lawbook.editions and language != "en":
            sets[" carried to 2017"] = translate_queries(
                lawbook, queries, EDITIONS[language], lawbook.ours(language).id
            )
        for name, query_set in sets.items():
            for style, row in sorted(measured(chosen.folder, lawbook, language, query_set).items()):
                print(
                    f"{language}{name} {style:24} {row['n']:4} first {row['s@1']:.2f},"
                    f" among three {row['s@3']:.2f}, law {row['law@3']:.2f}"
                )
    for name, sentences in every_set(samples).items():
        chart_sentences = [sentence for sentence in sentences if sentence.charts]
        results = finding(chosen.folder, "en", (sentence.text for sentence in chart_sentences))
        counts = Counter[int]()
        for sentence in chart_sentences:
            right = {f"chart/{chart}.html" for chart in sentence.charts}
            for most in (1, 3, 5):
                counts[most] += not right.isdisjoint(results[sentence.text]["charts"][:most])
        rates = {most: count / len(chart_sentences) for most, count in counts.items()}
        print(
            f"{name:28} {len(chart_sentences):4} chart first {rates[1]:.2f},"
            f" among three {rates[3]:.2f}, among five {rates[5]:.2f}"
        )


if __name__ == "__main__":
    main()
