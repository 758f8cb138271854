"""Office documents: what they contain is what their truth says."""

from __future__ import annotations

import csv
import io
from importlib import import_module
from typing import Any

import docx
import numpy as np
import openpyxl
import pptx
import pypdf
import pytest
from PIL import Image

from m3bench_world import World
from m3bench_world.documents import KINDS, Document
from m3bench_world.documents.documents import MOST_KEPT
from m3bench_world.documents.facts import money
from tests.volume import sample

pdfium: Any = import_module("pypdfium2")
WORLD = World()
FEW, MANY = range(1), sample(range(12), 2)


def pages_of(document: Document) -> list[str]:
    opened = pdfium.PdfDocument(document.data)
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in opened]
    opened.close()
    return texts


def check_report(document: Document) -> None:
    texts = pages_of(document)
    assert len(texts) == len(document.truth["pages"]) == 4
    for text, page in zip(texts, document.truth["pages"], strict=True):
        assert page["heading"] in text
        assert f"Page {page['page']} of 4" in text
        assert all(each in text for each in page["texts"])
        assert all(cell in text for row in page["table"] for cell in row)
    cents = sum(
        int(row[2].replace(",", "").replace(".", "")) for row in document.truth["pages"][1]["table"][1:]
    )
    assert document.truth["revenue_cents"] == cents


def check_invoice(document: Document) -> None:
    text, truth = " ".join(pages_of(document)), document.truth
    assert truth["net_cents"] == sum(item["quantity"] * item["unit_cents"] for item in truth["items"])
    assert truth["total_cents"] == truth["net_cents"] + truth["vat_cents"]
    for value in (truth["number"], truth["seller"], truth["buyer"], money(truth["total_cents"])):
        assert value in text
    assert all(cell in text for row in truth["table"] for cell in row)


def check_contract(document: Document) -> None:
    texts = pages_of(document)
    for text, page in zip(texts, document.truth["pages"], strict=True):
        assert all(clause in text for clause in page["clauses"])
        assert all(each in text for each in page["texts"])
    opened = pdfium.PdfDocument(document.data)
    for place in document.truth["signatures"]:
        shown = np.asarray(opened[place["page"] - 1].render().to_pil().convert("L"))
        left, top, wide, high = (round(place[side]) for side in ("left", "top", "width", "height"))
        assert shown[top : top + high - 4, left : left + wide].min() == 255
        assert shown[top + high - 3 : top + high + 3, left + 5 : left + wide - 5].min(axis=0).max() < 200
    opened.close()


def check_fillable_form(document: Document) -> None:
    fields = pypdf.PdfReader(io.BytesIO(document.data)).get_fields() or {}
    assert list(fields) == [field["name"] for field in document.truth["fields"]]
    for field in document.truth["fields"]:
        assert [str(option) for option in fields[field["name"]].get("/Opt", ())] == field["options"]
        assert field["label"] in pages_of(document)[0]


def check_scanned_form(document: Document) -> None:
    """There is ink of the pen in the boxes, and none beside them."""
    truth = document.truth
    shown = np.asarray(Image.open(io.BytesIO(document.data)), dtype=np.int16)
    assert list(shown.shape[1::-1]) == truth["size"]
    pen = (shown[:, :, 2] - shown[:, :, 0] > 60) & (shown[:, :, 0] < 130)
    for field in (*truth["fields"], truth["signature"]):
        left, top, right, bottom = (round(side) for side in field["box"])
        assert pen[top:bottom, left:right].sum() > 50
        pen[top:bottom, left:right] = False
    assert pen.sum() < 20
    left, top, right, bottom = (round(side) for side in truth["stamp"]["box"])
    red = shown[:, :, 0] - shown[:, :, 2] > 60
    assert red[top:bottom, left:right].sum() > 0.95 * red.sum() > 1_000


def check_letter(document: Document) -> None:
    opened, truth = docx.Document(io.BytesIO(document.data)), document.truth
    headings = [
        paragraph.text
        for paragraph in opened.paragraphs
        if paragraph.style is not None and paragraph.style.name == "Heading 1"
    ]
    assert headings == [truth["subject"]]
    assert [paragraph.text for paragraph in opened.paragraphs if paragraph.text != truth["subject"]] == truth[
        "paragraphs"
    ]
    assert opened.sections[0].header.paragraphs[0].text == truth["header"]
    assert truth["total_cents"] == truth["count"] * truth["unit_cents"]


def check_minutes(document: Document) -> None:
    opened, truth = docx.Document(io.BytesIO(document.data)), document.truth
    texts = [paragraph.text for paragraph in opened.paragraphs]
    assert [text for text in texts if text in [heading["text"] for heading in truth["headings"]]] == [
        heading["text"] for heading in truth["headings"]
    ]
    assert [[cell.text for cell in row.cells] for row in opened.tables[0].rows] == truth["tasks"]
    (comment,) = opened.comments
    assert {"author": comment.author, "text": comment.text} == truth["comment"]
    assert set(truth["people"]) <= set(texts)


def check_deck(document: Document) -> None:
    opened, truth = pptx.Presentation(io.BytesIO(document.data)), document.truth
    slides = list(opened.slides)
    assert [slide.shapes.title.text_frame.text for slide in slides] == truth["titles"]
    assert slides[1].placeholders[1].text_frame.text.split("\n") == truth["bullets"]
    (table,) = [shape.table for shape in slides[2].shapes if shape.has_table]
    assert [[cell.text for cell in row.cells] for row in table.rows] == truth["table"]
    (chart,) = [shape.chart for shape in slides[3].shapes if shape.has_chart]
    values = dict(zip(chart.plots[0].categories, chart.plots[0].series[0].values, strict=True))
    assert values == truth["chart"]["values"]
    logo = Image.open(io.BytesIO(slides[4].shapes[-1].image.blob))
    assert logo.getpixel((60, 60)) == tuple(truth["picture"]["color"])


def check_workbook(document: Document) -> None:
    page = openpyxl.load_workbook(io.BytesIO(document.data))[document.truth["sheet"]]
    rows = [[cell for cell in row if cell is not None] for row in page.iter_rows(values_only=True)]
    assert rows[-len(document.truth["rows"]) :] == document.truth["rows"]


def check_budget(document: Document) -> None:
    check_workbook(document)
    amounts = [sum(row[1:7]) for row in document.truth["rows"][1:-1]]
    assert amounts == list(document.truth["totals"].values())
    assert sum(amounts) == document.truth["total"]


def check_stock_list(document: Document) -> None:
    rows = list(csv.reader(io.StringIO(document.data.decode())))
    assert rows == [[str(cell) for cell in row] for row in document.truth["rows"]]
    assert document.truth["below_reorder"] == [row[0] for row in rows[1:] if int(row[2]) < int(row[3])]


CHECKS = {
    "scanned_form": check_scanned_form,
    "report": check_report,
    "invoice": check_invoice,
    "contract": check_contract,
    "fillable_form": check_fillable_form,
    "letter": check_letter,
    "minutes": check_minutes,
    "deck": check_deck,
    "price_list": check_workbook,
    "roster": check_workbook,
    "budget": check_budget,
    "stock_list": check_stock_list,
}


@pytest.mark.parametrize("kind", KINDS)
def test_documents_are_what_their_truth_says(kind: str) -> None:
    for number in FEW:
        CHECKS[kind](WORLD.documents.document(kind, number))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_documents_of_another_world(kind: str) -> None:
    world = World(20_26)
    for number in MANY:
        CHECKS[kind](world.documents.document(kind, number))


SLOW_KINDS = ("scanned_form", "deck", "minutes")


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in SLOW_KINDS)) for kind in KINDS]
)
def test_the_same_seed_gives_the_same_bytes(kind: str) -> None:
    found = WORLD.documents.document(kind, 0)
    assert World().documents.document(kind, 0) == found
    assert found.data != World(8).documents.document(kind, 0).data


def test_the_last_documents_are_kept() -> None:
    documents = World().documents
    first = documents.document("stock_list", 0)
    assert documents.document("stock_list", 0) is first
    for number in range(MOST_KEPT + 1):
        documents.document("stock_list", number + 1)
    assert documents.document("stock_list", 0) is not first


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="kinds are scanned_form"):
        WORLD.documents.document("poem", 0)
