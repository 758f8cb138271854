"""Food Reddit Wiki Excel: a spreadsheet of the food in a photo with forum and encyclopedia facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetCells
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.forums import top_comment
from m3bench_suites.builders.m3._shared.office import Cell, Workbook
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

DETECT = "dinox-mcp/detect-all-objects"
HOT, POST = "Reddit-MCP-Server/search_hot_posts", "Reddit-MCP-Server/get_post_content"
SUMMARY = "wiki/summary"
SCOPES = ("all", "several", "all", "thread", "several", "thread")
"""All food, food with several pieces, or all food and the thread with the most comments."""
FINISHES = ("none", "chart", "sum", "bold")
MOST_PARTS = 9
SEVERAL = 2
CLEARLY_SEEN = 0.5
CONDITION_EVERY, CONDITION_AT = 4, 2
_STOP = Turn(2, of=8)
"""The task whose condition is not met."""
STEP = 5
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


class Case(NamedTuple):
    """What a task asks for."""

    scope: str
    with_count: bool
    """Whether the table has a column for the count."""
    finish: str
    book: Workbook
    least: int | None = None
    """The file is wanted only if a post has at least this many comments."""

    @property
    def columns(self) -> tuple[str, ...]:
        counted = (COUNT,) if self.with_count else ()
        return (FOOD, COMMENTS, *counted, SPECIES, DESCRIPTION)

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


def food_reddit_wiki_excel(draw: TaskDraw) -> TaskSpec:
    scope, with_count = SCOPES[draw.number % len(SCOPES)], draw.number % 2 == 1
    photo, counts = _photo(draw, scope, with_count)
    chosen = [food for food, count in counts.items() if scope != "several" or count >= SEVERAL]
    case = Case(
        scope=scope,
        with_count=with_count,
        finish=FINISHES[draw.number % len(FINISHES)],
        book=Workbook(draw.pick(("foods.xlsx", "food_talk.xlsx", "kitchen.xlsx"), "file"), "Foods"),
        least=_least(draw, chosen) if draw.number % CONDITION_EVERY == CONDITION_AT else None,
    )
    task = _Plans(photo.name, counts, chosen, case)
    return TaskSpec(
        words={
            "photo": photo.name,
            "which": scope,
            "counted": with_count,
            "columns": case.columns,
            "finish": case.finish if case.finish != "none" else None,
            "least": case.least,
            "thread": scope == "thread",
            "file": case.book.file,
            "sheet": case.book.sheet,
        },
        plans=(task.detected, task.seen),
        pictures=(photo.picture,),
        level="L3" if scope == "thread" else "L2",
        solvable=not draw.is_turn(_STOP),
        extra={"foods": len(chosen)},
        key_facts=tuple(counts),
    )


def _least(draw: TaskDraw, chosen: Sequence[str]) -> int:
    """Return a number of comments that no post reaches if the task should stop, else that one does."""
    forum = draw.world.forum
    communities = [forum.community(singular(food)) for food in chosen]
    posts = [post for community in communities if community for post in forum.hot(community, 1)]
    most = max((post.num_comments for post in posts), default=0)
    require(most >= STEP, "the posts have too few comments.")
    return (most // STEP + 2) * STEP if draw.is_turn(_STOP) else most // STEP * STEP


def _photo(draw: TaskDraw, scope: str, with_count: bool) -> tuple[ScenePicture, dict[str, int]]:
    """Return a picture with at least two kinds of food to ask about."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "fruit_bowl", part=part)
        counts: dict[str, int] = photo.scene.facts["counts"]
        unclear = MANY_NAMES
        if with_count or scope == "several":
            unclear |= COUNTLESS | _half_hidden(photo)
        if not unclear.isdisjoint(counts):
            continue
        kinds = [food for food, count in counts.items() if scope != "several" or count >= SEVERAL]
        if len(kinds) >= SEVERAL and (scope != "several" or len(kinds) < len(counts)):
            return photo, counts
    raise PlanError(f"{draw.id}: no picture has suitable food.")


def _half_hidden(photo: ScenePicture) -> frozenset[str]:
    """Return kinds with a barely visible piece, which cannot be counted reliably."""
    return frozenset(thing.label for thing in photo.scene.things if thing.visible < CLEARLY_SEEN)


class _Plans:
    """The plans of a task."""

    def __init__(self, photo: str, counts: dict[str, int], chosen: Sequence[str], case: Case) -> None:
        self._photo, self._counts, self._chosen, self._case = photo, counts, chosen, case

    def detected(self) -> Plan:
        """Detect the food with a tool."""
        (seen,) = yield [call(DETECT, imageFileUri=self._photo, includeDescription=False)]
        self._require_same(seen)
        results = yield self._questions(seen)
        return (yield from self._read(results))

    def seen(self) -> Plan:
        """Work without a detector."""
        results = yield self._questions()
        return (yield from self._read(results))

    def _require_same(self, seen: CallResult) -> None:
        """Raise `PlanError` if the detector is wrong about kinds, or about counts if they matter."""
        counts: dict[str, int] = seen.data["counts"]
        detected = {food: counts[food] for food in EDIBLE if food in counts}
        chosen = [
            food for food, count in detected.items() if self._case.scope != "several" or count >= SEVERAL
        ]
        same = set(detected) == set(self._counts) and set(chosen) == set(self._chosen)
        if self._case.with_count:
            same = same and all(detected[food] == self._counts[food] for food in self._chosen)
        require(same, f"{seen.tool} found {detected} instead of {self._counts}.")

    def _questions(self, *uses: CallResult) -> list[PlannedCall]:
        forum = [call(HOT, *uses, subreddit=singular(food), limit=1) for food in self._chosen]
        return [*forum, *(call(SUMMARY, *uses, title=title(food)) for food in self._chosen)]

    def _read(self, results: Sequence[CallResult]) -> Plan:
        half = len(self._chosen)
        foods = [
            Food.of(food, self._counts[food], forum, article)
            for food, forum, article in zip(self._chosen, results[:half], results[half:], strict=True)
        ]
        case, top = self._case, most_discussed(foods)
        extra_calls = [call(POST, *results[:half], post_id=top.post["id"])] if case.scope == "thread" else []
        if not case.is_wanted(foods):
            thread = (yield extra_calls) if extra_calls else []
        else:
            book, *thread = yield [case.book.create(*results), *extra_calls]
            rows = table(foods, case)
            (sheet,) = yield [case.book.write(rows, book, *results)]
            if finish := case.book.finish(case.finish, rows, sheet):
                yield finish
        return solution(foods, case, top_comment(thread[0]) if thread else None)


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


def most_discussed(foods: Sequence[Food]) -> Food:
    first, second, *_ = sorted(foods, key=lambda food: -food.comments)
    require(first.comments != second.comments, f"{first.name} and {second.name} are discussed equally.")
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
    style_checks = case.book.finish_checks(
        case.finish, len(case.columns), tuple(food.comments for food in foods)
    )
    return FileExists(path="**/*.xlsx", count=1), cells, *style_checks


FAMILY = m3_family(
    number=8,
    name="food_reddit_wiki_excel",
    title="Food Reddit Wiki Excel",
    goal="Name the food in a photo, count the comments on the hottest post about each, describe it from "
    "the encyclopedia, and write it all into a workbook.",
    servers=("dinox-mcp", "Reddit-MCP-Server", "wiki", "excel"),
    modalities=("text", "image", "spreadsheet"),
    tasks=(food_reddit_wiki_excel,),
)
