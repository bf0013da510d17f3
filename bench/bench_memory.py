"""The resident memory of the whole bot, every language asked and the first cards drawn ahead:
``python -m bench.bench_memory``.
"""

import asyncio
from pathlib import Path


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


async def used() -> float:
    """Start everything the bot starts but the connection, use it, and return what it holds."""
    from lawbot.app import Answers
    from lawbot.config import Settings
    from lawbot.faces.discord.client import make_client
    from lawbot.faces.discord.settings.store import SettingsStore
    from lawbot.language.reader import Reader

    settings = Settings.load()
    answers = Answers.open_all(settings)
    client = make_client(settings, answers, SettingsStore.in_memory())
    for words in (
        "partner hesitated",
        "revolk",
        "đánh sai lượt",
        "ลงไพ่ผิดชุด",
        "someone bid too low",
    ):
        answers.ask(words, Reader())
    for kind in ("any", "term", "situation"):
        answers.suggest("re", Reader(), kind)
    for citation in answers.lawbook.citations(answers.lawbook.in_force):
        client.face.cards.open(f"law/{answers.lawbook.in_force}/{citation}", Reader(), share=True)
    return resident()


def main() -> None:
    """Print the figure."""
    print(f"memory of the whole bot: {asyncio.run(used()):.0f} MB")


if __name__ == "__main__":
    main()
