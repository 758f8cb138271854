"""Models and providers for tests: scripted, without a key, on this machine."""

from m3bench.testing.scripted import ScriptedModel

__all__ = [
    "ScriptedModel",
]
