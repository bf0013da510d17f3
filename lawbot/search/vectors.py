"""Small static word vectors (wordllama's table), where its package is installed; search answers well without them."""

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

DIMENSIONS = 256
_FULL = 127
_WEIGHTS = Path("weights") / "l2_supercat_256.safetensors"
_TOKENIZER = Path("tokenizers") / "l2_supercat_tokenizer_config.json"


class Vectors:
    """Texts -> unit vectors: the mean of the vectors of their word pieces."""

    def __init__(self, table: Any, tokenizer: Any) -> None:
        self._table = table
        self._tokenizer = tokenizer

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One unit vector of 256 numbers a text, in rows; a text of unknown pieces alone gives zeros."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, pieces in enumerate(self._tokenizer.encode_batch(list(texts), add_special_tokens=False)):
            if pieces.ids:
                mean = self._table[pieces.ids].astype(np.float32).mean(axis=0)
                found[row] = mean / (float(np.linalg.norm(mean)) or 1.0)
        return found

    @staticmethod
    def pack(vectors: Matrix) -> bytes:
        """The vectors in a byte a number, as the lawbook keeps them."""
        return bytes((vectors * _FULL).round().astype("int8").tobytes())

    @staticmethod
    def unpack(packed: bytes) -> Matrix:
        """What ``pack`` made, as numbers for the product."""
        import numpy as np

        return np.frombuffer(packed, dtype=np.int8).reshape(-1, DIMENSIONS).astype(np.float32) / np.float32(_FULL)


@cache
def load_vectors() -> Vectors | None:
    """The vectors of the installed wordllama package, or None where it (or a part of it) is absent."""
    spec = find_spec("wordllama")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    try:
        from safetensors import safe_open
        from tokenizers import Tokenizer

        with safe_open(package / _WEIGHTS, framework="numpy") as tensors:
            table = tensors.get_tensor("embedding.weight")
        tokenizer = Tokenizer.from_file(str(package / _TOKENIZER))
    except (ImportError, OSError):
        return None
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Vectors(table, tokenizer)
