"""The JSON shapes of the command line. Scripts rely on them: keys may be added, none renamed."""

from collections.abc import Sequence
from typing import Any

from lawbot.answers.comparing import Comparison
from lawbot.answers.finding import excerpt
from lawbot.answers.outcome import Outcome
from lawbot.answers.wordings import whole
from lawbot.citation import Citation
from lawbot.lawbook import Entry, Lawbook
from lawbot.scoring import Contract, total
from lawbot.scoring import Line as ScoreLine
from lawbot.search.engine import Hit
from lawbot.situations.model import Chart, Question, Ruling
from lawbot.situations.seats import seated
from lawbot.situations.walk import Asked, Ruled


def exported(lawbook: Lawbook, entry: Entry) -> dict[str, Any]:
    """One line of ``export edition``."""
    return {
        **_of(entry, "citation", "level", "title", "text", "line"),
        "footnotes": [note.citation.footnote for note in entry.footnotes],
        "mends": [str(mend) for place, mend in lawbook.mends(entry) if place is entry],
        "rows": entry.rows,
        "senses": list(entry.senses),
        "note": entry.note or None,
    }


def law(lawbook: Lawbook, entry: Entry) -> dict[str, Any]:
    """The answer of ``law``: the provision with everything around it."""
    plain = lawbook.plainly(entry)
    amendment = lawbook.amended_since(entry.edition).get(entry.citation.law)
    return {
        **_of(entry, "citation", "edition", "title", "text"),
        "children": [law(lawbook, child) for child in entry.children],
        "footnotes": [
            {"number": note.citation.footnote, **_of(note, "citation", "text")}
            for note in entry.footnotes
        ],
        "cites": [
            {"citation": str(reference.target), "words": reference.words}
            for reference in entry.cites
        ],
        "cited_by": [
            {"citation": str(reference.source), "words": reference.words}
            for reference in entry.cited_by
        ],
        "plain": plain.text if plain else None,
        "rows": entry.grid,
        **_of(entry, "previous", "next"),
        "amended": amendment.since if amendment else None,
    }


def listed(chart: Chart, longest: int) -> dict[str, Any]:
    """One line of ``situations list``."""
    counts = {"questions": len(chart.questions), "rulings": len(chart.rulings), "longest": longest}
    return _of(chart, "id", "title", "laws") | counts | _of(chart, "summary", "phase", "frequent")


def shown(chart: Chart) -> dict[str, Any]:
    """The answer of ``situations show``."""
    return {
        **_of(chart, "id", "title", "start"),
        "questions": {fact: question(asked) for fact, asked in chart.questions.items()},
        "rulings": {name: ruling(made) for name, made in chart.rulings.items()},
        **_of(chart, "summary", "laws"),
        "reviewed": {"edition": chart.reviewed.edition, "date": chart.reviewed.date.isoformat()},
    }


def question(asked: Question) -> dict[str, Any]:
    """A question with its answers and where they lead."""
    answers = [
        {
            "id": a.id,
            "label": seated(a.label),
            "detail": seated(a.detail) if a.detail else None,
            "next": a.next,
        }
        for a in asked.answers
    ]
    said = {
        name: seated(words) if words else None
        for name, words in _of(asked, "ask", "say", "why", "unsure").items()
    }
    return said | {"answers": answers, "cites": asked.cites}


def ruling(made: Ruling) -> dict[str, Any]:
    """A ruling as a director reads it."""
    return {
        "headline": seated(made.headline),
        "kind": str(made.kind),
        **{
            name: [seated(line) for line in lines]
            for name, lines in _of(made, "steps", "say", "later").items()
        },
        "options": [
            {name: seated(said) for name, said in _of(o, "to", "choice", "result").items()}
            for o in made.options
        ],
        "cites": made.cites,
        "then": [follow.chart for follow in made.then],
    }


def walked(situation: str, answers: dict[str, str], reached: Asked | Ruled) -> dict[str, Any]:
    """The answer of ``situations walk``: the next question, or the ruling with its trail."""
    assumed = {step.fact: step.answer.id for step in reached.trail if step.assumed}
    base: dict[str, Any] = {
        "situation": situation,
        "answers": answers,
        "assumed": assumed,
        "chart": reached.chart.id,
    }
    if isinstance(reached, Asked):
        asked = {name: said for name, said in question(reached.question).items() if name != "cites"}
        for answer in asked["answers"]:
            del answer["next"]
        return base | {"question": {"fact": reached.fact} | asked}
    trail = [
        {
            "fact": step.fact,
            "answer": step.answer.id,
            "cites": step.cites,
            "asked": step.tapped and not step.assumed,
        }
        for step in reached.trail
    ]
    return base | {"ruling": ruling(reached.ruling) | {"id": reached.name, "trail": trail}}


def hit(entry: Entry, ranked: Hit, query: str, *, explain: bool) -> dict[str, Any]:
    """One row of ``search``; to ``explain`` it is to say what each signal gave, the most first."""
    shape = {
        "edition": entry.edition,
        "title": entry.heading,
        "excerpt": excerpt(entry, query),
        "score": ranked.score,
    }
    if explain:
        shape["signals"] = {
            name: round(share, 2)
            for name, share in sorted(ranked.shares.items(), key=lambda signal: -signal[1])
        }
    return _of(ranked, "citation") | shape


def asked(outcome: Outcome, address: str) -> dict[str, Any]:
    """The answer of ``ask``: what a text is read as, the address of the one card it names (empty
    where it names none), and where it leads."""
    return {
        "kind": str(outcome.reading.kind),
        "address": address,
        "certain": outcome.lead.sure,
        "citations": _plain(outcome.named),
        "provisions": [_of(ranked, "citation", "score") for ranked in outcome.hits],
        "charts": [
            _of(chart, "id", "score", "given", "said", "assumed", "next")
            for chart in outcome.charts
        ],
        "lead": _of(outcome.lead, "kind", "charts", "citations", "sure"),
        "edition": outcome.reading.edition,
        "reason": str(outcome.fault) if outcome.fault else None,
    }


def scored(
    contract: Contract | None, lines: Sequence[ScoreLine], *, vulnerable: bool
) -> dict[str, Any]:
    """The answer of ``score``; ``contract`` None is a board passed out."""
    return {
        "contract": str(contract).rsplit(" ", 1)[0] if contract else "pass",
        "result": contract.result if contract else 0,
        "vulnerable": vulnerable,
        "score": total(list(lines)),
        "steps": [{"what": str(line), "points": line.points} for line in lines],
    }


def compared(comparison: Comparison) -> dict[str, Any]:
    """The answer of ``compare``. ``targets`` has every counterpart, ``to`` the first; a citation is
    null where there is none."""
    targets = [_worded(entry, entry.edition) for entry in comparison.targets]
    return {
        "from": _worded(comparison.source, comparison.first),
        "to": targets[0] if targets else _worded(None, comparison.second),
        **_of(comparison, "relation", "redline"),
        "trace": [_of(step, "edition", "citation", "relation") for step in comparison.trace],
        "targets": targets,
        "not_held": list(comparison.missing),
    }


def _worded(entry: Entry | None, edition: str) -> dict[str, Any]:
    return {
        "edition": edition,
        "citation": str(entry.citation) if entry else None,
        "text": whole(entry) if entry else None,
    }


def compare_line(comparison: Comparison) -> dict[str, Any]:
    """The answer of ``compare --batch`` to one line; counterparts in laws that an edition does not
    cover are named too."""
    return {
        "relation": comparison.relation,
        "to": [str(entry.citation) for entry in comparison.targets] + list(comparison.missing),
    }


def _of(thing: object, *names: str) -> dict[str, Any]:
    """What a thing has under these names."""
    return {name: _plain(getattr(thing, name)) for name in names}


def _plain(value: Any) -> Any:
    """A value with its citations as text."""
    if isinstance(value, Citation):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
