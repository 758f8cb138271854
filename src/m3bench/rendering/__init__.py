"""Rendering documents, pages, charts and pictures as pictures of limited size.

Chromium has a door of its own: `m3bench.rendering.chromium`.
"""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.rendering.archives import require_harmless
    from m3bench.rendering.charts import chart_svg, svg_png
    from m3bench.rendering.documents import DOCUMENT_SUFFIXES, document_pdf
    from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
    from m3bench.rendering.html import HtmlImage, HtmlLayout, html_layout, html_picture
    from m3bench.rendering.installed import CHROMIUM, LIBREOFFICE, missing_programs, program_for
    from m3bench.rendering.libreoffice import OFFICE_MISSING, SUFFIXES, office, to_pdf
    from m3bench.rendering.pages import Area, DrawnPages, PageBox, PageGeometry, draw_pages, measure_page
    from m3bench.rendering.pictures import MAX_PIXELS, PICTURE_FORMATS, open_picture
    from m3bench.rendering.rendering import Rendered, render
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "CHROMIUM",
    "DOCUMENT_SUFFIXES",
    "LIBREOFFICE",
    "MAX_PIXELS",
    "OFFICE_MISSING",
    "PICTURE_FORMATS",
    "SUFFIXES",
    "Area",
    "DocumentBroken",
    "DrawnPages",
    "HtmlImage",
    "HtmlLayout",
    "PageBox",
    "PageGeometry",
    "Rendered",
    "RenderingUnavailable",
    "chart_svg",
    "document_pdf",
    "draw_pages",
    "html_layout",
    "html_picture",
    "measure_page",
    "missing_programs",
    "office",
    "open_picture",
    "program_for",
    "render",
    "require_harmless",
    "svg_png",
    "to_pdf",
]
