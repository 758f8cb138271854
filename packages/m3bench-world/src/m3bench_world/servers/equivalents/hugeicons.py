"""Tools that return the same glyph."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

EQUIVALENCES = (
    Equivalence(
        "glyph of an icon",
        (
            EquivalentTool(
                "hugeicons-mcp/get_icon_glyphs",
                {"icon_name": "icon"},
                {"code point": "glyphs[].code_point", "style": "glyphs[].style"},
            ),
            EquivalentTool(
                "hugeicons-mcp/get_icon_glyph_by_style",
                {"icon_name": "icon"},
                {"code point": "code_point", "style": "style"},
                covers=False,
            ),
        ),
    ),
)
