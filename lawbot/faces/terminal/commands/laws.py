"""The commands that look things up: law, search, ask, compare, export."""

import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated

from typer import Argument, BadParameter, Option, Typer

from lawbot.cards.address import ResultsPlace
from lawbot.cards.comparison_card import Comparison, compared
from lawbot.decide.kinds import LAWS
from lawbot.decide.outcome import Outcome
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.faces.terminal.program import (
    AsJson,
    Edition,
    Language,
    Program,
    current_program,
    print_card,
    print_json,
    words_of,
)
from lawbot.faces.terminal.streams import lines_of_input
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.search.codes import dated_entry
from lawbot.talk.turn import Table

app = Typer()
export_app = Typer(help="Print everything of a kind.")
Batch = Annotated[
    bool,
    Option("--batch", help="Read a text a line from the input; print a line of JSON for each."),
]


@app.command("law")
def law(
    citation: Annotated[
        list[str], Argument(metavar="CITATION", help="27B1, a defined term or a heading.")
    ],
    edition: Edition = "",
    as_json: AsJson = False,
) -> None:
    """Print one provision by its citation."""
    program = current_program.get()
    chosen = program.edition(edition)
    text, reader = words_of(citation), program.reader(chosen)

    if as_json:
        print_json(shapes.law(program.lawbook, program.answers.entry_of(text, reader)))
        return
    card = program.answers.ask(text, reader, LAWS)
    if not card.found:
        # raises an error that names the nearest
        program.answers.entry_of(text, reader)
    print_card(card)


@app.command("search")
def search(
    words: Annotated[
        list[str] | None, Argument(metavar="WORDS", help="What to look for, in any words.")
    ] = None,
    batch: Annotated[
        bool,
        Option(
            "--batch", help="A query a line in, a JSON list of citations a line out, best first."
        ),
    ] = False,
    explain: Annotated[bool, Option("--explain", help="Show what each signal gave.")] = False,
    edition: Edition = "",
    limit: Annotated[int, Option("--limit", metavar="N", min=1, help="Provisions at most.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Find provisions for words, best first."""
    _words_or_batch(words, batch=batch)
    program = current_program.get()
    chosen = program.edition(edition)
    if batch:

        def citations(line: str) -> list[str]:
            hits = program.answers.outcomes.in_edition(line, chosen).hits[:limit]
            return [str(hit.citation) for hit in hits]

        _batch(citations, [])
        return
    query = words_of(words)
    language = program.lawbook.edition(chosen).language
    dated = dated_entry(program.lawbook, Message(query), chosen, language)
    if dated is not None and not edition:
        # a number named with a time is sought in the code of that time
        query, chosen = str(dated.entry.citation), dated.entry.edition
        print(program.lawbook.edition(chosen).title, file=sys.stderr)
    outcome = program.answers.outcomes.in_edition(query, chosen)
    rows = []
    for hit in outcome.hits[:limit]:
        entry = program.lawbook.provision(hit.citation, chosen)
        rows.append(shapes.hit(entry, hit, query, explain=explain))
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            print(f"{row['citation']:14} {row['score']:8.2f}  {row['title']}")
            print(f"{'':25}{row['excerpt']}")
            if explain:
                print(f"{'':25}{row['signals']}")
    if not rows:
        raise outcome.fault or LawbotError("Nothing found.")


@app.command("ask")
def ask(
    words: Annotated[
        list[str] | None,
        Argument(metavar="WORDS", help="A citation, a term, or what happened at the table."),
    ] = None,
    batch: Batch = False,
    after: Annotated[
        str | None,
        Option(
            "--after", metavar="ADDRESS", help="The address of the card that is open ('opened')."
        ),
    ] = None,
    ear: Annotated[
        bool, Option("--ear", help="Let the language model of LAWBOT_EAR listen too.")
    ] = False,
    language: Language = "",
    edition: Edition = "",
    as_json: AsJson = False,
) -> None:
    """Say what a text is read as, and where it leads.

    Prints the answer's card, or as JSON its provisions and flow charts. With --after it is read as
    the next text of a conversation.
    """
    _words_or_batch(words, batch=batch)
    program = current_program.get()
    reader = program.reader(program.edition(edition) if edition else "", language)
    if batch:
        failure = {"edition": "", "reason": "This line cannot be read."}
        nothing = shapes.outcome_shape(program.answers.outcomes.of("", reader), "", "") | failure
        _batch(partial(_asked, program, reader), nothing)
        return
    text = words_of(words)
    if after is not None:
        _ask_after(program, after, text, reader, as_json=as_json)
        return
    outcome = program.answers.outcomes.of(text, reader)
    aided = program.listen(text, reader) if ear else None
    if aided is not None:
        _print_aided(program, aided, reader, as_json=as_json)
        return
    if as_json:
        print_json(_asked(program, reader, text))
    if outcome.fault is not None:
        raise outcome.fault
    if not as_json:
        print(f"read as: {outcome.reading.kind}" + ("" if outcome.lead.sure else ", a choice"))
        print_card(program.answers.ask(text, reader))


def _print_aided(program: Program, outcome: Outcome, reader: Reader, *, as_json: bool) -> None:
    """Print an outcome that a language model has heard more in, or its card."""
    card = program.answers.aided(outcome, reader)
    if as_json:
        print_json(shapes.outcome_shape(outcome, "", card.address))
        return
    print(f"read as: {outcome.reading.kind}, with a language model")
    print_card(card)


def _asked(program: Program, reader: Reader, text: str) -> shapes.Shape:
    """Return the answer of ``ask`` to a text as it is printed."""
    answers = program.answers
    address = answers.address_for(text, reader)
    outcome = answers.outcomes.of(text, reader)
    opened = _opened(Table.of(answers.ask(text, reader)), text, outcome)
    return shapes.outcome_shape(outcome, address, opened)


def _opened(table: Table, text: str, outcome: Outcome) -> str:
    """Return the address of what is open after a text, or an empty text.

    A choice of charts after a long text has no address for a button, but has one for ``--after``.
    """
    if table.address or not table.actions:
        return table.address
    return str(ResultsPlace(outcome.reading.edition, text))


def _ask_after(program: Program, address: str, text: str, reader: Reader, *, as_json: bool) -> None:
    """Print what a text is beside the card of an address, and the card it opens."""
    table = Table(address)
    reply = program.answers.reply(
        program.answers.conversation.read(text, table, reader), table, reader
    )
    if as_json:
        outcome = program.answers.outcome_after(text, reply, reader)
        opened = _opened(reply.table, text, outcome)
        shape = shapes.outcome_shape(outcome, reply.card.address, opened)
        print_json({"read_as": str(reply.turn.read_as)} | shape)
        return
    print(f"read as: {reply.turn.read_as}")
    print_card(reply.card)


@app.command("compare")
def compare(
    citation: Annotated[
        list[str] | None,
        Argument(metavar="CITATION", help="27B1, say; '72B1 (1997)' for an old number."),
    ] = None,
    first: Annotated[
        str, Option("--from", metavar="ID", help="The edition that CITATION is of.")
    ] = "",
    second: Annotated[str, Option("--to", metavar="ID", help="The edition to compare with.")] = "",
    batch: Batch = False,
    as_json: AsJson = False,
) -> None:
    """Show what became of a provision from one edition to another: word by word, and where it stood
    in each code."""
    _words_or_batch(citation, batch=batch)
    program = current_program.get()
    chosen = [program.edition(edition) if edition else "" for edition in (first, second)]
    if batch:
        _batch(
            lambda line: shapes.compare_line(_comparison(program, line, *chosen)),
            {"relation": None, "to": []},
        )
        return
    text = words_of(citation)
    if as_json:
        print_json(shapes.compared(_comparison(program, text, *chosen)))
        return
    print_card(program.answers.compare(text, program.reader(), *chosen))


def _comparison(program: Program, text: str, first: str, second: str) -> Comparison:
    """Return the comparison of the provision that a text names. Raises LawbotError."""
    reader = program.reader(first)
    return compared(program.lawbook, *program.answers.pair_of(text, reader, first, second), reader)


@export_app.command("edition")
def export_edition(
    edition: Annotated[str, Argument(metavar="ID", help="The edition.")],
    as_json: AsJson = False,
) -> None:
    """Print every provision of an edition: a line each, or all there is of it as JSON."""
    program = current_program.get()
    entries = program.lawbook.provisions(program.edition(edition))
    if as_json:
        print_json([shapes.exported(program.lawbook, entry) for entry in entries])
        return
    for entry in entries:
        print("\t".join([str(entry.citation), entry.title or "", " ".join(entry.text.split())]))


def _words_or_batch(words: list[str] | None, *, batch: bool) -> None:
    if bool(words) == batch:
        raise BadParameter("Give WORDS, or --batch and a text a line on the input.")


def _batch(answer: Callable[[str], object], otherwise: object) -> None:
    """Print the answer to each line of the input as JSON; ``otherwise`` after any error."""
    for line in lines_of_input():
        try:
            shape = answer(line)
        except Exception as error:
            # one line must not end the others, whatever is wrong with it
            print(f"{line[:60]}: {error}", file=sys.stderr)
            shape = otherwise
        print_json(shape, lines=True)
