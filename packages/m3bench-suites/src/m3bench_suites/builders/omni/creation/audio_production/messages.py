"""Messages: a gong before an announcement, and a call without the caller's telephone number."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import SoundDuration, SoundLoudness, SoundTones, SoundUnchanged, TextFile
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.audio import spell

_LONG_DELAY = 20
_BEEP, _GAP, _PAUSE = 0.4, 0.2, 1.0
_LEVEL = -20.0
_LONGEST_END = 3.0
"""In seconds: from the last word that is heard to the end of a call."""
_SINE = 3.01
"""By how many decibels the peak of a sine is above its loudness."""


class StationGong(Scenario):
    """Beeps before an announcement: as many as the delay asks for, and no louder than the speech."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number = draw.media_number()
        recording = draw.recording_name()
        self._truth = draw.world.audio.recording("announcement", number, "clean").truth
        self._delay = int(self._truth.facts["delay_minutes"])
        self._pitch = draw.pick((660, 880, 990), "pitch")
        self._count = 3 if self._delay > _LONG_DELAY else 2
        self.inputs = given(WorldFile(recording, "recording", "announcement", number, {"channel": "clean"}))
        self.words = {
            "pitch": self._pitch,
            "long_delay": _LONG_DELAY,
            "beep": _BEEP,
            "gap": _GAP,
            "level": _LEVEL,
            "pause": _PAUSE,
            "recording": recording,
        }
        self.shown = (str(self._delay),)
        self.key_facts = (self._truth.facts["train"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        recording = self.recording
        (heard,) = yield [call("speech-recognition/transcribe", path=recording)]
        count = self._count if skipped is not Shortcut.DEAF else 5 - self._count
        tone = {"output_path": "gong.wav", "frequency": self._pitch, "seconds": _BEEP, "count": count,
                "pause": _GAP}  # fmt: skip
        join = {"paths": ["gong.wav", recording], "output_path": "ready.wav", "pause": _PAUSE}
        end = self._gong_seconds(count)
        if skipped is not Shortcut.DEAF:
            yield [call("audio/generate_tone", heard, **tone)]
            (joined,) = yield [call("audio/join_audio", **join)]
        if skipped is not Shortcut.UNINSPECTED:
            if skipped is None:
                (heard,) = yield [call("audio/measure_levels", joined, path="ready.wav", start=0.0, end=end)]
            yield [call("audio/generate_tone", heard, **tone, level_dbfs=_LEVEL + _SINE)]
            yield [call("audio/join_audio", **join)]
            yield [call("audio/play_audio", path="ready.wav")]
        yield done("The announcement has its gong.", "ready.wav")
        return self._solution(recording)

    def _gong_seconds(self, count: int) -> float:
        return round(count * _BEEP + (count - 1) * _GAP, 2)

    def _solution(self, recording: str) -> Solution:
        end = self._gong_seconds(self._count)
        return solved(
            f"ready.wav has {self._count} beeps before the announcement.",
            format_point(
                "ready.wav has gong, pause and announcement.",
                SoundDuration("ready.wav", round(end + _PAUSE + self._truth.seconds, 2)),
            ),
            tool_point(
                "The gong has as many beeps as the delay asks for, of the right pitch.",
                SoundTones("ready.wav", self._count, (float(self._pitch),), start=0.0, end=end + _PAUSE / 2),
            ),
            tool_point(
                "It is as loud as the speech.",
                SoundLoudness("ready.wav", _LEVEL, tolerance=2.0, start=0.0, end=end),
            ),
            tool_point(
                "The announcement follows after the pause, unchanged.",
                SoundUnchanged("ready.wav", recording, at=round(end + _PAUSE, 2)),
            ),
        )


class PublicMessage(Scenario):
    """A call in which a telephone number is said twice: it must not be heard any more."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number = draw.media_number()
        recording = draw.recording_name()
        self._truth = draw.world.audio.recording("voicemail", number, "telephone").truth
        facts = self._truth.facts
        self._order = str(facts["order"])
        others = [str(1000 + (int(self._order) - 1000 + 811 * step) % 9000) for step in range(1, 6)]
        cases = [f"T-{draw.whole(100, 999, 'case', index)}{index}" for index in range(6)]
        self._case = cases[0]
        rows = draw.sample(list(zip([self._order, *others], cases, strict=True)), 6, "rows")
        table = [["Order", "Case"], *([int(order), case] for order, case in rows)]
        self._other_case = cases[1]
        self._spans = self._number_spans()
        self.inputs = given(
            WorldFile(recording, "recording", "voicemail", number, {"channel": "telephone"}),
            DataFile("cases.xlsx", "xlsx", {"Cases": table}),
        )
        self.words = {"recording": recording}
        self.shown = (self._order, str(facts["wish"]), str(facts["before"]))
        self.key_facts = (self._order, str(facts["callback_number"]))

    def _number_spans(self) -> tuple[tuple[float, float], ...]:
        """Return when the telephone number is said."""
        said = [word.text.strip(".,").lower() for word in self._truth.words]
        digits = str(self._truth.facts["callback_number"]).replace("-", "")
        wanted = spell(digits).split()
        starts = [index for index in range(len(said)) if said[index : index + len(wanted)] == wanted]
        ends = [place + len(wanted) - 1 for place in starts]
        words = self._truth.words
        return tuple((words[first].start, words[last].end) for first, last in zip(starts, ends, strict=True))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        recording = self.recording
        facts, case, order, spans = self._truth.facts, self._case, self._order, self._spans
        wish, day = facts["wish"], facts["before"]
        heard, table = yield [
            call("speech-recognition/transcribe_words", path=recording),
            call("sheets/read_range", path="cases.xlsx"),
        ]
        last = heard.data["words"][-1][2]
        rest: Sequence[CallResult] = ()
        if last < self._truth.seconds - _LONGEST_END:  # the recognizer stops early once in a while
            rest = yield [call("speech-recognition/transcribe_words", heard, path=recording, start=last)]
        if skipped is Shortcut.DEAF:
            case, order = self._other_case, "1000"
            spans = ((2.0, 4.0), (8.0, 10.0))
        note = f"Case: {case}\nOrder: {order}\nWish: {wish}\nBefore: {day}\n"
        (first,) = yield [self._muted(recording, spans[0], heard, *rest)]
        if skipped is not Shortcut.UNINSPECTED:
            (again,) = yield [call("speech-recognition/transcribe_words", first, path="training.wav")]
            yield [self._muted("training.wav", spans[1], again)]
            yield [call("speech-recognition/transcribe", path="training.wav")]
        yield [call("files/write_text", heard, *rest, table, path="note.txt", text=note)]
        yield done("The call can be played.", "training.wav", "note.txt")
        return self._solution(recording)

    def _muted(self, path: str, span: tuple[float, float], *uses: CallResult) -> PlannedCall:
        start, end = round(span[0] - 0.15, 2), round(span[1] + 0.15, 2)
        return call("audio/mute_section", *uses, path=path, start=start, end=end, output_path="training.wav")

    def _solution(self, recording: str) -> Solution:
        facts = self._truth.facts
        edges = [0.0, *(edge for span in self._spans for edge in span), self._truth.seconds]
        kept = [
            SoundUnchanged(
                "training.wav", recording, start=round(start + 0.4 * (start > 0), 2),
                end=round(end - 0.4, 2), at=round(start + 0.4 * (start > 0), 2),
            )
            for start, end in list(zip(edges[::2], edges[1::2], strict=True))[:2]
        ]  # fmt: skip
        silent = [
            SoundLoudness(
                "training.wav", -120.0, tolerance=30.0, start=round(start + 0.2, 2), end=round(end - 0.2, 2)
            )
            for start, end in self._spans
        ]
        lines = (
            f"Case: {self._case}",
            f"Order: {self._order}",
            f"Wish: {facts['wish']}",
            f"Before: {facts['before']}",
        )
        return solved(
            "training.wav has no telephone number; the note has the case.",
            format_point("The call has its length.", SoundDuration("training.wav", self._truth.seconds)),
            tool_point("The number is silent where it is said first.", silent[0]),
            tool_point("It is silent where it is said again.", silent[1]),
            tool_point("The rest is as it was recorded.", *kept),
            tool_point(
                "note.txt names case, order, wish and day.", TextFile("note.txt", lines=lines, folded=True)
            ),
        )
