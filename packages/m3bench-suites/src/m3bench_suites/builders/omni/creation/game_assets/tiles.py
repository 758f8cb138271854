"""A strip of tiles for an inventory, cut from drawings."""

from __future__ import annotations

from m3bench.checks import ImageProperties, PictureContains, PictureCrop
from m3bench.core import Shortcut
from m3bench.suites import Plan, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point

_SIZE = (600, 450)
_TILE = 200
_COUNT = 2
_ITEMS = ("apple", "umbrella", "bucket", "lamp", "book", "backpack", "pumpkin", "kettle", "cup", "ball")
_PLACES = ("at the top left", "at the top right", "at the bottom left", "at the bottom right", "on the left")
_GROUNDS = ("beige", "sand", "plaster", "blue", "concrete")
_Region = tuple[int, int, int, int]


class InventoryStrip(Scenario):
    """Things stand anywhere in their drawings; tiles with a thing in the middle make a strip."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._things = draw.sample(_ITEMS, _COUNT, "things")
        places = draw.sample(_PLACES, _COUNT, "places")
        grounds = draw.sample(_GROUNDS, _COUNT, "grounds")
        self._drawings = tuple(
            WorldFile(
                draw.photo_name(part),
                "illustration",
                f"a {thing} {place}, background {ground}",
                draw.media_number(part),
                {"size": list(_SIZE)},
            )
            for part, (thing, place, ground) in enumerate(zip(self._things, places, grounds, strict=True))
        )
        self._regions = [_around(self._box(file)) for file in self._drawings]
        self._order = draw.sample(range(_COUNT), _COUNT, "order")
        self.inputs = given(*self._drawings)
        named = " and ".join(file.name for file in self._drawings)
        wanted = [self._things[place] for place in self._order]
        self.words = {"tile": _TILE, "drawings": named, "order": " and ".join(wanted)}

    def _box(self, file: WorldFile) -> _Region:
        from m3bench_world.illustrations import draw_illustration, parse_prompt  # noqa: PLC0415 - heavy

        drawn = draw_illustration(self.draw.world, parse_prompt(file.kind), file.number, _SIZE)
        return drawn.subjects[0].box

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        shown = [] if skipped is Shortcut.BLIND else [file.name for file in self._drawings]
        if shown:
            yield [call("image-toolkit/show", path=name) for name in shown]
        middle = _around((0, 0, *_SIZE))
        rough = [_missed(region) for region in self._regions]
        order = list(range(_COUNT)) if skipped is Shortcut.BLIND else self._order
        yield from self._cut([middle] * _COUNT if skipped is Shortcut.BLIND else rough, order)
        if skipped is None:
            yield [call("image-toolkit/show", path="strip.png")]
            yield from self._cut(self._regions, order)
            yield [call("image-toolkit/show", path="strip.png")]
        yield done("The tiles and the strip are ready.", "strip.png", *map(self._tile, order))
        return solved(
            "strip.png shows the tiles in order; the tiles are in tiles.",
            format_point(
                "strip.png is a row of tiles.",
                ImageProperties("strip.png", size=(_COUNT * _TILE, _TILE), format="PNG"),
            ),
            *(
                tool_point(
                    f"The tile of the {self._things[index]} has it in the middle.", self._cut_out(index)
                )
                for index in range(_COUNT)
            ),
            tool_point("The strip has the tiles in order.", *map(self._in_strip, range(_COUNT))),
        )

    def _tile(self, place: int) -> str:
        return f"tiles/{self._things[place]}.png"

    def _cut(self, regions: list[_Region], order: list[int]) -> Steps[None]:
        cut = yield [
            call(
                "image-toolkit/crop", path=file.name, region=list(regions[index]),
                output_path=self._tile(index),
            )
            for index, file in enumerate(self._drawings)
        ]  # fmt: skip
        yield [
            call(
                "image-toolkit/compose_grid", *cut, paths=[self._tile(place) for place in order],
                columns=_COUNT, cell=[_TILE, _TILE], gap=0, output_path="strip.png",
            )
        ]  # fmt: skip

    def _cut_out(self, place: int) -> PictureCrop:
        return PictureCrop(self._tile(place), self._drawings[place].name, (self._regions[place],))

    def _in_strip(self, column: int) -> PictureContains:
        box = (column * _TILE, 0, (column + 1) * _TILE, _TILE)
        return PictureContains(
            "strip.png", source=self._tile(self._order[column]), box=box, smallest=0.9, least_iou=0.9
        )


def _around(box: _Region) -> _Region:
    """Return the tile with a box in its middle, as far as the drawing reaches."""
    sides = []
    for low, high, most in ((box[0], box[2], _SIZE[0]), (box[1], box[3], _SIZE[1])):
        start = round((low + high - _TILE) / 2)
        sides.append(min(max(0, start), most - _TILE))
    left, top = sides
    return left, top, left + _TILE, top + _TILE


def _missed(region: _Region) -> _Region:
    """Return a tile as someone cuts it who only looked at the drawing: some way off, to its middle."""
    left, top = (
        low + (shift if low + _TILE / 2 < side / 2 else -shift)
        for low, side, shift in ((region[0], _SIZE[0], 60), (region[1], _SIZE[1], 45))
    )
    return left, top, left + _TILE, top + _TILE
