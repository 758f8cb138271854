"""`speech-synthesis`: texts spoken to files."""

from m3bench.servers.tobench.speech_synthesis.tools import server

__all__ = ["server"]
