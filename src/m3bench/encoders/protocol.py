"""The encoder protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Progress = Callable[[int], None]
"""Called with the number of texts that were encoded since the last call."""


class Encoder(Protocol):
    """Turns texts into unit vectors whose dot product is their similarity."""

    @property
    def name(self) -> str:
        """The name for people."""

    @property
    def fingerprint(self) -> str:
        """Identifies the vectors: equal fingerprints mean equal vectors."""

    @property
    def dimension(self) -> int: ...

    def canonical(self, text: str) -> str:
        """Return the text as the encoder sees it. Texts with the same canonical form have the same vector."""

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return one unit vector per text, in order. A vector does not depend on the other texts."""
