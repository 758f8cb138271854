"""Audio guides: a text over quiet music, for the exhibit on a photograph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from m3bench.checks import (
    ImageProperties,
    PictureContains,
    SoundDuration,
    SoundLoudness,
    SoundTones,
    SoundTranscript,
    TextFile,
)
from m3bench.core import Sabotage, Shortcut
from m3bench.media import cut, loudness
from m3bench.suites import CallResult, DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import speech_seconds
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.audio import Truth

_LEAD, _LEVEL = 2.0, -35.0
_WORDS = ("", "one", "two", "three", "four", "five")
_FRUIT = ("apples", "lemons", "carrots", "bananas")
_OTHER = ("cup", "bottle", "vase", "book")
_TITLES = ("The Quiet Kitchen", "A Table in Winter", "Before the Guests Come", "After the Market")
_TEXTS = (
    "She lived in a small house by the river, and painted this table in one long night, by candle light.",
    "It was lost for fifty years. A teacher found it behind an old school, and gave it to our museum.",
    "Look at the shadows. She changed them many times, and the older ones are still there under the paint.",
    "When it was new, nobody wanted to buy it. Today people come from all over the world to stand here.",
)


class _Music:
    """A recording of a melody, and what is heard of it alone."""

    def __init__(self, draw: TaskDraw, name: str, number: int) -> None:
        recording = draw.world.audio.recording("melody", number)
        self.file = WorldFile(name, "recording", "melody", number)
        self.truth: Truth = recording.truth
        self.notes = int(self.truth.facts["count"])
        self.level = loudness(cut(recording.sound, 0.0, _LEAD - 0.1))
        self.first = [tone for tone in self.truth.tones if tone.end <= _LEAD - 0.1]

    @property
    def pitches(self) -> tuple[float, ...]:
        """The frequencies of the notes that are heard alone."""
        return tuple(tone.frequencies[0] for tone in self.first)


def _draw_music(draw: TaskDraw) -> tuple[_Music, _Music]:
    """Draw two recordings: one with fewer notes, and one with more that begins otherwise."""
    drawn = [_Music(draw, draw.recording_name(part), draw.media_number(part)) for part in range(1, 8)]
    fitting = [music for music in drawn if music.first]
    for short, long in permutations(fitting, 2):
        if short.notes < long.notes and abs(short.pitches[0] / long.pitches[0] - 1) > 0.1:
            return short, long
    raise PlanError("all melodies begin alike")


class AudioGuide(Scenario):
    """The text for the exhibit on a photograph, over music that must not be too loud."""

    sabotage = Sabotage(tool="speech-synthesis/speak", fault="mute_part", settings={"start": 1.5, "end": 5.5})
    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._music, self._other = _draw_music(draw)
        fruit, wrong = draw.sample(_FRUIT, 2, "fruit")
        other, count = draw.pick(_OTHER, "other"), draw.whole(2, 4, "count")
        shown = [(fruit, count), (fruit, count + 1), (wrong, count), (wrong, count + 1)]
        titles, texts = draw.sample(_TITLES, 4, "titles"), draw.sample(_TEXTS, 4, "texts")
        numbers = draw.sample(range(11, 99), 4, "numbers")
        rows = [
            [number, title, f"{_WORDS[many]} {what} and a {other}", text]
            for number, title, (what, many), text in zip(numbers, titles, shown, texts, strict=True)
        ]
        self._row, self._wrong_row = rows[0], rows[1]
        self._seconds = speech_seconds(str(self._row[3]), "george")
        table = [["Number", "Title", "Shows", "Text"], *draw.sample(rows, 4, "rows")]
        photo = draw.photo_name()
        prompt = (
            f"{_WORDS[count]} {fruit} on the left, a {other} on the right, background "
            f"{draw.pick(('wood', 'room', 'white'), 'ground')}"
        )
        music = sorted((self._music.file, self._other.file), key=lambda file: file.name)
        self.inputs = given(
            WorldFile(photo, "illustration", prompt, draw.media_number()),
            *music,
            DataFile("exhibits.xlsx", "xlsx", {"Exhibits": table}),
        )
        self.words = {"lead": _LEAD, "level": _LEVEL, "photo": photo, "music": music}
        self.shown = (f"{_WORDS[count]} {fruit}",)
        self.key_facts = (str(self._row[1]),)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        photo, *music = (file.name for file in self.inputs.world_files)
        row = self._wrong_row if skipped is Shortcut.BLIND else self._row
        chosen = self._other if skipped is Shortcut.DEAF else self._music
        seconds = speech_seconds(str(row[3]), "george")
        times = math.ceil((_LEAD + seconds + 0.5) / chosen.truth.seconds)
        table, *seen = yield [
            call("sheets/read_range", path="exhibits.xlsx"),
            call("image-toolkit/show", path=photo),
            *(call("audio/detect_tones", path=name) for name in music),
        ]
        label = f"{row[0]}\n{row[1]}\n"
        yield [
            self._spoken(str(row[3]), table, *seen),
            call("audio/loop_audio", *seen, path=chosen.file.name, times=times, output_path="bed.wav"),
            call("image-toolkit/resize", path=photo, width=400, height=300, output_path="cover.png"),
            call("files/write_text", table, *seen, path="label.txt", text=label),
        ]
        if skipped in (None, Shortcut.UNINSPECTED):
            yield from self._mixed("bed.wav", seconds)
        if skipped is not Shortcut.UNINSPECTED:
            looked: Sequence[CallResult] = ()
            if skipped is None:
                looked = yield [
                    call("speech-recognition/transcribe", path="guide.wav"),
                    call("audio/measure_levels", path="guide.wav", start=0.0, end=_LEAD - 0.1),
                ]
            softer = round(_LEVEL - chosen.level, 1)
            yield [
                *([self._spoken(str(row[3]), *looked)] if skipped is not Shortcut.TRUSTING else []),
                call("audio/change_volume", *looked, path="bed.wav", decibels=softer, output_path="soft.wav"),
            ]
            yield from self._mixed("soft.wav", seconds)
            if skipped is None:
                yield [
                    call("speech-recognition/transcribe", path="guide.wav"),
                    call("audio/measure_levels", path="guide.wav", start=0.0, end=_LEAD - 0.1),
                    call("image-toolkit/show", path="cover.png"),
                ]
        yield done("The audio guide is ready.", "guide.wav", "cover.png", "label.txt")
        return self._solution(photo)

    def _spoken(self, text: str, *uses: CallResult) -> PlannedCall:
        return call("speech-synthesis/speak", *uses, text=text, voice="george", output_path="voice.wav")

    def _mixed(self, bed: str, seconds: float) -> Steps[None]:
        """Lay the speech over the music, and let both end together."""
        yield [
            call("audio/overlay_audio", path=bed, overlay_path="voice.wav", at=_LEAD, output_path="mixed.wav")
        ]
        yield [
            call("audio/cut_audio", path="mixed.wav", start=0.0, end=round(_LEAD + seconds, 2),
                 output_path="guide.wav")
        ]  # fmt: skip

    def _solution(self, photo: str) -> Solution:
        number, title, _, text = self._row
        alone = round(self._music.first[-1].end + 0.02, 2)
        return solved(
            f"guide.wav is the audio guide for exhibit {number}, {title}.",
            format_point(
                "The guide ends with its text.",
                SoundDuration("guide.wav", round(_LEAD + self._seconds, 2), tolerance=0.4),
            ),
            tool_point(
                "It begins with the right music.",
                SoundTones("guide.wav", frequencies=self._music.pitches, end=alone),
            ),
            tool_point(
                "The music is quiet enough.",
                SoundLoudness("guide.wav", _LEVEL, tolerance=3.0, end=_LEAD - 0.1),
            ),
            tool_point(
                "The whole text of the exhibit is heard.",
                SoundTranscript("guide.wav", str(text), most_errors=0.15, start=_LEAD - 0.1),
            ),
            tool_point(
                "The cover is the photograph, smaller.",
                ImageProperties("cover.png", size=(400, 300), format="PNG"),
                PictureContains("cover.png", source=photo, smallest=0.8),
            ),
            tool_point(
                "label.txt has number and title.", TextFile("label.txt", lines=(str(number), str(title)))
            ),
        )
