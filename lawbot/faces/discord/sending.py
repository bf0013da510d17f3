"""A drawn card as the answer to an interaction: the bytes that are kept are what Discord gets.

discord.py would unpack and write them anew, and ask for Discord's copy of the message and read it.
Its own request does the rest as ever: waiting where Discord says so, trying again, raising its
errors. Here alone something of discord.py is touched that is not public.
"""

from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from lawbot.faces.discord.components import CardView

Interaction = discord.Interaction[Any]
SILENT = discord.AllowedMentions.none()
_PRIVATE = discord.MessageFlags(components_v2=True, ephemeral=True).value
_FOR_ALL = discord.MessageFlags(components_v2=True).value


class Ready:
    """A session that sends what stands ready, whatever it is given to send."""

    def __init__(self, session: aiohttp.ClientSession, body: bytes) -> None:
        self._session = session
        self.body = body

    def request(self, method: str, url: str, **options: Any) -> Any:
        """As the session's own."""
        return self._session.request(method, url, **{**options, "data": self.body})


async def send(interaction: Interaction, view: CardView, *, private: bool) -> None:
    """Answers with a new message, for the person alone or for all; nobody is mentioned. Raises what
    ``send_message`` does."""
    await _respond(
        interaction,
        discord.InteractionResponseType.channel_message,
        view,
        _PRIVATE if private else _FOR_ALL,
    )


async def edit_message(interaction: Interaction, view: CardView) -> None:
    """Answers a press by turning the message that was pressed on into this one. Raises what
    ``edit_message`` does."""
    await _respond(interaction, discord.InteractionResponseType.message_update, view, _FOR_ALL)


async def _respond(
    interaction: Interaction, kind: discord.InteractionResponseType, view: CardView, flags: int
) -> None:
    response, http = interaction.response, interaction.client.http
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    body = b'{"type":%d,"data":{"components":%b,"flags":%d,"allowed_mentions":{"parse":[]}}}' % (
        kind.value,
        view.packed,
        flags,
    )
    place = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    session: Any = Ready(interaction._session, body)  # noqa: SLF001
    await async_context.get().request(
        place, session, payload={}, proxy=http.proxy, proxy_auth=http.proxy_auth
    )
    response._response_type = kind  # noqa: SLF001
