"""The card that shows what a server has chosen."""

from typing import TYPE_CHECKING

from lawbot.answers import Reader
from lawbot.cards import Card, CardKind, Listing, Paragraph, Tone
from lawbot.faces.discord.settings_store import GuildSettings
from lawbot.language import LANGUAGES, installed

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face


def settings_card(settings: GuildSettings, face: "Face", reader: Reader) -> Card:
    """The settings of a server, a line each, and how to change them."""
    _ = reader.translate
    editions = face.answers.lawbook.editions
    default = editions[face.answers.understanding.edition_for(Reader(reader.language))].title
    chosen = editions[settings.edition].title if settings.edition in editions else None
    lines = [
        _("Language: {language}").format(
            language=installed()[settings.language].name
            if settings.language in LANGUAGES
            else _("{default} (as the operator has set it)").format(default=installed()[face.language].name)
        ),
        _("Edition: {edition}").format(edition=chosen or _("{default} (as the operator has set it)").format(default=default)),
        _("Answers: {answers}").format(answers=_("for all to see") if settings.public else _("private, with a Share button")),
        _("Director role: {role}").format(role=_("set; its members go straight to a ruling") if settings.director_role else _("none")),
        _("Citations in [[double brackets]]: {state}").format(state=_("on") if settings.inline else _("off")),
    ]
    notes = [Paragraph(_("Each person reads the bot in their own Discord language where the bot speaks it."), Tone.QUIET)]
    if settings.edition and chosen is None:
        gone = _("The edition {edition}, chosen here earlier, is no longer in the lawbook; the operator’s answers instead.")
        notes.append(Paragraph(gone.format(edition=settings.edition[:30]), Tone.WARNING))
    if settings.inline and not face.inline:
        notes.append(Paragraph(_("The operator of this bot has not turned citations in brackets on, so they are not answered."), Tone.NOTE))
    return Card(
        CardKind.NOTICE,
        _("Settings of this server"),
        parts=(Listing(tuple(lines)), Paragraph(_("Change them with the options of /settings.")), *notes),
    )
