"""The check of what is said in a sound."""

from __future__ import annotations

from pathlib import Path

from m3bench.checks.check import CheckFailed, CheckUndecided, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck
from m3bench.checks.sounds.corruption import damaged_sounds, narrowed
from m3bench.checks.sounds.reading import made_sound, part, require_span
from m3bench.media import MediaPackageMissing, Sound, silence
from m3bench.media.speech import recognize, spoken_words, word_error_rate

MOST_SECONDS = 300.0
_MOST_WORDS = 1_500
_SHOWN = 200


class SoundTranscript(FileCheck, frozen=True):
    """Decided by a recognizer (Whisper tiny.en), which has errors of its own: allow for some."""

    about = "what is said in a sound is this text, up to a word error rate"

    text: str
    most_errors: float = 0.15
    """The largest word error rate. Punctuation, upper case and the spelling of numbers do not count."""
    start: float = 0.0
    end: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        require_span(self.start, self.end)
        if not 0 < len(spoken_words(self.text)) <= _MOST_WORDS:
            raise ValueError(f"expected a text of 1 to {_MOST_WORDS:,} words")
        if not 0 <= self.most_errors < 0.9:
            raise ValueError("most_errors must be from 0 to 0.9: a rate of 1 means that all is wrong")

    def look(self, evidence: Evidence) -> Verdict:
        path, sound = made_sound(evidence, self.path)
        piece = part(sound, self.start, self.end, path)
        if piece.seconds > MOST_SECONDS:
            length = f"{path} has {piece.seconds:.0f} s"
            raise CheckFailed(f"{length}, more than can be transcribed ({MOST_SECONDS:g} s)")
        try:
            heard = " ".join(word.text for word in recognize(piece))
        except MediaPackageMissing as missing:
            raise CheckUndecided(f"{missing.message} {missing.hint or ''}".strip()) from None
        rate = word_error_rate(self.text, " ".join(heard.split()[: 2 * _MOST_WORDS]))
        passed = rate <= self.most_errors + 1e-9
        wanted = f"at most {100 * self.most_errors:g} % of expected words may differ"
        reason = f"in {path} is said {heard[:_SHOWN]!r}: {100 * rate:.0f} % wrong, {wanted}"
        return self.verdict(passed, reason, word_error_rate=round(rate, 4))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path, sound = made_sound(evidence, self.path)
        start, end = self.start, self.end if self.end is not None else sound.seconds
        some = narrowed(sound).samples.copy()
        some[round((start + 0.1 * (end - start)) * sound.rate) : round(end * sound.rate)] = 0
        silent, beginning = silence(sound.seconds, sound.rate), Sound(some, sound.rate)
        sounds = {"silent": silent, "only the beginning": beginning}
        return damaged_sounds(path, evidence, scratch, sounds)
