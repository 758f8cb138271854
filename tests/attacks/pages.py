"""Texts and files that would like to be programs, and what a browser did with them."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

_PAYLOADS = {
    "script": "<script>OWN</script>",
    "script after a script": "</script><script>OWN</script>",
    "script after a style": "</style><script>OWN</script>",
    "script after a title": "</title></textarea></noscript><script>OWN</script>",
    "script after a comment": "--><script>OWN</script><!--",
    "script after CDATA": "]]><script>OWN</script>",
    "module": "<script type=module>OWN</script>",
    "mixed case": "<ScRiPt>OWN</sCrIpT>",
    "half a tag": "<script>OWN//",
    "picture": '"><img src=x onerror="OWN">',
    "picture without quotes": "'><img src=x onerror=OWN>",
    "slash for a space": "<img/src=x/onerror=OWN>",
    "newline for a space": "<img\nsrc=x\nonerror=OWN>",
    "vector graphic": "<svg onload=OWN></svg>",
    "vector graphic with a script": "<svg><script>OWN</script></svg>",
    "foreign object": "<svg><foreignObject><iframe srcdoc='<script>OWN</script>'></foreignObject></svg>",
    "animation": "<svg><animate onbegin=OWN attributeName=x dur=1s>",
    "mathematics": "<math><mtext><table><mglyph><style><img src onerror=OWN></style></mglyph></table></math>",
    "frame": "<iframe src=\"javascript:OWN\"></iframe>",
    "frame with a document": "<iframe srcdoc=\"<script>OWN</script>\"></iframe>",
    "object": "<object data=\"javascript:OWN\"></object><embed src=\"javascript:OWN\">",
    "details": "<details open ontoggle=OWN>",
    "focus": "<input autofocus onfocus=OWN>",
    "film": "<video><source onerror=OWN></video>",
    "body": "<body onload=OWN>",
    "template": "<template><script>OWN</script></template>",
    "link": "[link](javascript:OWN) <a href=\"javascript:OWN\">link</a>",
    "picture in Markdown": "![x](x\" onerror=\"OWN)",
    "address": "javascript:OWN//",
    "address with a tab": "java\tscript:OWN",
    "document as address": "data:text/html,<script>OWN</script>",
    "base": "<base href=\"http://127.0.0.1:9/\"><meta http-equiv=refresh content=\"0;url=javascript:OWN\">",
    "style": "<style>@import 'http://127.0.0.1:9/x';*{background:url(http://127.0.0.1:9/y)}</style>OWN",
    "style of an attribute": "x\" style=\"background:url(http://127.0.0.1:9/z)\" onmouseover=\"OWN",
    "entity": "&lt;script&gt;OWN&lt;/script&gt;",
    "escapes": "\\u003cscript\\u003eOWN\\u003c/script\\u003e \\x3cscript\\x3eOWN\\x3c/script\\x3e",
    "markers of templates": "{{constructor.constructor('OWN')()}} ${OWN} <%= OWN %> #{OWN} [[OWN]]",
    "Template of Python": "$style $main ${policy} {0.__class__} %s OWN",
    "end of a string": "';OWN;' \";OWN;\" `;OWN;`",
    "line separator": "\u2028OWN\u2029",
    "NUL": "<scr\0ipt>OWN</scr\0ipt>",
    "UTF-7": "+ADw-script+AD4-OWN+ADw-/script+AD4-",
    "right to left": "\u202e>tpircs/<OWN>tpircs<\u202c",
    "names of the page": "<form id=part><input name=getElementById></form><a id=__proto__>OWN</a>",
    "prototype": "__proto__ constructor OWN",
}  # fmt: skip


def marker(name: str) -> str:
    """Return a word by which the text of a payload is recognized on a page."""
    return f"m3-{list(_PAYLOADS).index(name)}-m3"


def payload(name: str) -> str:
    code = f"(top.__owned=top.__owned||[]).push('{marker(name)}')"
    return f"{marker(name)} {_PAYLOADS[name].replace('OWN', code)}"


PAYLOADS = tuple(_PAYLOADS)
TEXTS = {name: payload(name) for name in PAYLOADS}
_SCRIPT = "(top.__owned=top.__owned||[]).push('file');document.title='owned'"
_HTML = f"<!doctype html><html><head><script>{_SCRIPT}</script></head><body>x</body></html>".encode()
_SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{_SCRIPT}"><script>{_SCRIPT}</script></svg>'.encode()
_XHTML = f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>{_SCRIPT}</script></html>'


def _office(main: str, text: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", f"<Types><!-- {text} --></Types>")
        archive.writestr(main, f"<document>{text}</document>")
        archive.writestr("vbaProject.bin", text)
    return data.getvalue()


FILES: dict[str, bytes] = {
    "page.html": _HTML,
    "page.htm": b"\xef\xbb\xbf" + _HTML,
    "page.xhtml": _XHTML.encode(),
    "page.xml": _XHTML.encode(),
    "utf16.html": _HTML.decode().encode("utf-16"),
    "utf7.html": b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "picture.svg": _SVG,
    "picture.svgz": b"\x1f\x8b" + _SVG,
    "picture.png": _SVG,
    "picture.gif": b"GIF89a/*" + _HTML + b"*/=1;" + _SCRIPT.encode(),
    "picture.jpg": b"\xff\xd8\xff\xe0" + _HTML,
    "picture.bmp": b"BM" + _HTML,
    "sound.wav": b"RIFF\0\0\0\0WAVE" + _HTML,
    "film.mp4": b"\0\0\0\x20ftypmp42" + _HTML,
    "page.mhtml": b"MIME-Version: 1.0\nContent-Type: text/html\n\n" + _HTML,
    "document.pdf": b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n" + _HTML,
    "script.js": _SCRIPT.encode(),
    "manifest.webmanifest": b'{"start_url": "javascript:alert(1)"}',
    "data.json": _HTML,
    "table.csv": b"=cmd|'/c calc'!A1,<script>" + _SCRIPT.encode() + b"</script>",
    "letter.docx": _office("word/document.xml", _HTML.decode()),
    "sheet.xlsm": _office("xl/workbook.xml", _HTML.decode()),
    "slides.pptx": _office("ppt/presentation.xml", _HTML.decode()),
    "none": _HTML,
    'a"; filename="x.html': _HTML,
    "a\r\nContent-Type: html": _HTML,
    "<img src=x onerror=top.__owned=1>.html": _HTML,
    "..%2f..%2fetc%2fpasswd": _HTML,
}
"""Files that an agent leaves in its workspace."""


class Surf:
    """A window, with what ran in it, what it asked others for, and what it said."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=False)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.strangers: list[str] = []
        self.text = ""
        self._owned: list[Any] = []
        self.page.on("request", lambda request: self._asked(request.url, origin))
        self.page.on("dialog", self._refuse)

    def _refuse(self, dialog: Dialog) -> None:
        self._owned.append("dialog")
        dialog.dismiss()

    def look(self, *, closely: bool = True) -> None:
        """Note what the page shows, and what ran. Looking closely, everything is opened and pointed at."""
        if closely:
            self.page.evaluate(
                """() => { for (const part of document.querySelectorAll('body *')) {
                if (part.tagName === 'DETAILS') part.open = true;
                part.dispatchEvent(new MouseEvent('mouseover')); } }"""
            )
        self.text += self.page.evaluate("document.documentElement.textContent + document.title")
        self._owned += self.page.evaluate("window.__owned ? [].concat(window.__owned) : []")
        bad = "script:not([src]):not([type=module]), iframe, object, embed, base, main svg script, [onerror]"
        self._owned += self.page.evaluate(f"[...document.querySelectorAll('{bad}')].map(e => e.outerHTML)")

    def owned(self) -> list[Any]:
        return self._owned

    def _asked(self, url: str, origin: str) -> None:
        if not url.startswith((origin, "data:")):
            self.strangers.append(url)
