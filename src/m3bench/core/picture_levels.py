"""How a picture of a task is made."""

from __future__ import annotations

from enum import StrEnum


class CameraLevel(StrEnum):
    """How hard a picture is to see, from a drawing to a careless photograph."""

    CLEAN = "clean"
    """As drawn."""
    HANDHELD = "handheld"
    """A usual photograph: perspective, light, noise, some blur."""
    HARD = "hard"
    """A bad photograph: strong perspective, blur, glare, folds, things in the way."""


class Art(StrEnum):
    """What the things in a picture are made of."""

    DRAWN = "drawn"
    PHOTOGRAPHS = "photographs"
    """Cut out of photographs, which `m3bench scenes fetch photographs` downloads."""
