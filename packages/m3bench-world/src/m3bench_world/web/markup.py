"""HTML of the world's pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from m3bench_world.web.types import Field, Form

_STYLE = """
body { font-family: "Liberation Sans", Arial, sans-serif; margin: 0; color: #222; }
header { background: COLOUR; color: white; padding: 12px 24px; font-size: 22px; }
nav { background: #eee; padding: 8px 24px; } nav a { margin-right: 16px; }
main { padding: 12px 24px; max-width: 760px; }
table { border-collapse: collapse; } td, th { border: 1px solid #bbb; padding: 4px 10px; text-align: left; }
label { display: block; margin: 10px 0 2px; } input, select { width: 280px; padding: 4px; }
button { display: block; margin-top: 14px; padding: 6px 18px; }
"""


def document(
    site: str, colour: str, links: Iterable[tuple[str, str]], title: str, body: str, *, script: str = ""
) -> str:
    """Return a page with the head and the links of its site."""
    menu = "".join(link(words, url) for words, url in links)
    style = _STYLE.replace("COLOUR", colour)
    code = f"<script>{script}</script>" if script else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} – {escape(site)}'
        f"</title><style>{style}</style></head><body><header>{escape(site)}</header><nav>{menu}</nav>"
        f"<main><h1>{escape(title)}</h1>{body}</main>{code}</body></html>"
    )


def link(words: str, url: str) -> str:
    return f'<a href="{escape(url)}">{escape(words)}</a> '


def paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table. Cells are HTML already."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{lines}</table>"


def form(described: Form) -> str:
    """Return a form."""
    fields = "".join(map(_field, described.fields))
    return (
        f'<form id="{described.name}" method="post" action="{described.action}">{fields}'
        f'<button type="submit">{escape(described.button)}</button></form>'
    )


def _field(field: Field) -> str:
    required = " required" if field.required else ""
    head = f'<label for="{field.name}">{escape(field.label)}</label>'
    if field.kind == "select":
        options = "".join(f"<option>{escape(choice)}</option>" for choice in field.choices)
        return (
            f'{head}<select id="{field.name}" name="{field.name}"{required}>'
            f'<option value="">Please choose</option>{options}</select>'
        )
    least = ' min="1"' if field.kind == "number" else ""
    return f'{head}<input id="{field.name}" name="{field.name}" type="{field.kind}"{least}{required}>'
