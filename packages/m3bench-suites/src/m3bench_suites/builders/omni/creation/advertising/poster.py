"""An offer written on a picture."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import Called, ImageProperties, PictureRegions, PictureShows, PictureTexts
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, judge_point, tool_point
from m3bench_world.illustrations import draw_illustration, parse_prompt, subject_colours

_OUT = "poster.png"
_SIZE = (800, 600)
_THINGS = {
    "cup": "cups",
    "vase": "vases",
    "backpack": "backpacks",
    "umbrella": "umbrellas",
    "lamp": "lamps",
    "clock": "clocks",
}
_GAP = 10
_EDGE = 8
Box = tuple[int, int, int, int]


class OfferPoster(Scenario):
    """How many things are offered for what: the line is too long for the space beside them."""

    sabotage = Sabotage(
        tool="image-toolkit/annotate", fault="shift_picture", settings={"right": 34, "down": 0}
    )
    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._side = draw.pick(("left", "right"), "side")
        self._thing = draw.pick(tuple(_THINGS), "thing")
        self._count = draw.whole(2, 4, "count")
        colour = draw.pick(subject_colours(self._thing), "colour")
        ground = draw.pick(("wood", "plaster", "sand", "concrete"), "ground")
        prompt = f"{self._count} {colour} {self._thing} at {self._side}, background {ground}"
        self._photo = draw.photo_name()
        number = draw.media_number()
        drawn = draw_illustration(draw.world, parse_prompt(prompt), number, _SIZE)
        self._goods = [subject.box for subject in drawn.subjects]
        self._ink = "#101010" if ground != "concrete" else "#ffffff"
        self._price, self._day = (
            draw.whole(12, 89, "price"),
            draw.pick(("Saturday", "Sunday", "Friday"), "day"),
        )
        self.inputs = given(WorldFile(self._photo, "illustration", prompt, number, {"size": list(_SIZE)}))
        self.words = {
            "photo": self._photo,
            "things": _THINGS[self._thing],
            "price": self._price,
            "day": self._day,
        }

    @property
    def _free(self) -> Box:
        """The part of the picture beside the goods."""
        if self._side == "left":
            return max(box[2] for box in self._goods) + _GAP, _EDGE, _SIZE[0] - _EDGE, _SIZE[1] - _EDGE
        return _EDGE, _EDGE, min(box[0] for box in self._goods) - _GAP, _SIZE[1] - _EDGE

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        uses: Sequence[CallResult] = ()
        if skipped is not Shortcut.BLIND:
            uses = yield [call("image-toolkit/show", path=self._photo)]
        if skipped not in (Shortcut.BLIND, Shortcut.TRUSTING):
            (drawn,) = yield [call("image-toolkit/annotate", *uses, **self._notes((self._line(),), 64))]
            uses = [drawn]
        if skipped is None:
            uses = yield [call("image-toolkit/show", path=_OUT)]
        if skipped is not Shortcut.UNINSPECTED:
            first, _, second = self._line(5 if skipped is Shortcut.BLIND else None).partition(" for ")
            rows = (first, f"for {second}")
            blind = skipped is Shortcut.BLIND
            yield [call("image-toolkit/annotate", *uses, **self._notes(rows, 38, blind=blind))]
        if skipped is None:
            yield [call("image-toolkit/show", path=_OUT)]
        yield done("The poster is ready.", _OUT)
        return self._solution()

    def _line(self, count: int | None = None) -> str:
        number = count if count is not None else self._count
        return f"All {number} {_THINGS[self._thing]} for $ {self._price} until {self._day}"

    def _notes(self, rows: tuple[str, ...], size: int, *, blind: bool = False) -> dict[str, object]:
        """Return arguments that write rows beside the goods, or on them for one who does not see them."""
        left = self._free[0] + 14
        if blind:
            left = 20 if self._side == "left" else 420
        notes = [
            {"kind": "text", "start": [left, 220 + 64 * index], "text": row, "size": size, "color": self._ink}
            for index, row in enumerate(rows)
        ]
        return {"path": self._photo, "notes": notes, "output_path": _OUT}

    def _solution(self) -> Solution:
        goods = tuple((box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2) for box in self._goods)
        says = f"The picture says “{self._line()}”, complete, in letters that are easy to read."
        return solved(
            f"{_OUT} has the offer beside the goods.",
            format_point(
                "poster.png has the size of the photograph.", ImageProperties(_OUT, size=_SIZE, format="PNG")
            ),
            tool_point(
                "The text is in the free part, and all else is as in the photograph.",
                PictureRegions(
                    _OUT, self._photo, changed=(self._free,), least_inside=0.01, most_outside=0.0005
                ),
            ),
            tool_point(
                "The goods are as they were.",
                PictureRegions(
                    _OUT,
                    self._photo,
                    changed=(self._free,),
                    unchanged=goods,
                    rest="any",
                    least_inside=0.01,
                    most_outside=0.001,
                ),
            ),
            tool_point(
                "The offer is what is read.", PictureTexts(_OUT, (self._line(),), self._photo, self._free)
            ),
            tool_point("It counts the goods.", self._written(f"All {self._count}")),
            tool_point("It tells the day.", self._written(f"until {self._day}")),
            judge_point("The offer can be read.", PictureShows(_OUT, {"offer": says})),
        )

    def _written(self, words: str) -> Called:
        return Called("image-toolkit/annotate", {"notes": {"$contains": words}}, made=_OUT)
