"""A slide made anew: what it holds, how it is asked for, and what the answer and the checks are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import (
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    Claim,
    Claims,
    FileExists,
    Quantity,
    SlideLayout,
    SlideTexts,
    Tolerance,
)
from m3bench.suites.planning import Found, PlanError, Solution

SUBREDDITS = {"Film": "movies", "Book": "books", "Article": "frugal", "Currency": "personalfinance"}
"""Where people talk about what the rows of a slide are."""
SHORTEST_SECRET = 6
_WHERE = (
    "r/movies if it is about films, r/books for books, r/frugal for prices in a shop, "
    "r/personalfinance for money"
)
REQUESTS = (
    (
        "{picture} is a slide that I only have as a picture. Make it anew as {file}: the same title and "
        "subtitle, and below it the same content in the same form (points as text, a table as a table, a "
        "chart as a chart of its kind with the same names and numbers); the page number can go. {second}Tell "
        "me the title, and the first entry with its value."
    ),
    (
        "Please rebuild the slide in {picture} as a PowerPoint file, {file}. Title, subtitle and all entries "
        "with their values should be there again, as text, table or chart just as in the picture, without "
        "the page number. {second}In your answer, name the title and the first entry with its value."
    ),
    (
        "I lost the file behind this slide ({picture}). Recreate it and save it as {file}, with its title, "
        "its subtitle and its content: what is a table stays a table, a chart stays a chart of the same "
        "kind, points stay text; leave the page number out. {second}Say in a sentence what the slide is "
        "called and what its first entry is, value included."
    ),
)
FUZZY = (
    (
        "Can you turn {picture} back into a real slide ({file})? Same words, same numbers, and the same kind "
        "of thing below the heading, never mind the page number. {second}What is it called, and what does "
        "the first entry say?"
    ),
    (
        "I need this one ({picture}) as PowerPoint again, {file}, looking about the same: title, subtitle, "
        "and the table or chart or text; skip the page number. {second}Tell me its title and the first entry "
        "with its number."
    ),
    (
        "Somebody sent me {picture}, but I want to edit it. Make {file} out of it with everything that is on "
        "it except the page number, in the same form. {second}How is it titled, and what is listed first, "
        "with which value?"
    ),
)
_SECONDS = {
    "none": "",
    "threads": "Add a second slide titled “{heading}” with the titles of the {threads} hottest threads from "
    f"Reddit as points: {_WHERE}. ",
    "comment": "Add a second slide titled “{heading}” with two points: the title of the hottest thread on "
    f"Reddit, and the author and text of its top comment. Take {_WHERE}. ",
    "extremes": "Add a second slide titled “In short” that names, as two points, the entry with the highest "
    "value (“Highest: …”) and the one with the lowest (“Lowest: …”). ",
}


class Row(NamedTuple):
    name: str
    value: float
    shown: str


class Original(NamedTuple):
    """What is on the slide in the picture."""

    layout: str
    title: str
    subtitle: str
    columns: tuple[str, str]
    rows: tuple[Row, ...]
    points: tuple[str, ...]

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Original:
        rows = tuple(Row(row["name"], row["value"], row["shown"]) for row in facts["rows"])
        one, other = facts["columns"]
        return cls(
            facts["layout"], facts["title"], facts["subtitle"], (one, other), rows, tuple(facts["points"])
        )

    @property
    def subreddit(self) -> str:
        return SUBREDDITS[self.columns[0]]

    @property
    def secrets(self) -> tuple[str, ...]:
        """What only the picture says. A film may be called "It": short names are in any text."""
        names = [row.name for row in self.rows if len(row.name) >= SHORTEST_SECRET]
        return self.title, self.subtitle, *names

    @property
    def highest(self) -> Row:
        return max(self.rows, key=lambda row: row.value)

    @property
    def lowest(self) -> Row:
        return min(self.rows, key=lambda row: row.value)

    @property
    def has_ends(self) -> bool:
        """Whether one entry is the highest and one the lowest."""
        values = sorted(row.value for row in self.rows)
        return values[0] < values[1] and values[-2] < values[-1]


class Shape(NamedTuple):
    """What a task asks for."""

    second: str
    threads: int
    heading: str
    file: str

    @property
    def asks_forum(self) -> bool:
        return self.second in ("threads", "comment")

    def words(self, picture: str) -> dict[str, str]:
        second = _SECONDS[self.second].format(heading=self.heading, threads=self.threads)
        return {"picture": picture, "file": self.file, "second": second}


def posts(hot: Found) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = hot.data["posts"]
    if not found:
        raise PlanError(f"{hot.tool} found no threads.")
    return found


def solution(original: Original, shape: Shape, lines: Sequence[str]) -> Solution:
    first = original.rows[0]
    answer = f"The slide is titled “{original.title}”; its first entry is {first.name} with {first.shown}. "
    answer += f"It is saved as {shape.file}."
    if lines:
        answer += f" The second slide says: {'; '.join(lines)}."
    claims = (
        Claim(f"the title is {original.title}", all_of=(original.title,)),
        Claim(f"the first entry is {first.name}", all_of=(first.name,)),
        Claim(f"its value is {first.shown}", number=Quantity(float(first.value), Tolerance(0.005))),
    )
    return Solution(answer=answer, checks=(Claims(claims=claims), *_checks(original, shape, lines)))


def _checks(original: Original, shape: Shape, lines: Sequence[str]) -> list[Any]:
    heading = "In short" if shape.second == "extremes" else shape.heading
    first = (original.title, original.subtitle, *_entries(original))
    slides = (first, (heading, *lines)) if lines else (first,)
    checks: list[Any] = [
        FileExists(path="**/*.pptx", count=1),
        SlideTexts(path=shape.file, per_slide=slides, at_least=len(slides)),
        SlideLayout(path=shape.file),
        ArgumentFromResult(
            tool="ppt/save_presentation", argument="presentation_id", source_tool="ppt/create_presentation"
        ),
    ]
    if original.layout == "table":
        checks.append(Called(tool="ppt/add_table"))
    elif original.layout != "points":
        kind = "pie" if original.layout == "pie chart" else "bar|column"
        charted = {
            "categories": [row.name for row in original.rows],
            "series_values": [[row.value for row in original.rows]],
            "chart_type": {"$regex": kind},
        }
        checks.append(Called(tool="ppt/add_chart", arguments=charted))
    if shape.asks_forum:
        checks.append(
            ArgumentFromPicture(
                tool="Reddit-MCP-Server/search_hot_posts", argument="subreddit", values=(original.subreddit,)
            )
        )
    return checks


def _entries(original: Original) -> tuple[str, ...]:
    """The texts of the entries; those of a chart are not text."""
    if original.layout == "points":
        return original.points
    return tuple(f"{row.name} {row.shown}" for row in original.rows) if original.layout == "table" else ()
