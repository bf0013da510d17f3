"""Names and texts of commands in the languages of the interface, for Discord to choose from."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from lawbot.errors import N_
from lawbot.language import language_of, translator

# A command name or an option name is translated under '/name' and ':name', so that 'score' the
# command and 'score' the word can differ. Discord wants them in lower case, without spaces.
_NAMES = (
    N_("/law"), N_("/search"), N_("/situation"), N_("/define"), N_("/compare"), N_("/score"),
    N_("/board"), N_("/settings"), N_("/note"), N_("/help"), N_("/about"), N_(":citation"),
    N_(":edition"), N_(":words"), N_(":name"), N_(":term"), N_(":contract"), N_(":vulnerable"),
    N_(":result"), N_(":number"), N_(":about"), N_(":file"), N_("/quiz"), N_(":topic"),
    N_(":level"), N_(":shared"), N_(":for"),
)  # fmt: skip
_NAME_LOCATIONS = {
    TranslationContextLocation.command_name: "/",
    TranslationContextLocation.group_name: "/",
    TranslationContextLocation.parameter_name: ":",
}


class Translator(app_commands.Translator):
    """A translator by the gettext catalogues; a text without translation stays English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in the locale's language, or None to keep the English."""
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        mark = "" if is_menu else _NAME_LOCATIONS.get(context.location, "")
        message = mark + string.message
        translated = translator(language_of(locale.value, default="en"))(message)
        if translated == message:
            return None
        return translated.removeprefix(mark).lower() if mark else translated
