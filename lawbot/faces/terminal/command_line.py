"""The command line: ``python -m lawbot ...``. Exit status 0 when answered, 1 when there is no answer, 2 for bad usage."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console

from lawbot import __version__
from lawbot.answers import Answers, Reader
from lawbot.answers.finding import excerpt
from lawbot.answers.understanding import LAWS
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.faces.terminal.chat import chat
from lawbot.faces.terminal.drawing import draw
from lawbot.lawbook import Lawbook, NoSuchProvisionError
from lawbot.making import make_lawbook
from lawbot.scoring import is_vulnerable, parse_contract, score, total
from lawbot.situations.charts import Proof, Situations
from lawbot.situations.checks import MOST_TAPS, faults, paths, uncited
from lawbot.situations.walk import Asked, walk

_LEVELS = ("law", "section", "paragraph", "subparagraph", "item", "footnote", "definition")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if not hasattr(chosen, "run"):
        parser.print_help()
        return 2
    run: Callable[[_Program, argparse.Namespace], int] = chosen.run
    try:
        return run(_Program(Settings.load()), chosen)
    except NoSuchProvisionError as error:
        near = ", ".join(str(citation) for citation in error.nearest[:8])
        print(f"{error}" + (f" Nearest: {near}" if near else ""), file=sys.stderr)
        return 1
    except LawbotError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 0


class _Program:
    """What the commands share: settings, and the lawbook opened once when a command needs it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)

    @cached_property
    def lawbook(self) -> Lawbook:
        return Lawbook.open(self.settings.lawbook)

    @cached_property
    def situations(self) -> Situations:
        return Situations.load(self.settings.data / "situations")

    @cached_property
    def answers(self) -> Answers:
        return Answers(self.lawbook, self.situations, self.settings.edition)

    @cached_property
    def reader(self) -> Reader:
        return Reader(language=self.settings.language, director=True)

    def edition(self, asked: str | None) -> str:
        """The edition a command works on. Raises LawbookError for one that is not there."""
        return self.lawbook.edition(asked or self.settings.edition or self.lawbook.in_force).id


def _json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def _build(program: _Program, chosen: argparse.Namespace) -> int:
    settings = program.settings
    if chosen.documents:
        settings = replace(settings, documents=tuple(Path(folder) for folder in chosen.documents))
    shelf, built = make_lawbook(settings, chosen.drop or ())
    lawbook = Lawbook.open(built.path)
    for about in lawbook.editions.values():
        counts = lawbook.counts(about.id)
        figures = " / ".join(str(counts.get(level, 0)) for level in _LEVELS)
        print(f"{about.id:14} {figures}  ({about.source})")
    print(f"{'':14} {' / '.join(_LEVELS)}")
    for edition in lawbook.editions:
        for where, words in lawbook.unresolved(edition):
            print(f"{edition}: {where}: the reference “{words}” leads nowhere")
        for line in lawbook.reports(edition):
            if ", reported: " in line:
                print(f"{edition}: {line}")
    for problem in shelf.problems:
        print(f"not read: {problem}", file=sys.stderr)
    print(f"lawbook {built.path} ({built.size / 1e6:.1f} MB), content {built.content_hash[:16]}")
    return 0


def _law(program: _Program, chosen: argparse.Namespace) -> int:
    edition = program.edition(chosen.edition)
    text = " ".join(chosen.citation)
    if chosen.json:
        _json(
            shapes.law(
                program.lawbook, program.lawbook.provision(program.answers.citation_of(text, program.reader.using(edition)), edition)
            )
        )
        return 0
    card = program.answers.ask(text, program.reader.using(edition), LAWS)
    if not card.found:
        program.lawbook.provision(program.answers.citation_of(text, program.reader.using(edition)), edition)
    draw(card, {}, program.console)
    return 0 if card.found else 1


def _search(program: _Program, chosen: argparse.Namespace) -> int:
    edition = program.edition(chosen.edition)
    engine = program.answers.search_engine
    if chosen.batch:
        for line in sys.stdin:
            hits = engine.find(line.rstrip("\n"), edition, chosen.limit).hits
            print(json.dumps([str(hit.citation) for hit in hits], ensure_ascii=False), flush=True)
        return 0
    query = " ".join(chosen.words)
    found = engine.find(query, edition, chosen.limit)
    rows = []
    for hit in found.hits:
        entry = program.lawbook.provision(hit.citation, edition)
        rows.append(
            {
                "citation": str(hit.citation),
                "edition": edition,
                "title": entry.heading,
                "excerpt": excerpt(entry, query),
                "score": hit.score,
            }
        )
        if chosen.explain:
            rows[-1]["signals"] = {name: round(share, 2) for name, share in sorted(hit.shares.items(), key=lambda s: -s[1])}
    if chosen.json:
        _json(rows)
    else:
        for row in rows:
            print(f"{row['citation']:14} {row['score']:8.2f}  {row['title']}\n{'':25}{row['excerpt']}")
            if chosen.explain:
                print(f"{'':25}{row['signals']}")
    if not rows:
        print("Nothing found. " + (f"Not known here: {', '.join(found.unknown)}" if found.unknown else ""), file=sys.stderr)
    return 0 if rows else 1


def _situations_list(program: _Program, chosen: argparse.Namespace) -> int:
    rows = []
    for chart in program.situations.values():
        longest = max(way.taps for way in paths(program.situations, chart.id))
        rows.append(shapes.listed(chart, longest))
    if chosen.json:
        _json(rows)
    else:
        for row in rows:
            print(f"{row['id']:32} {row['title']}  (laws {', '.join(map(str, row['laws']))}; at most {row['longest']} taps)")
    return 0 if rows else 1


def _situations_check(program: _Program, chosen: argparse.Namespace) -> int:
    proof = Proof.load(program.settings.data / "situations")
    found = list(faults(program.situations, program.lawbook.says, proof))
    found += uncited(program.situations, proof)
    ways = [way.taps for chart in program.situations for way in paths(program.situations, chart)] if not found else []
    print(
        "\n".join(found)
        if found
        else f"{len(program.situations)} charts proved: {len(ways)} paths, none longer than {max(ways)} of {MOST_TAPS} taps"
    )
    return 1 if found else 0


def _situations_show(program: _Program, chosen: argparse.Namespace) -> int:
    chart = program.situations.get(chosen.id)
    if chart is None:
        raise LawbotError(f"There is no chart called “{chosen.id[:40]}”. See: python -m lawbot situations list")
    if chosen.svg:
        from lawbot.situations.drawing import draw_chart

        draw_chart(chart, Path(chosen.svg))
        print(chosen.svg)
        return 0
    _json(shapes.shown(chart))
    return 0


def _situations_walk(program: _Program, chosen: argparse.Namespace) -> int:
    if not all("=" in fact for fact in chosen.facts):
        print("Facts are written FACT=ANSWER.", file=sys.stderr)
        return 2
    answers = dict(fact.split("=", 1) for fact in chosen.facts)
    reached = walk(program.situations, chosen.id, answers)
    shape = shapes.walked(chosen.id, answers, reached)
    if chosen.json:
        _json(shape)
    elif isinstance(reached, Asked):
        print(shape["question"]["ask"])
        for answer in shape["question"]["answers"]:
            print(f"  {reached.fact}={answer['id']:20} {answer['label']}")
    else:
        from lawbot.answers.addresses import ChartPlace
        from lawbot.situations.state import with_facts

        state = with_facts(program.situations, chosen.id, answers)
        draw(program.answers.open(str(ChartPlace(state)), program.reader), {}, program.console)
    return 0


def _situations_find(program: _Program, chosen: argparse.Namespace) -> int:
    hits = program.answers.search_engine.situations(" ".join(chosen.words), chosen.limit)
    rows = [{"id": hit.id, "title": hit.title, "score": hit.score} for hit in hits]
    if chosen.json:
        _json(rows)
    else:
        print("\n".join(f"{row['id']:32} {row['title']}" for row in rows))
    return 0 if rows else 1


def _compare(program: _Program, chosen: argparse.Namespace) -> int:
    card = program.answers.compare(" ".join(chosen.citation), program.reader)
    draw(card, {}, program.console)
    return 0 if card.found else 1


def _export(program: _Program, chosen: argparse.Namespace) -> int:
    edition = program.edition(chosen.id)
    _json([shapes.exported(program.lawbook, entry) for entry in program.lawbook.provisions(edition)])
    return 0


def _score(program: _Program, chosen: argparse.Namespace) -> int:
    contract = parse_contract(" ".join(chosen.contract))
    vulnerable = is_vulnerable(chosen.vul, contract.declarer if contract else "N")
    lines = score(contract, vulnerable)
    shape: dict[str, Any] = {
        "contract": str(contract).rsplit(" ", 1)[0] if contract else "pass",
        "result": contract.result if contract else 0,
        "vulnerable": vulnerable,
        "score": total(lines),
        "steps": [{"what": str(line), "points": line.points} for line in lines],
    }
    if chosen.json:
        _json(shape)
    else:
        print(f"{contract or 'passed out'}: {shape['score']}")
        for line in lines:
            print(f"  {line}: {line.points}")
    return 0


def _sync(program: _Program, chosen: argparse.Namespace) -> int:
    if not program.settings.token:
        raise LawbotError("DISCORD_TOKEN is not set: there is no bot whose commands Discord could be told.")
    from lawbot.faces import discord  # loaded only where it is needed

    return discord.sync(program.settings, program.answers)


def _chat(program: _Program, chosen: argparse.Namespace) -> int:
    return chat(program.answers, program.settings.language)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lawbot", description="The Laws of Duplicate Bridge, looked up, searched and asked about.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(
        name: str, run: Callable[[_Program, argparse.Namespace], int], summary: str, into: Any = commands
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = into.add_parser(name, help=summary, description=summary)
        added.set_defaults(run=run)
        return added

    build = command("build", _build, "read the documents and write the lawbook")
    build.add_argument("--documents", metavar="DIR", action="append", help="a folder of law documents (may be given again)")
    build.add_argument("--drop", metavar="ID", action="append", help="leave out an edition that was there (may be given again)")
    law = command("law", _law, "one provision by its citation")
    law.add_argument("citation", nargs="+", metavar="CITATION")
    law.add_argument("--edition", metavar="ID")
    law.add_argument("--json", action="store_true")
    search = command("search", _search, "provisions for words, best first")
    search.add_argument("words", nargs="*", metavar="WORDS")
    search.add_argument("--batch", action="store_true", help="a query a line in, a JSON list of citations a line out")
    search.add_argument("--explain", action="store_true", help="show what each signal gave")
    search.add_argument("--edition", metavar="ID")
    search.add_argument("--limit", type=int, default=10, metavar="N")
    search.add_argument("--json", action="store_true")
    situations = commands.add_parser("situations", help="the flow charts").add_subparsers(
        title="commands", metavar="COMMAND", required=True
    )
    command("list", _situations_list, "every chart", situations).add_argument("--json", action="store_true")
    command("check", _situations_check, "prove the charts", situations)
    show = command("show", _situations_show, "one chart", situations)
    show.add_argument("id", metavar="ID")
    show.add_argument("--json", action="store_true")
    show.add_argument("--svg", metavar="FILE", help="draw the chart into an SVG (or, by its ending, PNG or PDF) file")
    walking = command("walk", _situations_walk, "the next question, or the ruling", situations)
    walking.add_argument("id", metavar="ID")
    walking.add_argument("facts", nargs="*", metavar="FACT=ANSWER")
    walking.add_argument("--json", action="store_true")
    finding = command("find", _situations_find, "charts for a description, best first", situations)
    finding.add_argument("words", nargs="+", metavar="WORDS")
    finding.add_argument("--limit", type=int, default=5, metavar="N")
    finding.add_argument("--json", action="store_true")
    compare = command("compare", _compare, "one number in every edition")
    compare.add_argument("citation", nargs="+", metavar="CITATION")
    export = commands.add_parser("export", help="a whole edition").add_subparsers(title="what", metavar="WHAT", required=True)
    edition = command("edition", _export, "every provision of an edition as JSON", export)
    edition.add_argument("id", metavar="ID")
    edition.add_argument("--json", action="store_true")
    scoring = command("score", _score, 'the score of a contract: "4SX by N +1" --vul both')
    scoring.add_argument("contract", nargs="+", metavar="CONTRACT")
    scoring.add_argument("--vul", default="none", metavar="none|both|ns|ew")
    scoring.add_argument("--json", action="store_true")
    command("chat", _chat, "the terminal chat")
    command("sync", _sync, "tell Discord the bot's commands anew")
    return parser
