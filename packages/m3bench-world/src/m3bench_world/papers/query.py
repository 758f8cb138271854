"""Query language of the archives: words, "phrases", AND, OR, NOT, parentheses and fields."""

from __future__ import annotations

import re
from datetime import date

import msgspec

from m3bench_world.papers.types import InvalidQuery

DEEPEST = 20
MOST_TOKENS = 200
_TOKEN = re.compile(
    r"""(?P<dates>submitteddate:\[(?P<since>\d{8})\d*\s+to\s+(?P<until>\d{8})\d*\])
    | (?P<open>\()  | (?P<close>\))
    | (?P<field>[a-z]{2,12}):(?=["(\w])
    | "(?P<phrase>[^"]*)"
    | (?P<tag>\[[^\]]{1,30}\])
    | (?P<word>[^\s()":\[\]]+)""",
    re.IGNORECASE | re.VERBOSE,
)
_FIELDS = {
    "ti": "title", "title": "title", "abs": "abstract", "abstract": "abstract", "tiab": "all", "au": "author",
    "author": "author", "cat": "category", "all": "all", "jr": "journal", "journal": "journal", "id": "id",
    "doi": "id", "pmid": "id", "co": "all", "rn": "all", "dp": "year", "pdat": "year",
    "title/abstract": "all",
    "mesh": "all", "mh": "all", "intitle": "title", "inauthor": "author",
}  # fmt: skip


class Term(msgspec.Struct, frozen=True, tag=True):
    """Words for one field.

    A quoted term must match exactly; the words of an unquoted one affect the ranking.
    """

    text: str
    field: str = "all"
    quoted: bool = False


class Dates(msgspec.Struct, frozen=True, tag=True):
    since: date
    until: date


class All(msgspec.Struct, frozen=True, tag=True):
    parts: tuple[Node, ...]


class Some(msgspec.Struct, frozen=True, tag=True):
    parts: tuple[Node, ...]


class Without(msgspec.Struct, frozen=True, tag=True):
    part: Node


Node = Term | Dates | All | Some | Without


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str


def parse(query: str) -> Node:
    """Parse a query into a tree. Adjacent unquoted words form one term."""
    tokens = _tokens(query)
    if not tokens:
        raise InvalidQuery("the query has no words")
    if len(tokens) > MOST_TOKENS:
        raise InvalidQuery(f"the query has more than {MOST_TOKENS} words")
    return _Parser(tokens).whole()


def _tokens(query: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(query.replace("“", '"').replace("”", '"')):
        kind = match.lastgroup or ""
        if match["dates"]:
            found.append(_Token("dates", f"{match['since']} {match['until']}"))
        elif kind == "word" and match["word"] in ("AND", "OR", "NOT", "ANDNOT"):
            found.append(_Token(match["word"], ""))
        elif kind != "phrase" or match["phrase"].strip():
            found.append(_Token(kind, match[kind].strip()))
    return found


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        parts = []
        while self._at < len(self._tokens):
            before = self._at
            part = self._either("all")
            if part is not None:
                parts.append(part)
            if self._at == before:
                self._at += 1  # a closing parenthesis that nothing opened
        if not parts:
            raise InvalidQuery("the query has operators but no words")
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else "end"

    def _either(self, field: str) -> Node | None:
        parts = [self._both(field)]
        while self._kind() == "OR":
            self._at += 1
            parts.append(self._both(field))
        given = tuple(part for part in parts if part is not None)
        return given[0] if len(given) == 1 else Some(given) if given else None

    def _both(self, field: str) -> Node | None:
        parts: list[Node] = []
        while True:
            kind = self._kind()
            if kind in ("AND", "NOT", "ANDNOT"):
                self._at += 1
                part = self._unit(field)
                if part is not None:
                    parts.append(part if kind == "AND" else Without(part))
            elif kind in ("end", "OR", "close"):
                break
            else:
                part = self._unit(field)
                if part is not None:
                    parts.append(part)
        return parts[0] if len(parts) == 1 else All(tuple(parts)) if parts else None

    def _unit(self, field: str) -> Node | None:
        kind = self._kind()
        if kind in ("NOT", "ANDNOT"):
            self._at += 1
            part = self._unit(field)
            return Without(part) if part is not None else None
        if kind == "open":
            return self._group(field)
        if kind == "field":
            name = self._take().text.lower()
            if name not in _FIELDS:
                raise InvalidQuery(f"'{name}:' is not a field; use ti:, abs:, au:, cat:, all: or plain words")
            return (
                self._unit(_FIELDS[name]) if self._kind() == "open" else self._term(_FIELDS[name], one=True)
            )
        if kind == "dates":
            return _dates(self._take().text)
        return self._term(field, one=False)

    def _group(self, field: str) -> Node | None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise InvalidQuery(f"parentheses are nested deeper than {DEEPEST}")
        self._at += 1
        inner = self._either(field)
        if self._kind() == "close":
            self._at += 1
        self._depth -= 1
        return inner

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _term(self, field: str, *, one: bool) -> Node | None:
        """Parse a phrase, or the unquoted words up to the next operator; after a field such as `ti:` a
        single word."""
        if self._kind() == "phrase":
            return self._tagged(self._take().text, field, quoted=True)
        words: list[str] = []
        while self._kind() == "word" and not (one and words):
            words.append(self._take().text)
        if self._kind() == "tag" and not words:
            self._at += 1
        return self._tagged(" ".join(words), field, quoted=False) if words else None

    def _tagged(self, text: str, field: str, *, quoted: bool) -> Node:
        if self._kind() == "tag":
            name = self._take().text.strip("[]").lower().split(" ")[0]
            field = _FIELDS.get(name, "all")
        return Term(text, field, quoted)


def _dates(text: str) -> Node:
    try:
        since, until = (date(int(day[:4]), int(day[4:6]), int(day[6:8])) for day in text.split())
    except ValueError:
        raise InvalidQuery("submittedDate needs days such as [20250101 TO 20251031]") from None
    return Dates(since, until)


def terms_of(node: Node) -> list[Term]:
    """Return all terms but the excluded ones."""
    if isinstance(node, Term):
        return [node]
    if isinstance(node, All | Some):
        return [term for part in node.parts for term in terms_of(part)]
    return []
