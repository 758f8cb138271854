"""Two builds of a game are compared by their recordings."""

from __future__ import annotations

from m3bench.checks import FilmStill, ImageProperties, PictureContains, SheetCells, TextFile
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.game_assets.clips import FRAME, GameClip, draw_clip
from m3bench_suites.builders.tasks import format_point, tool_point

_HEAD = ("Build", "Recording", "Hero", "Coins", "Final score", "Lives left", "Decision")
_SIZE = (480, 270)


class BuildComparison(Scenario):
    """Figures of two recordings go into a table; their end screens side by side come out mirrored."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)
    sabotage = Sabotage(tool="image-toolkit/compose_grid", fault="mirror_picture", path="ends.png")
    repeats = True

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clips = (draw_clip(draw, 0), draw_clip(draw, 1))
        first = draw.whole(210, 780, "build")
        self._builds = (first, first + draw.whole(1, 9, "next"))
        self._swapped = draw.whole(0, 1, "swapped") == 1
        pairs = list(zip(self._builds, self._clips, strict=True))
        rows: list[list[object]] = [[build, clip.name, None, None, None, None, None] for build, clip in pairs]
        old: list[object] = [first - 4, "VID_0412.mp4", "turtle", 3, 30, 2, "rejected"]
        table = [list(_HEAD), old, *(reversed(rows) if self._swapped else rows)]
        self.inputs = given(
            *(clip.file for clip in self._clips), DataFile("builds.xlsx", "xlsx", {"Builds": table})
        )
        self.words = {"size": _SIZE}
        self.shown = tuple(clip.facts["hero"] for clip in self._clips)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        blind = skipped is Shortcut.BLIND
        (table,) = yield [call("sheets/read_range", path="builds.xlsx")]
        seen = [table]
        if not blind:
            seen += yield [
                call("video/contact_sheet", table, path=clip.name, count=min(60, round(clip.seconds * 2)))
                for clip in self._clips
            ]
        rows = self._rows(blind=blind)
        yield [
            call(
                "sheets/write_range", *seen, path="builds.xlsx", start="A3",
                rows=[list(row) for row in (reversed(rows) if self._swapped else rows)],
            )
        ]  # fmt: skip
        frames = yield [
            call(
                "video/extract_frames", *seen, path=clip.name, output_folder=f"shots{index}",
                times=[2.0 if blind else round(clip.end_screen + 0.6, 2)],
            )
            for index, clip in enumerate(self._clips)
        ]  # fmt: skip
        kept = yield [
            call("files/move", *frames, source=f"shots{index}/frame_01.png", target=name)
            for index, name in enumerate(("left.png", "right.png"))
        ]
        compose = call(
            "image-toolkit/compose_grid", *kept, paths=["left.png", "right.png"], output_path="ends.png",
            columns=2, cell=list(_SIZE), gap=0,
        )  # fmt: skip
        line = f"Build {self._candidate(rows)} is the candidate.\n"
        yield [compose, call("files/write_text", path="release.txt", text=line)]
        if skipped is None:
            for _ in range(self.failures):
                yield [call("image-toolkit/show", path="ends.png")]
                yield [compose]
            yield [call("files/read_text", path="release.txt")]
            yield [
                *(call("image-toolkit/show", path=name) for name in ("ends.png", "left.png", "right.png")),
                call("sheets/read_range", path="builds.xlsx"),
            ]
        yield done("The builds are compared.", "builds.xlsx", "ends.png", "release.txt")
        return self._solution()

    def _rows(self, *, blind: bool = False) -> list[tuple[object, ...]]:
        """Return the rows of the two builds, the lower number first."""
        figures = (
            [("dog", 5, 50, 3), ("dog", 6, 60, 3)] if blind else [_figures(clip) for clip in self._clips]
        )
        ranks = [(figure[3], figure[2], build) for figure, build in zip(figures, self._builds, strict=True)]
        best = ranks.index(max(ranks))
        return [
            (build, clip.name, *figure, "candidate" if index == best else "rejected")
            for index, (build, clip, figure) in enumerate(
                zip(self._builds, self._clips, figures, strict=True)
            )
        ]

    def _candidate(self, rows: list[tuple[object, ...]]) -> object:
        return next(row[0] for row in rows if row[-1] == "candidate")

    def _solution(self) -> Solution:
        rows = self._rows()
        old = (self._builds[0] - 4, "VID_0412.mp4", "turtle", 3, 30, 2, "rejected")
        wide, high = _SIZE
        return solved(
            "builds.xlsx has the figures and decisions; ends.png and release.txt are made.",
            format_point(
                "ends.png has the size of two frames.", ImageProperties("ends.png", size=(2 * wide, high))
            ),
            tool_point(
                "The table has the figures of both recordings and the decision.",
                SheetCells("builds.xlsx", columns=_HEAD, rows=(old, *rows)),
            ),
            tool_point(
                "The candidate is named.",
                TextFile("release.txt", lines=(f"Build {self._candidate(rows)} is the candidate.",)),
            ),
            tool_point(
                "The frames are those of the end screens.",
                *(
                    FilmStill(name, clip.name, clip.end_screen, round(clip.seconds - FRAME, 3))
                    for name, clip in zip(("left.png", "right.png"), self._clips, strict=True)
                ),
            ),
            tool_point(
                "ends.png shows them side by side, as they are.",
                PictureContains(
                    "ends.png",
                    source="left.png",
                    box=(0, 0, wide, high),
                    smallest=0.9,
                    least_iou=0.9,
                    least_likeness=0.97,
                ),
                PictureContains(
                    "ends.png",
                    source="right.png",
                    box=(wide, 0, 2 * wide, high),
                    smallest=0.9,
                    least_iou=0.9,
                    least_likeness=0.97,
                ),
            ),
        )


def _figures(clip: GameClip) -> tuple[object, int, int, int]:
    return clip.facts["hero"], clip.coins, clip.facts["score"], clip.facts["lives"]
