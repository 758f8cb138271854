"""Replay of saved calls."""

from m3bench.runs.replaying.program import ReplayProgram, replay_in_workers
from m3bench.runs.replaying.replayed_calls import Assets, ReplayedCall, replay

__all__ = ["Assets", "ReplayProgram", "ReplayedCall", "replay", "replay_in_workers"]
