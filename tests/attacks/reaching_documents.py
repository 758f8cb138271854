"""Office documents that ask for something at an address, as bytes."""

from __future__ import annotations

import io
import zipfile

import docx
import openpyxl
import pptx
from docx.oxml import parse_xml

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = f'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="{_RELATION}"'
_PICTURE = f"{_RELATION}/image"
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?><manifest:manifest
 xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""
_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{place}:1.0"'
    for name, place in (
        ("office", "office"),
        ("text", "text"),
        ("draw", "drawing"),
        ("table", "table"),
        ("svg", "svg-compatible"),
        ("form", "form"),
        ("script", "script"),
        ("presentation", "presentation"),
    )
)
_CONTENT = """<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:version="1.2"><office:scripts><office:event-listeners><script:event-listener
 script:language="ooo:script"
 script:event-name="dom:load" xlink:type="simple"
 xlink:href="vnd.sun.star.script:Tools.Debug.ShowDialog?language=Basic&amp;location=application"/>
</office:event-listeners></office:scripts><office:body>{body}</office:body></office:document-content>"""
_BOX = 'svg:width="5cm" svg:height="5cm"'
_LINK = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"'


def reaching_documents(address: str, file: str = "file:///etc/passwd") -> dict[str, bytes]:
    """Return documents by name. Each refers to an address, and to a file of the machine."""
    return {
        "letter.docx": _letter(address, file),
        "sheet.xlsx": _sheet(address),
        "deck.pptx": _deck(address, file),
        "text.odt": _text(address, file),
        "table.ods": _table(address, file),
        "slides.odp": _slides(address, file),
    }


def _letter(address: str, file: str) -> bytes:
    document = docx.Document()
    document.add_paragraph("Dear reader")
    body = document.paragraphs[0]._p
    for number, target in enumerate((f"{address}docx-picture.png", file)):
        relation = document.part.rels.get_or_add_ext_rel(_PICTURE, target)
        body.append(parse_xml(_drawing(relation, number + 1)))
    for field in ("INCLUDEPICTURE", "INCLUDETEXT", "LINK Word.Document.8"):
        for target in (f"{address}docx-field", file):
            document.add_paragraph()._p.append(parse_xml(_field(f'{field} "{target}"')))
    settings = document.part._settings_part
    template = settings.rels.get_or_add_ext_rel(f"{_RELATION}/attachedTemplate", f"{address}template.dotm")
    settings.element.insert(0, parse_xml(f'<w:attachedTemplate {_WORD} r:id="{template}"/>'))
    return _saved(document)


def _drawing(relation: str, number: int) -> str:
    names = " ".join(
        f'xmlns:{name}="http://schemas.openxmlformats.org/{place}"'
        for name, place in (
            ("w", "wordprocessingml/2006/main"),
            ("r", "officeDocument/2006/relationships"),
            ("wp", "drawingml/2006/wordprocessingDrawing"),
            ("a", "drawingml/2006/main"),
            ("pic", "drawingml/2006/picture"),
        )
    )
    return f"""<w:r {names}><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/>
    <wp:docPr id="{number}" name="p"/><a:graphic>
    <a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>
    <pic:nvPicPr><pic:cNvPr id="{number}" name="p"/><pic:cNvPicPr/></pic:nvPicPr>
    <pic:blipFill><a:blip r:link="{relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
    <pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>
    <a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>
    </wp:inline></w:drawing></w:r>"""


def _field(words: str) -> str:
    quoted = words.replace('"', "&quot;")
    return f'<w:fldSimple {_WORD} w:instr="{quoted}"><w:r><w:t>field</w:t></w:r></w:fldSimple>'


def _sheet(address: str) -> bytes:
    book = openpyxl.Workbook()
    for row, formula in enumerate(_formulas(address), 1):
        book.active.cell(row, 1).value = f"={formula}"
    return _saved(book)


def _formulas(address: str) -> tuple[str, ...]:
    return (
        f'_xlfn.WEBSERVICE("{address}formula")',
        f"'{address}[other.xlsx]Sheet1'!A1",
        f'DDE("soffice","{address}dde","x")',
        f'HYPERLINK("{address}link")',
        "'file:///etc/[passwd]Sheet1'!A1",
    )


def _deck(address: str, file: str) -> bytes:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    png = io.BytesIO(_dot())
    for target in (f"{address}pptx-picture.png", file):
        shape = slide.shapes.add_picture(png, 0, 0, 900_000, 900_000)
        blip = shape._element.blipFill.find(".//{http://schemas.openxmlformats.org/drawingml/2006/main}blip")
        del blip.attrib[f"{{{_RELATION}}}embed"]
        blip.set(f"{{{_RELATION}}}link", slide.part.rels.get_or_add_ext_rel(_PICTURE, target))
    return _saved(deck)


def _dot() -> bytes:
    from PIL import Image

    written = io.BytesIO()
    Image.new("RGB", (1, 1)).save(written, "PNG")
    return written.getvalue()


def _text(address: str, file: str) -> bytes:
    sections = "".join(
        f'<text:section text:name="s{number}"><text:section-source xlink:type="simple" xlink:href="{target}"'
        f' text:filter-name="Text"/><text:p>old</text:p></text:section>'
        for number, target in enumerate((f"{address}odt-section", file))
    )
    return _open_document(
        "text", f"<office:text>{sections}<text:p>{_frames(address, file)}</text:p></office:text>"
    )


def _frames(address: str, file: str) -> str:
    return "".join(
        f'<draw:frame {_BOX} draw:name="f{kind}{number}">'
        f'<draw:{kind} {_LINK} xlink:href="{target}"/></draw:frame>'
        for number, target in enumerate((f"{address}frame", file))
        for kind in ("image", "object", "plugin", "floating-frame")
    )


def _table(address: str, file: str) -> bytes:
    sources = "".join(
        f'<table:table table:name="t{number}"><table:table-source xlink:type="simple" xlink:href="{target}"'
        f' table:filter-name="Text - txt - csv (StarCalc)" table:mode="copy-all" table:refresh-delay="PT1S"/>'
        f"<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>"
        for number, target in enumerate((f"{address}ods-source", file))
    )
    cell = f'<table:table-cell table:formula="of:=WEBSERVICE(&quot;{address}ods-formula&quot;)"/>'
    first = f'<table:table table:name="f"><table:table-row>{cell}</table:table-row></table:table>'
    return _open_document("spreadsheet", f"<office:spreadsheet>{first}{sources}</office:spreadsheet>")


def _slides(address: str, file: str) -> bytes:
    page = f'<draw:page draw:name="p">{_frames(address, file)}</draw:page>'
    return _open_document("presentation", f"<office:presentation>{page}</office:presentation>")


def _open_document(kind: str, body: str) -> bytes:
    name = f"application/vnd.oasis.opendocument.{kind}"
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("mimetype", name)
        archive.writestr("META-INF/manifest.xml", _MANIFEST.format(kind=name))
        archive.writestr("content.xml", _CONTENT.format(spaces=_SPACES, body=body))
    return written.getvalue()


def _saved(file: object) -> bytes:
    written = io.BytesIO()
    file.save(written)  # type: ignore[attr-defined]
    return written.getvalue()
