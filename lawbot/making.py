"""Makes the lawbook from everything there is: documents, restatement, lexicons, charts."""

from lawbot.config import Settings
from lawbot.lawbook.build import Built, build
from lawbot.reading.shelf import Shelf, read_all
from lawbot.search.indexing import Indexer
from lawbot.situations.charts import Situations


def make_lawbook(settings: Settings) -> tuple[Shelf, Built]:
    """Reads all documents and writes the lawbook to the state folder. Raises LawbotError; bad documents become problem lines."""
    catalogue = settings.data / "editions.toml"
    shelf = read_all(settings.documents, catalogue)
    situations = Situations.load(settings.data / "situations")
    built = build(shelf, catalogue, settings.lawbook, Indexer.load(settings.data, situations))
    return shelf, built
