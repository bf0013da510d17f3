"""Run the real discord.py over a simulated Discord in process: the one adapter of simcord."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from simcord import _runtime
from simcord import interactions as _interactions
from simcord.actors import _resolve_visible_command
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType, OverwriteType
from simcord.env import Env
from simcord.http.client import FakeWebhookAdapter

from lawbot.faces.discord.transport import Ready
from tests.support.patience import PATIENCE
from tests.support.payloads import BUTTON, COMPONENTS_V2, SELECT, payload_faults, texts, walk

_ENGLISH = _interactions.base_payload
# simcord's own 0.05 would be most of the time that the tests take
_POLLING_INTERVAL = 0.001
"""Seconds after which simcord checks again if the bot is idle."""


class _BodyAdapter(FakeWebhookAdapter):
    """An adapter that reads a finished body as discord.py would have given it."""

    async def request(self, route: Any, session: Any, **options: Any) -> Any:
        """Send a request as simcord does, with a ready payload taken as sent."""
        ready = {"payload": json.loads(session.body)} if isinstance(session, Ready) else {}
        return await super().request(route, session, **{**options, **ready})


# simcord has no public place for it
setattr(_runtime, "FakeWebhookAdapter", _BodyAdapter)  # noqa: B010


@dataclass
class BotMessage:
    """A message as people see it: its text, buttons and options, and if it is private."""

    payload: dict[str, Any]
    private: bool
    handle: Any

    @property
    def text(self) -> str:
        """Return all that is read on it."""
        return texts(self.payload)

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """Return the buttons by their labels."""
        parts = walk(self.payload["components"])
        return {part["label"]: part for part in parts if part["type"] == BUTTON}

    @property
    def options(self) -> dict[str, str]:
        """Return the values of the menus' options by their labels."""
        values = {}
        for part in walk(self.payload["components"]):
            for option in part["options"] if part["type"] == SELECT else ():
                values[option["label"]] = option["value"]
        return values

    def menu_with(self, label: str) -> tuple[str, str]:
        """Return the custom_id of the menu that offers the label, and the value behind it."""
        for part in walk(self.payload["components"]):
            for option in part.get("options") or []:
                if label in option["label"]:
                    return part["custom_id"], option["value"]
        raise AssertionError(f"no option {label!r} among {list(self.options)}")


class Person:
    """Somebody in the server (or, without a channel, in direct messages with the bot)."""

    def __init__(self, sim: "Sim", actor: Any, channel: Any = None) -> None:
        self.sim, self.actor, self.channel = sim, actor, channel

    async def run(self, command: str, /, **options: Any) -> BotMessage:
        """Use a slash command and return the answer."""
        result = await (
            self.actor.slash(self.channel, command, **options)
            if self.channel
            else self.actor.slash(command, **options)
        )
        return self.sim.answer(result)

    async def typing(
        self, command: str, option: str, value: str, /, **filled: Any
    ) -> list[dict[str, Any]]:
        """Return the choices offered while typing into an option."""
        where = (self.channel,) if self.channel else ()
        choices: list[dict[str, Any]] = await self.actor.autocomplete(
            *where, command, option, value, **filled
        )
        return choices

    async def press(self, reply: BotMessage, label: str) -> BotMessage:
        """Press the button with the label."""
        button = reply.buttons[label]
        result = await self.actor.click(reply.handle, custom_id=button["custom_id"])
        return self.sim.answer(result, reply)

    async def opens(self, reply: BotMessage, label: str) -> Any:
        """Press a button that opens a window, and return the window."""
        opened = await self.actor.click(reply.handle, custom_id=reply.buttons[label]["custom_id"])
        assert opened.modal is not None, "no window was opened"
        return opened

    async def choose(self, reply: BotMessage, label: str) -> BotMessage:
        """Choose the option whose label has the words."""
        custom_id, value = reply.menu_with(label)
        result = await self.actor.select(reply.handle, [value], custom_id=custom_id)
        return self.sim.answer(result, reply)

    async def window(self, command: str, /, **options: Any) -> Any:
        """Use a slash command that opens a window, and return the window."""
        opened = await self.actor.slash(self.channel, command, **options)
        assert opened.modal is not None, "no window was opened"
        return opened

    async def write(self, window: Any, **fields: str) -> BotMessage:
        """Fill in a window, send it, and return the answer."""
        return self.sim.answer(await self.actor.submit_modal(window, fields))

    async def pick(self, reply: BotMessage, custom_id: str, *chosen: Any) -> BotMessage:
        """Choose values, roles or channels (their handles) in the menu with that custom_id."""
        return self.sim.answer(
            await self.actor.select(reply.handle, list(chosen), custom_id=custom_id), reply
        )

    async def file_of(self, reply: BotMessage) -> bytes:
        """Return the one file of a message."""
        (attached,) = reply.handle.attachments
        return bytes(await attached.read())

    async def menu(self, name: str, message: Any) -> BotMessage:
        """Use a message's context menu."""
        return self.sim.answer(await self.actor.context_menu(self.channel, name, message))

    async def say(self, words: str) -> list[BotMessage]:
        """Write a message; return what the bot wrote back."""
        before = len(self.sim.env.http_requests)
        await (self.actor.send(self.channel, words) if self.channel else self.actor.send_dm(words))
        return [
            BotMessage(dict(request.json), False, None)
            for request in self.sim.env.http_requests[before:]
            if request.method == "POST" and request.path.endswith("/messages")
        ]


class Sim:
    """A running bot in a simulated Discord with one server, one channel and a few people."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.guild = env.create_guild("Bridge Club")
        self.channel = self.guild.create_text_channel("rulings")
        self.boss = self.person("boss", permissions=discord.Permissions(manage_guild=True))
        self.player = self.person("hermione")

    def person(
        self,
        name: str,
        permissions: discord.Permissions | None = None,
        roles: Sequence[Any] = (),
        *,
        bot: bool = False,
    ) -> Person:
        """Return a new member of the server; ``bot`` makes them another program."""
        member_roles = list(roles)
        # Discord gives permissions to roles only
        if permissions:
            member_roles.append(self.guild.create_role(f"{name}'s", permissions=permissions))
        user = self.env.create_user(name, bot=bot)
        return Person(self, self.guild.add_member(user, roles=member_roles), self.channel)

    def thread(self, name: str) -> Any:
        """Return a new thread in the channel."""
        backend = self.env.backend
        thread = backend.create_thread(self.channel.id, name, backend.bot_user.id)
        return ChannelHandle(self.env, self.guild, thread)

    def newest_thread(self) -> Any:
        """Return the thread, or post of a forum, that was opened last."""
        threads = filter(lambda channel: channel.is_thread, self.env.backend.channels.values())
        newest = max(threads, key=lambda channel: channel.id)
        return ChannelHandle(self.env, self.guild, newest)

    def stranger(self, name: str) -> Person:
        """Return somebody in direct messages with the bot."""
        return Person(self, self.env.create_user(name))

    def language(self, locale: str) -> None:
        """Set the language of everybody's Discord."""

        def localised(*args: Any, **options: Any) -> Any:
            record, payload = _ENGLISH(*args, **options)
            return record, {**payload, "locale": "en-US" if locale == "en" else locale}

        _interactions.base_payload = localised

    def open_to_all(self, command: str) -> None:
        """Offer a command to everybody, as an administrator can in the server's settings."""
        for registered in self.env.backend.commands[None].values():
            if registered["name"] == command:
                registered["default_member_permissions"] = None

    def forbid(self, person: Person | None, permission: str, channel: Any = None) -> None:
        """Deny somebody, or the bot (None), a permission in a channel and its threads.

        By default it is the server's first channel.
        """
        channel = channel or self.channel
        denied = discord.Permissions(**{permission: True}).value
        whose = person.actor.id if person else self.env.backend.bot_user.id
        channel._channel.overwrites.append(Overwrite(whose, OverwriteType.MEMBER, deny=denied))
        self._tell(channel)

    def forbid_nothing(self) -> None:
        """Give all denied permissions back."""
        self.channel._channel.overwrites.clear()
        self._tell(self.channel)

    def _tell(self, channel: Any) -> None:
        """Tell the bot who may do what in a channel, as Discord does."""
        self.env.backend.emit(
            "CHANNEL_UPDATE",
            dict(serializers.channel_payload(self.env.backend, channel._channel)),
        )

    def answer(self, result: Any, before: BotMessage | None = None) -> BotMessage:
        """Return the message that an interaction led to, the last if there are several."""
        assert result.acknowledged, "the bot did not answer"
        response = result.followups[-1] if result.followups else result.response
        assert response is not None, "the bot answered without a message"
        payload = {
            "content": response.content,
            "components": response.components,
            "flags": int(response.flags.value),
        }
        return BotMessage(payload, bool(response.ephemeral), response)

    async def run_many(
        self, person: Person, command: str, options_of_each: Sequence[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Use a command many times at once, with these options each.

        Returns the payloads sent, in order.
        """
        before = len(self.env.http_requests)
        for options in options_of_each:
            self.emit(person, command, options)
        await self.env.settle(timeout=PATIENCE)
        sent = self._callbacks(before)
        assert len(sent) == len(options_of_each)
        return sent

    def emit(self, person: Person, command: str, options: dict[str, Any]) -> None:
        """Use a command without waiting for its answer, also while another one is answered."""
        env, actor, channel = self.env, person.actor, person.channel
        root = _resolve_visible_command(actor, channel.id, command, 1)
        built, _resolved = _interactions.build_options(
            actor, command, root, options, channel_id=channel.id
        )
        data = {"id": root["id"], "name": root["name"], "type": 1, "options": built}
        _record, payload = _interactions.base_payload(
            env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=channel.id,
            guild_id=self.guild.id,
            user_id=actor.id,
            data=data,
        )
        env.backend.emit("INTERACTION_CREATE", payload)

    def _callbacks(self, before: int) -> list[dict[str, Any]]:
        """Return the payloads that answered interactions since a number of requests."""
        requests = self.env.http_requests[before:]
        return [item.json["data"] for item in requests if item.path.endswith("/callback")]

    async def press_many(
        self, person: Person, reply: BotMessage, addresses: Sequence[str], verb: str = ":"
    ) -> list[dict[str, Any]]:
        """Press, on one message, a button to each of the addresses.

        Returns the payloads sent, in order.
        """
        env, before = self.env, len(self.env.http_requests)
        channel_id = getattr(reply.handle, "channel_id", person.channel.id)
        stored = env.backend.get_message(channel_id, reply.handle.id)
        message = dict(serializers.message_payload(env.backend, stored))
        for address in addresses:
            data = {"custom_id": f"lb{verb}{address}", "component_type": 2}
            record, payload = _interactions.base_payload(
                env.backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=person.channel.id,
                guild_id=self.guild.id,
                user_id=person.actor.id,
                data=data,
            )
            record.source_message_id = stored.id
            env.backend.emit("INTERACTION_CREATE", {**payload, "message": message})
        await env.settle(timeout=PATIENCE)
        sent = self._callbacks(before)
        assert len(sent) == len(addresses)
        return sent

    def posted(self, channel: Any = None) -> list[BotMessage]:
        """Return the messages in a channel, by default the server's first, the oldest first."""
        backend, channel = self.env.backend, channel or self.channel
        messages = []
        for handle in sorted(channel.history(), key=lambda message: message.id):
            stored = backend.get_message(channel.id, handle.id)
            payload = dict(serializers.message_payload(backend, stored))
            messages.append(BotMessage(payload, False, handle))
        return messages

    def clear(self) -> None:
        """Empty the records of the simulated Discord."""
        self.env.backend.http_requests.clear()
        self.env.backend.transcript.clear()
        for messages in self.env.backend.messages.values():
            messages.clear()

    def sent(self) -> list[dict[str, Any]]:
        """Return every message the bot has sent or edited, as it left the bot."""
        payloads = []
        for request in self.env.http_requests:
            if request.path.endswith("/callback") and request.json["type"] in (4, 7):
                payloads.append(dict(request.json["data"]))
            elif request.method == "POST" and (
                request.path.endswith("/messages") or request.path.startswith("/webhooks/")
            ):
                payloads.append(dict(request.json))
        return payloads

    def faults(self, schema: bool = True) -> list[str]:
        """Return the faults for which Discord would have refused a message that was sent."""
        refusals = []
        for payload in self.sent():
            # an edit leaves the flags of its message as they are
            payload.setdefault("flags", COMPONENTS_V2)
            for key in ("tts", "message_reference", "attachments"):
                payload.pop(key, None)
            mentions = payload.get("allowed_mentions") or {}
            if "users" in mentions:
                # discord.py writes numbers, which Discord takes though it describes texts
                people = list(map(str, mentions["users"]))
                payload["allowed_mentions"] = {**mentions, "users": people}
            refusals += payload_faults(payload, schema)
        return refusals


@asynccontextmanager
async def simulated(client: discord.Client, **options: Any) -> AsyncIterator[Sim]:
    """Connect the client to a simulated Discord.

    Raises, in the end, the errors that the bot swallowed.
    """
    if isinstance(client, discord.AutoShardedClient) and client.shard_count is None:
        options.setdefault("shard_count", 1)
    env: Any = Env(client, **options)
    env._settle_internal = partial(env._settle_internal, idle=_POLLING_INTERVAL)
    await env.start()
    try:
        yield Sim(env)
    finally:
        _interactions.base_payload = _ENGLISH
        await env.shutdown()
    env.raise_errors()
