"""Interviews: parts in an order that only listening tells, and a slip of the tongue."""

from __future__ import annotations

import msgspec

from m3bench.checks import CsvTable, FileExists, SoundDuration, SoundTones, SoundUnchanged, Tolerance
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.audio import Line, Script

_HOUSES = {
    "library": ("Our library has more than forty thousand books.", "On Sundays we read to children."),
    "museum": ("Our museum shows more than two hundred old clocks.", "On Sundays children pay nothing."),
    "swimming pool": ("Our swimming pool was built by the people of the town.", "On Sundays there is music."),
    "market hall": ("Our market hall has more than sixty traders.", "On Sundays it stays closed."),
}
_SLIPS = (
    ("It is open until eight every evening.", "It is open until nine every evening."),
    ("It was built in eighteen ninety.", "It was built in nineteen twelve."),
    ("You find it right behind the station.", "You find it right behind the theater."),
)
_SORRY = ("Sorry, that was wrong.", "No, wait, let me say that again.")
_BETWEEN = 0.5
_MARK = 0.5


class StitchedInterview(Scenario):
    """Three recordings in an order that only listening tells, and a slip of the tongue in one of them."""

    sabotage = Sabotage(
        tool="audio/join_audio", fault="cut_end", path="episode.wav", settings={"seconds": 1.8}
    )
    repeats = True
    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        house = draw.pick(tuple(_HOUSES), "house")
        wrong, right = draw.pick(_SLIPS, "slip")
        host = draw.pick(("Emily", "Peter", "Karen", "Robert"), "host")
        before, after = _HOUSES[house]
        sorry = draw.pick(_SORRY, "sorry")
        voices = draw.sample(("heart", "daniel", "ruth", "george"), 2, "voices")
        texts = {
            "Greeting": (
                voices[0],
                (f"Good evening and welcome. I am {host}.", f"Today we visit the {house}."),
            ),
            "Report": (voices[1], (before, wrong, sorry, right, after)),
            "Goodbye": (
                voices[0],
                ("That was our show for today.", "Thank you for listening, and good night."),
            ),
        }
        scripts = {
            title: Script("part", title, tuple(Line("speaker", voice, text, pause=0.7) for text in said))
            for title, (voice, said) in texts.items()
        }
        self._truths = {title: draw.world.audio.spoken(script).truth for title, script in scripts.items()}
        numbers = sorted({draw.whole(1000, 9999, "recording", part) for part in range(9)})[:3]
        names = [f"REC_{number}.wav" for number in draw.sample(numbers, 3, "order")]
        if names == sorted(names):
            names = [*names[1:], names[0]]
        self._names = dict(zip(scripts, names, strict=True))
        files = [
            WorldFile(name, "speech", "message", settings={"script": msgspec.to_builtins(scripts[title])})
            for title, name in self._names.items()
        ]
        self.inputs = given(*sorted(files, key=lambda file: file.name))
        listed = ", ".join(sorted(names))
        self.words = {"mark": _MARK, "between": _BETWEEN, "parts": listed}
        self.shown = (house, right)
        self.key_facts = (house,)

    def _starts(self, removed: float) -> list[float]:
        """Return when the parts begin."""
        lengths = [truth.seconds for truth in self._truths.values()]
        apart = 2 * _BETWEEN + _MARK
        second = lengths[0] + apart
        return [0.0, round(second, 3), round(second + lengths[1] - removed + apart, 3)]

    def _slip(self) -> tuple[float, float, float]:
        """Return when the wrong sentence, the apology and the correction begin, with a little silence."""
        turns = self._truths["Report"].turns
        return tuple(round(turns[place].start - 0.3, 2) for place in (1, 2, 3))  # type: ignore[return-value]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        wrong, sorry, right = self._slip()
        names, order = self._names, list(self._names)
        heard = yield [
            call("speech-recognition/transcribe_words", path=file.name) for file in self.inputs.world_files
        ]
        if skipped is Shortcut.DEAF:
            order = ["Goodbye", "Report", "Greeting"]
        first = wrong if skipped in (Shortcut.TRUSTING, Shortcut.DEAF) else sorry
        removed = {"path": names["Report"], "end": right, "output_path": "report.wav"}
        yield [
            call("audio/remove_section", *heard, start=first, **removed),
            call("audio/generate_tone", frequency=600, seconds=_MARK, output_path="mark.wav"),
        ]
        if skipped is None:
            (again,) = yield [call("speech-recognition/transcribe", path="report.wav")]
            yield [call("audio/remove_section", again, start=wrong, **removed)]
            yield [call("speech-recognition/transcribe", path="report.wav")]
        paths = [part for title in order for part in (self._part(title), "mark.wav")][:-1]
        join = call("audio/join_audio", *heard, paths=paths, pause=_BETWEEN, output_path="episode.wav")
        yield [join]
        if skipped in (None, Shortcut.DEAF):
            for _ in range(self.failures):
                (short,) = yield [call("speech-recognition/transcribe", path="episode.wav")]
                yield [call("audio/join_audio", *heard, short, **join.arguments)]
            yield [call("speech-recognition/transcribe", path="episode.wav")]
        starts = self._starts(right - (sorry if skipped is Shortcut.UNINSPECTED else wrong))
        rows = "".join(f"{start:.1f},{title}\n" for start, title in zip(starts, order, strict=True))
        yield [call("files/write_text", path="chapters.csv", text=f"start,title\n{rows}")]
        yield done("The show is ready.", "episode.wav", "chapters.csv")
        return self._solution()

    def _part(self, title: str) -> str:
        return "report.wav" if title == "Report" else self._names[title]

    def _solution(self) -> Solution:
        wrong, _, right = self._slip()
        starts, turns = self._starts(right - wrong), self._truths["Report"].turns
        report, goodbye = self._names["Report"], self._names["Goodbye"]
        rows = tuple((round(start, 1), title) for start, title in zip(starts, self._truths, strict=True))
        end = starts[2] + self._truths["Goodbye"].seconds
        return solved(
            "episode.wav has greeting, report and goodbye, without the slip.",
            format_point("The show was made.", FileExists("episode.wav")),
            tool_point(
                "It is as long as its parts without the slip.",
                SoundDuration("episode.wav", round(end, 2), tolerance=0.9),
            ),
            tool_point(
                "A beep separates the parts.", SoundTones("episode.wav", 2, (600.0,), shortest=0.8 * _MARK)
            ),
            tool_point(
                "The greeting comes first, then the report.",
                SoundUnchanged("episode.wav", self._names["Greeting"], at=0.0),
                SoundUnchanged(
                    "episode.wav",
                    report,
                    start=turns[0].start,
                    end=turns[0].end,
                    at=round(starts[1] + turns[0].start, 2),
                    tolerance=0.3,
                ),
            ),
            tool_point(
                "The report has its correction and what follows.",
                SoundUnchanged("episode.wav", report, start=turns[3].start, end=turns[4].end),
            ),
            tool_point(
                "The goodbye is complete and comes last.",
                SoundUnchanged(
                    "episode.wav",
                    goodbye,
                    end=self._truths["Goodbye"].turns[-1].end,
                    at=starts[2],
                    tolerance=0.9,
                ),
            ),
            tool_point(
                "chapters.csv says when each part begins.",
                CsvTable("chapters.csv", ("start", "title"), rows, tolerance=Tolerance(absolute=0.9)),
            ),
        )
