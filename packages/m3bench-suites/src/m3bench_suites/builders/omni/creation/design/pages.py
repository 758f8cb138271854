"""HTML as the references write it: one element in a line."""

from __future__ import annotations

from collections.abc import Sequence

_BASE = ("body { margin: 0; padding: 16px; font-family: sans-serif; font-size: 18px; }",)


def web_page(title: str, body: Sequence[str], style: Sequence[str] = ()) -> str:
    """Return a page, with rules of its style and elements of its body line by line."""
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        "<style>",
        *_BASE,
        *style,
        "</style>",
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
