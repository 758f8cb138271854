"""Jobs of worker processes that draw charts. A specification or a drawing can be hostile."""

from __future__ import annotations

import json
import math
import re
import resource
import time
from importlib import import_module
from typing import Any

from m3bench.workers import limit_memory

VEGA_LITE = "6.4"
MOST_PIXELS = 12_000_000
_MOST_SECONDS = 7
_MOST_MEMORY = 1_500 * 2**20
_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([\d.]+)"[^>]*?\bheight="([\d.]+)"')
_LINK = re.compile(r"""\bhref\s*=\s*(["'])(?!#|data:image/)""")
_REFUSED = ("<!DOCTYPE", "<!ENTITY", "@import", "<?xml-stylesheet")


class Undrawable(Exception):
    """Why a chart is not drawn."""


def svg_job(payload: bytes) -> bytes:
    """Draw a Vega-Lite specification as SVG."""
    _set_limits()
    spec = json.loads(payload)
    return _harmless(_converter().vegalite_to_svg(spec, vl_version=VEGA_LITE, allowed_base_urls=[])).encode()


def png_job(payload: bytes) -> bytes:
    """Draw an SVG as PNG: a JSON array of the drawing and the scale."""
    _set_limits()
    drawing, scale = json.loads(payload)
    _harmless(drawing)
    size = _SIZE.search(drawing)
    if size is None:
        raise Undrawable("the drawing does not say its width and height")
    if float(size[1]) * float(size[2]) * scale * scale > MOST_PIXELS:
        raise Undrawable(f"it is too large: {size[1]} × {size[2]} at a scale of {scale:g}")
    return bytes(_converter().svg_to_png(drawing, scale=scale))


def _harmless(drawing: str) -> str:
    """Refuse drawings that would have the renderer open other files."""
    if _LINK.search(drawing) or any(word in drawing for word in _REFUSED):
        raise Undrawable("it refers to files outside itself")
    return drawing


def _converter() -> Any:
    return import_module("vl_convert")  # carries a JavaScript engine


def _set_limits() -> None:
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + _MOST_SECONDS, resource.RLIM_INFINITY))
    # The engine reserves far more addresses than it uses, so the addresses themselves are not limited.
    limit_memory(_MOST_MEMORY, resource.RLIMIT_DATA)
