"""Every fault changes its file, leaves it readable, and says so where there is nothing to change."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from docx import Document
from fpdf import FPDF
from openpyxl import Workbook, load_workbook
from PIL import Image
from pptx import Presentation
from pypdf import PdfReader

from m3bench.media import make_tone, read_sound, write_sound
from m3bench.media.film import Film, read_subtitles, write_film
from m3bench.sabotage import FAULTS, FaultFailed, put_fault
from m3bench.suites.data_files.decks import write_pptx

SUBTITLES = b"1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:01:00,000 --> 00:01:01,000\nWorld\n"


def deck() -> bytes:
    boxes = [{"text": "Title", "place": [2, 1, 20, 2]}, {"text": "Body", "place": [2, 5, 20, 2], "size": 20}]
    return write_pptx({"slides": [{"boxes": boxes}]})


def saved(thing: Any) -> bytes:
    out = io.BytesIO()
    thing.save(out)
    return out.getvalue()


def letter() -> bytes:
    document = Document()
    for text in ("Dear reader", "The price is 20 euros.", "Regards"):
        document.add_paragraph(text)
    return saved(document)


def table() -> bytes:
    book = Workbook()
    for row in (("name", "count"), ("Fuji", 3), ("Gala", 4)):
        book.active.append(row)
    return saved(book)


def pages() -> bytes:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=20)
    for text in ("one", "two", "three"):
        pdf.add_page()
        pdf.cell(text=text)
    return bytes(pdf.output())


def picture() -> bytes:
    image = Image.new("RGB", (40, 30), "white")
    image.paste((200, 40, 40), (0, 0, 10, 10))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def sound() -> bytes:
    return write_sound(make_tone((440.0,), 4.0, 16_000), ".wav")


def film() -> bytes:
    frames = [np.full((32, 48, 3), (number * 10, 0, 0), np.uint8) for number in range(20)]
    for frame in frames:
        frame[:, :8] = (0, 200, 0)
    return write_film(frames, 10)


def shapes(data: bytes) -> list[Any]:
    return list(Presentation(io.BytesIO(data)).slides[0].shapes)


def font(data: bytes, shape: int) -> Any:
    return shapes(data)[shape].text_frame.paragraphs[0].runs[0].font


def texts(data: bytes) -> list[str]:
    return [paragraph.text for paragraph in Document(io.BytesIO(data)).paragraphs]


def cells(data: bytes) -> list[tuple[Any, ...]]:
    return list(load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True))


def words(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def pixel(data: bytes, place: tuple[int, int]) -> Any:
    return Image.open(io.BytesIO(data)).getpixel(place)


Effect = Callable[[bytes], bool]
CASES: dict[str, tuple[Callable[[], bytes], dict[str, Any], Effect]] = {
    "move_shape": (deck, {"down": 1.0}, lambda data: shapes(data)[1].top > shapes(deck())[1].top),
    "enlarge_text": (
        deck,
        {},
        lambda data: shapes(data)[1].text_frame.paragraphs[0].runs[0].font.size.pt == 36,
    ),
    "recolour_text": (
        deck,
        {"text": "Title", "colour": "FFFFFF"},
        lambda data: str(font(data, 0).color.rgb) == "FFFFFF",
    ),
    "change_word": (letter, {"old": "20", "new": "30"}, lambda data: "30 euros" in texts(data)[1]),
    "drop_paragraph": (letter, {}, lambda data: texts(data) == ["Dear reader", "The price is 20 euros."]),
    "change_cell": (table, {"cell": "B2", "value": 5}, lambda data: cells(data)[1] == ("Fuji", 5)),
    "swap_rows": (table, {"one": 2, "other": 3}, lambda data: cells(data)[1] == ("Gala", 4)),
    "rotate_page": (pages, {"page": 2}, lambda data: PdfReader(io.BytesIO(data)).pages[1].rotation == 180),
    "swap_pages": (pages, {}, lambda data: words(data) == ["two", "one", "three"]),
    "drop_page": (pages, {"page": 2}, lambda data: words(data) == ["one", "three"]),
    "mirror_picture": (picture, {}, lambda data: pixel(data, (39, 0)) == (200, 40, 40)),
    "shift_picture": (picture, {"down": 10}, lambda data: pixel(data, (0, 0)) == (255, 255, 255)),
    "tint_picture": (picture, {"blue": 0.5}, lambda data: pixel(data, (39, 0)) == (255, 255, 128)),
    "cut_end": (sound, {"seconds": 1.5}, lambda data: abs(read_sound(data).seconds - 2.5) < 0.01),
    "lower_volume": (sound, {}, lambda data: np.abs(read_sound(data).samples).max() < 0.25),
    "mute_part": (
        sound,
        {"start": 1.0, "end": 2.0},
        lambda data: not read_sound(data).samples[16_000:32_000].any(),
    ),
    "shift_subtitles": (
        lambda: SUBTITLES,
        {"seconds": 1.5},
        lambda data: read_subtitles(data.decode())[1].start == 61.5,
    ),
    "drop_line": (lambda: SUBTITLES, {"text": "World"}, lambda data: b"World" not in data),
    "cut_film_end": (film, {"seconds": 0.5}, lambda data: abs(Film(data).info.seconds - 1.5) < 0.11),
    "mirror_film": (film, {}, lambda data: int(Film(data).frames_at([0.0])[0].pixels[16, 44, 1]) > 120),
}


def test_every_fault_is_tried() -> None:
    assert CASES.keys() == FAULTS.keys()


@pytest.mark.parametrize("fault", CASES)
def test_it_changes_the_file_and_leaves_it_readable(fault: str) -> None:
    make, settings, effect = CASES[fault]
    data = make()
    assert not effect(data)
    assert effect(put_fault(fault, data, settings))


@pytest.mark.parametrize(
    ("fault", "data", "settings"),
    [
        ("move_shape", b"not a deck", {}),
        ("move_shape", deck(), {"text": "absent"}),
        ("change_word", letter(), {"old": "absent", "new": "present"}),
        ("drop_line", SUBTITLES, {"text": "absent"}),
        ("shift_subtitles", SUBTITLES, {"seconds": 0.0}),
        ("mirror_picture", b"", {}),
        ("drop_page", b"%PDF-1.7 broken", {"page": 1}),
        ("cut_end", b"RIFF", {}),
        ("no_such_fault", b"", {}),
        ("lower_volume", sound(), {"unknown": 1}),
    ],
)
def test_what_cannot_be_changed_is_an_error(fault: str, data: bytes, settings: dict[str, Any]) -> None:
    with pytest.raises(FaultFailed):
        put_fault(fault, data, settings)
