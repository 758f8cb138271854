"""A line of text in one shot of a clip."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import Called, FileExists, FilmCaptions, FilmDuration, NoStrayFiles
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.advertising._clips import ProductClip
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT = "spot.mp4"
_SIZE = (480, 270)


class Tagline(Scenario):
    """Where to order, at the top of one shot: in letters of the usual size it takes two lines and lies on
    the product."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = clip = ProductClip(draw)
        self._shot = draw.whole(1, len(clip.colours) + 1, "shot")
        phone = f"555-01{draw.whole(10, 99, 'phone')}"
        day = draw.pick(("Sunday", "Friday", "Monday", "Saturday"), "day")
        self._line = f"Order it at {clip.facts['name'].lower()}.example or call {phone} until {day}"
        colours = clip.colours
        where = (
            f"in the shot captioned “In {colours[self._shot - 1]}”"
            if self._shot <= len(colours)
            else "in the shot that shows the price"
        )
        self.inputs = given(clip.file)
        self.words = {"clip": clip, "line": self._line, "where": where}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip, (start, end) = self._clip, self._clip.span(self._shot)
        uses: Sequence[CallResult] = ()
        if skipped is Shortcut.BLIND:
            start, end = round(clip.seconds - 3.0, 1), clip.seconds
        else:
            uses = yield [
                call("video/contact_sheet", path=clip.name, count=clip.sheet_count),
                call("video/detect_cuts", path=clip.name),
            ]
        heights = (0.06,) if skipped is Shortcut.BLIND else (0.09, 0.06)
        for height in heights:
            yield [
                call(
                    "video/overlay_text", *uses, path=clip.name, text=self._line, output_path=_OUT,
                    place="top", height=height, start=start, end=end,
                )
            ]  # fmt: skip
            if skipped is not None:
                break
            uses = yield [call("video/contact_sheet", path=_OUT, count=clip.sheet_count)]
        yield done("The line is in the clip.", _OUT)
        return self._solution()

    def _solution(self) -> Solution:
        clip = self._clip
        return solved(
            f"{_OUT} shows the line in its shot.",
            format_point("spot.mp4 was made.", FileExists(_OUT)),
            format_point(
                "It has the length and size of the clip.", FilmDuration(_OUT, clip.seconds, size=_SIZE)
            ),
            tool_point(
                "One row of text is above the product, in this shot alone; all else is as it was.",
                FilmCaptions(
                    _OUT,
                    clip.name,
                    (clip.span(self._shot),),
                    0.25,
                    from_height=0,
                    until_height=0.22,
                    texts=(self._line,),
                ),
            ),
            tool_point(
                "The line is the one asked for.",
                Called("video/overlay_text", {"text": self._line}, made=_OUT),
            ),
            tool_point("The clip of the customer is as it was.", NoStrayFiles(("*.mp4",))),
        )
