"""Small static word vectors (wordllama's table). The package is needed when a lawbook is built, and
absent without harm.

A text's vector is the sum of its words', and a word's the sum of its pieces', so the lawbook keeps
one vector for each word it knows: at run time neither the table nor its tokenizer is loaded, only
numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

DIMENSIONS = 128
"""Numbers in a vector: the first half of wordllama's 256, which find as much (measured) in half the
room."""
_FULL = 127
_AT_ONCE = 512
"""Rows that are unpacked at once: what fits into a processor's nearest memory."""
_WEIGHTS = Path("weights") / "l2_supercat_256.safetensors"
_TOKENIZER = Path("tokenizers") / "l2_supercat_tokenizer_config.json"


class WordTable:
    """The whole table: texts -> vectors. For building."""

    def __init__(self, table: Any, tokenizer: Any) -> None:
        self._table = table
        self._tokenizer = tokenizer

    def sums(self, texts: Sequence[str]) -> Matrix:
        """One vector a text, in rows: the sum of the vectors of its word pieces."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, pieces in enumerate(
            self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        ):
            if pieces.ids:
                found[row] = np.add.reduce(self._table[pieces.ids], axis=0, dtype=np.float32)
        return found

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One unit vector a text, in rows; a text of unknown pieces alone gives zeros."""
        return _units(self.sums(texts))


def pack_words(words: Sequence[str], sums: Matrix) -> dict[str, bytes]:
    """The vectors of words as the lawbook keeps them, at half precision: their lengths matter."""
    return {word: row.tobytes() for word, row in zip(words, sums.astype("float16"), strict=True)}


class UnitVectors:
    """Unit vectors, one a row, a byte a number: four times as many numbers would stand in memory
    for the same product."""

    def __init__(self, packed: bytes) -> None:
        import numpy as np

        self._rows = np.frombuffer(packed, dtype=np.int8).reshape(-1, DIMENSIONS)

    @staticmethod
    def pack(vectors: Matrix) -> bytes:
        """Unit vectors as the lawbook keeps them."""
        return bytes((vectors * _FULL).round().astype("int8").tobytes())

    def closeness(self, words: Sequence[bytes]) -> Any:
        """The cosine of a text to each row, by the vectors of its words as ``pack_words`` made
        them; zeros of none."""
        import numpy as np

        vectors = np.frombuffer(b"".join(words), dtype=np.float16).reshape(-1, DIMENSIONS)
        asked = _units(vectors.sum(axis=0, dtype=np.float32, keepdims=True))[0] / np.float32(_FULL)
        found = np.empty(len(self._rows), dtype=np.float32)
        for begin in range(0, len(self._rows), _AT_ONCE):
            found[begin : begin + _AT_ONCE] = (
                self._rows[begin : begin + _AT_ONCE].astype(np.float32) @ asked
            )
        return found


def can_compute() -> bool:
    """Whether numpy is installed: vectors are not used without it."""
    return find_spec("numpy") is not None


@cache
def load_table() -> WordTable | None:
    """The table of the installed wordllama package, or None where it, a part of it or numpy is
    absent."""
    spec = find_spec("wordllama") if can_compute() else None
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    try:
        from safetensors import safe_open
        from tokenizers import Tokenizer

        with safe_open(package / _WEIGHTS, framework="numpy") as tensors:
            table = tensors.get_tensor("embedding.weight")[:, :DIMENSIONS].copy()
        tokenizer = Tokenizer.from_file(str(package / _TOKENIZER))
    except (ImportError, OSError):
        return None
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return WordTable(table, tokenizer)


def _units(sums: Matrix) -> Matrix:
    import numpy as np

    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    lengths[lengths == 0] = 1.0
    found: Matrix = (sums / lengths).astype(np.float32)
    return found
