"""Recordings against their truth: turns, words and tones as decoded, and the recogniser's word error rate."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from m3bench.media import Sound, find_beats, find_parts, find_tones, read_sound, write_sound
from m3bench.media.speech import recognize, spoken_words, word_error_rate
from m3bench_world import World
from m3bench_world.audio import CHANNELS, SIGNALS, SPEECH, Recording, Truth

_TURN_TOLERANCE = 0.2
"""In seconds, between a turn and what is not silent in the clean sound."""
_WORD_TOLERANCE = 0.5
"""In seconds, between a word's time and the recogniser's, which is about 0.2 s exact."""
_TONE_TOLERANCE = 0.03
_FREQUENCY_TOLERANCE = 0.01
_THRESHOLD = -46.0


@dataclass
class Result:
    """What was measured."""

    recordings: int = 0
    media_seconds: float = 0.0
    faults: list[str] = field(default_factory=list)
    made_in: float = 0.0
    recognized_in: float = 0.0
    recognized_seconds: float = 0.0
    errors: dict[str, list[tuple[float, int]]] = field(default_factory=dict)
    late_words: list[float] = field(default_factory=list)


def measure(seed: int, count: int) -> Result:
    """Make `count` recordings of a world, half of them signals, and compare each with its truth."""
    world, result = World(seed), Result()
    for number in range(count // 2):
        kind = SIGNALS[number % len(SIGNALS)]
        _compare_tones(_decoded(world.audio.recording(kind, number), result), result, f"{kind} {number}")
    for number in range(count - count // 2):
        kind = list(SPEECH)[number % len(SPEECH)]
        for channel in CHANNELS:
            where = f"{kind} {number} {channel}"
            sound, truth = _decoded(world.audio.recording(kind, number, channel), result)
            if channel == "clean":
                result.faults += _turn_faults(sound, truth, where)
            _recognize(sound, truth, result)
    return result


def _decoded(recording: Recording, result: Result) -> tuple[Sound, Truth]:
    start = time.process_time()
    made, truth = recording.sound, recording.truth
    result.made_in += time.process_time() - start
    sound = read_sound(write_sound(made, ".wav"))
    result.recordings += 1
    result.media_seconds += sound.seconds
    if abs(sound.samples - made.samples).max() > 1e-4 or abs(sound.seconds - truth.seconds) > 1e-3:
        result.faults.append(f"{truth.kind}: the file is not the recording")
    return sound, truth


def _compare_tones(heard: tuple[Sound, Truth], result: Result, where: str) -> None:
    sound, truth = heard
    found = find_tones(sound)
    if len(found) != len(truth.tones):
        result.faults.append(f"{where}: {len(found)} tones instead of {len(truth.tones)}")
        return
    for tone, wanted in zip(found, truth.tones, strict=True):
        apart = [abs(tone.start - wanted.start), abs(tone.end - wanted.end)]
        off = [
            abs(frequency / other - 1)
            for frequency, other in zip(tone.frequencies, wanted.frequencies, strict=False)
        ]
        if max(apart) > _TONE_TOLERANCE or max(off) > _FREQUENCY_TOLERANCE:
            result.faults.append(f"{where}: {tone} instead of {wanted}")
    keys = "".join(tone.key or "?" for tone in found)
    if truth.kind == "dtmf" and keys != truth.facts["keys"]:
        result.faults.append(f"{where}: keys {keys} instead of {truth.facts['keys']}")
    tempo = find_beats(sound).per_minute or 0
    if truth.kind == "metronome" and abs(tempo - truth.facts["tempo"]) > 1:
        result.faults.append(f"{where}: tempo {tempo} instead of {truth.facts['tempo']}")


def _turn_faults(sound: Sound, truth: Truth, where: str) -> Iterator[str]:
    """Each turn starts and ends where sound starts and ends; its words are in order and all there."""
    parts = find_parts(sound, _THRESHOLD, 0.3)
    for turn in truth.turns:
        starts = min(abs(turn.start - start) for start, _ in parts)
        ends = min(abs(turn.end - end) for _, end in parts)
        if max(starts, ends) > _TURN_TOLERANCE:
            yield f"{where}: turn at {turn.start:.2f}-{turn.end:.2f} is {max(starts, ends):.2f} s off"
        if len(turn.words) != len(turn.text.split()):
            yield f"{where}: {len(turn.words)} words instead of {len(turn.text.split())}"
        times = [moment for word in turn.words for moment in (word.start, word.end)]
        if times != sorted(times):
            yield f"{where}: words out of order"


def _recognize(sound: Sound, truth: Truth, result: Result) -> None:
    start = time.process_time()
    words = recognize(sound)
    result.recognized_in += time.process_time() - start
    result.recognized_seconds += sound.seconds
    rate = word_error_rate(truth.transcript, " ".join(word.text for word in words))
    result.errors.setdefault(truth.channel, []).append((rate, len(spoken_words(truth.transcript))))
    for word in truth.words:
        alike = [each for each in words if spoken_words(each.text) == spoken_words(word.text)]
        nearest = min((abs(each.start - word.start) for each in alike), default=None)
        if truth.channel == "clean" and nearest is not None and nearest < 5:
            result.late_words.append(nearest)


def report(result: Result) -> list[str]:
    """Return what was measured, a line each."""
    lines = [
        f"recordings            {result.recordings} ({result.media_seconds / 60:.1f} min)",
        f"differences to truth  {len(result.faults)}",
        f"made                  {60 * result.made_in / result.media_seconds:.2f} CPU s per minute",
        f"recognized            {60 * result.recognized_in / result.recognized_seconds:.2f} CPU s per minute",
    ]
    for channel, rates in result.errors.items():
        total = sum(count for _, count in rates)
        mean = sum(rate * count for rate, count in rates) / total
        worst = max(rate for rate, _ in rates)
        lines.append(
            f"word errors {channel:9} {100 * mean:.2f} % of {total} words (worst {100 * worst:.1f} %)"
        )
    if result.late_words:
        near = sum(late <= _WORD_TOLERANCE for late in result.late_words) / len(result.late_words)
        lines.append(
            f"word times            {100 * near:.1f} % of the recognizer's are within {_WORD_TOLERANCE} s"
        )
    return [*lines, *(f"  {fault}" for fault in result.faults[:20])]
