"""The proof of the cases of the quiz: what must hold of each before anybody is asked it."""

from collections.abc import Iterator

from lawbot.answers.quiz_cases import Cases, QuizCase
from lawbot.citation import Citation
from lawbot.errors import CitationError, WalkError
from lawbot.language import LANGUAGES, SOURCE
from lawbot.situations.charts import Situations
from lawbot.situations.walk import Ruled, walk
from tools.chart_prose import Says, citations_in


def case_faults(cases: Cases, situations: Situations, says: Says) -> Iterator[str]:
    """Every fault, a line each: rulings alike, citations, walks that end in no ruling, texts that
    are not translated."""
    for case in cases.values():
        yield from (
            f"{case.id}: {fault}"
            for fault in (*_citation_faults(case, says), *_walk_faults(case, situations))
        )
        if len({case.right, *case.wrong}) < 1 + len(case.wrong):
            yield f"{case.id}: two rulings are the same"
        for language in LANGUAGES:
            missing = [
                text
                for text in case.to_translate
                if language != SOURCE and text not in cases.known(language)
            ]
            yield from (
                f"{case.id}: not translated into {language}: {text[:60]}" for text in missing
            )


def _citation_faults(case: QuizCase, says: Says) -> Iterator[str]:
    listed = []
    for cite in case.cites:
        try:
            listed.append(Citation.parse(cite))
        except CitationError:
            yield f"{cite} is no citation"
    yield from (
        f"cites {cited}, which the Laws do not have" for cited in listed if says(cited) is None
    )
    for written in dict.fromkeys(citations_in(case.why)):
        if not any(
            Citation.parse(written).contains(cited) or cited.contains(Citation.parse(written))
            for cited in listed
        ):
            yield f"speaks of {written}, which is not among its cites"
    if not any(str(cited.law) in case.why for cited in listed):
        yield "does not say why by a law that it cites"


def _walk_faults(case: QuizCase, situations: Situations) -> Iterator[str]:
    if case.chart is None:
        yield from ["has facts, and no chart"] if case.facts else []
        return
    if case.chart not in situations:
        yield f"there is no chart {case.chart}"
        return
    yield from (
        f"{case.chart} never asks for {fact}"
        for fact in case.facts
        if fact not in situations.facts(case.chart)
    )
    try:
        reached = walk(
            situations, case.chart, case.facts, assumed=situations.usual_answers(case.chart)
        )
        if not isinstance(reached, Ruled):
            yield f"stops at the question {reached.fact}"
    except WalkError as error:
        yield str(error)
