"""Text to speech, with the time of every word."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.media.levels import envelope
from m3bench.media.mixing import normalize, quantize
from m3bench.media.packages import require_package
from m3bench.media.sound import FULL_SCALE, Sound, to_sixteen_bits
from m3bench.media.speech.cache import cached_bytes
from m3bench.media.speech.network import RATE, load_network, speak_phonemes
from m3bench.media.speech.speech import Speech, Word
from m3bench.media.speech.voices import VOICES, Voice
from m3bench.workers import release_memory

MOST_CHARACTERS = 5_000
LONGEST_WORD = 60
LOUDNESS = -20.0
"""In dBFS."""
_SENTENCE_PAUSE = 0.2
_MOST_PHONEMES = 400
_CHARACTERS_PER_SECOND = 15.0
_LIBRARIES = ("hibari-tts", "onnxruntime", "numpy", "scipy")
_STEP = 0.01
_INAUDIBLE = 10 ** (-34 / 20)
"""Of the loudest moment of a sentence."""
_SLOWER = (0.93, 0.87)
"""Of the pace, if a word was swallowed: the network does that to short words at the end."""
_NOT_SPOKEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\[\]{}<>\\`|]")
_SILENT = frozenset(' .,;:!?…—"“”()')


class UnspeakableText(ValueError):
    """There is nothing to say, or too much."""


class _SpokenWord(NamedTuple):
    text: str
    phonemes: str


load_synthesizer = cache(load_network)


def estimate_seconds(text: str, voice: str = "heart", speed: float = 1.0) -> float:
    """Return about how long it takes to say a text, without saying it."""
    pauses = _SENTENCE_PAUSE * max(0, len(re.findall(r"[.!?]+(?:\s|$)", text)) - 1)
    letters = len(" ".join(text.split()))
    return round(letters / (_CHARACTERS_PER_SECOND * speed * VOICES[voice].pace) + pauses, 1)


def synthesize(text: str, voice: str = "heart", speed: float = 1.0) -> Speech:
    """Say a text in English.

    Args:
        text: At most `MOST_CHARACTERS`. Numbers and abbreviations are read out.
        voice: A key of `VOICES`.
        speed: From 0.5 to 2.

    Returns:
        One channel at 24 kHz with a loudness of about -20 dBFS, and the words with their times: those of the
        network's own phonemes. The same arguments give the same samples.

    Raises:
        UnspeakableText: Nothing of it can be said, or it is too long.
    """
    if len(text) > MOST_CHARACTERS:
        raise UnspeakableText(
            f"the text has {len(text):,} characters; at most {MOST_CHARACTERS:,} can be said"
        )
    plain = " ".join(_NOT_SPOKEN.sub(" ", text).split())
    if any(len(word) > LONGEST_WORD for word in plain.split()):
        raise UnspeakableText(f"a word has more than {LONGEST_WORD} letters")
    key = f"{voice} {speed!r} {plain}"
    stored = cached_bytes("synthesis", _LIBRARIES, key, lambda: _packed(_spoken(plain, VOICES[voice], speed)))
    speech = _unpacked(stored)
    if not speech.words:
        raise UnspeakableText("the text has no English words that can be said")
    return speech


def _spoken(text: str, voice: Voice, speed: float) -> Speech:
    network = load_synthesizer()
    parts: list[NDArray[np.float32]] = []
    words: list[Word] = []
    at = 0.0
    for number, group in enumerate(_groups(network, text)):
        samples, spoken = _audibly_said(network, group, voice, speed, number)
        if parts:
            parts.append(np.zeros(round(_SENTENCE_PAUSE * RATE), np.float32))
            at += _SENTENCE_PAUSE
        parts.append(samples)
        words.extend(Word(word.text, round(word.start + at, 3), round(word.end + at, 3)) for word in spoken)
        at += len(samples) / RATE
    if not parts:
        return Speech(Sound(np.zeros((0, 1), np.float32), RATE), ())
    whole = Sound(np.concatenate(parts)[:, None], RATE)
    return Speech(quantize(normalize(whole, LOUDNESS)), tuple(words))


def _groups(network: Any, text: str) -> list[list[_SpokenWord]]:
    """Return the words of each sentence with their phonemes; long sentences in pieces."""
    groups: list[list[_SpokenWord]] = []
    for sentence in network.split_sentences(text):
        group: list[_SpokenWord] = []
        length = 0
        for word in _phonemized(network, sentence):
            if group and length + len(word.phonemes) + 1 > _MOST_PHONEMES:
                groups.append(group)
                group, length = [], 0
            group.append(word)
            length += len(word.phonemes) + 1
        groups.append(group)
    return [group for group in groups if any(word.phonemes for word in group)]


def _phonemized(network: Any, sentence: str) -> list[_SpokenWord]:
    words, text, phonemes = [], "", ""
    for token in network.g2p.phonemize_tokens(network.g2p.tokenize(_normalized(sentence))):
        text += token.text
        phonemes += token.phonemes or ""
        if token.whitespace:
            words.append(_SpokenWord(text, phonemes[:_MOST_PHONEMES]))
            text, phonemes = "", ""
    return [*words, _SpokenWord(text, phonemes[:_MOST_PHONEMES])]


def _normalized(sentence: str) -> str:
    """Write numbers and abbreviations out.

    The package takes `William Carter` for a king and says `William the zerothCarter`.
    """
    rules = require_package("hibari.g2p.normalize")
    kings = "|".join(map(re.escape, rules.ROMAN_ORDINAL))
    return re.sub(rf"\b({kings}) the zeroth(?=\w)", r"\1 ", rules.normalize(sentence))


def _audibly_said(
    network: Any, group: list[_SpokenWord], voice: Voice, speed: float, seed: int
) -> tuple[NDArray[np.float32], list[Word]]:
    """Return samples and words of a sentence; said again, a little slower, if a word was swallowed."""
    first = _said(network, group, voice, speed, seed)
    if not first[2]:
        return first[:2]
    slower = (_said(network, group, voice, speed * pace, seed) for pace in _SLOWER)
    return next((said for said in slower if not said[2]), first)[:2]


def _said(
    network: Any, group: list[_SpokenWord], voice: Voice, speed: float, seed: int
) -> tuple[NDArray[np.float32], list[Word], bool]:
    """Return samples and words of a sentence, and whether a word cannot be heard.

    The network speaks slower or faster than asked for, and the samples are then played at another rate: this
    moves the formants, while the pitch is set in the network.
    """
    from scipy.signal import resample_poly  # noqa: PLC0415 - heavy

    ids, places = _ids(network, group)
    if len(ids) < 3:
        return np.zeros(0, np.float32), [], False
    ratio = Fraction(voice.formants).limit_denominator(100)
    pace = speed * voice.pace / voice.formants
    samples, ends = speak_phonemes(network, ids, pace, voice.pitch / voice.formants, seed)
    if ratio != 1:
        samples = resample_poly(samples, ratio.denominator, ratio.numerator).astype(np.float32)
    heard = envelope(Sound(samples[:, None], RATE), _STEP)
    moments = [float(end) / voice.formants for end in ends]
    spans = [(moments[first - 1], moments[last]) for first, last in places]
    said = [(word.text, span) for word, span in zip(group, spans, strict=True) if span[1] > span[0]]
    audible = [_audible(heard, *span) for _, span in said]
    words = [Word(text, *(part or span)) for (text, span), part in zip(said, audible, strict=True)]
    return samples, words, None in audible


def _audible(levels: NDArray[np.float64], start: float, end: float) -> tuple[float, float] | None:
    """Return a span without the silence at both ends, which the network counts to the phonemes there. None
    if nothing is to be heard."""
    first, last = int(start / _STEP), max(int(start / _STEP) + 1, int(end / _STEP))
    loud = np.flatnonzero(levels[first:last] > levels.max() * _INAUDIBLE)
    if not loud.size:
        return None
    return max(start, (first + int(loud[0])) * _STEP), min(end, (first + int(loud[-1]) + 1) * _STEP)


def _ids(network: Any, group: list[_SpokenWord]) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the numbers of all phonemes, and first and last place of each word's without punctuation."""
    ids, spans = [0], []
    for word in group:
        known = [phoneme for phoneme in word.phonemes if phoneme in network.vocab]
        voiced = [index for index, phoneme in enumerate(known, len(ids)) if phoneme not in _SILENT]
        ids += [network.vocab[phoneme] for phoneme in known]
        spans.append((voiced[0], voiced[-1]) if voiced else (1, 0))
        if word is not group[-1] and " " in network.vocab:
            ids.append(network.vocab[" "])
    return [*ids, 0], spans


class _Stored(msgspec.Struct, array_like=True):
    words: tuple[Word, ...]
    samples: bytes
    """16 bits each."""


def _packed(speech: Speech) -> bytes:
    whole = to_sixteen_bits(speech.sound).astype("<i2")
    release_memory()
    return msgspec.msgpack.encode(_Stored(speech.words, whole.tobytes()))


def _unpacked(stored: bytes) -> Speech:
    read = msgspec.msgpack.decode(stored, type=_Stored)
    samples = np.frombuffer(read.samples, "<i2").astype(np.float32) / np.float32(FULL_SCALE)
    return Speech(Sound(samples[:, None], RATE), read.words)
