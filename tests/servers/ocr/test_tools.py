"""What was written is read, in order and in place."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import fpdf
import pytest
from PIL import Image

from m3bench_world.servers.ocr import server
from m3bench_world.servers.ocr.detection import find_lines
from m3bench_world.servers.ocr.languages import Alphabet
from m3bench_world.servers.ocr.recognition import read_line
from m3bench_world.servers.ocr.tools import MOST_PAGES
from tests.servers.asking import InProcess
from tests.servers.ocr.drawn import Sheet, Written

SERVER = "ocr"
LABELS = (
    Sheet(640, 400)
    .write("Organic Whole Milk 1.5L", 30, 20)
    .write("Best before 2026/04/17", 30, 70, 22)
    .write("LOT X39A-7", 400, 70, 22, "darkred")
    .write("Total: $1,234.56 (incl. 19% VAT)", 30, 120, 24)
    .write("contact@example.org", 30, 170, 20, "navy")
    .write("FRAGILE", 30, 220, 60, "red")
    .write("Handle with care, this side up!", 30, 310, 18)
)


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    workspace: Path = tmp_path_factory.mktemp("workspace")
    (workspace / "media").mkdir()
    LABELS.image.save(workspace / "media" / "labels.png")
    Image.new("RGB", (200, 100), "white").save(workspace / "blank.png")
    (workspace / "broken.png").write_bytes(b"not a picture")
    return InProcess(SERVER, workspace)


def test_every_word_is_read_in_order(ask: InProcess) -> None:
    heard = ask("perform_ocr", input_data="./media/labels.png", language="eng", config="--oem 3 --psm 6")
    assert heard.text.split() == LABELS.words
    assert [len(line.split()) for line in heard.text.splitlines()] == [4, 5, 5, 1, 1, 6]
    assert heard.sources == {"pixels": "derived"}


def test_places_and_certainties_fit_what_was_drawn(ask: InProcess) -> None:
    data = ask("image_to_data", input_data="media/labels.png").data
    words = [word for line in data["lines"] for word in line["words"]]
    assert (data["width"], data["height"]) == LABELS.image.size
    assert data["word_count"] == len(words) == len(LABELS.words)
    assert data["line_count"] == len(data["lines"])
    assert [line["row"] for line in data["lines"]] == [1, 2, 2, 3, 4, 5, 6]
    assert data["mean_conf"] >= 95
    for word, written in zip(words, LABELS.written, strict=True):
        assert word["text"] == written.text
        assert 80 <= word["conf"] <= 100
        assert overlap(word, written) > 0.5, word
    for line in data["lines"]:
        assert line["text"] == " ".join(word["text"] for word in line["words"])


def overlap(word: dict[str, Any], written: Written) -> float:
    """The part of the drawn word that lies in the box; a box far too large does not count."""
    left, top, right, bottom = written.box
    width = min(word["left"] + word["width"], right) - max(word["left"], left)
    height = min(word["top"] + word["height"], bottom) - max(word["top"], top)
    drawn = (right - left) * (bottom - top)
    if word["width"] * word["height"] > 6 * drawn:
        return 0.0
    return float(max(0, width) * max(0, height) / drawn)


def test_the_same_picture_gives_the_same_numbers() -> None:
    image = Sheet(300, 90).write("Gate 12 closes at 18:05", 5, 20, 24).image
    first, second = ([read_line(image, place, Alphabet()) for place in find_lines(image)] for _ in range(2))
    assert first == second
    assert first[0].certainty > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("angle", [90, 180, 270, 8, -8])
def test_turned_pages_are_read(ask: InProcess, angle: int) -> None:
    sheet = Sheet(420, 160).write("Departure 14:35 Platform 9", 20, 20).write("Reserved seat window", 20, 90)
    turned = sheet.image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    turned.save(ask.workspace / "turned.png")
    assert ask("perform_ocr", input_data="turned.png").text.split() == sheet.words


def test_dark_grey_small_and_transparent_pictures_are_read(ask: InProcess) -> None:
    Sheet(300, 60, "black").write("White on black", 10, 10, 24, "white").image.save(
        ask.workspace / "dark.jpg"
    )
    assert ask("perform_ocr", input_data="dark.jpg").text == "White on black"
    Sheet(200, 40, "silver").write("grey tones", 10, 8, 20, "dimgray").image.convert("L").save(
        ask.workspace / "g.webp"
    )
    assert ask("perform_ocr", input_data="g.webp").text == "grey tones"
    Sheet(90, 24).write("tiny print", 4, 4, 12).image.save(ask.workspace / "tiny.png")
    assert ask("perform_ocr", input_data="tiny.png").text == "tiny print"
    ink = Sheet(260, 60).write("see through", 10, 10).image.convert("L").point(lambda value: 255 - value)
    clear = Image.new("RGBA", ink.size, (0, 0, 0, 0))
    clear.putalpha(ink)
    clear.save(ask.workspace / "clear.png")
    assert ask("perform_ocr", input_data="clear.png").text == "see through"


@pytest.mark.parametrize("size", [(1, 1), (1, 3_000), (3_000, 3), (12, 2_500), (33, 31)])
def test_pictures_of_any_shape_are_borne(ask: InProcess, size: tuple[int, int]) -> None:
    Image.new("RGB", size, "white").save(ask.workspace / "shape.png")
    assert "no text was found" in ask("perform_ocr", input_data="shape.png", config="--psm 7").text


def test_a_picture_without_text_says_so(ask: InProcess) -> None:
    assert "no text was found in 200 × 100 pixels" in ask("perform_ocr", input_data="blank.png").text
    data = ask("image_to_data", input_data="blank.png").data
    assert (data["lines"], data["word_count"], data["mean_conf"]) == ([], 0, 0)


def test_modes_order_the_same_lines_differently(ask: InProcess) -> None:
    sheet = Sheet(700, 180)
    for row, (left, right) in enumerate([("one", "four"), ("two", "five"), ("three", "six")]):
        sheet.write(left, 30, 15 + row * 55).write(right, 420, 15 + row * 55)
    sheet.image.save(ask.workspace / "columns.png")

    def lines(mode: int) -> list[str]:
        return ask("perform_ocr", input_data="columns.png", config=f"--psm {mode}").text.splitlines()

    assert lines(6) == ["one four", "two five", "three six"]
    assert lines(3) == ["one", "two", "three", "four", "five", "six"]
    assert lines(7) == ["one four two five three six"]
    assert lines(11) == ["one", "four", "two", "five", "three", "six"]


@pytest.mark.slow
def test_only_allowed_characters_are_read(ask: InProcess) -> None:
    Sheet(300, 60).write("Room 1048", 10, 10).image.save(ask.workspace / "room.png")
    digits = "--psm 7 -c tessedit_char_whitelist=0123456789"
    assert ask("perform_ocr", input_data="room.png", config=digits).text.replace(" ", "").endswith("1048")
    no_digits = ask("perform_ocr", input_data="room.png", config="-c tessedit_char_blacklist=0123456789").text
    assert "Room" in no_digits
    assert not any(letter.isdigit() for letter in no_digits)


def test_what_has_no_effect_is_said(ask: InProcess) -> None:
    config = "--oem 0 --psm 6 --dpi 300 -c preserve_interword_spaces=1"
    text = ask("perform_ocr", input_data="blank.png", config=config).text
    notes = ask("image_to_data", input_data="blank.png", config=config).data["notes"]
    assert len(notes) == 3
    for option in ("--oem 0", "--dpi 300", "-c preserve_interword_spaces=1"):
        assert option in text
        assert any(option in note for note in notes)
    assert "notes" not in ask("image_to_data", input_data="blank.png").data


def test_languages_are_listed_and_taken(ask: InProcess) -> None:
    data = ask("get_supported_languages").data
    codes = [language["code"] for language in data["languages"]]
    assert data["default"] == codes[0] == "eng"
    assert len(codes) == len(set(codes)) > 40
    for language in ("eng", "eng+deu", "chi_sim", "jpn+eng", "EN"):
        assert not ask("perform_ocr", input_data="blank.png", language=language).is_error
    for language in ("rus", "", "+", "eng+klingon", "en" * 400):
        heard = ask("perform_ocr", input_data="blank.png", language=language)
        assert heard.is_error
        assert "language" in heard.text
    assert "deu" in ask("perform_ocr", input_data="blank.png", language="dau").text


def test_a_picture_may_be_given_inline(ask: InProcess) -> None:
    picture = base64.b64encode(png(Sheet(200, 50).write("inline", 10, 8).image)).decode()
    assert ask("perform_ocr", input_data=f"data:image/png;base64,{picture}").text == "inline"
    for address in ("data:image/png;base64,@@@", "data:image/png,xyz", "data:", "https://example.org/a.png"):
        assert "input_data" in ask("perform_ocr", input_data=address).text


@pytest.fixture(scope="module")
def document(ask: InProcess) -> str:
    pdf = fpdf.FPDF(format=(120, 60))
    pdf.set_font("Helvetica", size=20)
    for page in range(1, MOST_PAGES + 2):
        pdf.add_page()
        pdf.cell(text=f"Chapter {page}", new_x="LMARGIN", new_y="NEXT")
        pdf.cell(text=f"costs {page * 111} euros")
    pdf.output(str(ask.workspace / "report.pdf"))
    return "report.pdf"


@pytest.mark.slow
def test_pages_of_a_pdf_are_read(ask: InProcess, document: str) -> None:
    data = ask("perform_pdf_ocr", input_data=document, pages=2).data
    assert data["page_count"] == MOST_PAGES + 1
    assert [(page["page"], page["text"]) for page in data["pages"]] == [(2, "Chapter 2\ncosts 222 euros")]
    assert data["pages"][0]["conf"] >= 90
    chosen = ask("perform_pdf_ocr", input_data=f"./{document}", pages=[6, 1, 6]).data["pages"]
    assert [page["text"].splitlines()[0] for page in chosen] == ["Chapter 6", "Chapter 1"]


@pytest.mark.slow
def test_a_long_pdf_is_read_in_parts(ask: InProcess, document: str) -> None:
    data = ask("perform_pdf_ocr", input_data=document).data
    assert [page["page"] for page in data["pages"]] == list(range(1, MOST_PAGES + 1))
    assert "6 to 6" in data["notes"][0]


def test_what_is_no_pdf_is_refused(ask: InProcess, document: str) -> None:
    cases: list[tuple[str, Any, str]] = [
        (document, 0, "pages"),
        (document, [1, 99], "no page 99"),
        (document, [], "empty"),
        (document, list(range(1, 7)), "too many"),
        ("media/labels.png", None, "perform_ocr"),
        ("reports.pdf", None, "report.pdf"),
        ("../report.pdf", None, "outside"),
    ]
    locked = fpdf.FPDF()
    locked.add_page()
    locked.set_encryption(owner_password="a", user_password="b")
    locked.output(str(ask.workspace / "locked.pdf"))
    (ask.workspace / "cut.pdf").write_bytes((ask.workspace / document).read_bytes()[:300])
    cases += [("locked.pdf", None, "password"), ("cut.pdf", None, "broken")]
    for path, pages, word in cases:
        heard = ask("perform_pdf_ocr", input_data=path, pages=pages)
        assert heard.is_error, path
        assert word in heard.text
    assert "is a PDF" in ask("perform_ocr", input_data=document).text


def test_a_batch_tells_of_each_picture(ask: InProcess) -> None:
    inputs = ["blank.png", "broken.png", "media/label.png", "media/labels.png"]
    data = ask("perform_batch_ocr", inputs=inputs).data
    blank, broken, absent, labels = data["results"]
    assert (data["read"], data["failed"]) == (2, 2)
    assert [result["input"] for result in data["results"]] == inputs
    assert (blank["text"], blank["conf"]) == ("", 0)
    assert "not a picture" in broken["error"]
    assert "media/labels.png" in absent["error"]
    assert labels["text"].split() == LABELS.words
    for wrong in ([], ["blank.png"] * 11):
        assert "inputs" in ask("perform_batch_ocr", inputs=wrong).text


@pytest.mark.parametrize("config", ["--psm", "--psm x", "--psm 14", "--psm ²", "--oem 9", "-c", "x" * 2_000])
def test_a_wrong_config_is_refused(ask: InProcess, config: str) -> None:
    heard = ask("perform_ocr", input_data="blank.png", config=config)
    assert heard.is_error
    assert "config" in heard.text


def test_every_tool_is_tested() -> None:
    tested = {
        "perform_ocr",
        "image_to_data",
        "get_supported_languages",
        "perform_pdf_ocr",
        "perform_batch_ocr",
    }
    assert set(server.tools) == tested
