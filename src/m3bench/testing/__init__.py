"""Scripted models and a fake provider, for tests without a key."""

from m3bench.testing.scripted import ScriptedModel

__all__ = [
    "ScriptedModel",
]
