"""Draw help, about, edition and error cards."""

from collections.abc import Iterable, Iterator

from lawbot import __version__
from lawbot.book import Lawbook
from lawbot.cards.address import (
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    QuizPlace,
    ResultsPlace,
    Screen,
)
from lawbot.cards.card import (
    Action,
    Actions,
    Card,
    CardKind,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Part,
    Style,
    Tone,
)
from lawbot.cards.law_card import amended_laws, month_name
from lawbot.charts.load import Situations
from lawbot.decide.understanding import Reading
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from lawbot.search.dates import NEWEST_HERE, NOT_HERE, OLDEST_HERE, Time, code_of, read_dates

NEAREST = 3
"""Names offered for one that is unknown."""
_MAX_BUTTONS = 5
"""Most buttons to what may have been meant: a row of Discord, for a law and its parts."""


def help_card(lawbook: Lawbook, quiz: QuizPlace, reader: Reader) -> Card:
    """Return the commands, and three things to try, each a button; ``quiz`` is a question."""
    _ = reader.translate
    edition = lawbook.ruled_in(reader.language)
    to_try = (
        Action(_("What happened?"), str(EntrancePlace()), style=Style.MAIN),
        Action("27B1(a)", str(LawPlace(Citation.parse("27B1(a)"), edition)), style=Style.MAIN),
        Action(_("Quiz"), str(quiz), style=Style.MAIN),
    )
    more = (
        Action(_("Contents"), str(ContentsPlace(edition))),
        Action(_("About"), str(Screen.ABOUT)),
    )
    return Card(
        CardKind.NOTICE,
        _("The law book that answers back"),
        parts=(
            Paragraph(
                _(
                    "Ask in your own words: mention the bot, write to it, or use “Find the law” in the menu of a message."
                )
            ),
            Listing(
                (
                    _("/situation: what happened"),
                    _("/law 27B1, /law insufficient bid"),
                    _("/search partner hesitated"),
                    _("/define revoke"),
                    _("/compare 27B1: changes"),
                    "/score 4SX, /score 620",
                    _("/board 7: who deals"),
                    _("/quiz: a case to rule on"),
                    _("/note, /settings: for managers"),
                )
            ),
            Paragraph(_("A bot is not a director: at the table, call the director."), Tone.NOTE),
            Paragraph(_("Three things to try:"), Tone.LEAD),
        ),
        address=str(Screen.HELP),
        rows=(to_try, more),
    )


def about_card(
    lawbook: Lawbook,
    situations: Situations,
    reader: Reader,
    *,
    keeps_unfound: bool = False,
    keeps_asked: bool = False,
    listens_at: str = "",
) -> Card:
    """Return the editions with their notices, privacy, version and source.

    ``keeps_unfound``: the operator keeps words that found nothing; ``keeps_asked``, those that
    askers give. ``listens_at`` is the machine of
    a language model that helps to hear facts; empty without one."""
    _ = reader.translate
    cited = lawbook.edition(lawbook.ruled_by)
    in_force = _("in force since")
    since = ""
    if cited.in_force_since:
        since = f", {in_force} {month_name(cited.in_force_since, reader.language)}"
    rulings = _("Rulings cite: {title}{since}.").format(title=cited.title, since=since)
    parts: list[Part] = [
        Paragraph(rulings, Tone.LEAD),
        *amended_since(lawbook, cited.id, reader),
    ]
    if lawbook.edition(lawbook.in_force).plain:
        missing = _("The official wording appears here when its document lies in data/documents.")
        parts.append(Paragraph(missing, Tone.QUIET))
    # whoever relies on a ruling has to know who stands behind it
    parts.append(Paragraph(reviewed_by(situations, reader), Tone.QUIET))
    parts.append(Heading(_("Privacy")))
    lines = _privacy(reader, keeps_unfound=keeps_unfound, keeps_asked=keeps_asked)
    parts += map(Paragraph, lines)
    if listens_at:
        parts.append(Paragraph(listening(listens_at, reader)))
    editions = [
        Action(info.title, str(ContentsPlace(info.id)), info.notice)
        for info in lawbook.editions.values()
    ]
    return Card(
        CardKind.NOTICE,
        _("About this bot"),
        tuple(parts),
        source=_("Version {version}").format(version=__version__),
        address=str(Screen.ABOUT),
        rows=((Action(_("Help"), str(Screen.HELP)),),),
        menus=(Menu(_("Editions available, and whose words they are"), tuple(editions)),),
    )


def _privacy(reader: Reader, *, keeps_unfound: bool, keeps_asked: bool) -> Iterator[str]:
    """Yield what is kept of people and servers, and what is not."""
    _ = reader.translate
    yield _(
        "Nothing is stored about people. What you type is not logged. A server’s settings and its club’s notes are kept until the bot leaves it."
    )
    yield _(
        "Answers to the question of the day are kept under a code made from the member’s id, and deleted when the right one is shown."
    )
    if keeps_unfound:
        yield _(
            "If a search finds nothing, its words are kept, but not who typed them: that is how the search learns."
        )
    if keeps_asked:
        yield _(
            "If you say whether an answer was right, your words are kept only if you agree in the same tap; who typed them never is."
        )


def listening(host: str, reader: Reader) -> str:
    """Return what is sent to a language model, and to whom."""
    _ = reader.translate
    sentence = _(
        "What you tell may go to a language model at {host}: the words alone, without your name. It only fills in my questions, and you read nothing that it wrote. I keep neither. To switch it off: /settings."
    )
    return sentence.format(host=host)


def edition_card(lawbook: Lawbook, reading: Reading, reader: Reader) -> Card:
    """Return which Laws the answers are from, and what was amended since.

    The editions of a year that the text names come after that."""
    _ = reader.translate
    newest = lawbook.edition(lawbook.newest_in(reader.language))
    month = month_name(lawbook.codes[newest.code], reader.language)
    since = _("in force since {month}").format(month=month)
    editions = lawbook.editions.values()
    parts: list[Part] = [
        Paragraph(f"{newest.title}, {since}.", Tone.LEAD),
        *amended_since(lawbook, newest.id, reader),
        *_of_years(lawbook, read_dates(Message(reading.text)).times, reader),
        Heading(_("Editions here")),
        Listing(tuple(info.title for info in editions)),
    ]
    buttons = (
        Action(_("Contents"), str(ContentsPlace(newest.id))),
        Action(_("About"), str(Screen.ABOUT)),
    )
    contents = tuple(Action(info.title, str(ContentsPlace(info.id))) for info in editions)
    return Card(
        CardKind.NOTICE,
        _("Which Laws are these?"),
        tuple(parts),
        address=str(ResultsPlace(reading.edition, reading.text)),
        rows=(buttons,),
        menus=(Menu(_("Contents"), contents),),
    )


def _of_years(lawbook: Lawbook, times: Iterable[Time], reader: Reader) -> Iterator[Part]:
    """Yield which of the Laws of other years than those in force are here."""
    _ = reader.translate
    codes = lawbook.codes
    newest = lawbook.edition(lawbook.in_force).code
    codes_here = {info.code for info in lawbook.editions.values()}
    for time in times:
        code = code_of(time, codes)
        # a year still to come may have a code that nobody has seen
        if time.year > max(codes):
            yield Paragraph(_(NEWEST_HERE).format(year=newest), Tone.NOTE)
        elif not code:
            yield Paragraph(_(OLDEST_HERE).format(year=min(codes_here)), Tone.NOTE)
        elif code != newest:
            message = _(NOT_HERE)
            if code in codes_here:
                message = _("The Laws of {year} are here too.")
            yield Paragraph(message.format(year=code), Tone.NOTE)


def amended_since(lawbook: Lawbook, edition: str, reader: Reader) -> Iterator[Part]:
    """Yield a note of what is known to have been amended since the text of an edition."""
    _ = reader.translate
    all_laws = [Citation(law) for law in lawbook.amended_since(edition)]
    amended = amended_laws(lawbook, edition, all_laws, reader)
    if amended:
        yield Paragraph(_("Amended since, and not here yet: {laws}.").format(laws=amended))


def error_card(
    message: str,
    reader: Reader,
    ways_on: Actions = (),
    formerly: Actions = (),
) -> Card:
    """Return the card of what did not work, with a message in the reader's language.

    ``ways_on`` is what may have been meant, ``formerly`` what had the name in older codes."""
    _ = reader.translate
    parts = [Paragraph(message, Tone.WARNING), *(Paragraph(action.label) for action in formerly)]
    nearest = ways_on[:_MAX_BUTTONS]
    if nearest:
        parts.append(Paragraph(_("Did you mean"), Tone.QUIET))
    menus = (Menu(_("In older codes"), formerly),)
    return Card(
        CardKind.ERROR, _("Not found"), tuple(parts), rows=(nearest,), menus=menus, found=False
    )


def reviewed_by(situations: Situations, reader: Reader) -> str:
    """Return who has reviewed the flow charts, or that nobody has yet."""
    _ = reader.translate
    reviewers = dict.fromkeys(chart.reviewed.by for chart in situations.values())
    names = ", ".join(filter(None, reviewers))
    if names:
        return _("The flow charts were reviewed by {names}.").format(names=names)
    return _(
        "The flow charts were checked twice against the text of the Laws, but not yet reviewed by a senior director."
    )
