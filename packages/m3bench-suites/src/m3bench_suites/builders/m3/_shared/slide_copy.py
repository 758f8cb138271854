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
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import CallResult, PlanError, Solution

SUBREDDITS = {"Film": "movies", "Book": "books", "Article": "frugal", "Currency": "personalfinance"}
"""The subreddit for each kind of row."""
SHORTEST_SECRET = 6
TITLE_SLIDE = "title"
_WHERE = (
    "r/movies if it is about films, r/books for books, r/frugal for prices in a shop, "
    "r/personalfinance for money"
)
_LOOK = (
    "It should look the same, too: the colours of the background, the title and the other text, and a bold "
    "title that is larger than the subtitle{font}. "
)
REQUESTS = (
    (
        "{picture} is a slide that I only have as a picture. {condition}Make it anew as {file}: the same "
        "title and subtitle and all else that it says, in the same form (points as text, a table as a table, "
        "a chart as a chart of its kind with the same names and numbers); the page number can go. "
        "{look}{second}"
    ),
    (
        "Please rebuild the slide in {picture} as a PowerPoint file, {file}. {condition}Everything on it "
        "should be there again, as text, table or chart just as in the picture, without the page number. "
        "{look}{second}"
    ),
    (
        "I lost the file behind this slide ({picture}). {condition}Recreate it and save it as {file}, with "
        "all that it says: what is a table stays a table, a chart stays a chart of the same kind, text stays "
        "text; leave the page number out. {look}{second}"
    ),
)
FUZZY = (
    (
        "Can you turn {picture} back into a real slide ({file})? {condition}Same words, same numbers, same "
        "kind of thing below the heading, never mind the page number. {look}{second}"
    ),
    (
        "I need this one ({picture}) as PowerPoint again, {file}. {condition}Everything that it says, as "
        "text, table or chart like there; skip the page number. {look}{second}"
    ),
    (
        "Somebody sent me {picture}, but I want to edit it. {condition}Make {file} out of it with everything "
        "that is on it except the page number, in the same form. {look}{second}"
    ),
)
_CONDITION = (
    "I only need it if its title asks a question, as it is for a round of questions and answers; if not, "
    "just tell me what it says and make no file. "
)
_SECONDS = {
    "none": "",
    "threads": "Add a second slide titled “{heading}” with the titles of the {threads} hottest threads from "
    f"Reddit as points: {_WHERE}.",
    "comment": "Add a second slide titled “{heading}” with two points: the title of the hottest thread on "
    f"Reddit, and the author and text of its top comment. Take {_WHERE}.",
    "extremes": "Add a second slide titled “In short” that names, as two points, the entry with the highest "
    "value (“Highest: …”) and the one with the lowest (“Lowest: …”).",
}
_FIELDS = {
    "first_entry": AnswerField("first_entry", FieldType.NAME, "the first entry that the slide lists, if any"),
    "first_value": AnswerField("first_value", FieldType.NAME, "the value of that entry, as it is printed"),
    "presenter": AnswerField("presenter", FieldType.NAME, "the person that the slide names, if any"),
    "question": AnswerField("question", FieldType.YES_NO, "whether the title asks a question"),
    "threads": AnswerField("threads", FieldType.NAME, "the titles of the threads that were added", many=True),
    "commenter": AnswerField("commenter", FieldType.NAME, "who wrote the top comment that was added"),
    "highest": AnswerField("highest", FieldType.NAME, "the entry with the highest value"),
    "lowest": AnswerField("lowest", FieldType.NAME, "the entry with the lowest value"),
}
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

    def words(self, picture: str) -> dict[str, str]:
        second = _SECONDS[self.second].format(heading=self.heading, threads=self.threads)
        font = f", with the title and the subtitle in {self.font}" if self.font else ""
        return {
            "picture": picture, "file": self.file, "second": second, "look": _LOOK.format(font=font),
            "condition": _CONDITION if self.only_questions else "",
        }  # fmt: skip

    @property
    def form(self) -> AnswerForm:
        added = [_FIELDS[name] for name in _ADDED.get(self.second, ())]
        return AnswerForm(
            (
                AnswerField("title", FieldType.NAME, "the title of the slide in the picture"),
                AnswerField("subtitle", FieldType.NAME, "its subtitle"),
                *(_FIELDS[name] for name in ("first_entry", "first_value", "presenter", "question")),
                *added,
            )
        )

    def is_wanted(self, original: Original) -> bool:
        return original.asks or not self.only_questions


class SecondSlide(NamedTuple):
    """The second slide: its points, and their threads and author."""

    points: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    commenter: str = ""


def posts(hot: CallResult) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = hot.data["posts"]
    if not found:
        raise PlanError(f"{hot.tool} found no threads.")
    return found


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
        return fields | {name: Expected() for name in _ADDED.get(case.second, ())}
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
