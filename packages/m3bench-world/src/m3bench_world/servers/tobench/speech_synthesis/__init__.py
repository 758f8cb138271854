"""`speech-synthesis`: texts spoken to files."""

from m3bench_world.servers.tobench.speech_synthesis.tools import server

__all__ = ["server"]
