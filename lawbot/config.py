"""Settings from the environment and a .env file, built once by the program that starts, never at import."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dotenv import dotenv_values

ROOT = Path(__file__).parents[1]
"""The checkout: where data/ stands."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set. ``token`` is empty when the bot is to run in the terminal."""

    token: str
    documents: tuple[Path, ...]
    state: Path
    language: str
    edition: str | None
    inline: bool = False
    """Whether [[27B1]] in messages may be answered, which needs the message content intent."""
    data: Path = ROOT / "data"

    @classmethod
    def load(cls, environment: dict[str, str] | None = None) -> Self:
        """Reads the environment, which wins over the .env file in the working directory."""
        found = {name: value for name, value in dotenv_values(Path.cwd() / ".env").items() if value}
        found |= os.environ if environment is None else environment
        folders = found.get("LAWBOT_DOCUMENTS", "")
        chosen = [Path(name).expanduser() for name in folders.split(os.pathsep) if name.strip()]
        usual = [folder for folder in (ROOT / "data" / "documents", ROOT.parent / "shared" / "documents") if folder.is_dir()]
        return cls(
            token=found.get("DISCORD_TOKEN", "").strip(),
            documents=tuple(chosen or usual),
            state=Path(found.get("LAWBOT_STATE", "") or ROOT / "var").expanduser(),
            language=found.get("LAWBOT_LANGUAGE", "").strip() or "en",
            edition=found.get("LAWBOT_EDITION", "").strip() or None,
            inline=found.get("LAWBOT_INLINE", "").strip().lower() in {"1", "yes", "true", "on"},
        )

    @property
    def lawbook(self) -> Path:
        """Where the lawbook stands."""
        return self.state / "lawbook.db"

    @property
    def guild_settings(self) -> Path:
        """Where the settings of servers stand."""
        return self.state / "settings.db"
