"""A small query language over rows: select … from … where … order by … limit …"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

import msgspec

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument

Row = Any
Test = Callable[[Row], bool]

DEEPEST = 20
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*'|"[^"]*")|(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"""
    r"""|(?P<word>[A-Za-z_][\w.]*)|(?P<mark><=|>=|!=|<>|==|[=<>(),*;]))""",
    re.ASCII,
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FUNCTIONS = ("count", "min", "max", "avg", "sum")
_CLAUSES = ("from", "where", "order", "limit", "top")
EXAMPLE = (
    "select pl_name, pl_rade from exoplanets where pl_rade < 2 and st_teff > 5000 order by sy_dist limit 10"
)


class Query(msgspec.Struct, frozen=True):
    columns: list[str]
    """Empty for all."""
    totals: list[tuple[str, str]]
    """Aggregates as (function, column); count has the column '*'."""
    table: str | None
    test: Test
    order: list[tuple[str, bool]]
    """(column, whether descending)"""
    limit: int | None


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str

    @property
    def word(self) -> str:
        return self.text.lower() if self.kind == "word" else self.text


_END = _Token("end", "")


def parse(text: str, columns: tuple[str, ...], aliases: dict[str, str]) -> Query:
    """Parse a query; without `select` it is a condition. Raises `BadArgument` for an invalid query."""
    return _Parser(_tokens(text), columns, aliases).query()


def _tokens(text: str) -> list[_Token]:
    tokens, place = [], 0
    text = text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None or found.lastgroup is None:
            raise _problem(f"'{text[place:].strip()[:20]}' cannot be parsed")
        tokens.append(_Token(found.lastgroup, found[found.lastgroup]))
        place = found.end()
    return tokens


def _problem(what: str) -> BadArgument:
    return BadArgument("query", f"{what}; write it like: {EXAMPLE}")


class _Parser:
    def __init__(self, tokens: list[_Token], columns: tuple[str, ...], aliases: dict[str, str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._columns = columns
        self._aliases = aliases
        self._depth = 0

    def query(self) -> Query:
        columns: list[str] = []
        totals: list[tuple[str, str]] = []
        limit: int | None = None
        has_select = self._take("select")
        if has_select:
            limit = self._whole() if self._take("top") else None
            columns, totals = self._selection()
        table = self._next("a table").text if self._take("from") else None
        has_condition = self._take("where") or (not has_select and self._peek().word not in _CLAUSES)
        test = self._either() if has_condition and self._peek() is not _END else _always
        order = self._ordering()
        limit = self._whole() if self._take("limit") else limit
        self._take(";")
        if self._peek() is not _END:
            raise _problem(f"'{self._peek().text[:30]}' is unexpected there")
        return Query(columns, totals, table, test, order, limit)

    def _peek(self) -> _Token:
        return self._tokens[self._place] if self._place < len(self._tokens) else _END

    def _next(self, expected: str) -> _Token:
        token = self._peek()
        if token is _END:
            raise _problem(f"it ends where {expected} is expected")
        self._place += 1
        return token

    def _take(self, word: str) -> bool:
        if self._peek().kind != "text" and self._peek().word == word:
            self._place += 1
            return True
        return False

    def _demand(self, word: str) -> None:
        if not self._take(word):
            raise _problem(f"'{word}' is expected before '{self._peek().text[:20] or 'the end'}'")

    def _whole(self) -> int:
        token = self._next("a number")
        if token.kind != "number" or not token.text.isdigit() or len(token.text) > 9:
            raise _problem(f"'{token.text[:20]}' is not a whole number from 0")
        return int(token.text)

    def _column(self) -> str:
        token = self._next("a column")
        name = token.word.rsplit(".", 1)[-1].strip('"')
        name = self._aliases.get(name, name)
        if name not in self._columns:
            near = near_misses(name, (*self._columns, *self._aliases)) or self._columns
            raise BadArgument("query", f"there is no column '{token.text[:40]}'; perhaps: {', '.join(near)}")
        return name

    def _selection(self) -> tuple[list[str], list[tuple[str, str]]]:
        columns: list[str] = []
        totals: list[tuple[str, str]] = []
        if self._take("*"):
            return columns, totals
        while True:
            token = self._peek()
            following = self._tokens[self._place + 1 : self._place + 2]
            if token.word in _FUNCTIONS and following and following[0].text == "(":
                totals.append(self._total())
            else:
                columns.append(self._column())
            if not self._take(","):
                break
        if columns and totals:
            raise _problem("columns and functions such as count(*) cannot be selected together")
        return columns, totals

    def _total(self) -> tuple[str, str]:
        function = self._next("a function").word
        self._demand("(")
        column = "*" if function == "count" and self._take("*") else self._column()
        self._demand(")")
        return function, column

    def _ordering(self) -> list[tuple[str, bool]]:
        order: list[tuple[str, bool]] = []
        if not self._take("order"):
            return order
        self._demand("by")
        while True:
            column = self._column()
            descending = self._take("desc")
            if not descending:
                self._take("asc")
            order.append((column, descending))
            if not self._take(","):
                return order

    def _either(self) -> Test:
        tests = [self._both()]
        while self._take("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda row: any(test(row) for test in tests)

    def _both(self) -> Test:
        tests = [self._single()]
        while self._take("and"):
            tests.append(self._single())
        return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)

    def _single(self) -> Test:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _problem(f"it is nested deeper than {DEEPEST} levels")
        try:
            if self._take("not"):
                inner = self._single()
                return lambda row: not inner(row)
            if self._take("("):
                test = self._either()
                self._demand(")")
                return test
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> Test:
        column = self._column()
        value = operator.attrgetter(column)
        denied = self._take("not")
        if self._take("between"):
            low = self._value(column)
            self._demand("and")
            high = self._value(column)
            return _maybe_not(lambda row: bool(low <= _casefold(value(row)) <= high), denied=denied)
        if self._take("in"):
            allowed = self._list(column)
            return _maybe_not(lambda row: _casefold(value(row)) in allowed, denied=denied)
        if self._take("like"):
            pattern = _unquote(self._next("a pattern").text).casefold()
            return _maybe_not(lambda row: _is_like(str(value(row)).casefold(), pattern), denied=denied)
        if self._take("is"):
            wanted_null = not self._take("not")
            self._demand("null")
            return _never if wanted_null else _always
        mark = self._next("a comparison").text
        if mark not in _COMPARE or denied:
            raise _problem(
                f"'{mark[:20]}' is not a comparison; use one of {' '.join(_COMPARE)}, like, in, between"
            )
        compare, other = _COMPARE[mark], self._value(column)
        return lambda row: compare(_casefold(value(row)), other)

    def _list(self, column: str) -> list[Any]:
        self._demand("(")
        values = [self._value(column)]
        while self._take(","):
            values.append(self._value(column))
        self._demand(")")
        return values

    def _value(self, column: str) -> Any:
        token = self._next("a value")
        if column not in TEXT_COLUMNS:
            return _number(token, column)
        if token.kind == "number":
            raise _problem(_mismatch(column, token.text))
        return _casefold(_unquote(token.text))


TEXT_COLUMNS = ("pl_name", "hostname", "pl_letter", "discoverymethod", "st_spectype")


def _mismatch(column: str, text: str) -> str:
    kind = "text in quotes" if column in TEXT_COLUMNS else "a number"
    return f"{column} is compared with {kind}, not with {text[:30]}"


def _number(token: _Token, column: str) -> float:
    if token.kind != "number":
        raise _problem(_mismatch(column, token.text))
    number = float(token.text)
    if not math.isfinite(number):
        raise _problem(f"{token.text[:20]} is too large")
    return number


def _unquote(text: str) -> str:
    if text[:1] in "'\"" and len(text) >= 2:
        return text[1:-1].replace("''", "'")
    return text


def _casefold(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def _is_like(text: str, pattern: str) -> bool:
    """Match SQL's LIKE: % stands for any letters, _ for one. Backtracks to the last % only."""
    place, at, last_any, resume = 0, 0, -1, 0
    while place < len(text):
        if at < len(pattern) and pattern[at] == "%":
            last_any, resume, at = at, place, at + 1
        elif at < len(pattern) and pattern[at] in ("_", text[place]):
            place, at = place + 1, at + 1
        elif last_any >= 0:
            resume += 1
            place, at = resume, last_any + 1
        else:
            return False
    return not pattern[at:].strip("%")


def _maybe_not(test: Test, *, denied: bool) -> Test:
    return (lambda row: not test(row)) if denied else test


def _always(row: Row) -> bool:
    del row
    return True


def _never(row: Row) -> bool:
    del row
    return False
