"""Smoke tasks with a picture: one to read, and one to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.checks import Expected, PictureCrop
from m3bench.core import AnswerField, AnswerForm, Edge, FieldType, Reference, Task
from m3bench.worlds import Picture
from m3bench_suites.builders.world_suite import Draft
from m3bench_suites.builders.writing import call, step, traits, with_checks

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.library import Book
    from m3bench_world.scenes import Scene

_COVER = Picture("cover.png", "book_back", 1)
_PHOTO = Picture("photo.png", "still_life", 1)

_COVER_FORM = AnswerForm(
    (
        AnswerField("published", FieldType.DATE, "when the book was published, as exactly as it is known"),
        AnswerField("format", FieldType.NAME, "its physical format"),
    )
)
_HALF_FORM = AnswerForm(
    (
        AnswerField("width", FieldType.NUMBER, "how wide the half is", "pixels"),
        AnswerField("height", FieldType.NUMBER, "how high it is", "pixels"),
    )
)


def unknown_book(world: World) -> Draft:
    """A task with two steps. Only the barcode identifies the book."""
    book = _pictured_book(world)
    reference = Reference(
        steps=(
            step(call("pyzbar-mcp/scan_barcode", image_paths=_COVER.name)),
            step(call("openlibrary_mcp/get_book_info", isbn=book.isbn13)),
        ),
        answer=f"It was published in {book.publish_date}; its format is: {book.binding}.",
        edges=(Edge(0, 1),),
    )
    task = Task(
        id="smoke/unknown-book",
        family="books",
        request=f"The picture {_COVER.name} shows the back of a book with its barcode. "
        "When was that book published, and in which physical format?",
        fuzzy_request=f"I found this on a park bench ({_COVER.name}). How old is it, and is it a hardcover?",
        images=(_COVER.name,),
        servers=("pyzbar-mcp", "openlibrary_mcp"),
        level="L2",
        references=(reference,),
        extra=traits(2, modalities=("text", "image")),
    )
    fields = {"published": Expected(str(book.publish_date)), "format": Expected(book.binding)}
    return Draft(with_checks(task, _COVER_FORM, fields), (_COVER,))


def half_in_grey(world: World) -> Draft:
    """A task with two steps, each of which writes a file."""
    width, height = _scene(world, _PHOTO).size
    side = world.chance.pick(("left", "right"), "smoke half")
    left, right = (0, width // 2) if side == "left" else (width // 2, width)
    cut, grey = f"{side}_half.png", f"{side}_half_grey.png"
    box = {"x1": left, "y1": 0, "x2": right, "y2": height}
    reference = Reference(
        steps=(
            step(call("imagesorcery-mcp/crop", input_path=_PHOTO.name, **box, output_path=cut)),
            step(
                call("imagesorcery-mcp/change_color", input_path=cut, palette="grayscale", output_path=grey)
            ),
        ),
        answer=f"The {side} half, {right - left} by {height} pixels, is in {cut}, and grey in {grey}.",
        edges=(Edge(0, 1),),
    )
    task = Task(
        id="smoke/half-in-grey",
        family="pictures",
        request=f"Crop {_PHOTO.name} to its {side} half (x from {left} to {right}, y from 0 to {height}) "
        f"and save that as {cut}. Then change the colours of {cut} to grayscale, saved as {grey}. "
        "How wide and how high is that half?",
        fuzzy_request=f"For a flyer I need the {side} half of {_PHOTO.name}, which is {width} by {height}: "
        f"{cut} in colour, and a black-and-white one called {grey}. "
        "How large is it in pixels?",
        images=(_PHOTO.name,),
        servers=("imagesorcery-mcp",),
        level="L2",
        references=(reference,),
        extra=traits(2, modalities=("text", "image"), writes=(cut, grey)),
    )
    corners = (float(left), 0.0, float(right), float(height))
    crops = (
        PictureCrop(cut, _PHOTO.name, (corners,)),
        PictureCrop(grey, _PHOTO.name, (corners,), tone="grayscale"),
    )
    fields = {"width": Expected(right - left), "height": Expected(height)}
    return Draft(with_checks(task, _HALF_FORM, fields, *crops, writes=(cut, grey)), (_PHOTO,))


def _pictured_book(world: World) -> Book:
    book = world.library.book(_scene(world, _COVER).facts["isbn13"])
    if book is None:
        raise AssertionError("a scene shows a book that the library does not have")
    return book


def _scene(world: World, picture: Picture) -> Scene:
    from m3bench_world.scenes import compose  # noqa: PLC0415 - loads the drawing libraries

    return compose(world, picture.kind, picture.number).scene
