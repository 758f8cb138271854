"""Rendering documents as pictures of limited size."""

from m3bench.rendering.archives import require_harmless
from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.rendering.libreoffice import SUFFIXES, office, to_pdf
from m3bench.rendering.pictures import MAX_PIXELS, PICTURE_FORMATS, open_picture
from m3bench.rendering.rendering import Rendered, render

__all__ = [
    "MAX_PIXELS",
    "PICTURE_FORMATS",
    "SUFFIXES",
    "DocumentBroken",
    "Rendered",
    "RenderingUnavailable",
    "office",
    "open_picture",
    "render",
    "require_harmless",
    "to_pdf",
]
