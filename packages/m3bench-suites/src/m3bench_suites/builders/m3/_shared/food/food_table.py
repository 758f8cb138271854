"""Tables about food and its forum posts: requests, answer, and checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetBold, SheetCells, SheetChart
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, PlanError, PlannedCall, Solution
from m3bench_suites.builders.m3._shared.office import Cell, Workbook

EDIBLE = (
    "apple", "pear", "orange", "lemon", "banana", "grapes", "strawberry", "pineapple", "watermelon", "kiwi",
    "peach", "tomato", "carrot", "broccoli", "eggplant", "cucumber", "onion", "bell pepper", "pumpkin",
    "radish", "corn", "lettuce",
)  # fmt: skip
_TITLES = {"orange": "Orange (fruit)"}
FOOD, COMMENTS, COUNT = "Food", "Comments", "Pieces"
SPECIES, DESCRIPTION = "Scientific Name", "Wikipedia Description"
_HEADINGS = {
    FOOD: ("Name", "Kind", "Kind of food", "Food name", "Item"),
    COMMENTS: ("Comment count", "Number of comments", "Reddit comments", "Comments on hottest post"),
    COUNT: ("Count", "Number", "Quantity", "How many", "Amount", "Number of pieces"),
    SPECIES: ("Species", "Latin name", "Scientific", "Botanical name"),
    DESCRIPTION: ("Description", "Wikipedia", "Summary", "Wikipedia summary", "Brief description"),
}
MANY_NAMES = frozenset(("kiwi", "corn"))
"""Food with several common names, such as kiwifruit and maize."""
COUNTLESS = frozenset(("grapes", "watermelon"))
"""Food that cannot be counted: one bunch or many berries, one melon or many slices."""
_ALSO = {
    "apple": ("green apple", "red apple", "yellow apple"),
    "onion": ("red onion", "yellow onion", "brown onion"),
    "bell pepper": ("pepper", "sweet pepper", "capsicum", "red bell pepper", "green bell pepper"),
    "eggplant": ("aubergine",),
    "grape": ("grapes", "green grape", "red grape"),
    "radish": ("red radish",),
}
REQUESTS = (
    (
        "What food is in {photo}? For {which}, I want to know how many comments the hottest post in the "
        "subreddit has that is named just like it (in the singular, such as r/plum for plums), its "
        "scientific name, and in brief what Wikipedia says about it. Write {file}, sheet {sheet}, with a row "
        "for each kind: {columns}.{finish}{condition} {thread}"
    ),
    (
        "Please go through the food in {photo}. For {which}: how many comments are there on the hottest post "
        "of the subreddit called like it (singular, r/plum for example), what is its scientific name, and "
        "how does Wikipedia describe it in short? Save that as {file} with a sheet {sheet}, one row per "
        "kind, with {columns}.{finish}{condition} {thread}"
    ),
    (
        "Look at {photo} and make an Excel file {file} about the food in it. On the sheet {sheet} I need for "
        "{which} one row with {columns}. The comments are those on the hottest post in its own subreddit "
        "(named like the food, singular, as in r/plum), the rest is from Wikipedia.{finish}{condition} "
        "{thread}"
    ),
)
FUZZY = (
    (
        "How much are people talking about the food in {photo}? Take {which}, look at the hottest post in "
        "its own subreddit (the plain singular name, like r/plum) and at what Wikipedia says (I like the "
        "scientific names), and put it into {file}, sheet {sheet}: {columns}.{finish}{condition} {thread}"
    ),
    (
        "I would like a little food table from {photo}: {which}, with how many comments its subreddit's "
        "hottest post has (r/plum style, singular) and a line from Wikipedia, Latin name and all. {file}, "
        "sheet {sheet}, please, with {columns}.{finish}{condition} {thread}"
    ),
    (
        "See the food in {photo}? Check how busy the top post in each one's subreddit is (named in the "
        "singular, think r/plum) and what Wikipedia makes of it, scientific name too, for {which}. Into "
        "{file} with it, sheet {sheet}: {columns}.{finish}{condition} {thread}"
    ),
)
_WHICH = {"all": "every kind", "thread": "every kind", "several": "every kind that is there at least twice"}
_THREAD = "Who wrote the top comment on the post with the most comments?"
_CONDITION = " I only need the file if one of those posts has {least} comments or more."
_COLUMNS = {
    FOOD: "its name in the singular",
    COMMENTS: "the number of comments",
    COUNT: "how many there are in the picture",
    SPECIES: "the scientific name",
    DESCRIPTION: "the description",
}
_FINISHES = {
    "none": "",
    "sum": " Below the comment counts, have a formula add them up.",
    "chart": " Add a bar chart of the comment counts.",
    "bold": " Make the headings bold.",
}
_FIELDS = {
    FOOD: AnswerField("food", FieldType.NAME, "the kind of food, in the singular"),
    COMMENTS: AnswerField("comments", FieldType.NUMBER, "how many comments the hottest post has"),
    COUNT: AnswerField("pieces", FieldType.NUMBER, "how many there are in the picture"),
    SPECIES: AnswerField("scientific_name", FieldType.NAME, "the scientific name"),
}


class Case(NamedTuple):
    """What a task asks for."""

    scope: str
    with_count: bool
    """Whether the table has a column for the count."""
    finish: str
    book: Workbook
    least: int | None = None
    """The file is wanted only if a post has at least this many comments."""

    def words(self, photo: str) -> dict[str, str]:
        """Return the words that fill the wordings of a request."""
        condition = "" if self.least is None else _CONDITION.format(least=self.least)
        return {
            "photo": photo, "file": self.book.file, "sheet": self.book.sheet, "which": _WHICH[self.scope],
            "columns": join([_COLUMNS[column] for column in self.columns]), "condition": condition,
            "finish": _FINISHES[self.finish], "thread": _THREAD if self.scope == "thread" else "",
        }  # fmt: skip

    @property
    def columns(self) -> tuple[str, ...]:
        counted = (COUNT,) if self.with_count else ()
        return (FOOD, COMMENTS, *counted, SPECIES, DESCRIPTION)

    @property
    def form(self) -> AnswerForm:
        parts = tuple(_FIELDS[column] for column in self.columns if column in _FIELDS)
        meaning = "the kinds of food that the request asks about"
        fields = [AnswerField("foods", FieldType.RECORD, meaning, many=True, fields=parts)]
        fields.append(AnswerField("most_comments", FieldType.NAME, "the food with the most comments"))
        if self.scope == "thread":
            fields.append(AnswerField("top_commenter", FieldType.NAME, "who wrote the top comment there"))
        if self.least is not None:
            fields.append(AnswerField("file_made", FieldType.YES_NO, "whether the file was wanted and made"))
        return AnswerForm(tuple(fields))

    def is_wanted(self, foods: Sequence[Food]) -> bool:
        """Return whether the file should be made."""
        return self.least is None or max(food.comments for food in foods) >= self.least


class Food(NamedTuple):
    """The findings about one kind of food."""

    name: str
    pieces: int
    post: dict[str, Any]
    article: dict[str, Any]

    @classmethod
    def of(cls, label: str, pieces: int, forum: CallResult, article: CallResult) -> Food:
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
    def spellings(self) -> tuple[str, ...]:
        """The scientific name with "x" instead of "×", and without the subspecies."""
        plain = self.species.replace("×", "x")
        return tuple(sorted({plain, plain.replace("subsp. ", ""), plain.partition(" subsp.")[0]}))

    @property
    def described(self) -> str:
        """The first sentence of the article."""
        summary: str = self.article["summary"]
        head, _, _ = summary.partition(" It grows")
        return head


def singular(label: str) -> str:
    return "grape" if label == "grapes" else label


def title(label: str) -> str:
    """Return the title of the article about a food."""
    return _TITLES.get(label, singular(label).capitalize())


def table(foods: Sequence[Food], case: Case) -> list[list[Cell]]:
    rows: list[list[Cell]] = [list(case.columns)]
    for food in foods:
        pieces = [food.pieces] if case.with_count else []
        rows.append([food.name.capitalize(), food.comments, *pieces, food.species, food.described])
    return rows


def finish_call(case: Case, rows: Sequence[Sequence[Cell]], sheet: CallResult) -> PlannedCall | None:
    if case.finish == "sum":
        return case.book.write_formula(f"B{len(rows) + 1}", f"=SUM(B2:B{len(rows)})", sheet)
    if case.finish == "chart":
        return case.book.add_chart(f"A1:B{len(rows)}", COMMENTS, sheet)
    if case.finish == "bold":
        return case.book.make_bold("A1", f"{'ABCDE'[len(rows[0]) - 1]}1", sheet)
    return None


def most_discussed(foods: Sequence[Food]) -> Food:
    first, second, *_ = sorted(foods, key=lambda food: -food.comments)
    if first.comments == second.comments:
        raise PlanError(f"{first.name} and {second.name} are discussed equally.")
    return first


def solution(foods: Sequence[Food], case: Case, best: dict[str, Any] | None) -> Solution:
    """Return the solution. `best` is the top comment on the most discussed post, if asked for."""
    top = most_discussed(foods)
    sentences = [
        f"{food.name.capitalize()} ({food.species}): {food.comments} comments on the hottest post."
        for food in foods
    ]
    fields = {
        "foods": Expected(rows=tuple(_row(food, case) for food in foods)),
        "most_comments": Expected(top.name, also=_ALSO.get(top.name, ()), grounds=(top.comments,)),
    }
    if best is not None:
        sentences.append(f"Most are on the post about {top.name}; the top one there is by {best['author']}.")
        fields["top_commenter"] = Expected(best["author"], also=(f"u/{best['author']}",))
    wanted = case.is_wanted(foods)
    if case.least is not None:
        fields["file_made"] = Expected(wanted, grounds=(top.comments,))
    saved = f"The table is in {case.book.file}, sheet {case.book.sheet}."
    sentences.append(saved if wanted else f"No post has {case.least} comments, so I made no file.")
    checks = _checks(foods, case) if wanted else (NoStrayFiles(),)
    return Solution(answer=" ".join(sentences), fields=fields, checks=checks)


def _row(food: Food, case: Case) -> dict[str, Expected]:
    pieces = {"pieces": Expected(food.pieces)} if case.with_count else {}
    return {
        "food": Expected(food.name, also=_ALSO.get(food.name, ())),
        "comments": Expected(food.comments),
        **pieces,
        "scientific_name": Expected(food.species, also=food.spellings),
    }


def _checks(foods: Sequence[Food], case: Case) -> tuple[Any, ...]:
    rows = [
        (
            [food.name, *_ALSO.get(food.name, ())],
            food.comments,
            *((food.pieces,) if case.with_count else ()),
            [food.species, *food.spellings],
            {"$about": food.article["summary"]},
        )
        for food in foods
    ]
    path, sheet = case.book.file, case.book.sheet
    cells = SheetCells(
        path=path, sheet=sheet, columns=case.columns, rows=tuple(rows), any_heading=True,
        headings={column: _HEADINGS[column] for column in case.columns},
        totals=(COMMENTS,) if case.finish == "sum" else (),
    )  # fmt: skip
    style_checks: dict[str, Any] = {
        "bold": SheetBold(path=path, sheet=sheet, headings=len(case.columns)),
        "chart": SheetChart(path=path, chart="bar", values=tuple(food.comments for food in foods)),
    }
    style_check = (style_checks[case.finish],) if case.finish in style_checks else ()
    return FileExists(path="**/*.xlsx", count=1), cells, *style_check
