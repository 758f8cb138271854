"""Drawing on pages, and removing what is in areas of pages."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from PIL import Image, ImageDraw
from pypdf import PageObject, PdfReader, PdfWriter

from m3bench_world.servers.tobench.pdf.jobs.making import as_latin, fresh, picture_page
from m3bench_world.servers.tobench.pdf.jobs.pages import chosen, opened, overlay_matrix, size_of, written
from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, Refused

DOTS_PER_POINT = 200 / 72
_MOST_DOTS = 5_000
_MARGIN = 24.0


def overlay(options: dict[str, Any], files: list[bytes]) -> Outcome:
    """Draw a text or a picture on pages, as they are shown."""
    reader = opened(files[0])
    numbers = chosen(options["pages"], len(reader.pages))
    writer = PdfWriter(clone_from=reader)
    places = []
    for index, number in enumerate(numbers):
        page = writer.pages[number - 1]
        wide, high = size_of(page)
        sheet, box = _drawn(wide, high, {**options, "place": index, "count": len(numbers)}, files[1:])
        page.merge_transformed_page(PdfReader(io.BytesIO(sheet)).pages[0], overlay_matrix(page))
        places.append({"page": number, **box})
    return Outcome({"places": places[:50], "pages": len(numbers)}, [written(writer)])


def _drawn(
    wide: float, high: float, options: dict[str, Any], pictures: list[bytes]
) -> tuple[bytes, dict[str, float]]:
    """Return a page with the mark alone, and where it is."""
    pdf = fresh(wide, high)
    pdf.add_page()
    with pdf.local_context(fill_opacity=options["opacity"], stroke_opacity=options["opacity"]):
        box = _put_picture(pdf, options, pictures[0]) if pictures else _put_text(pdf, wide, high, options)
    left, top, width, height = (round(value, 1) for value in box)
    return bytes(pdf.output()), {"left": left, "top": top, "width": width, "height": height}


def _put_picture(pdf: Any, options: dict[str, Any], picture: bytes) -> tuple[float, float, float, float]:
    image = Image.open(io.BytesIO(picture))
    left, top, width = options["left"], options["top"], options["width"]
    height = options["height"] or width * image.height / image.width
    pdf.image(io.BytesIO(picture), left, top, width, height)
    return left, top, width, height


def _put_text(
    pdf: Any, wide: float, high: float, options: dict[str, Any]
) -> tuple[float, float, float, float]:
    number = options["start"] + options["place"]
    words = options["text"]
    if options["numbered"]:
        total = options["start"] + options["count"] - 1
        words = words.replace("{page}", str(number)).replace("{pages}", str(total))
    text = as_latin(words)
    size = options["size"]
    pdf.set_font("Helvetica", "B" if options["bold"] else "", size)
    pdf.set_text_color(*options["color"])
    width = pdf.get_string_width(text)
    left, top = _corner(options, wide, high, width, size)
    # The baseline: capital letters of the standard fonts are about 0.75 of the size high.
    with pdf.rotation(options["angle"], left + width / 2, top + size / 2):
        pdf.text(left, top + 0.8 * size, text)
    return left, top, width, size


def _corner(
    options: dict[str, Any], wide: float, high: float, width: float, size: float
) -> tuple[float, float]:
    """Return the upper left corner of a text: as given, or from the name of a position."""
    if options["position"] is None:
        return options["left"], options["top"]
    down, across = options["position"].split()
    left = {"left": _MARGIN, "center": (wide - width) / 2, "right": wide - _MARGIN - width}[across]
    top = {"top": _MARGIN, "middle": (high - size) / 2, "bottom": high - _MARGIN - size}[down]
    return left, top


def redact(options: dict[str, Any], files: list[bytes]) -> Outcome:
    """Replace pages by pictures of them, with the areas painted over; nothing of the old pages stays."""
    reader = opened(files[0])
    areas: dict[int, list[list[float]]] = {}
    for page, *area in options["areas"]:
        areas.setdefault(int(page), []).append(area)
    chosen([[page, page] for page in areas], len(reader.pages))
    writer = PdfWriter()
    for number, page in enumerate(reader.pages, 1):
        if number in areas:
            writer.add_page(
                PdfReader(io.BytesIO(_painted(files[0], number, page, areas[number], options))).pages[0]
            )
        else:
            _unlink(page)
            writer.add_page(page)
    if _page_objects(writer) > len(reader.pages):
        raise Refused(
            "path", "other pages refer to a redacted page, which would stay in the file; extract pages first"
        )
    return Outcome({"redacted_pages": sorted(areas)}, [written(writer)])


def _painted(
    data: bytes, number: int, page: PageObject, areas: list[list[float]], options: dict[str, Any]
) -> bytes:
    wide, high = size_of(page)
    sheet = import_module("pypdfium2").PdfDocument(data)
    sheet.init_forms()
    scale = min(DOTS_PER_POINT, _MOST_DOTS / max(wide, high))
    image = sheet[number - 1].render(scale=scale, may_draw_forms=True).to_pil().convert("RGB")
    across, down = image.width / wide, image.height / high
    pen = ImageDraw.Draw(image)
    for left, top, width, height in areas:
        box = (left * across, top * down, (left + width) * across, (top + height) * down)
        pen.rectangle(box, fill=tuple(options["color"]))
    return picture_page(image, wide, high)


def _unlink(page: PageObject) -> None:
    """Remove links within the document: they would keep the pages that they lead to."""
    for name in ("/B", "/StructParents"):
        if name in page:
            del page[name]
    marks = page.get("/Annots")
    if marks is None:
        return
    kept = [mark for mark in marks.get_object() if _leads_out(mark.get_object())]
    page[import_module("pypdf.generic").NameObject("/Annots")] = import_module("pypdf.generic").ArrayObject(
        kept
    )


def _leads_out(mark: Any) -> bool:
    action = mark.get("/A")
    return "/Dest" not in mark and (action is None or action.get_object().get("/S") == "/URI")


def _page_objects(writer: PdfWriter) -> int:
    found: list[Any] = [each for each in writer._objects if isinstance(each, dict)]
    return sum(1 for each in found if each.get("/Type") == "/Page")
