"""Write the tables of the concordance anew from the documents, for a review of the diff.

Run by hand: ``python -m tools.concordance``. Documents and data are those of a build (LAWBOT_DOCUMENTS, data/editions.toml); the matches decided
by hand are in ``decided/``.
"""

from lawbot.config import Settings
from tools.concordance.writer import computed, write


def main() -> None:
    """Compute and write the tables; print a line for each."""
    settings = Settings.load()
    for line in write(computed(settings), settings.data):
        print(line)


if __name__ == "__main__":
    main()
