"""Pages of an export without scripts: plain sections and tables, which the scripts replace by more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote

from m3bench.core.text import beginning

_LONGEST = 4_000
_UNSEEN = re.compile(
    r"[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]"
)
_STYLES = ("theme", "base", "lists", "attempt", "values")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
    "form-action 'none'; base-uri 'none'"
)


def text(value: object) -> str:
    """Return text for a page. Invisible characters are shown by their number."""
    cut = beginning(str(value), _LONGEST)
    return escape(_UNSEEN.sub(lambda unseen: f"‹U+{ord(unseen[0]):04X}›", cut))


def page(title: str, root: str, route: str, data: str, body: str) -> str:
    """Return a page. `route` is the JSON by which the scripts know what to show, `data` a script with it."""
    styles = "".join(f'<link rel="stylesheet" href="{root}assets/{name}.css">\n' for name in _STYLES)
    return f"""<!doctype html>
<html lang="en" data-root="{escape(root)}" data-route="{escape(route)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{text(title)}</title>
<link rel="icon" href="{root}assets/icon.svg">
{styles}<script defer src="{quote(data)}"></script>
<script defer src="{root}assets/viewer.js"></script>
</head>
<body>
<a id="skip" href="#main">Skip to the content</a>
<header id="top">
<nav id="crumbs" aria-label="Where you are"><a href="{root}index.html">Runs</a></nav>
<span id="state" role="status"></span>
<button id="keys" type="button" title="Keys (?)" aria-label="Keys">?</button>
</header>
<main id="main" tabindex="-1">
{body}
</main>
<dialog id="help" aria-label="Keys"></dialog>
<div id="notice" role="alert" hidden></div>
</body>
</html>
"""


def section(name: str, title: str, *parts: str) -> str:
    """Return a section that a fragment of the address leads to."""
    return f'<section class="card" id="{name}"><h2>{text(title)}</h2>\n{"".join(parts)}</section>\n'


def paragraph(value: object, kind: str = "said") -> str:
    return f'<p class="{kind}">{text(value)}</p>\n' if str(value) else ""


def preformatted(value: object) -> str:
    return f'<pre class="value">{text(value)}</pre>\n' if str(value) else ""


def link(target: str, label: object) -> str:
    return f'<a href="{escape(quote(target))}">{text(label)}</a>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table. Cells are markup already."""
    top = "".join(f'<th scope="col">{text(name)}</th>' for name in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>\n'
        for first, *rest in rows
    )
    frame = '<div class="table-frame wide"><table class="grid">'
    return f"{frame}<thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>\n"


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
