"""Pictures of tasks, drawn from shapes, and the checks of what is drawn on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from m3bench.checks import Check, ImageProperties, LiveCall, NoStrayFiles, PictureChangedOnly, PictureCrop
from m3bench.suites import DataFile
from m3bench_suites.builders.tasks import ask, use
from m3bench_suites.builders.verse.family import TaskDraw

CROP, BLUR, TONE = "imagesorcery-mcp/crop", "imagesorcery-mcp/blur", "imagesorcery-mcp/change_color"
CIRCLES, TEXTS = "imagesorcery-mcp/draw_circles", "imagesorcery-mcp/draw_texts"
Tone = Literal["grayscale", "sepia"]
Area = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
PAPER, INK, WHITE = "#f3efe6", "#22262b", "#ffffff"
COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#6c3483", "#148f77", "#7b7d7d", "#d35400")
_WORDS = (
    "AMBER", "BIRCH", "CEDAR", "DELTA", "EMBER", "FALCON", "GRANITE", "HARBOR", "INDIGO", "JUNIPER",
    "KESTREL", "LANTERN", "MAPLE", "NECTAR", "ORCHARD", "PEBBLE", "QUARTZ", "RAVEN", "SADDLE", "TIMBER",
)  # fmt: skip


class Board(msgspec.Struct, frozen=True):
    """A picture with labelled empty boxes."""

    file: DataFile
    boxes: tuple[Area, ...]
    size: tuple[int, int]

    def placed(self, names: Sequence[str]) -> str:
        """Say where the boxes are."""
        corners = [f"({box[0]}, {box[1]}) for {name}" for name, box in zip(names, self.boxes, strict=True)]
        left, top, right, bottom = self.boxes[0]
        return f"{right - left} × {bottom - top} pixels, upper left corners at {'; '.join(corners)}"

    def written(self, texts: Sequence[Any], output: str, scale: float = 1.0) -> LiveCall:
        """Return the call that writes a text into each box."""
        notes = [
            {"text": text, "x": box[0] + 12, "y": box[3] - 20, "font_scale": scale, "thickness": 2}
            for text, box in zip(texts, self.boxes, strict=True)
        ]
        return ask(TEXTS, input_path=self.file.name, texts=notes, output_path=output)

    def checks(self, output: str, least: float = 0.01) -> tuple[Check, ...]:
        """Return the checks that something is written into every box, and nothing elsewhere.

        `least` is the share of a box that a short text covers.
        """
        return (
            PictureChangedOnly(output, self.file.name, self.boxes, least_inside=least),
            ImageProperties(output, size=self.size),
            NoStrayFiles((output,)),
        )


def shown(path: str) -> dict[str, str]:
    """Return an argument: the value at a path, as a text."""
    return use(f"to_string({path})")


def board(draw: TaskDraw, title: str, labels: Sequence[str], *, width: int = 300) -> Board:
    """Draw a board with an empty white box of this width beside each label."""
    left, top, high, gap = 330, 110, 64, 26
    left += draw.whole(0, 8, "left") * 5
    size = (left + width + 40, top + len(labels) * (high + gap) + 30)
    shapes: list[dict[str, Any]] = [lettering(title, 40, 34, 36)]
    boxes = []
    for index, label in enumerate(labels):
        upper = top + index * (high + gap)
        box = (left, upper, left + width, upper + high)
        boxes.append(box)
        shapes += [{"rectangle": list(box), "color": WHITE}, lettering(label, 40, upper + 16, 28)]
    content = {"size": list(size), "background": PAPER, "shapes": shapes}
    return Board(DataFile(f"board_{draw.whole(100, 999, 'board')}.png", "png", content), tuple(boxes), size)


class Grid(msgspec.Struct, frozen=True):
    """A picture of cells, each with a word and a number."""

    file: DataFile
    cells: dict[str, Area]
    numbers: dict[str, int]


def grid(draw: TaskDraw, name: str, columns: int = 3, rows: int = 3) -> Grid:
    """Draw cells in rows and columns. No two have the same word or number."""
    wide, high, gap = 280, 190, 20
    words = draw.sample(_WORDS, columns * rows, name, "words")
    numbers = draw.sample(range(112, 990), columns * rows, name, "numbers")
    cells, shapes = {}, []
    for index, word in enumerate(words):
        left, top = gap + index % columns * (wide + gap), gap + index // columns * (high + gap)
        cells[word] = (left, top, left + wide, top + high)
        stripe = {"rectangle": [left, top + 160, left + wide, top + high], "color": draw.pick(COLOURS, word)}
        shapes += [
            {"rectangle": list(cells[word]), "color": WHITE},
            stripe,
            lettering(word, left + 30, top + 24, 34),
            lettering(str(numbers[index]), left + 30, top + 92, 40),
        ]
    size = [gap + columns * (wide + gap), gap + rows * (high + gap)]
    content = {"size": size, "background": PAPER, "shapes": shapes}
    return Grid(DataFile(f"{name}.png", "png", content), cells, dict(zip(words, numbers, strict=True)))


def lettering(text: str, x: int, y: int, size: int) -> dict[str, Any]:
    return {"text": text, "at": [x, y], "size": size, "color": INK}


def edges(area: Area) -> dict[str, int]:
    """Return an area as the arguments of a crop."""
    return dict(zip(("x1", "y1", "x2", "y2"), area, strict=True))


def cut_checks(output: str, source: str, area: Area, tone: Tone | None = None) -> tuple[Check, ...]:
    """Return the checks that a picture is exactly this area of another one."""
    size = (area[2] - area[0], area[3] - area[1])
    return PictureCrop(output, source, (area,), least_iou=0.95, tone=tone), ImageProperties(output, size=size)


def corners(area: Area) -> dict[str, int]:
    """Return an area as words of a request."""
    return dict(zip(("left", "top", "right", "bottom"), area, strict=True))


def spoken(area: Area) -> str:
    """Say which area is meant."""
    left, top, right, bottom = area
    return f"({left}, {top}) to ({right}, {bottom})"


def padded(found: dict[str, Any]) -> dict[str, int]:
    """Return the area of a code that was found, with its white margin, as the arguments of a crop."""
    rect = found["rect"]
    left, top = rect["left"] - 20, rect["top"] - 15
    return {"x1": left, "y1": top, "x2": left + rect["width"] + 40, "y2": top + rect["height"] + 30}
