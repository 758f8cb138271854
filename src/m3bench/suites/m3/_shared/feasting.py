"""Food that people talk about: how it is asked for, and what the table, the answer and the checks are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import ArgumentFromPicture, Called, Claim, Claims, FileExists, Quantity, SheetCells
from m3bench.suites.m3._shared.office import Cell, Workbook
from m3bench.suites.planning import Found, PlanError, Solution, Wanted

EDIBLE = (
    "apple", "pear", "orange", "lemon", "banana", "grapes", "strawberry", "pineapple", "watermelon", "kiwi",
    "peach", "tomato", "carrot", "broccoli", "eggplant", "cucumber", "onion", "bell pepper", "pumpkin",
    "radish", "corn", "lettuce",
)  # fmt: skip
_TITLES = {"orange": "Orange (fruit)"}
FOOD, COMMENTS, COUNT = "Food", "Comments", "Pieces"
SPECIES, DESCRIPTION = "Scientific Name", "Wikipedia Description"
MANY_NAMES = frozenset(("kiwi", "corn"))
"""Kiwifruit and maize are as right: not to be asked for by name."""
REQUESTS = (
    (
        "What food is in {photo}? For {which}, find the hottest post in the subreddit that has just its name "
        "(in the singular, such as r/plum for plums) and note how many comments it has; then get a brief "
        "description and the scientific name from Wikipedia. Write {file}, sheet {sheet}, with the columns "
        "{columns} and a row for each kind, named in the singular.{finish} {thread}Tell me which kinds there "
        "are and the comment counts."
    ),
    (
        "Please go through the food in {photo}. I want to know for {which}: the number of comments on the "
        "top hot post of the subreddit called like it (singular, r/plum for example), and from Wikipedia a "
        "short description and the scientific name. Save that as {file} with a sheet {sheet} and the columns "
        "{columns}, one row per kind in the singular.{finish} {thread}Give me the comment counts in your "
        "answer too."
    ),
    (
        "Look at {photo} and make an Excel file {file} about the food in it. On the sheet {sheet} I need "
        "{columns}: for {which} one row, its name in the singular, the comments on the hottest post in its "
        "own subreddit (named like the food, singular, as in r/plum), and what Wikipedia says it is, "
        "scientific name included.{finish} {thread}Then sum up what you found, with the counts."
    ),
)
FUZZY = (
    (
        "How much are people talking about the food in {photo}? Take {which}, look at the hottest post in "
        "its own subreddit (the plain singular name, like r/plum) and at what Wikipedia says (I like the "
        "scientific names), and put it into {file}, sheet {sheet}: {columns}.{finish} {thread}And tell me "
        "how it looks."
    ),
    (
        "I would like a little food table from {photo}: {which}, with how many comments its subreddit's "
        "hottest post has (r/plum style, singular) and a line from Wikipedia, Latin name and all. {file}, "
        "sheet {sheet}, please, with {columns}.{finish} {thread}What are the numbers?"
    ),
    (
        "See the food in {photo}? Check how busy the top post in each one's subreddit is (named in the "
        "singular, think r/plum) and what Wikipedia makes of it, scientific name too, for {which}. Into "
        "{file} with it, sheet {sheet}: {columns}.{finish} {thread}Let me know the counts."
    ),
)
_WHICH = {"all": "every kind", "thread": "every kind", "several": "every kind that is there at least twice"}
_THREAD = "Of those posts, open the one with the most comments and tell me who wrote the top comment there. "
_FINISHES = {
    "none": "",
    "sum": " Below the last comment count, put the total as a SUM formula.",
    "chart": " Add a bar chart of the comment counts to the sheet.",
    "bold": " Make the headings bold.",
}


class Shape(NamedTuple):
    """What a task asks for."""

    ask: str
    with_count: bool
    """Whether the table says how many of each there are."""
    finish: str
    book: Workbook

    def words(self, photo: str) -> dict[str, str]:
        """What the requests are filled with."""
        pieces = f"{COUNT} (how many there are), " if self.with_count else ""
        return {
            "photo": photo, "file": self.book.file, "sheet": self.book.sheet, "which": _WHICH[self.ask],
            "columns": f"{FOOD}, {COMMENTS}, {pieces}{SPECIES} and {DESCRIPTION}",
            "finish": _FINISHES[self.finish], "thread": _THREAD if self.ask == "thread" else "",
        }  # fmt: skip


class Food(NamedTuple):
    """What was found on one kind of food."""

    name: str
    pieces: int
    post: dict[str, Any]
    article: dict[str, Any]

    @classmethod
    def of(cls, label: str, pieces: int, forum: Found, article: Found) -> Food:
        posts = forum.data["posts"] if isinstance(forum.data, dict) else []
        if not posts or not isinstance(article.data, dict) or " may refer to" in article.data["summary"]:
            raise PlanError(f"There is no post or no article about {label}.")
        return cls(singular(label), pieces, posts[0], article.data)

    @property
    def comments(self) -> int:
        return int(self.post["num_comments"])

    @property
    def species(self) -> str:
        """The scientific name."""
        description: str = self.article["description"]
        return description.rpartition(", ")[2]

    @property
    def described(self) -> str:
        """The first sentence of the article."""
        summary: str = self.article["summary"]
        head, _, _ = summary.partition(" It grows")
        return head


def singular(label: str) -> str:
    return "grape" if label == "grapes" else label


def title(label: str) -> str:
    """Of the article."""
    return _TITLES.get(label, singular(label).capitalize())


def table(foods: Sequence[Food], shape: Shape) -> list[list[Cell]]:
    counted = [COUNT] if shape.with_count else []
    rows: list[list[Cell]] = [[FOOD, COMMENTS, *counted, SPECIES, DESCRIPTION]]
    for food in foods:
        pieces = [food.pieces] if shape.with_count else []
        rows.append([food.name.capitalize(), food.comments, *pieces, food.species, food.described])
    return rows


def finishing(shape: Shape, rows: Sequence[Sequence[Cell]], sheet: Found) -> Wanted | None:
    if shape.finish == "sum":
        return shape.book.summed(f"B{len(rows) + 1}", f"=SUM(B2:B{len(rows)})", sheet)
    if shape.finish == "chart":
        return shape.book.charted(f"A1:B{len(rows)}", COMMENTS, sheet)
    if shape.finish == "bold":
        return shape.book.emboldened("A1", f"{'ABCDE'[len(rows[0]) - 1]}1", sheet)
    return None


def most_discussed(foods: Sequence[Food]) -> Food:
    first, second, *_ = sorted(foods, key=lambda food: -food.comments)
    if first.comments == second.comments:
        raise PlanError(f"{first.name} and {second.name} are equally much discussed.")
    return first


def solution(foods: Sequence[Food], shape: Shape, top: Food | None, best: dict[str, Any] | None) -> Solution:
    """`top` is the food with the most comments and `best` the top comment there, where they were asked."""
    sentences = [
        f"{food.name.capitalize()} ({food.species}): {food.comments} comments on the hottest post."
        for food in foods
    ]
    claims = [
        Claim(
            f"{food.name}: {food.comments} comments",
            number=Quantity(food.comments, near=(food.name, "comment")),
        )
        for food in foods
    ]
    if top is not None and best is not None:
        sentences.append(f"Most are on the post about {top.name}; the top one there is by {best['author']}.")
        claims.append(Claim(f"the top comment is by {best['author']}", all_of=(best["author"],)))
    sentences.append(f"The table is in {shape.book.file}, sheet {shape.book.sheet}.")
    return Solution(answer=" ".join(sentences), checks=_checks(foods, shape, tuple(claims)))


def _checks(foods: Sequence[Food], shape: Shape, claims: tuple[Claim, ...]) -> tuple[Any, ...]:
    rows = table(foods, shape)
    added = {f"B{len(rows) + 1}": f"=SUM(B2:B{len(rows)})"} if shape.finish == "sum" else {}
    tools = {"chart": "excel/create_chart", "bold": "excel/format_range"}
    names = tuple(food.name for food in foods)
    return (
        FileExists(path="**/*.xlsx", count=1),
        SheetCells(
            path=shape.book.file, sheet=shape.book.sheet, columns=tuple(map(str, rows[0][:-1])),
            rows=tuple(tuple(row[:-1]) for row in rows[1:]), more_rows=bool(added), formulas=added,
        ),
        Claims(claims=claims),
        ArgumentFromPicture(
            tool="Reddit-MCP-Server/search_hot_posts", argument="subreddit", values=names, at_least=len(names)
        ),
        *((Called(tool=tools[shape.finish]),) if shape.finish in tools else ()),
    )  # fmt: skip
