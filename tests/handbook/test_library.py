"""MiniSearch is taken from the registry only as it was pinned, and kept."""

import base64
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from lawbot.handbook import library


def package(files: dict[str, str]) -> bytes:
    """A package as the registry sends it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in files.items():
            held = tarfile.TarInfo(name)
            held.size = len(text.encode())
            archive.addfile(held, io.BytesIO(text.encode()))
    return packed.getvalue()


def test_a_package_with_another_hash_is_refused() -> None:
    with pytest.raises(library.LibraryError, match="SHA-512"):
        library.unpacked(package({"package/dist/umd/index.js": "alert(1)"}))


def test_the_script_comes_with_its_licence_and_no_map() -> None:
    sent = package({"package/LICENSE.txt": "MIT\n", "package/dist/umd/index.js": "search();\n//# sourceMappingURL=index.js.map\n"})
    pinned = base64.b64encode(hashlib.sha512(sent).digest()).decode()
    assert library.unpacked(sent, pinned) == f"/* MiniSearch {library.VERSION}\nMIT\n*/\nsearch();\n"


def test_what_is_kept_is_not_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / f"minisearch-{library.VERSION}.js").write_text("kept", encoding="utf-8")
    assert library.minisearch(tmp_path) == "kept"
