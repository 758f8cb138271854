"""A clip with captions for those who watch without sound."""

from __future__ import annotations

from m3bench.checks import FilmCaptions, FilmDuration, FilmSound, FilmSubtitles, NoStrayFiles, SpokenLine
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.task_files import film_voice

_OUT, _TITLES = "reel.mp4", "reel.srt"
_KIND = "delivery"
_LATE = 0.6


class CaptionedReel(Scenario):
    """Captions at the usual place lie on the goods that the clip is about."""

    sabotage = Sabotage(tool="video/write_subtitles", fault="shift_subtitles", settings={"seconds": 1.8})
    repeats = True
    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number, voice = draw.media_number(), draw.pick(("ruth", "daniel", "george"), "voice")
        truth = draw.world.video.film(_KIND, number, film_voice(voice)).truth
        self._clip, self._seconds = draw.film_name(), truth.seconds
        self._lines = tuple(SpokenLine(line.start, line.end, line.text) for line in truth.spoken)
        self._count = int(truth.seconds / 2) + 2
        self.inputs = given(WorldFile(self._clip, "film", _KIND, number, {"voice": voice}))
        self.words = {"clip": self._clip}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        uses = list((yield [call("speech-recognition/transcribe", path=self._clip)]))
        if skipped is not Shortcut.BLIND:
            uses += yield [call("video/contact_sheet", path=self._clip, count=self._count)]
        yield [self._subtitles(*uses)]
        if skipped is not Shortcut.TRUSTING:
            for _ in range(self.failures):
                uses += yield [call("files/read_text", path=_TITLES)]
                yield [self._subtitles(*uses)]
            yield [call("files/read_text", path=_TITLES)]
        if skipped is not Shortcut.TRUSTING:
            yield [call("video/burn_subtitles", path=self._clip, output_path=_OUT, subtitle_path=_TITLES)]
        if skipped is None:
            uses += yield [call("video/contact_sheet", path=_OUT, count=self._count)]
        if skipped in (None, Shortcut.TRUSTING):
            first, second = self._lines
            yield [_text(self._clip, "first.mp4", first, *uses)]
            yield [_text("first.mp4", _OUT, second, *uses)]
        if skipped is None:
            yield [call("video/contact_sheet", path=_OUT, count=self._count)]
        yield done("The clip has captions.", _OUT, _TITLES)
        return self._solution()

    def _subtitles(self, *uses: CallResult) -> PlannedCall:
        lines = [{"start": line.start, "end": line.end, "text": line.text} for line in self._lines]
        return call("video/write_subtitles", *uses, subtitles=lines, output_path=_TITLES)

    def _solution(self) -> Solution:
        spans = tuple((line.start, line.end) for line in self._lines)
        said = self._lines[1]
        return solved(
            f"{_OUT} has captions, {_TITLES} the subtitles.",
            format_point("The reel is as long as the clip.", FilmDuration(_OUT, self._seconds)),
            tool_point(
                "The captions are at the top, when something is said, and all else is as it was.",
                FilmCaptions(
                    _OUT,
                    self._clip,
                    spans,
                    _LATE,
                    from_height=0,
                    until_height=0.32,
                    texts=tuple(line.text for line in self._lines),
                ),
            ),
            tool_point("The subtitles are in step.", FilmSubtitles(_TITLES, self._lines, _LATE)),
            tool_point(
                "The voice is still to be heard.",
                FilmSound(
                    _OUT, source=self._clip, source_start=said.start, source_end=said.end, at=said.start
                ),
            ),
            format_point("The clip is as it was.", NoStrayFiles(("*.mp4", "*.srt"))),
        )


def _text(path: str, output: str, line: SpokenLine, *uses: CallResult) -> PlannedCall:
    return call(
        "video/overlay_text", *uses, path=path, text=line.text, output_path=output, place="top", height=0.075,
        start=round(line.start, 1), end=round(line.end, 1),
    )  # fmt: skip
