"""How well the search in the pages finds, in Node: ``python -m tests.handbook_search FOLDER``; ``--samples`` adds those of ../shared/evaluation."""

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lawbot.config import ROOT, Settings
from lawbot.handbook.library import minisearch
from lawbot.handbook.linking import Linker
from lawbot.language import LANGUAGES
from lawbot.lawbook import Lawbook
from tests.search_report import OWN, SAMPLES, load, measure
from tests.support.scripts import STATIC, run

FINDING = """
const engine = await lawbotSearch.begin(lawbotRecords[given.language]);
if (given.taught) await lawbotSearch.teach(engine, lawbotLearnt[given.language]);
const at = (ids) => ids.slice(0, 10).map((id) => engine.records[id].at);
return given.texts.map((text) => { const found = engine.find(text); return { laws: at(found.laws), charts: at(found.charts) }; });
"""


def finding(folder: Path, language: str, texts: Iterable[str], *, taught: bool = True) -> dict[str, Any]:
    """What the page of a language finds for each text: the addresses of ``laws`` and ``charts``, best first."""
    asked = list(texts)
    scripts = [(folder / language / name).read_text(encoding="utf-8") for name in ("records.js", "learnt.js")]
    search = (STATIC / "search.js").read_text(encoding="utf-8")
    library = f"const MiniSearch = (() => {{ const module = {{ exports: {{}} }}, exports = module.exports; {minisearch(ROOT / 'data')}\nreturn module.exports; }})();"
    with tempfile.TemporaryDirectory() as beside:
        given = {"language": language, "texts": asked, "taught": taught}
        answers = run("\n".join([library, *scripts, search, FINDING]), given, Path(beside))
    return dict(zip(asked, answers, strict=True))


def report(folder: Path, lawbook: Lawbook, samples: Path | None) -> None:
    """Prints, of every set, how often a right provision is first and among three, and a right chart first and among five."""
    for language in LANGUAGES:
        edition = lawbook.ours(language).id
        link = Linker(lawbook, edition, "")
        citations = {link.href(citation): citation for citation in lawbook.citations(edition)}
        for source in filter(None, (OWN, samples)):
            queries = load(source / f"queries-{language}.jsonl")
            for taught in (False, True):
                found = finding(folder, language, (query.text for query in queries), taught=taught)
                rows = measure(
                    queries, lambda text, found=found, citations=citations: [citations[at] for at in found[text]["laws"] if at in citations]
                )
                for style, row in sorted(rows.items()):
                    if style == "all" or taught:
                        print(
                            f"{source.name:10} {language} {'learnt' if taught else 'words'} {style:22} {row['n']:4} {row['s@1']:.3f} {row['s@3']:.3f} {row['law@3']:.3f}"
                        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a handbook, as `python -m lawbot handbook` writes it")
    parser.add_argument("--samples", action="store_true", help="also the samples of ../shared/evaluation")
    chosen = parser.parse_args()
    report(chosen.folder, Lawbook.open(Settings.load().lawbook), SAMPLES if chosen.samples else None)


if __name__ == "__main__":
    main()
