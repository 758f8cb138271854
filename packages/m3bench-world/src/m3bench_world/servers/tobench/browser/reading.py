"""What a page says: its text, links and forms, read from its HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

_BLOCKS = frozenset(
    ("p", "div", "h1", "h2", "h3", "tr", "li", "header", "nav", "main", "form", "label", "button")
)
_HIDDEN = frozenset(("script", "style", "title", "option"))


@dataclass
class PageContent:
    """A page as text."""

    title: str = ""
    lines: list[str] = field(default_factory=list)
    links: list[dict[str, str]] = field(default_factory=list)
    forms: list[dict[str, Any]] = field(default_factory=list)


def read_html(html: str, url: str) -> PageContent:
    """Return what a page says."""
    reader = _Reader(url)
    reader.feed(html)
    reader.close()
    reader.line()
    return reader.content


class _Reader(HTMLParser):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.content = PageContent()
        self._url = url
        self._words: list[str] = []
        self._hidden: list[str] = []
        self._label = ""

    def line(self) -> None:
        """End the present line."""
        text = " ".join("".join(self._words).split())
        if text:
            self.content.lines.append(text)
        self._words = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS:
            self.line()
        if tag in ("td", "th"):
            self._words.append(" | " if self._words else "")
        if tag in _HIDDEN:
            self._hidden.append(tag)
        if tag == "a" and "href" in given:
            self.content.links.append({"text": "", "url": urljoin(self._url, given["href"])})
        elif tag == "form":
            self.content.forms.append({"form": given.get("id", ""), "fields": []})
        elif tag in ("input", "select") and self.content.forms:
            self._field(tag, given)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        kind = "select" if tag == "select" else given.get("type", "text")
        described: dict[str, Any] = {
            "name": given.get("name", ""),
            "label": self._label,
            "kind": kind,
            "required": "required" in given,
        }
        if tag == "select":
            described["choices"] = []
        self.content.forms[-1]["fields"].append(described)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            if tag == "label":
                self._label = " ".join("".join(self._words).split())
            self.line()
        if self._hidden and self._hidden[-1] == tag:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        hidden = self._hidden[-1] if self._hidden else ""
        if hidden == "title":
            self.content.title += data
        elif hidden == "option":
            fields = self.content.forms[-1]["fields"] if self.content.forms else []
            if fields and "choices" in fields[-1] and data.strip():
                fields[-1]["choices"].append(data.strip())
        elif not hidden:
            self._words.append(data)
            if self.lasttag == "a" and self.content.links and not self.content.links[-1]["text"]:
                self.content.links[-1]["text"] = " ".join(data.split())
