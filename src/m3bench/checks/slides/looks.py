"""Effective styles of texts on slides, from layout, master and theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from m3bench.checks.slides.reading import all_shapes

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DEFAULT_SIZE = 18.0
_COVERS = 0.9
_STYLES = {"title": "titleStyle", "ctrTitle": "titleStyle", "body": "bodyStyle", "subTitle": "bodyStyle"}
_MAPPED = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}


@dataclass(frozen=True)
class FormattedText:
    """The text of a shape, and the style of most of its letters."""

    text: str
    colour: str | None
    font: str | None
    size: float
    bold: bool
    italic: bool


def formatted_texts(page: Any) -> list[FormattedText]:
    """Return the looks of all texts on a slide, including table cells."""
    return [
        look
        for shape in all_shapes(page.shapes)
        for body in _bodies(shape)
        if (look := _formatted_text(page, shape, body)) is not None
    ]


def _bodies(shape: Any) -> Iterator[Any]:
    if getattr(shape, "has_table", False):
        yield from (cell.text_frame for row in shape.table.rows for cell in row.cells)
    elif getattr(shape, "has_text_frame", False):
        yield shape.text_frame


def _formatted_text(page: Any, shape: Any, body: Any) -> FormattedText | None:
    runs = [(run, paragraph) for paragraph in body.paragraphs for run in paragraph.runs if run.text.strip()]
    if not runs:
        return None
    inherited = list(_inherited(page, shape))
    styles = [(len(run.text), _run_style(page, run, paragraph, inherited)) for run, paragraph in runs]
    colour, font, size, bold, italic = (_most(styles, index) for index in range(5))
    return FormattedText(body.text, colour, font, float(size), bool(bold), bool(italic))


def _most(styles: list[tuple[int, tuple[Any, ...]]], index: int) -> Any:
    """Return the value that most letters have."""
    counted: Counter[Any] = Counter()
    for letters, style in styles:
        counted[style[index]] += letters
    return counted.most_common(1)[0][0]


def _run_style(page: Any, run: Any, paragraph: Any, inherited: list[Any]) -> tuple[Any, ...]:
    own = [run._r.find(f"{_A}rPr")]
    properties = paragraph._p.find(f"{_A}pPr")
    own.append(properties.find(f"{_A}defRPr") if properties is not None else None)
    chain = [layer for layer in (*own, *inherited) if layer is not None]
    size = next((int(layer.get("sz")) / 100 for layer in chain if layer.get("sz")), _DEFAULT_SIZE)
    bold = next((layer.get("b") for layer in chain if layer.get("b")), "0") in ("1", "true")
    italic = next((layer.get("i") for layer in chain if layer.get("i")), "0") in ("1", "true")
    colours = (layer.find(f"{_A}solidFill") for layer in chain)
    colour = next((rgb for fill in colours if fill is not None and (rgb := _rgb(page, fill))), None)
    fonts = (layer.find(f"{_A}latin") for layer in chain)
    font = next((layer.get("typeface") for layer in fonts if layer is not None), None)
    return colour or _theme_colour(page, "tx1"), font, size, bold, italic


def _inherited(page: Any, shape: Any) -> Iterator[Any]:
    """Yield the first-level character styles of a shape, from its own list style up to the master's."""
    elements = [shape._element]
    kind = None
    if getattr(shape, "is_placeholder", False):
        kind, index = shape.placeholder_format.type, shape.placeholder_format.idx
        elements += [
            placeholder._element
            for placeholder in page.slide_layout.placeholders
            if placeholder.placeholder_format.idx == index
        ]
        elements += [
            placeholder._element for placeholder in page.slide_layout.slide_master.placeholders
            if placeholder.placeholder_format.type == kind
        ]  # fmt: skip
    for element in elements:
        yield element.find(f"{_P}txBody/{_A}lstStyle/{_A}lvl1pPr/{_A}defRPr")
    name = _STYLES.get(_type_name(shape), "otherStyle") if kind is not None else "otherStyle"
    master = page.slide_layout.slide_master._element
    yield master.find(f"{_P}txStyles/{_P}{name}/{_A}lvl1pPr/{_A}defRPr")
    # The style of a drawn shape has a text colour: white on a filled one.
    reference = shape._element.find(f"{_P}style/{_A}fontRef")
    if reference is not None:
        from lxml import etree  # noqa: PLC0415 - comes with python-pptx

        style = etree.Element(f"{_A}defRPr")
        fill = etree.SubElement(style, f"{_A}solidFill")
        fill.extend([etree.fromstring(etree.tostring(child)) for child in reference])
        yield style


def _type_name(shape: Any) -> str:
    element = shape._element.find(f".//{_P}nvPr/{_P}ph")
    return "body" if element is None else str(element.get("type", "body"))


def _rgb(page: Any, fill: Any) -> str | None:
    """Return the colour of a solid fill as `#rrggbb`, without shades of theme colours."""
    for child in fill:
        if child.tag == f"{_A}srgbClr":
            return f"#{child.get('val').lower()}"
        if child.tag == f"{_A}sysClr":
            return f"#{child.get('lastClr', '000000').lower()}"
        if child.tag == f"{_A}schemeClr":
            return _theme_colour(page, child.get("val"))
    return None


def _theme_colour(page: Any, name: str) -> str | None:
    from lxml import etree  # noqa: PLC0415 - comes with python-pptx

    master = page.slide_layout.slide_master
    mapping = master._element.find(f"{_P}clrMap")
    name = (mapping.get(name) if mapping is not None else None) or _MAPPED.get(name, name)
    part = next(
        (rel.target_part for rel in master.part.rels.values() if rel.reltype.endswith("/theme")), None
    )
    if part is None:
        return None
    colour = etree.fromstring(part.blob).find(f".//{_A}clrScheme/{_A}{name}")
    return _rgb(page, colour) if colour is not None else None


def background_of(page: Any, width: int, height: int) -> str | None:
    """Return the solid colour behind everything; None if it is a gradient or a picture.

    It is the colour of a shape that fills the slide, or else of the slide, its layout or its master; white by
    default.
    """
    for shape in reversed(list(page.shapes)):
        if _covers(shape, width, height):
            fill = shape._element.find(f"{_P}spPr/{_A}solidFill")
            return _rgb(page, fill) if fill is not None else None
    layers = (page, page.slide_layout, page.slide_layout.slide_master)
    for layer in layers:
        ground = layer._element.find(f"{_P}cSld/{_P}bg")
        if ground is None:
            continue
        fill = ground.find(f"{_P}bgPr/{_A}solidFill")
        reference = ground.find(f"{_P}bgRef")
        if fill is None and reference is None:
            return None
        return _rgb(page, fill if fill is not None else reference)
    return "#ffffff"


def _covers(shape: Any, width: int, height: int) -> bool:
    sides = (shape.left, shape.top, shape.width, shape.height)
    if any(side is None for side in sides):
        return False
    left, top, wide, high = map(int, sides)
    shown = max(0, min(left + wide, width) - max(left, 0)) * max(0, min(top + high, height) - max(top, 0))
    return shown >= _COVERS * width * height and shape._element.find(f"{_P}spPr") is not None
