"""A probe whose tool returns a sound."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence
from importlib.resources import files

from m3bench.core import Media, Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes, holds_code
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, has_media

_RATE = 8_000
_SAMPLE_BYTES = 2
_PAUSE = b"\0" * (_SAMPLE_BYTES * _RATE // 4)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class SoundProbe(Probe):
    """Six digits that a voice says."""

    name = "sound"
    tool = "play_sound"
    tool_returns = "Returns a sound in which six digits are said."
    thing = "the sound"
    request = (
        "Call the tool play_sound. It returns a sound in which a voice says six digits. "
        "Answer with these digits."
    )
    required = False
    media_type = "audio/wav"
    taken = "sound"
    instead = "a transcript"
    lost = "Tasks with sound measure nothing with this agent, unless a tool transcribes it."
    unread = "Name a model that hears, or run with --accepts for what it takes: sound is then transcribed."

    def code(self, codes: Codes) -> str:
        return codes.digits(self.name)

    def is_answered(self, codes: Codes, answer: str) -> bool:
        code = self.code(codes)
        return holds_code(answer, code) or holds_code(answer, "".join(_WORDS[int(digit)] for digit in code))

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return has_media(requests, speak_digits(self.code(codes)))

    async def _answer(self, call: ProbeCall) -> Reply:
        sound = speak_digits(self.code(call.codes))
        return Reply((Text("A voice says the digits."), Media(media_type="audio/wav", data=sound)))


def speak_digits(digits: str) -> bytes:
    """Return a WAV file in which a voice says the digits, from 1 to 9."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(_SAMPLE_BYTES)
        sound.setframerate(_RATE)
        sound.writeframes(_PAUSE.join(map(_said, digits)))
    return file.getvalue()


def _said(digit: str) -> bytes:
    recording = (files("m3bench.runs.preflight") / "digits" / f"{digit}.wav").read_bytes()
    with wave.open(io.BytesIO(recording)) as sound:
        frames: bytes = sound.readframes(sound.getnframes())
    return frames
