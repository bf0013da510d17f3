"""Proof of the cases of the quiz: everything that must hold of a case before anybody is asked it."""

from collections.abc import Iterator

from lawbot.cards.quiz_cases import Cases, QuizCase
from lawbot.charts.load import Situations
from lawbot.charts.walk import Ruled, walk
from lawbot.errors import CitationError, WalkError
from lawbot.language import LANGUAGES, SOURCE
from lawbot.law.citation import Citation
from tools.chart_prose import Says, citations_in


def case_faults(cases: Cases, situations: Situations, says: Says) -> Iterator[str]:
    """Yield every fault, a line each.

    They are equal rulings, citations, walks that end in no ruling, and untranslated texts.
    """
    for case in cases.values():
        for fault in (*_citation_faults(case, says), *_walk_faults(case, situations)):
            yield f"{case.id}: {fault}"
        if len({case.right, *case.wrong}) < 1 + len(case.wrong):
            yield f"{case.id}: two rulings are the same"
        for language in LANGUAGES:
            if language == SOURCE:
                continue
            translations = cases.known(language)
            for text in case.to_translate:
                if text not in translations:
                    yield f"{case.id}: not translated into {language}: {text[:60]}"


def _citation_faults(case: QuizCase, says: Says) -> Iterator[str]:
    listed = []
    for cite in case.cites:
        try:
            listed.append(Citation.parse(cite))
        except CitationError:
            yield f"{cite} is no citation"
    for citation in listed:
        if says(citation) is None:
            yield f"cites {citation}, which the Laws do not have"
    for cite in dict.fromkeys(citations_in(case.why)):
        # The reason may be of a provision that holds the one cited, or of a part of it.
        if not any(_overlap(Citation.parse(cite), citation) for citation in listed):
            yield f"speaks of {cite}, which is not among its cites"
    if not any(str(citation.law) in case.why for citation in listed):
        yield "does not say why by a law that it cites"


def _overlap(first: Citation, second: Citation) -> bool:
    return first.contains(second) or second.contains(first)


def _walk_faults(case: QuizCase, situations: Situations) -> Iterator[str]:
    if case.chart is None:
        if case.facts:
            yield "has facts, and no chart"
        return
    if case.chart not in situations:
        yield f"there is no chart {case.chart}"
        return
    for fact in case.facts:
        if fact not in situations.facts(case.chart):
            yield f"{case.chart} never asks for {fact}"
    try:
        usual_answers = situations.usual_answers(case.chart)
        end = walk(situations, case.chart, case.facts, assumed=usual_answers)
        if not isinstance(end, Ruled):
            yield f"stops at the question {end.fact}"
    except WalkError as error:
        yield str(error)
