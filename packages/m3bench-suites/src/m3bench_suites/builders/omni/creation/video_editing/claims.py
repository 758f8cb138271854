"""Claims: a film as evidence, in the form that an insurer takes, and what was missing in a parcel."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import FilmDuration, FilmFrame, FilmSound, FilmSubtitles, SpokenLine, TextFile, UserAsked
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.creation.video_editing.films import draw_film, still_check
from m3bench_suites.builders.tasks import format_point, tool_point

_SIZES = {320: 180, 256: 144, 384: 216}
_GOODS = ("cup", "book", "clock", "lamp", "kettle", "vase", "phone", "keyboard", "ball")


class DeliveryClaim(Scenario):
    """The second shot of a delivery, smaller and with subtitles, and what the packing list has besides."""

    sabotage = Sabotage(tool="video/resize", fault="mirror_film")
    repeats = True
    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "delivery", draw.pick(("ruth", "daniel", "heart"), "voice"))
        facts = self._film.truth.facts
        self._missing = sorted(
            draw.sample([thing for thing in _GOODS if thing not in facts["goods"]], 2, "missing")
        )
        listed = draw.sample([*facts["goods"], *self._missing], 9, "listed")
        rows = [["Article", "Pieces"], *([thing, 1] for thing in listed)]
        self._width = draw.pick(tuple(_SIZES), "width")
        self._reference = f"{draw.pick(('HK', 'RV', 'TD'), 'series')}-{draw.whole(10000, 99999, 'reference')}"
        self.inputs = given(self._film.file, DataFile("packing_list.xlsx", "xlsx", {"Parcel": rows}))
        self.words = {"film": self._film, "width": self._width, "reference": self._reference}
        self.shown = (facts["order"], *facts["goods"])
        self.key_facts = (facts["order"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, truth = self._film.name, self._film.truth
        facts = truth.facts
        watched = () if skipped is Shortcut.BLIND else ("contact_sheet", "detect_cuts")
        listed, heard, *seen = yield [
            call("sheets/read_range", path="packing_list.xlsx"),
            call("speech-recognition/transcribe", path=film),
            *(call(f"video/{tool}", path=film) for tool in watched),
        ]
        asked: Sequence[CallResult] = ()
        if skipped is not Shortcut.UNASKED:
            topics = ("How wide should the film be?", "What is the reference of the claim?")
            asked = yield ask(*topics)
        width, reference = self._width, self._reference
        if skipped is Shortcut.UNASKED:
            width, reference = next(size for size in _SIZES if size != width), facts["order"]
        start = 10.0 if skipped is Shortcut.BLIND else truth.cuts[0]
        state, missing = facts["condition"], self._missing
        if skipped is Shortcut.BLIND:
            state, missing = "dented" if state == "whole" else "whole", self._missing[:1]
        (part,) = yield [call("video/cut", *seen, path=film, start=start, output_path="part.mp4")]
        shrink = call("video/resize", part, *asked, path="part.mp4", width=width, output_path="claim.mp4")
        still = round(truth.seconds - 0.5, 1)
        lines = "\n".join(self._lines(reference, state, missing))
        yield [
            shrink,
            self._subtitles(0.0 if skipped in (None, Shortcut.UNINSPECTED) else start),
            call("video/extract_frames", *seen, path=film, times=[still], output_folder="still"),
            call("files/write_text", listed, heard, *asked, path="claim.txt", text=lines),
        ]
        if skipped is None:
            for _ in range(self.failures):
                again, turned = yield [
                    call("speech-recognition/transcribe", path="claim.mp4"),
                    call("video/contact_sheet", path="claim.mp4"),
                ]
                yield [
                    call("video/resize", part, *asked, turned, **shrink.arguments),
                    self._subtitles(start, again),
                ]
            yield [call("video/contact_sheet", path="claim.mp4"), call("files/read_text", path="claim.srt")]
        elif skipped in (Shortcut.BLIND, Shortcut.UNASKED):
            yield [shrink]
        yield done("The claim is ready.", "claim.mp4", "claim.srt", "claim.txt")
        return self._solution(still)

    def _lines(self, reference: str, state: str, missing: Sequence[str]) -> tuple[str, ...]:
        order = self._film.truth.facts["order"]
        return (
            f"Reference: {reference}",
            f"Order: {order}",
            f"Parcel: {state}",
            f"Missing: {', '.join(missing)}",
        )

    def _subtitles(self, start: float, *uses: CallResult) -> PlannedCall:
        line = self._film.truth.spoken[1]
        told = {"start": round(line.start - start, 2), "end": round(line.end - start, 2), "text": line.text}
        return call("video/write_subtitles", *uses, subtitles=[told], output_path="claim.srt")

    def _solution(self, still: float) -> Solution:
        truth, name = self._film.truth, self._film.name
        facts, start, line = truth.facts, truth.cuts[0], truth.spoken[1]
        seconds = round(truth.seconds - start, 1)
        spoken = SpokenLine(round(line.start - start, 3), round(line.end - start, 3), line.text)
        last = truth.events[-1].start
        return solved(
            f"The claim {self._reference} is ready; missing: {', '.join(self._missing)}.",
            format_point(
                "claim.mp4 has the shot of the table in the size that the insurer wants.",
                FilmDuration("claim.mp4", seconds, size=(self._width, _SIZES[self._width])),
            ),
            tool_point(
                "It shows the table as it was filmed.",
                FilmFrame("claim.mp4", 1.0, name, start + 1.0, similarity=0.9),
                FilmFrame("claim.mp4", seconds - 0.5, name, truth.seconds - 0.5, similarity=0.9),
            ),
            tool_point("It has its sound.", FilmSound("claim.mp4", source=name, source_start=start)),
            tool_point("The subtitles are in step.", FilmSubtitles("claim.srt", (spoken,))),
            tool_point(
                "The still shows all that was in the parcel.",
                still_check("still/*.png", self._film.film, still, (last - 0.1, start + 1.0, 2.0)),
            ),
            tool_point(
                "claim.txt names reference, order, state and what is missing.",
                TextFile(
                    "claim.txt",
                    lines=self._lines(self._reference, facts["condition"], self._missing),
                    folded=True,
                ),
            ),
            tool_point(
                "The claimant was asked what the insurer wants.",
                UserAsked(("width of the film", "reference of the claim")),
            ),
        )
