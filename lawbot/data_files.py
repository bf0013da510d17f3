"""Find the files of a data folder: one folder a chart, one a law, one a language."""

from pathlib import Path

_FIRST_LAWS = ("introduction", "definitions")
"""Folders of laws that come before those of the numbered laws, in the order of the book."""


def label(path: Path) -> str:
    """Return the name of a file in a report of faults, with its folder: revoke/chart.yaml."""
    # each chart has a file of the same name
    return f"{path.parent.name}/{path.name}"


def chart_files(data: Path) -> list[Path]:
    """Return the files of all charts."""
    return sorted(data.glob("charts/*/chart.yaml"))


def chart_file(data: Path, chart_id: str) -> Path:
    """Return the file of a chart."""
    return data / "charts" / chart_id / "chart.yaml"


def chart_catalogue(data: Path, chart_id: str, language: str) -> Path:
    """Return the gettext catalogue of a chart in a language."""
    return data / "charts" / chart_id / f"{language}.po"


def heard_file(data: Path, chart_id: str, language: str) -> Path:
    """Return the file of lines that tell the facts of a chart in a language."""
    return data / "charts" / chart_id / f"heard.{language}.yaml"


def replies_file(data: Path, chart_id: str, language: str) -> Path:
    """Return the file of what people type for the answers of a chart in a language."""
    return data / "charts" / chart_id / f"replies.{language}.yaml"


def stories_file(data: Path, chart_id: str, language: str) -> Path:
    """Return the file of what people tell who mean a chart, in a language."""
    return data / "charts" / chart_id / f"stories.{language}.yaml"


def story_files(data: Path, lexicon: str) -> list[Path]:
    """Return the files of stories of a lexicon, one a chart."""
    # the models learn in this order, and another one gives them slightly other weights
    return sorted(data.glob(f"charts/*/stories.{lexicon}.yaml"), key=str)


def chart_phrase_files(data: Path, lexicon: str) -> list[Path]:
    """Return the files of phrases by which people name a chart, one a chart."""
    return sorted(data.glob(f"charts/*/phrases.{lexicon}.yaml"))


def proof_file(data: Path) -> Path:
    """Return the file of exceptions and lists for the proof of the charts."""
    return data / "charts" / "proof.toml"


def law_files(data: Path, name: str) -> list[Path]:
    """Return the files of that name in the folders of the laws, in the order of the book."""
    laws = data / "laws"
    first = [laws / folder / name for folder in _FIRST_LAWS if (laws / folder / name).is_file()]
    return first + sorted(laws.glob(f"[0-9]*/{name}"))


def plain_files(data: Path, language: str) -> list[Path]:
    """Return the files of the plain words in a language, in the order of the book."""
    return law_files(data, f"plain.{language}.md")


def phrase_files(data: Path, lexicon: str) -> list[Path]:
    """Return the files of phrases of a lexicon: one a law, and one of told scenes."""
    files = data.glob(f"laws/*/phrases.{lexicon}.yaml")
    # the models learn in this order, and another one gives them slightly other weights
    in_order = sorted(files, key=lambda path: (path.parent.name.isdigit(), str(path)))
    return in_order + sorted(data.glob(f"lexicon/{lexicon}/told.yaml"))


def synonym_files(data: Path, lexicon: str) -> list[Path]:
    """Return the file of synonyms of a lexicon, if it has one."""
    return sorted(data.glob(f"lexicon/{lexicon}/synonyms.yaml"))


def language_folders(data: Path) -> list[Path]:
    """Return the folders of the languages, each with a file a subject."""
    return sorted(path for path in data.glob("languages/*") if path.is_dir())
