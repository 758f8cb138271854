"""The cover of a clip from a game."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import FileExists, FilmFrame, ImageProperties, NoStrayFiles
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT = "cover.png"
_MIDDLE, _RIGHT = (105, 0, 375, 270), (210, 0, 480, 270)


class GameCover(Scenario):
    """A square out of a wide frame: the middle of it cuts off what matters."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number = draw.media_number()
        truth = draw.world.video.film("game", number).truth
        self._clip = draw.film_name()
        self._hero = truth.facts["hero"]
        end = truth.shots[0].end
        gone = [event.start for event in truth.events if event.thing == "coin" and event.start < end]
        self._moment = round(max(gone) - 0.1, 1)
        self._count = int(truth.seconds / 2) + 2
        self.inputs = given(WorldFile(self._clip, "film", "game", number))
        self.words = {"clip": self._clip}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        uses: Sequence[CallResult] = ()
        moment = self._moment
        if skipped is Shortcut.BLIND:
            moment = 1.0
        else:
            uses = yield [call("video/contact_sheet", path=self._clip, count=self._count)]
        times = [moment] if skipped else [round(moment - 0.4, 1), moment, round(moment + 0.4, 1)]
        (taken,) = yield [
            call("video/extract_frames", *uses, path=self._clip, times=times, output_folder="frames")
        ]
        frame = f"frames/frame_{times.index(moment) + 1:02}.png"
        parts = {None: (_MIDDLE, _RIGHT), Shortcut.UNINSPECTED: (_MIDDLE,)}.get(skipped, (_RIGHT,))
        for part in parts:
            yield [call("image-toolkit/crop", taken, path=frame, region=list(part), output_path=_OUT)]
            if skipped is None:
                yield [call("image-toolkit/show", path=_OUT)]
        yield done("The cover is ready.", _OUT)
        return solved(
            f"{_OUT} shows the {self._hero} under the last coin.",
            format_point("cover.png was made.", FileExists(_OUT)),
            format_point(
                "It is a square of full height.", ImageProperties(_OUT, size=(270, 270), format="PNG")
            ),
            tool_point(
                "It is the right part of the frame at that moment.",
                FilmFrame(_OUT, source=self._clip, source_at=self._moment, box=_RIGHT, similarity=0.9985),
            ),
            format_point("The clip is as it was.", NoStrayFiles(("**/*.png",))),
        )
