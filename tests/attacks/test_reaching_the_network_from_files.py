"""Media, charts, PDFs and office documents that name an address, read by libraries."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import numpy as np
import openpyxl
import pptx
import pytest

from m3bench.media import BrokenMedia, Sound, read_sound, write_sound
from m3bench.media.film import Film
from m3bench.rendering import DocumentBroken, RenderingUnavailable, chart_svg, draw_pages, svg_png
from m3bench.workers import form_values, office_text, page_texts, render_pages
from tests.attacks.listening import Listener
from tests.attacks.reaching_documents import reaching_documents

PLAYLISTS = {
    "hls": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://ADDRESS/a.ts\n#EXT-X-ENDLIST\n",
    "concat": "ffconcat version 1.0\nfile http://ADDRESS/a.mp4\n",
    "dash": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"'
    ' mediaPresentationDuration="PT5S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1">'
    "<BaseURL>http://ADDRESS/a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>",
    "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video PORT RTP/AVP 96\n",
    "rtsp": "RTSPtextRTSP://ADDRESS/x\n",
    "asx": '<ASX version="3.0"><ENTRY><REF HREF="http://ADDRESS/"/></ENTRY></ASX>',
}


@pytest.mark.parametrize("name", PLAYLISTS)
def test_media(name: str, listener: Listener) -> None:
    """Reach a port from a medium that names others."""
    pytest.importorskip("av", reason="PyAV is not installed")
    for read in (read_sound, Film):
        with pytest.raises(BrokenMedia):
            read(addressed(PLAYLISTS[name], listener).encode())
    assert listener.arrived == []


def test_media_that_name_nothing() -> None:
    """Nothing is named: a medium is read as ever."""
    pytest.importorskip("av", reason="PyAV is not installed")
    written = write_sound(Sound(np.zeros((800, 1), np.float32), 8_000), ".wav")
    assert read_sound(written).seconds == pytest.approx(0.1)


CHARTS: dict[str, dict[str, Any]] = {
    "image": {"data": {"values": [{"u": "http://ADDRESS/a.png"}]}, "mark": "image"}
    | {"encoding": {"url": {"field": "u"}, "x": {"value": 9}, "y": {"value": 9}}},
    "lookup": {"data": {"values": [{"a": 1}]}, "mark": "bar"}
    | {"transform": [{"lookup": "a", "from": {"data": {"url": "http://ADDRESS/b.json"}, "key": "a"}}]},
    "name": {"datasets": {"d": {"url": "http://ADDRESS/c.json"}}, "data": {"name": "d"}, "mark": "bar"},
    "locale": {"$schema": "http://ADDRESS/schema.json", "data": {"values": []}, "mark": "bar"},
}
DRAWINGS = {
    "href": '<image href="http://ADDRESS/a.png" width="9" height="9"/>',
    "style": "<style>@font-face { font-family: f; src: url(http://ADDRESS/f) }</style>"
    '<text font-family="f">a</text>',
    "fill": '<rect width="9" height="9" style="fill: url(http://ADDRESS/f#a)" filter="url(http://ADDRESS/g#a)"/>',
    "entity": '<image xlink:href="&#104;ttp://ADDRESS/a.png" width="9" height="9"/>',
}


@pytest.mark.parametrize("name", [*CHARTS, *DRAWINGS])
def test_charts(name: str, listener: Listener) -> None:
    """Reach a port from a chart or a drawing."""
    with contextlib.suppress(DocumentBroken, RenderingUnavailable):  # drawn without it, or refused
        if name in CHARTS:
            chart_svg(json.loads(addressed(json.dumps(CHARTS[name]), listener)))
        else:
            head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            svg_png(addressed(f'{head} width="20" height="20">{DRAWINGS[name]}</svg>', listener))
    assert listener.arrived == []


ACTIONS = {
    "address": "/S /URI /URI (http://ADDRESS/uri)",
    "form": "/S /SubmitForm /F << /FS /URL /F (http://ADDRESS/form) >>",
    "script": "/S /JavaScript /JS (app.launchURL\\('http://ADDRESS/js'\\); this.submitForm\\('http://ADDRESS/'\\))",
    "other file": "/S /GoToR /F << /FS /URL /F (http://ADDRESS/other.pdf) >> /D [0 /Fit]",
    "data": "/S /ImportData /F << /FS /URL /F (http://ADDRESS/data.fdf) >>",
}


@pytest.mark.parametrize("name", ACTIONS)
def test_pdfs(name: str, listener: Listener) -> None:
    """Reach a port from a PDF that does something when it is opened."""
    pdf = opening_pdf(addressed(ACTIONS[name], listener))
    assert draw_pages(pdf, "a.pdf", [1], dots_per_point=1, longest_side=100).total == 1
    assert page_texts(pdf, most_pages=1, most_characters=10)[0] == 1
    render_pages(pdf, None, most=1, dots_per_point=1, longest_side=100)
    form_values(pdf)
    assert listener.arrived == []


def opening_pdf(action: str) -> bytes:
    parts = (
        f"/Type /Catalog /Pages 2 0 R /OpenAction << {action} >> /AA << /WC << {action} >> >>",
        "/Type /Pages /Kids [3 0 R] /Count 1",
        f"/Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] /AA << /O << {action} >> >>",
    )
    text, places = "%PDF-1.7\n", ""
    for number, part in enumerate(parts, 1):
        places += f"{len(text):010} 00000 n \n"
        text += f"{number} 0 obj << {part} >> endobj\n"
    table = f"xref\n0 4\n0000000000 65535 f \n{places}trailer << /Root 1 0 R /Size 4 >>"
    return f"{text}{table}\nstartxref\n{len(text)}\n%%EOF\n".encode()


DECLARED = '<!DOCTYPE a SYSTEM "http://ADDRESS/dtd" [<!ENTITY e SYSTEM "http://ADDRESS/entity">]>'
READERS: dict[str, tuple[str, Callable[[bytes], object]]] = {
    "docx text": ("word/document.xml", lambda data: office_text(data, ".docx", most_characters=99)),
    "docx": ("word/document.xml", lambda data: docx.Document(io.BytesIO(data))),
    "pptx text": ("ppt/presentation.xml", lambda data: office_text(data, ".pptx", most_characters=99)),
    "pptx": ("ppt/presentation.xml", lambda data: pptx.Presentation(io.BytesIO(data))),
    "xlsx text": ("xl/workbook.xml", lambda data: office_text(data, ".xlsx", most_characters=99)),
    "xlsx": ("xl/workbook.xml", lambda data: openpyxl.load_workbook(io.BytesIO(data))),
}


@pytest.mark.parametrize("name", READERS)
def test_declarations(name: str, listener: Listener) -> None:
    """Reach a port from a declaration in the XML of an office document."""
    part, read = READERS[name]
    names = {"docx": "letter.docx", "pptx": "deck.pptx", "xlsx": "sheet.xlsx"}
    plain = reaching_documents("http://127.0.0.1:1/")[names[name[:4]]]
    declared = with_declaration(plain, part, addressed(DECLARED, listener).encode())
    with contextlib.suppress(Exception):  # refused by the library, or read without what is declared
        read(declared)
    assert listener.arrived == []


def addressed(text: str, listener: Listener) -> str:
    return text.replace("ADDRESS", f"127.0.0.1:{listener.port}").replace("PORT", str(listener.port))


def with_declaration(data: bytes, part: str, declaration: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(written, "w") as target:
        for member in source.namelist():
            text = source.read(member)
            if member == part:
                head, _, rest = text.partition(b"?>")
                text = head + b"?>" + declaration + rest.replace(b"</", b"&e;</", 1)
            target.writestr(member, text)
    return written.getvalue()
