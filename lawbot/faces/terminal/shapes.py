"""The JSON shapes of the command line. Scripts rely on them: keys may be added, none renamed."""

from collections.abc import Iterable, Sequence
from typing import Any

from lawbot.book import Entry, Lawbook
from lawbot.book.entry import Reference
from lawbot.cards.comparison_card import Comparison
from lawbot.cards.results_card import excerpt
from lawbot.cards.wordings import whole
from lawbot.charts.model import Chart, Question, Ruling
from lawbot.charts.seats import seated
from lawbot.charts.walk import Asked, Ruled
from lawbot.decide.outcome import Outcome
from lawbot.law.citation import Citation
from lawbot.law.scoring import Contract, total
from lawbot.law.scoring import Line as ScoreLine
from lawbot.search.engine import Hit

Shape = dict[str, Any]
"""A JSON object."""


def exported(lawbook: Lawbook, entry: Entry) -> Shape:
    """Return one line of ``export edition``."""
    return {
        **_of(entry, "citation", "level", "title", "text", "line"),
        "footnotes": [note.citation.footnote for note in entry.footnotes],
        "mends": [str(mend) for place, mend in lawbook.mends(entry) if place is entry],
        "rows": entry.rows,
        "senses": list(entry.senses),
        "note": entry.note or None,
    }


def law(lawbook: Lawbook, entry: Entry) -> Shape:
    """Return the answer of ``law``: the provision with everything around it."""
    plain = lawbook.plainly(entry)
    amendment = lawbook.amended_since(entry.edition).get(entry.citation.law)
    return {
        **_of(entry, "citation", "edition", "title", "text"),
        "children": [law(lawbook, child) for child in entry.children],
        "footnotes": [
            {"number": note.citation.footnote, **_of(note, "citation", "text")}
            for note in entry.footnotes
        ],
        "cites": [_reference(part.target, part) for part in entry.cites],
        "cited_by": [_reference(part.source, part) for part in entry.cited_by],
        "plain": plain.text if plain else None,
        "rows": entry.grid,
        **_of(entry, "previous", "next"),
        "amended": amendment.since if amendment else None,
    }


def _reference(citation: Citation, reference: Reference) -> Shape:
    return {"citation": str(citation), "words": reference.words}


def listed(chart: Chart, longest: int) -> Shape:
    """Return one line of ``situations list``."""
    counts = {"questions": len(chart.questions), "rulings": len(chart.rulings), "longest": longest}
    return _of(chart, "id", "title", "laws") | counts | _of(chart, "summary", "phase", "frequent")


def chart_shape(chart: Chart) -> Shape:
    """Return the answer of ``situations show``."""
    return {
        **_of(chart, "id", "title", "start"),
        "questions": {fact: question_shape(question) for fact, question in chart.questions.items()},
        "rulings": {name: whole_ruling_shape(ruling) for name, ruling in chart.rulings.items()},
        **_of(chart, "summary", "laws"),
        "reviewed": {"edition": chart.reviewed.edition, "date": chart.reviewed.date.isoformat()},
    }


def question_shape(question: Question) -> Shape:
    """Return a question with its answers and where they lead."""
    answers = []
    for answer in question.answers:
        texts = _seated(answer, "label", "detail")
        answers.append({"id": answer.id, **texts, "next": answer.next})
    texts = _seated(question, "ask", "say", "why", "unsure")
    return texts | {"answers": answers, "cites": question.cites}


def ruling_shape(ruling: Ruling) -> Shape:
    """Return a ruling as a director reads it."""
    return {
        "headline": seated(ruling.headline),
        "kind": str(ruling.kind),
        "steps": list(map(seated, ruling.steps)),
        "say": list(map(seated, ruling.say)),
        "later": list(map(seated, ruling.later)),
        "options": [_seated(option, "to", "choice", "result") for option in ruling.options],
        "cites": ruling.cites,
        "then": [follow.chart for follow in ruling.then],
    }


def whole_ruling_shape(ruling: Ruling) -> Shape:
    """Return a ruling with all that it may say; ``provisos`` tell which lines need which answers."""
    provisos = []
    for proviso in ruling.provisos:
        lines = list(map(seated, (*proviso.steps, *proviso.later)))
        provisos.append({"when": proviso.when, "lines": lines})
    return ruling_shape(ruling.whole) | {"provisos": provisos}


def walked(situation: str, answers: dict[str, str], reached: Asked | Ruled) -> Shape:
    """Return the answer of ``situations walk``: the next question, or the ruling and its trail."""
    assumed: dict[str, str] = {}
    trail = []
    for step in reached.trail:
        shape = {"fact": step.fact, "answer": step.answer.id, "cites": step.cites}
        # nobody was asked for what is assumed
        trail.append(shape | {"asked": step.tapped and not step.assumed})
        if step.assumed:
            assumed[step.fact] = step.answer.id
    base: Shape = {
        "situation": situation,
        "answers": answers,
        "assumed": assumed,
        "chart": reached.chart.id,
    }
    if isinstance(reached, Asked):
        question = question_shape(reached.question)
        del question["cites"]
        for answer in question["answers"]:
            del answer["next"]
        return base | {"question": {"fact": reached.fact} | question}
    return base | {"ruling": ruling_shape(reached.ruling) | {"id": reached.name, "trail": trail}}


def hit(entry: Entry, ranked: Hit, query: str, *, explain: bool) -> Shape:
    """Return one row of ``search``; ``explain`` adds the share of each signal, largest first."""
    shape = {
        "edition": entry.edition,
        "title": entry.heading,
        "excerpt": excerpt(entry, query),
        "score": ranked.score,
    }
    if explain:
        signals = sorted(ranked.shares.items(), key=lambda signal: -signal[1])
        shape["signals"] = {name: round(share, 2) for name, share in signals}
    return _of(ranked, "citation") | shape


def outcome_shape(outcome: Outcome, address: str, opened: str) -> Shape:
    """Return the answer of ``ask``: the reading of a text, and where it leads.

    ``address`` is that of the one card it names, ``opened`` that of the card shown; each is empty
    if there is none.
    """
    return {
        "kind": str(outcome.reading.kind),
        "address": address,
        "opened": opened,
        "certain": outcome.lead.sure,
        "citations": _plain(outcome.named),
        "provisions": _all(outcome.hits, "citation", "score"),
        "charts": _all(outcome.charts, "id", "score", "given", "said", "assumed", "next"),
        "lead": _of(outcome.lead, "kind", "charts", "citations", "sure"),
        "edition": outcome.reading.edition,
        "reason": str(outcome.fault) if outcome.fault else None,
    }


def scored(contract: Contract | None, lines: Sequence[ScoreLine], *, vulnerable: bool) -> Shape:
    """Return the answer of ``score``; ``contract`` None is a board passed out."""
    return {
        "contract": str(contract).rsplit(" ", 1)[0] if contract else "pass",
        "result": contract.result if contract else 0,
        "vulnerable": vulnerable,
        "score": total(list(lines)),
        "steps": [{"what": str(line), "points": line.points} for line in lines],
    }


def compared(comparison: Comparison) -> Shape:
    """Return the answer of ``compare``.

    ``targets`` has every counterpart, ``to`` the first; a citation is null if there is none.
    """
    targets = [_entry_text(entry, entry.edition) for entry in comparison.targets]
    return {
        "from": _entry_text(comparison.source, comparison.first),
        "to": targets[0] if targets else _entry_text(None, comparison.second),
        **_of(comparison, "relation", "redline"),
        "trace": _all(comparison.trace, "edition", "citation", "relation"),
        "targets": targets,
        "not_held": list(comparison.missing),
    }


def _entry_text(entry: Entry | None, edition: str) -> Shape:
    return {
        "edition": edition,
        "citation": str(entry.citation) if entry else None,
        "text": whole(entry) if entry else None,
    }


def compare_line(comparison: Comparison) -> Shape:
    """Return the answer of ``compare --batch`` to one line.

    Counterparts in laws that an edition does not cover are named too.
    """
    return {
        "relation": comparison.relation,
        "to": [str(entry.citation) for entry in comparison.targets] + list(comparison.missing),
    }


def _of(record: object, *names: str) -> Shape:
    """Return the attributes of these names."""
    return {name: _plain(getattr(record, name)) for name in names}


def _all(records: Iterable[object], *names: str) -> list[Shape]:
    """Return the attributes of these names, of each record."""
    return [_of(record, *names) for record in records]


def _seated(record: object, *names: str) -> Shape:
    """Return the texts of these names with their players named; null for a missing one."""
    texts = _of(record, *names)
    return {name: seated(texts[name]) if texts[name] else None for name in names}


def _plain(value: Any) -> Any:
    """Return a value with its citations as text."""
    if isinstance(value, Citation):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
