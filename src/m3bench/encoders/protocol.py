"""What an encoder is to the rest of the house."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Progress = Callable[[int], None]
"""Told how many more texts are done."""


class Encoder(Protocol):
    """Turns texts into unit vectors whose dot product is their similarity."""

    @property
    def name(self) -> str:
        """What a person calls it."""

    @property
    def fingerprint(self) -> str:
        """Which vectors it gives: equal fingerprints, equal vectors."""

    @property
    def dimension(self) -> int: ...

    def canonical(self, text: str) -> str:
        """The text as the encoder sees it: texts with one canonical form have one vector."""

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """One unit vector per text, in order. A text's vector does not depend on the texts beside it."""
