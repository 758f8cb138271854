"""Shortcuts: what careless agents leave out, as references of their own."""

from __future__ import annotations

from enum import StrEnum


class Shortcut(StrEnum):
    """What a careless agent leaves out. A task that can be passed that way is a bad task."""

    BLIND = "blind"
    """It does not look at pictures and films."""
    DEAF = "deaf"
    """It does not listen to recordings."""
    UNASKED = "unasked"
    """It does not ask the user."""
    UNINSPECTED = "uninspected"
    """It does not look at what it made, and so mends nothing."""
    TRUSTING = "trusting"
    """It takes a tool at its word that it succeeded."""
