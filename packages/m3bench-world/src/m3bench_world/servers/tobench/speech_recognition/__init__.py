"""`speech-recognition`: what is said in sounds of the workspace."""

from m3bench_world.servers.tobench.speech_recognition.tools import server

__all__ = ["server"]
