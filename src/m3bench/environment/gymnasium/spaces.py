"""The spaces of actions and observations: texts of any language, and pictures of any size."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

_SAMPLED = 64
"""The most characters of a sampled text, and pixels of the side of a sampled picture."""
LONGEST_SIDE = 16_384
Pixels = NDArray[np.uint8]


class UnicodeText(spaces.Text):
    """Texts of all characters, which Gymnasium's own `Text` would have to list. Samples are ASCII."""

    def __init__(self, max_length: int, *, min_length: int = 0, seed: int | None = None) -> None:
        super().__init__(max_length, min_length=min_length, charset=string.printable, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a short text: one of the greatest length would take seconds."""
        if mask is None and probability is None:
            most = min(self.max_length, max(self.min_length, _SAMPLED))
            mask = (int(self.np_random.integers(self.min_length, most + 1)), None)
        return super().sample(mask, probability)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"UnicodeText({self.min_length}, {self.max_length})"


class PictureSpace(spaces.Space[Pixels]):
    """Pictures as arrays of height × width × 3 bytes: red, green, blue."""

    def __init__(self, longest_side: int = LONGEST_SIDE, seed: int | None = None) -> None:
        super().__init__(dtype=np.uint8, seed=seed)
        self.longest_side = longest_side

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> Pixels:  # noqa: ARG002 - Gymnasium's names
        """Return a small picture of noise."""
        height, width = self.np_random.integers(1, min(self.longest_side, _SAMPLED) + 1, size=2)
        return self.np_random.integers(0, 256, size=(height, width, 3), dtype=np.uint8)

    def contains(self, x: Any) -> bool:
        return (
            isinstance(x, np.ndarray)
            and x.dtype == np.uint8
            and x.ndim == 3
            and x.shape[2] == 3
            and all(1 <= side <= self.longest_side for side in x.shape[:2])
        )

    def __repr__(self) -> str:
        return f"PictureSpace({self.longest_side})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PictureSpace) and self.longest_side == other.longest_side

    __hash__ = None  # type: ignore[assignment]  # as that of other spaces, which can be compared


def make_action_space() -> UnicodeText:
    """Return the space of what a policy says: a text, or an assistant message or an answer as JSON."""
    return UnicodeText(1_000_000)


def make_observation_space() -> spaces.Dict:
    """Return the space of what a policy sees.

    Messages and tools are JSON in OpenAI's format. A message refers to a picture as `picture:N`.
    """
    return spaces.Dict(
        {
            "messages": UnicodeText(1 << 28),
            "tools": UnicodeText(1 << 24),
            "pictures": spaces.Sequence(PictureSpace()),
        }
    )
