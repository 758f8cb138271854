"""Build HTML. Text is always escaped, so untrusted text is never parsed as markup."""

from __future__ import annotations

from html import escape

from m3bench.judges import escape_invisible

_EMPTY = {"meta", "link", "input", "br", "img"}


class Markup(str):
    """Text that is already HTML."""

    __slots__ = ()


def element(tag: str, /, *children: str | None, **attributes: str | bool | None) -> Markup:
    """Return an element. ``_`` in attribute names becomes ``-``; None and False omit an attribute."""
    opening = f"<{tag}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    if tag in _EMPTY:
        return Markup(opening)
    return Markup(f"{opening}{joined(*children)}</{tag}>")


def joined(*children: str | None) -> Markup:
    """Concatenate elements and texts."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(escape_invisible(child), quote=False)
            for child in children
            if child
        )
    )


def _attribute(key: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(escape_invisible(value))}"'
