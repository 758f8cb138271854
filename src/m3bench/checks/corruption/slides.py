"""Corrupted slides."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.answers import without_names
from m3bench.checks.corruption.copies import with_file, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.reading import folded, stands, words
from m3bench.checks.slides import (
    SlideChart,
    SlideLayout,
    SlidePictures,
    SlideStyle,
    SlideTable,
    SlideTexts,
    TextStyle,
)

Corruptions = list[tuple[str, Evidence]]
Change = Callable[[Any], None]


def _corruptions(
    evidence: Evidence, wanted: str, scratch: Path, changes: list[tuple[str, Change]]
) -> Corruptions:
    path = only_file(evidence, wanted)
    data = content(evidence.workspace, path)
    return [
        ("no file", without_file(evidence, path, scratch)),
        ("no slides", with_file(evidence, path, b"PK this is not a set of slides", scratch)),
        *((words, with_file(evidence, path, _rewritten(data, change), scratch)) for words, change in changes),
    ]


def _rewritten(data: bytes, change: Change) -> bytes:
    import pptx  # noqa: PLC0415 - heavy

    deck = pptx.Presentation(io.BytesIO(data))
    change(deck)
    written = io.BytesIO()
    deck.save(written)
    return written.getvalue()


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in list(shapes):
        yield shape
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)


def _all_shapes(deck: Any) -> Iterator[Any]:
    for slide in deck.slides:
        yield from _shapes(slide.shapes)


def _frames(shape: Any) -> list[Any]:
    if getattr(shape, "has_table", False):
        return [cell.text_frame for row in shape.table.rows for cell in row.cells]
    return [shape.text_frame] if getattr(shape, "has_text_frame", False) else []


def _removing_text(name: str) -> Change:
    def change(deck: Any) -> None:
        for shape in _all_shapes(deck):
            _empty_rows(shape, name)
            for frame in _frames(shape):
                if frame.text:
                    frame.text = without_names(frame.text, (name,))

    return change


def _empty_rows(shape: Any, name: str) -> None:
    """Clear the rows of a table whose cells together contain the name."""
    for row in shape.table.rows if getattr(shape, "has_table", False) else ():
        if stands(name, words(" | ".join(cell.text for cell in row.cells))):
            for cell in row.cells:
                cell.text_frame.text = ""


def _dropping_slides(kept: int) -> Change:
    def change(deck: Any) -> None:
        ids = deck.slides._sldIdLst
        for entry in list(ids)[kept:]:
            ids.remove(entry)

    return change


def _is_picture(shape: Any) -> bool:
    try:
        return bool(shape.image.blob)
    except (AttributeError, ValueError, KeyError):
        return False


def _removing_pictures(deck: Any) -> None:
    for shape in _all_shapes(deck):
        if _is_picture(shape):
            shape._element.getparent().remove(shape._element)


def _repainting(deck: Any) -> None:
    """Replace every picture by a plain one."""
    from PIL import Image  # noqa: PLC0415 - heavy

    for slide in deck.slides:
        for shape in [each for each in _shapes(slide.shapes) if _is_picture(each)]:
            plain = io.BytesIO()
            Image.new("RGB", (31, 17), (255, 0, 255)).save(plain, "PNG")
            plain.seek(0)
            slide.shapes.add_picture(plain, shape.left, shape.top, shape.width, shape.height)
            shape._element.getparent().remove(shape._element)


def _texts(check: SlideTexts, evidence: Evidence, scratch: Path) -> Corruptions:
    changes = [(f"without {text!r}", _removing_text(text)) for text in check.texts]
    changes += [(f"without {text!r}", _removing_text(text)) for page in check.per_slide for text in page]
    if check.at_least > 0:
        changes.append(("too few slides", _dropping_slides(check.at_least - 1)))
    return _corruptions(evidence, check.path, scratch, changes)


def _pictures(check: SlidePictures, evidence: Evidence, scratch: Path) -> Corruptions:
    changes: list[tuple[str, Change]] = []
    if check.at_least > 0 or check.matching:
        changes.append(("without pictures", _removing_pictures))
    if check.matching:
        changes.append(("other pictures", _repainting))
    return _corruptions(evidence, check.path, scratch, changes)


def _pushing_out(deck: Any) -> None:
    deck.slides[0].shapes.add_textbox(deck.slide_width - 10, 0, deck.slide_width, 10).text_frame.text = "Out"


def _covering(deck: Any) -> None:
    wide, high = deck.slide_width // 2, deck.slide_height // 2
    for text in ("One", "Two"):
        deck.slides[0].shapes.add_textbox(wide // 2, high // 2, wide, high).text_frame.text = text


def _untitling(deck: Any) -> None:
    """Clear all texts of the first slide."""
    for shape in _shapes(deck.slides[0].shapes):
        for frame in _frames(shape):
            frame.text = ""


def _layout(check: SlideLayout, evidence: Evidence, scratch: Path) -> Corruptions:
    changes: list[tuple[str, Change]] = [("no slide at all", _dropping_slides(0))]
    changes += [("a text over the edge", _pushing_out)] if check.inside else []
    changes += [("texts upon each other", _covering)] if check.apart else []
    changes += [("a slide without title", _untitling)] if check.titles else []
    return _corruptions(evidence, check.path, scratch, changes)


def _table(check: SlideTable, evidence: Evidence, scratch: Path) -> Corruptions:
    def emptied(deck: Any) -> None:
        for shape in _all_shapes(deck):
            for frame in _frames(shape) if getattr(shape, "has_table", False) else ():
                frame.text = ""

    def removed(deck: Any) -> None:
        for shape in _all_shapes(deck):
            if getattr(shape, "has_table", False):
                shape._element.getparent().remove(shape._element)

    def other(deck: Any) -> None:
        for shape in _all_shapes(deck):
            if getattr(shape, "has_table", False):
                shape.table.cell(len(shape.table.rows) - 1, len(shape.table.columns) - 1).text = "7654321"

    changes: list[tuple[str, Change]] = [("an empty table", emptied), ("no table", removed)]
    return _corruptions(evidence, check.path, scratch, [*changes, ("another value", other)])


def _chart(check: SlideChart, evidence: Evidence, scratch: Path) -> Corruptions:
    def replaced(names: tuple[str, ...], values: tuple[float, ...]) -> Change:
        def change(deck: Any) -> None:
            from pptx.chart.data import CategoryChartData  # noqa: PLC0415 - heavy

            for shape in _all_shapes(deck):
                if getattr(shape, "has_chart", False):
                    data = CategoryChartData()
                    data.categories = names
                    data.add_series("Values", values)
                    shape.chart.replace_data(data)

        return change

    def removed(deck: Any) -> None:
        for shape in _all_shapes(deck):
            if getattr(shape, "has_chart", False):
                shape._element.getparent().remove(shape._element)

    wrong = tuple(value + 2 * check.tolerance.slack(value) + 7 for value in check.values)
    renamed = ("Zzyzx", *check.categories[1:])
    changes = [
        ("other values", replaced(check.categories, wrong)),
        ("another name", replaced(renamed, check.values)),
        ("no chart", removed),
    ]
    return _corruptions(evidence, check.path, scratch, changes)


def _style(check: SlideStyle, evidence: Evidence, scratch: Path) -> Corruptions:
    changes = [
        (f"{text.text!r} without its {what}", _restyling(check.slide, text, what))
        for text in check.texts
        for what in ("colour", "font", "bold", "italic", "larger_than")
        if getattr(text, what) is not None
    ]
    if check.background is not None:
        changes.append(("another background", _repainting_ground(check.slide, check.background)))
    return _corruptions(evidence, check.path, scratch, changes)


def _restyling(slide: int, wanted: TextStyle, what: str) -> Change:
    def change(deck: Any) -> None:
        from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy
        from pptx.util import Pt  # noqa: PLC0415 - heavy

        for shape in _shapes(deck.slides[slide - 1].shapes):
            for frame in _frames(shape):
                if folded(wanted.text) not in folded(frame.text):
                    continue
                for run in (run for paragraph in frame.paragraphs for run in paragraph.runs):
                    if what == "colour":
                        run.font.color.rgb = RGBColor.from_string(_opposite(wanted.colour or "#000000"))
                    elif what == "font":
                        run.font.name = "Zzyzx Sans"
                    elif what == "larger_than":
                        run.font.size = Pt(1)
                    else:
                        setattr(run.font, what, not getattr(wanted, what))

    return change


def _repainting_ground(slide: int, colour: str) -> Change:
    def change(deck: Any) -> None:
        from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy

        page = deck.slides[slide - 1]
        for shape in [each for each in page.shapes if each.width == deck.slide_width]:
            shape._element.getparent().remove(shape._element)
        fill = page.background.fill
        fill.solid()
        fill.fore_color.rgb = RGBColor.from_string(_opposite(colour))

    return change


def _opposite(colour: str) -> str:
    """Return the colour farthest away: each channel at its other end."""
    channels = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "".join("00" if channel > 127 else "FF" for channel in channels)


SLIDE_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    SlideTexts: _texts,
    SlidePictures: _pictures,
    SlideLayout: _layout,
    SlideTable: _table,
    SlideChart: _chart,
    SlideStyle: _style,
}
