"""Transport: a drawn card sent as the answer to an interaction, as the bytes that are cached.

discord.py would unpack and serialize them anew, and ask for Discord's copy of the message and read
it. Its own request does the rest as ever: it waits if Discord says so, tries again, raises its
errors. This module alone touches parts of discord.py that are not public.
"""

from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from lawbot.faces.discord.render.components import CardView

Interaction = discord.Interaction[Any]
SILENT = discord.AllowedMentions.none()
_PRIVATE = discord.MessageFlags(components_v2=True, ephemeral=True).value
_FOR_ALL = discord.MessageFlags(components_v2=True).value


class Ready:
    """A session that sends a finished body instead of its argument."""

    def __init__(self, session: aiohttp.ClientSession, body: bytes) -> None:
        self._session = session
        self.body = body

    def request(self, method: str, url: str, **options: Any) -> Any:
        """Send the body with the session's own request."""
        return self._session.request(method, url, **{**options, "data": self.body})


async def send(
    interaction: Interaction, view: CardView, *, private: bool, person: int | None = None
) -> None:
    """Answer with a new message, for the person alone or for all.

    It may mention one ``person``, and nobody else. Raises what ``send_message`` does.
    """
    flags = _PRIVATE if private else _FOR_ALL
    kind = discord.InteractionResponseType.channel_message
    await _respond(interaction, kind, view, flags, person)


async def edit_message(interaction: Interaction, view: CardView) -> None:
    """Answer a press by replacing the message that was pressed on.

    Raises what discord.py's ``edit_message`` does.
    """
    await _respond(interaction, discord.InteractionResponseType.message_update, view, _FOR_ALL)


async def _respond(
    interaction: Interaction,
    kind: discord.InteractionResponseType,
    view: CardView,
    flags: int,
    person: int | None = None,
) -> None:
    response, http = interaction.response, interaction.client.http
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    people = b"" if person is None else b',"users":["%d"]' % person
    body = b'{"type":%d,"data":{"components":%b,"flags":%d,"allowed_mentions":{"parse":[]%b}}}' % (
        kind.value,
        view.packed,
        flags,
        people,
    )
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    session: Any = Ready(interaction._session, body)  # noqa: SLF001
    await async_context.get().request(
        route, session, payload={}, proxy=http.proxy, proxy_auth=http.proxy_auth
    )
    # so that discord.py, too, knows that the interaction is answered
    response._response_type = kind  # noqa: SLF001
