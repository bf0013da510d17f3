"""Help and about: what the bot can do, whose words it speaks, and what it keeps (nothing about
people); and what did not work."""

from collections.abc import Iterable, Iterator

from lawbot import __version__
from lawbot.answers.addresses import (
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    QuizPlace,
    ResultsPlace,
    Screen,
)
from lawbot.answers.laws import amended_laws, month_name
from lawbot.answers.reader import Reader
from lawbot.answers.understanding import Reading
from lawbot.cards import (
    Action,
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
from lawbot.citation import Citation
from lawbot.lawbook import Lawbook
from lawbot.search.dated import NEWEST_HERE, OLDEST_HERE, Time, code_of, times_in
from lawbot.situations.charts import Situations


def help_card(lawbook: Lawbook, quiz: QuizPlace, reader: Reader) -> Card:
    """The commands, and three things to try, each a button. ``quiz`` is the question that is
    offered."""
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
    lawbook: Lawbook, situations: Situations, reader: Reader, *, keeps_unfound: bool = False
) -> Card:
    """Editions in the lawbook with their notices, privacy, version and source. ``keeps_unfound``:
    the operator keeps words that found nothing."""
    _ = reader.translate
    about = lawbook.edition(lawbook.ruled_by)
    in_force = _("in force since")
    since = (
        f", {in_force} {month_name(about.in_force_since, reader.language)}"
        if about.in_force_since
        else ""
    )
    parts: list[Part] = [
        Paragraph(
            _("Rulings cite: {title}{since}.").format(title=about.title, since=since), Tone.LEAD
        ),
        *amended_since(lawbook, about.id, reader),
        Heading(_("Editions here, and whose words they are")),
        Listing(
            tuple(
                f"{known.title}: {known.notice}" + _mended(lawbook, known.id, reader)
                for known in lawbook.editions.values()
            )
        ),
    ]
    if lawbook.edition(lawbook.in_force).plain:
        parts.append(
            Paragraph(
                _("The official wording appears here when its document lies in data/documents.")
            )
        )
    private = [
        _(
            "Nothing is stored about people. What you type is not logged. A server’s settings and its club’s notes are kept until the bot leaves it."
        ),
        _(
            "Answers to the question of the day are kept under a code made from the member’s id, and deleted when the right one is shown."
        ),
    ]
    if keeps_unfound:
        private.append(
            _(
                "If a search finds nothing, its words are kept, but not who typed them: that is how the search learns."
            )
        )
    parts += (Heading(_("Flow charts")), Paragraph(reviewed_by(situations, reader)))
    parts += (Heading(_("Privacy")), *map(Paragraph, private))
    parts.append(
        Paragraph(_("A bot is not a director: its rulings help the person who decides."), Tone.NOTE)
    )
    version, help_row = (
        _("Version {version}").format(version=__version__),
        (Action(_("Help"), str(Screen.HELP)),),
    )
    return Card(
        CardKind.NOTICE,
        _("About this bot"),
        tuple(parts),
        source=version,
        address=str(Screen.ABOUT),
        rows=(help_row,),
    )


def edition_card(lawbook: Lawbook, reading: Reading, reader: Reader) -> Card:
    """Return which Laws the answers are from, what was amended since, and the editions of a year
    that the text names."""
    _ = reader.translate
    newest = lawbook.edition(lawbook.newest_in(reader.language))
    since = _("in force since {month}").format(
        month=month_name(lawbook.codes[newest.code], reader.language)
    )
    parts: list[Part] = [
        Paragraph(f"{newest.title}, {since}.", Tone.LEAD),
        *amended_since(lawbook, newest.id, reader),
        *_of_years(lawbook, times_in(reading.text), reader),
    ]
    held = lawbook.editions.values()
    ways = tuple(Action(known.title, str(ContentsPlace(known.id))) for known in held)
    return Card(
        CardKind.NOTICE,
        _("Which Laws are these?"),
        (*parts, Heading(_("Editions here")), Listing(tuple(known.title for known in held))),
        address=str(ResultsPlace(reading.edition, reading.text)),
        rows=(
            (
                Action(_("Contents"), str(ContentsPlace(newest.id))),
                Action(_("About"), str(Screen.ABOUT)),
            ),
        ),
        menus=(Menu(_("Contents"), ways),),
    )


def _of_years(lawbook: Lawbook, times: Iterable[Time], reader: Reader) -> Iterator[Part]:
    """Yield what is here of the Laws of other years than those in force."""
    _ = reader.translate
    codes = lawbook.codes
    newest = lawbook.edition(lawbook.in_force).code
    here = {known.code for known in lawbook.editions.values()}
    for time in times:
        code = code_of(time, codes)
        if time.year > max(codes):
            yield Paragraph(_(NEWEST_HERE).format(year=newest), Tone.NOTE)
        elif not code:
            yield Paragraph(_(OLDEST_HERE).format(year=min(here)), Tone.NOTE)
        elif code != newest:
            held = (
                _("The Laws of {year} are here too.")
                if code in here
                else _("No document of the Laws of {year} is here.")
            )
            yield Paragraph(held.format(year=code), Tone.NOTE)


def amended_since(lawbook: Lawbook, edition: str, reader: Reader) -> Iterator[Part]:
    """Yield what is known to have been amended since the text of an edition."""
    _ = reader.translate
    every_law = [Citation(law) for law in lawbook.amended_since(edition)]
    if amended := amended_laws(lawbook, edition, every_law, reader):
        yield Paragraph(_("Amended since, and not here yet: {laws}.").format(laws=amended))


def error_card(
    message: str,
    reader: Reader,
    ways_on: tuple[Action, ...] = (),
    formerly: tuple[Action, ...] = (),
) -> Card:
    """What did not work: a message in the reader's language, what may have been meant, and what had
    the name in older codes."""
    _ = reader.translate
    parts = (Paragraph(message, Tone.WARNING), *(Paragraph(action.label) for action in formerly))
    menus = (Menu(_("In older codes"), formerly), Menu(_("Did you mean"), ways_on))
    return Card(CardKind.ERROR, _("Not found"), parts, menus=menus, found=False)


def _mended(lawbook: Lawbook, edition: str, reader: Reader) -> str:
    """In how many places an edition was mended in the reading, said after its notice."""
    _ = reader.translate
    number = lawbook.mended.get(edition)
    return (
        "; "
        + _("damaged places in the document that were repaired: {number}").format(number=number)
        if number
        else ""
    )


def reviewed_by(situations: Situations, reader: Reader) -> str:
    """Who has looked at the flow charts, said once and here."""
    _ = reader.translate
    by = dict.fromkeys(chart.reviewed.by for chart in situations.values() if chart.reviewed.by)
    said = (
        _("The flow charts were reviewed by {names}.").format(names=", ".join(by)) if by else None
    )
    unread = _(
        "The flow charts were checked twice against the text of the Laws, but are not yet reviewed by a director of rank."
    )
    return said or unread
