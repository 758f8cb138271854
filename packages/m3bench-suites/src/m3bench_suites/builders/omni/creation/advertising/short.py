"""A short version of a clip, with subtitles."""

from __future__ import annotations

from m3bench.checks import (
    FilmCuts,
    FilmDuration,
    FilmFrame,
    FilmSound,
    FilmSubtitles,
    NoStrayFiles,
    SpokenLine,
)
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.advertising._clips import ProductClip
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT, _TITLES = "short.mp4", "short.srt"
_SIZE = (480, 270)
_EARLY = 0.4
Span = tuple[float, float]


class ShortSpot(Scenario):
    """Three shots of a clip: which ones is in a message, and where they begin shows only exactly."""

    sabotage = Sabotage(tool="video/join", fault="cut_film_end", settings={"seconds": 1.6})
    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = clip = ProductClip(draw, draw.pick(("ruth", "daniel"), "narrator"))
        self._chosen = draw.whole(1, len(clip.colours), "chosen")
        colour = clip.colours[self._chosen - 1]
        said = (
            "Hi, I have seen the clip now. For the short version, "
            f"please show our customers only the {colour} one. Leave out the other colours. Thanks!"
        )
        self.inputs = given(clip.file, voice_message(said, draw, "clean"))
        self.words = {"clip": clip, "memo": self.recording}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip, chosen = self._clip, self._chosen
        looks = []
        if skipped is not Shortcut.DEAF:
            looks.append(self.transcribe())
        if skipped is not Shortcut.BLIND:
            looks.append(call("video/contact_sheet", path=clip.name, count=clip.sheet_count))
        uses = list((yield looks))
        if skipped is Shortcut.DEAF:
            chosen = 1 if chosen != 1 else 2
        spans = [clip.span(place) for place in (0, chosen, -1)]
        if skipped in (None, Shortcut.UNINSPECTED):
            yield from self._joined([(max(0.0, start - _EARLY), end) for start, end in spans], uses)
        if skipped is None:
            seen = yield [
                call("video/contact_sheet", path=_OUT, count=clip.sheet_count),
                call("video/detect_cuts", path=_OUT),
                call("video/detect_cuts", path=clip.name),
            ]
            uses += seen
        if skipped is Shortcut.BLIND:
            third = round(clip.seconds / 3, 1)
            spans = [(0.0, 4.0), (third, third + 4.0), (2 * third, 2 * third + 4.0)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from self._joined(spans, uses)
        if skipped is None:
            uses += yield [
                call("video/contact_sheet", path=_OUT, count=clip.sheet_count),
                call("speech-recognition/transcribe", path=_OUT),
            ]
        yield from self._subtitled(skipped, uses)
        yield done("The short version is ready.", _OUT, _TITLES)
        return self._solution()

    def _joined(self, spans: list[Span], uses: list[CallResult]) -> Steps[None]:
        parts = [f"part{number}.mp4" for number, _ in enumerate(spans, 1)]
        cuts = yield [
            call("video/cut", *uses, path=self._clip.name, start=start, end=end, output_path=part)
            for part, (start, end) in zip(parts, spans, strict=True)
        ]
        yield [call("video/join", *cuts, paths=parts, output_path=_OUT)]

    def _subtitled(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        shown = [{"start": line.start, "end": line.end, "text": line.text} for line in self._lines()]
        yield [call("video/write_subtitles", *uses, subtitles=shown, output_path=_TITLES)]
        if skipped is None:
            yield [call("files/read_text", path=_TITLES)]

    def _starts(self) -> list[tuple[int, float, Span]]:
        """Return the shots of the short version: place in the clip, start, and span in the clip."""
        starts, at = [], 0.0
        for place in (0, self._chosen, -1):
            span = self._clip.span(place)
            starts.append((place, round(at, 2), span))
            at += span[1] - span[0]
        return starts

    def _lines(self) -> tuple[SpokenLine, ...]:
        lines = []
        for place, at, (start, _) in self._starts():
            said, text = self._clip.spoken[place], self._clip.captions[place].text
            lines.append(SpokenLine(round(at + said.start - start, 2), round(at + said.end - start, 2), text))
        return tuple(lines)

    def _solution(self) -> Solution:
        name, shots = self._clip.name, self._starts()
        seconds = sum(end - start for _, _, (start, end) in shots)
        frames = [FilmFrame(_OUT, at + 2.5, name, start + 2.5) for _, at, (start, _) in shots]
        sounds = [
            FilmSound(
                _OUT, source=name, source_start=start + 0.3, source_end=end - 0.3, at=round(at + 0.3, 2)
            )
            for _, at, (start, end) in shots
        ]
        return solved(
            f"{_OUT} has three shots, {_TITLES} their subtitles.",
            format_point(
                "It is as long as the three shots, and has the size of the clip.",
                FilmDuration(_OUT, round(seconds, 2), 0.15, size=_SIZE),
            ),
            tool_point(
                "It cuts where they meet, and nowhere else.",
                FilmCuts(_OUT, tuple(at for _, at, _ in self._starts()[1:])),
            ),
            tool_point("It shows name, chosen colour and price.", *frames),
            tool_point("The voice is that of the shots.", *sounds),
            tool_point("The subtitles are in step.", FilmSubtitles(_TITLES, self._lines())),
            format_point("The clip is as it was.", NoStrayFiles(("*.mp4", "*.srt"))),
        )
