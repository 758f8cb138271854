"""Checks of sounds in the workspace: how long, how loud, what is said and what else is to be heard."""

from m3bench.checks.sounds.comparison import SoundUnchanged
from m3bench.checks.sounds.sounds import SoundDuration, SoundLoudness, SoundTones
from m3bench.checks.sounds.transcript import SoundTranscript

__all__ = ["SoundDuration", "SoundLoudness", "SoundTones", "SoundTranscript", "SoundUnchanged"]
