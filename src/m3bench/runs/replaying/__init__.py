"""Replay of saved calls."""

from m3bench.runs.replaying.replay import Assets, ReplayedCall, replay

__all__ = [
    "Assets",
    "ReplayedCall",
    "replay",
]
