"""The hand that writes: slant, pen, ink and habits."""

from __future__ import annotations

from dataclasses import dataclass

from m3bench_world.scenes.painting import Dice, Paint

INKS = ("#1d2f6f", "#22408f", "#1b1b22", "#2b2b30", "#7a1f2b", "#1f4d3a")
PENCILS = ("#4a4a4e", "#56565a")


@dataclass(frozen=True)
class Hand:
    """Habits of a writer. Lengths are shares of the size of the writing."""

    ink: Paint
    slant: float
    """Shift to the right per unit of height."""
    width: float
    """Width of the pen's line."""
    pressure: float
    """By how much the width changes along a stroke."""
    drift: float
    """By how much the line of writing wanders from its baseline."""
    wobble: float
    """By how much letters differ from their model in size, place and turn."""
    spread: float
    """Width of letters, 1 on average."""
    habit: int
    """Decides the variant of each letter that this hand prefers."""
    opacity: float = 1.0

    @classmethod
    def drawn(cls, dice: Dice, *, pencil: bool | None = None) -> Hand:
        """Draw a hand that a person can read."""
        light = dice.happens(0.25) if pencil is None else pencil
        return cls(
            ink=dice.pick(PENCILS if light else INKS),
            slant=dice.between(-0.06, 0.24),
            width=dice.between(0.062, 0.085),
            pressure=dice.between(0.1, 0.32),
            drift=dice.between(0.01, 0.05),
            wobble=dice.between(0.25, 1.0),
            spread=dice.between(0.9, 1.12),
            habit=dice.whole(0, 2**16),
            opacity=0.84 if light else 0.96,
        )

    def prefers(self, letter: str) -> int:
        """Return the variant of a letter that this hand writes most often."""
        return (self.habit >> (ord(letter) % 16)) & 1
