"""Fillable PDF forms: text fields, boxes to tick and lists to choose from."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from m3bench_world.documents.facts import DEPARTMENTS, Facts
from m3bench_world.documents.pdf_pages import HEIGHT, MARGIN, Sheets

_DELIVERY = ("by post", "by courier", "pick-up")
_LEFT, _WIDE, _HIGH, _STEP, _FIRST = 220.0, 300.0, 20.0, 44.0, 140.0
_CHOICE = 1 << 17
_BOX = 14.0


def fillable_form(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company, day = facts.company("company"), facts.day(-200, -10, "day")
    kind = facts.pick(("Order form", "Application form", "Registration form"), "title")
    title = f"{kind} {facts.whole(10, 99, 'code')}"
    fields = _fields(facts)
    pdf = Sheets(title, company, day, company)
    pdf.add_page()
    pdf.write_text(title, 18, "B", 8)
    pdf.write_text(f"Please fill in all fields and return the form to {company}.")
    for field in fields:
        pdf.set_font("Helvetica", "", 11)
        pdf.text(MARGIN, field["top"] + 14, f"{field['label']}:")
    truth = {"title": title, "company": company, "fields": fields}
    return f"{title.lower().replace(' ', '-')}.pdf", _with_fields(bytes(pdf.output()), fields), truth


def _fields(facts: Facts) -> list[dict[str, Any]]:
    departments = tuple(facts.settings.get("departments", DEPARTMENTS))
    wanted: list[tuple[str, str, str, Any, tuple[str, ...]]] = [
        ("full_name", "Full name", "text", facts.person("name"), ()),
        ("address", "Address", "text", facts.address("address"), ()),
        ("birth_date", "Date of birth", "text", facts.day(-25_000, -7_000, "born").isoformat(), ()),
        (
            "phone",
            "Telephone",
            "text",
            facts.phone(),
            (),
        ),
        ("department", "Department", "choice", facts.pick(departments, "department"), departments),
        ("delivery", "Delivery", "choice", facts.pick(_DELIVERY, "delivery"), _DELIVERY),
        ("newsletter", "Newsletter", "checkbox", True, ()),
        ("terms", "I accept the terms", "checkbox", True, ()),
        ("remarks", "Remarks", "text", f"Reference {facts.whole(1_000, 9_999, 'remark')}", ()),
    ]
    return [
        {
            "name": name,
            "label": label,
            "kind": kind,
            "example": example,
            "options": list(options),
            "page": 1,
            "left": _LEFT,
            "top": _FIRST + index * _STEP,
            "width": _BOX if kind == "checkbox" else _WIDE,
            "height": _BOX if kind == "checkbox" else _HIGH,
        }
        for index, (name, label, kind, example, options) in enumerate(wanted)
    ]


def _with_fields(data: bytes, fields: list[dict[str, Any]]) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    page = writer.pages[0]
    widgets = ArrayObject()
    for field in fields:
        widget = _widget(writer, field)
        widget[NameObject("/P")] = page.indirect_reference
        widgets.append(writer._add_object(widget))
    page[NameObject("/Annots")] = widgets
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
    fonts = DictionaryObject({NameObject("/Helv"): writer._add_object(font)})
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject(
        {
            NameObject("/Fields"): ArrayObject(widgets),
            NameObject("/NeedAppearances"): BooleanObject(True),
            NameObject("/DA"): TextStringObject("/Helv 11 Tf 0 g"),
            NameObject("/DR"): DictionaryObject({NameObject("/Font"): fonts}),
        }
    )
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _widget(writer: PdfWriter, field: dict[str, Any]) -> DictionaryObject:
    left, bottom = field["left"], HEIGHT - field["top"] - field["height"]
    sides = (left, bottom, left + field["width"], bottom + field["height"])
    border = DictionaryObject({NameObject("/BC"): ArrayObject([FloatObject(0.4)] * 3)})
    widget = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/Widget"),
            NameObject("/T"): TextStringObject(field["name"]),
            NameObject("/TU"): TextStringObject(field["label"]),
            NameObject("/Rect"): ArrayObject([FloatObject(round(side, 2)) for side in sides]),
            NameObject("/F"): NumberObject(4),
            NameObject("/MK"): border,
            NameObject("/DA"): TextStringObject("/Helv 11 Tf 0 g"),
        }
    )
    if field["kind"] == "checkbox":
        _make_checkbox(writer, widget)
        return widget
    kind = "/Ch" if field["kind"] == "choice" else "/Tx"
    widget[NameObject("/FT")] = NameObject(kind)
    widget[NameObject("/V")] = TextStringObject("")
    if field["kind"] == "choice":
        widget[NameObject("/Ff")] = NumberObject(_CHOICE)
        widget[NameObject("/Opt")] = ArrayObject([TextStringObject(option) for option in field["options"]])
    return widget


def _make_checkbox(writer: PdfWriter, widget: DictionaryObject) -> None:
    frame = f"0.4 G 0.5 0.5 {_BOX - 1} {_BOX - 1} re S"
    looks = {"/Off": frame, "/Yes": f"{frame} 0 G 1.5 w 3 7 m 6 3 l 11 11 l S"}
    states = DictionaryObject()
    for name, drawing in looks.items():
        look = DecodedStreamObject()
        look.set_data(f"q {drawing} Q".encode())
        look[NameObject("/Type")] = NameObject("/XObject")
        look[NameObject("/Subtype")] = NameObject("/Form")
        look[NameObject("/BBox")] = ArrayObject([FloatObject(side) for side in (0, 0, _BOX, _BOX)])
        states[NameObject(name)] = writer._add_object(look)
    widget[NameObject("/FT")] = NameObject("/Btn")
    widget[NameObject("/AP")] = DictionaryObject({NameObject("/N"): states})
    widget[NameObject("/V")] = NameObject("/Off")
    widget[NameObject("/AS")] = NameObject("/Off")
