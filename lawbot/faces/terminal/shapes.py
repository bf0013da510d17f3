"""The JSON shapes of the command line. Scripts rely on them: keys may be added, none renamed."""

from collections.abc import Sequence
from typing import Any

from lawbot.answers.comparing import Comparison
from lawbot.answers.finding import excerpt
from lawbot.answers.outcome import Outcome
from lawbot.answers.understanding import Kind
from lawbot.answers.wordings import whole
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
        "citation": str(entry.citation),
        "level": entry.level,
        "title": entry.title,
        "text": entry.text,
        "line": entry.line,
        "footnotes": [note.citation.footnote for note in entry.footnotes],
        "mends": [str(mend) for place, mend in lawbook.mends(entry) if place is entry],
        "rows": entry.rows,
        "senses": lawbook.senses(entry),
        "note": entry.note or None,
    }


def law(lawbook: Lawbook, entry: Entry) -> dict[str, Any]:
    """The answer of ``law``: the provision with everything around it."""
    plain = lawbook.plainly(entry)
    return {
        "citation": str(entry.citation),
        "edition": entry.edition,
        "title": entry.title,
        "text": entry.text,
        "children": [law(lawbook, child) for child in entry.children],
        "footnotes": [{"number": note.citation.footnote, "citation": str(note.citation), "text": note.text} for note in entry.footnotes],
        "cites": [{"citation": str(reference.target), "words": reference.words} for reference in entry.cites],
        "cited_by": [{"citation": str(reference.source), "words": reference.words} for reference in entry.cited_by],
        "plain": plain.text if plain else None,
        "rows": entry.grid,
        "previous": str(entry.previous) if entry.previous else None,
        "next": str(entry.next) if entry.next else None,
    }


def listed(chart: Chart, longest: int) -> dict[str, Any]:
    """One line of ``situations list``."""
    return {
        "id": chart.id,
        "title": chart.title,
        "laws": chart.laws,
        "questions": len(chart.questions),
        "rulings": len(chart.rulings),
        "longest": longest,
        "summary": chart.summary,
        "phase": str(chart.phase),
        "frequent": chart.frequent,
    }


def shown(chart: Chart) -> dict[str, Any]:
    """The answer of ``situations show``."""
    return {
        "id": chart.id,
        "title": chart.title,
        "start": chart.start,
        "questions": {fact: question(asked) for fact, asked in chart.questions.items()},
        "rulings": {name: ruling(made) for name, made in chart.rulings.items()},
        "summary": chart.summary,
        "laws": chart.laws,
        "reviewed": {"edition": chart.reviewed.edition, "date": chart.reviewed.date.isoformat()},
    }


def question(asked: Question) -> dict[str, Any]:
    """A question with its answers and where they lead."""
    answers = [
        {"id": a.id, "label": seated(a.label), "detail": seated(a.detail) if a.detail else None, "next": a.next} for a in asked.answers
    ]
    said = {
        "ask": seated(asked.ask),
        "say": seated(asked.say) if asked.say else None,
        "why": seated(asked.why),
        "unsure": seated(asked.unsure),
    }
    return said | {"answers": answers, "cites": asked.cites}


def ruling(made: Ruling) -> dict[str, Any]:
    """A ruling as a director reads it."""
    return {
        "headline": seated(made.headline),
        "kind": str(made.kind),
        "steps": [seated(line) for line in made.steps],
        "say": [seated(line) for line in made.say],
        "later": [seated(line) for line in made.later],
        "options": [{"to": seated(o.to), "choice": seated(o.choice), "result": seated(o.result)} for o in made.options],
        "cites": made.cites,
        "then": [follow.chart for follow in made.then],
    }


def walked(situation: str, answers: dict[str, str], reached: Asked | Ruled) -> dict[str, Any]:
    """The answer of ``situations walk``: the next question, or the ruling with its trail."""
    assumed = {step.fact: step.answer.id for step in reached.trail if step.assumed}
    base: dict[str, Any] = {"situation": situation, "answers": answers, "assumed": assumed, "chart": reached.chart.id}
    if isinstance(reached, Asked):
        asked = question(reached.question)
        offered = [{key: answer[key] for key in ("id", "label", "detail")} for answer in asked["answers"]]
        return base | {
            "question": {"fact": reached.fact} | {key: asked[key] for key in ("ask", "say", "why", "unsure")} | {"answers": offered}
        }
    trail = [
        {"fact": step.fact, "answer": step.answer.id, "cites": step.cites, "asked": step.tapped and not step.assumed}
        for step in reached.trail
    ]
    return base | {"ruling": ruling(reached.ruling) | {"id": reached.name, "trail": trail}}


def hit(entry: Entry, found: Hit, query: str) -> dict[str, Any]:
    """One row of ``search``."""
    return {
        "citation": str(found.citation),
        "edition": entry.edition,
        "title": entry.heading,
        "excerpt": excerpt(entry, query),
        "score": found.score,
    }


def signals(found: Hit) -> dict[str, float]:
    """What each signal gave to a hit, the most first: ``search --explain``."""
    return {name: round(share, 2) for name, share in sorted(found.shares.items(), key=lambda signal: -signal[1])}


def asked(outcome: Outcome, address: str) -> dict[str, Any]:
    """The answer of ``ask``: what a text is read as, the address of the one card it names (empty where it names none), and where it leads."""
    return {
        "kind": str(outcome.reading.kind),
        "address": address,
        "certain": outcome.lead.sure,
        "citations": [str(citation) for citation in outcome.named],
        "provisions": [{"citation": str(one.citation), "score": one.score} for one in outcome.hits],
        "charts": [{"id": one.id, "score": one.score, "given": one.given, "said": one.said, "next": one.next} for one in outcome.charts],
        "lead": lead(outcome),
        "edition": outcome.reading.edition,
        "reason": str(outcome.fault) if outcome.fault else None,
    }


def lead(outcome: Outcome) -> dict[str, Any]:
    """What the first screen leads with."""
    leading = outcome.lead
    citations = [str(citation) for citation in leading.citations]
    return {"kind": str(leading.kind), "charts": list(leading.charts), "citations": citations, "sure": leading.sure}


NOTHING_ASKED: dict[str, Any] = {
    "kind": str(Kind.NOTHING),
    "address": "",
    "certain": False,
    "citations": [],
    "provisions": [],
    "charts": [],
    "lead": {"kind": str(Kind.NOTHING), "charts": [], "citations": [], "sure": False},
    "edition": "",
    "reason": "This line cannot be read.",
}
"""The answer of ``ask --batch`` to a line that went wrong."""


def scored(contract: Contract | None, lines: Sequence[ScoreLine], *, vulnerable: bool) -> dict[str, Any]:
    """The answer of ``score``; ``contract`` None is a board passed out."""
    return {
        "contract": str(contract).rsplit(" ", 1)[0] if contract else "pass",
        "result": contract.result if contract else 0,
        "vulnerable": vulnerable,
        "score": total(list(lines)),
        "steps": [{"what": str(line), "points": line.points} for line in lines],
    }


def compare_shape(found: Comparison) -> dict[str, Any]:
    """The answer of ``compare``. ``targets`` has every counterpart, ``to`` the first; a citation is null where there is none."""
    targets = [{"edition": entry.edition, "citation": str(entry.citation), "text": whole(entry)} for entry in found.targets]
    nothing = {"citation": None, "text": None}
    source = {"citation": str(found.source.citation), "text": whole(found.source)} if found.source else nothing
    return {
        "from": {"edition": found.first, **source},
        "to": targets[0] if targets else {"edition": found.second, **nothing},
        "relation": found.relation,
        "redline": found.redline,
        "trace": [
            {"edition": step.edition, "citation": str(step.citation) if step.citation else None, "relation": step.relation}
            for step in found.trace
        ],
        "targets": targets,
        "not_held": list(found.missing),
    }


def compare_line(found: Comparison) -> dict[str, Any]:
    """The answer of ``compare --batch`` to one line; counterparts in laws that an edition does not cover are named too."""
    return {"relation": found.relation, "to": [str(entry.citation) for entry in found.targets] + list(found.missing)}
