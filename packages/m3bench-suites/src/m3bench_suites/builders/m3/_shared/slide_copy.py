"""Copies of a pictured slide: its content, requests, answer form and checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import (
    Expected,
    FileExists,
    NoStrayFiles,
    SlideChart,
    SlideLayout,
    SlideStyle,
    SlideTable,
    SlideTexts,
    TextStyle,
    Tolerance,
)
from m3bench.suites import CallResult, Solution
from m3bench_suites.builders.tasks import require

SUBREDDITS = {"Film": "movies", "Book": "books", "Article": "frugal", "Currency": "personalfinance"}
"""The subreddit for each kind of row."""
SHORTEST_SECRET = 6
TITLE_SLIDE = "title"
ADDED = ("threads", "commenter", "highest", "lowest")
_ADDED = {"threads": ("threads",), "comment": ("threads", "commenter"), "extremes": ("highest", "lowest")}
_CENT = Tolerance(0.005)


class Row(NamedTuple):
    name: str
    value: float
    shown: str


class Original(NamedTuple):
    """The content of the slide in the picture."""

    layout: str
    title: str
    subtitle: str
    columns: tuple[str, str]
    rows: tuple[Row, ...]
    points: tuple[str, ...]
    presenter: str
    scheme: str
    colours: dict[str, str]

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Original:
        rows = tuple(Row(row["name"], row["value"], row["shown"]) for row in facts["rows"])
        one, other = facts["columns"]
        return cls(
            facts["layout"], facts["title"], facts["subtitle"], (one, other), rows, tuple(facts["points"]),
            facts["presenter"], facts["scheme"], facts["colours"],
        )  # fmt: skip

    @property
    def subreddit(self) -> str:
        return SUBREDDITS[self.columns[0]]

    @property
    def asks(self) -> bool:
        """Whether the title asks a question."""
        return self.title.endswith("?")

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts that only the picture shows, except short names such as "It", which may occur in any text."""
        names = [row.name for row in self.rows if len(row.name) >= SHORTEST_SECRET]
        return self.title, self.subtitle, *names, *((self.presenter,) if self.presenter else ())

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts below the title."""
        return (self.subtitle, *self.points, *((self.presenter,) if self.presenter else ()))

    @property
    def highest(self) -> Row:
        return max(self.rows, key=lambda row: row.value)

    @property
    def lowest(self) -> Row:
        return min(self.rows, key=lambda row: row.value)

    @property
    def has_ends(self) -> bool:
        """Whether exactly one entry is the highest and one the lowest."""
        values = sorted(row.value for row in self.rows)
        return len(values) > 1 and values[0] < values[1] and values[-2] < values[-1]


class Case(NamedTuple):
    """What a task asks for."""

    second: str
    threads: int
    heading: str
    file: str
    font: str
    """Font of the title and the subtitle, empty for any."""
    only_questions: bool
    """Whether the file is wanted only if the title asks a question."""

    @property
    def asks_forum(self) -> bool:
        return self.second in ("threads", "comment")

    @property
    def title(self) -> str:
        """The title of the second slide."""
        return "In short" if self.second == "extremes" else self.heading

    @property
    def added(self) -> tuple[str, ...]:
        """The fields about the second slide."""
        return _ADDED.get(self.second, ())

    def is_wanted(self, original: Original) -> bool:
        return original.asks or not self.only_questions


class SecondSlide(NamedTuple):
    """The second slide: its points, and their threads and author."""

    points: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    commenter: str = ""


def posts(hot: CallResult) -> list[dict[str, Any]]:
    threads: list[dict[str, Any]] = hot.data["posts"]
    require(threads, f"{hot.tool} found no threads.")
    return threads


def solution(original: Original, case: Case, added: SecondSlide) -> Solution:
    answer = f"The slide is titled “{original.title}”, with the subtitle “{original.subtitle}”. "
    if original.rows:
        answer += f"Its first entry is {original.rows[0].name} with {original.rows[0].shown}. "
    wanted = case.is_wanted(original)
    answer += f"It is saved as {case.file}." if wanted else "It asks no question, so I made no file."
    if added.points:
        answer += f" The second slide says: {'; '.join(added.points)}."
    checks = _checks(original, case, added) if wanted else (NoStrayFiles(),)
    return Solution(answer=answer, fields=_expected(original, case, added), checks=checks)


def _expected(original: Original, case: Case, added: SecondSlide) -> dict[str, Expected]:
    first = original.rows[0] if original.rows else None
    fields = {
        "title": Expected(original.title),
        "subtitle": Expected(original.subtitle),
        "first_entry": Expected(first.name) if first else Expected(),
        "first_value": Expected(first.shown, also=_spellings(first)) if first else Expected(),
        "presenter": Expected(original.presenter) if original.presenter else Expected(),
        "question": Expected(original.asks, grounds=(original.title,)),
    }
    if not case.is_wanted(original):
        return fields | {name: Expected() for name in case.added}
    if case.second == "extremes":
        shown = (original.highest.shown, original.lowest.shown)
        fields["highest"] = Expected(original.highest.name, grounds=(original.highest.name, shown[0]))
        fields["lowest"] = Expected(original.lowest.name, grounds=(original.lowest.name, shown[1]))
    if added.threads:
        fields["threads"] = Expected(items=tuple(Expected(title) for title in added.threads))
    if added.commenter:
        fields["commenter"] = Expected(added.commenter, also=(f"u/{added.commenter}",))
    return fields


def _spellings(row: Row) -> tuple[str, ...]:
    """Return the value without its unit, and with the unit spelled out."""
    number = f"{row.value:g}"
    return tuple(
        dict.fromkeys(
            (number, f"{row.value:.2f}", f"{number} minutes", f"{row.value:.2f} USD", f"{number} pages")
        )
    )


def _checks(original: Original, case: Case, added: SecondSlide) -> tuple[Any, ...]:
    first = (original.title, *original.texts)
    slides = (first, (case.title, *added.points)) if added.points else (first,)
    font = case.font or None
    styles = (
        TextStyle(original.title, original.colours["title"], font, bold=True, larger_than=original.subtitle),
        TextStyle(original.subtitle, original.colours["text"], font),
    )
    return (
        FileExists(path="**/*.pptx", count=1),
        SlideTexts(path=case.file, per_slide=slides, at_least=len(slides)),
        SlideLayout(path=case.file),
        SlideStyle(path=case.file, texts=styles, background=original.colours["background"]),
        *_content_checks(original, case.file),
    )


def _content_checks(original: Original, file: str) -> Sequence[Any]:
    """Return checks that a table is copied as a table and a chart as a chart."""
    names = tuple(row.name for row in original.rows)
    if original.layout == "table":
        rows = tuple((row.name, [row.shown, *_spellings(row)]) for row in original.rows)
        return (SlideTable(path=file, rows=rows, slide=1),)
    if original.layout in ("points", TITLE_SLIDE):
        return ()
    kind = "pie" if original.layout == "pie chart" else "bar"
    values = tuple(float(row.value) for row in original.rows)
    return (SlideChart(path=file, chart=kind, categories=names, values=values, slide=1, tolerance=_CENT),)
