"""Food Reddit Wiki Excel: what people say about the food in a photo, and what it is, in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.suites.m3._shared.finding import sure
from m3bench.suites.m3._shared.food import feasting
from m3bench.suites.m3._shared.food.feasting import Food, Shape
from m3bench.suites.m3._shared.forums import top_comment
from m3bench.suites.m3._shared.office import Workbook
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

DETECT = "dinox-mcp/detect-all-objects"
HOT, POST = "Reddit-MCP-Server/search_hot_posts", "Reddit-MCP-Server/get_post_content"
SUMMARY = "wiki/summary"
ASKS = ("all", "several", "all", "thread", "several", "thread")
"""Every food; those of which there are several; or every food, and the thread with the most comments."""
FINISHES = ("none", "chart", "sum", "bold")
MOST_PARTS = 9
SEVERAL = 2
CLEARLY_SEEN = 0.5
CONDITION_EVERY, CONDITION_AT = 4, 2
STOP_EVERY, STOP_AT = 8, 2
"""Of so many tasks, this one sets a condition that is not met."""
STEP = 5


def make(draw: TaskDraw) -> Blueprint:
    ask, with_count = ASKS[draw.number % len(ASKS)], draw.number % 2 == 1
    photo, counts = _photo(draw, ask, with_count)
    chosen = [food for food, count in counts.items() if ask != "several" or count >= SEVERAL]
    shape = Shape(
        ask=ask,
        with_count=with_count,
        finish=FINISHES[draw.number % len(FINISHES)],
        book=Workbook(draw.pick(("foods.xlsx", "food_talk.xlsx", "kitchen.xlsx"), "file"), "Foods"),
        least=_least(draw, chosen) if draw.number % CONDITION_EVERY == CONDITION_AT else None,
    )
    words = shape.words(photo.name)
    task = _Task(photo.name, counts, chosen, shape)
    return Blueprint(
        id=draw.id,
        family="Food Reddit Wiki Excel",
        request=draw.phrased(*feasting.REQUESTS, **words).strip(),
        fuzzy_request=draw.phrased(*feasting.FUZZY, **words).strip(),
        servers=("dinox-mcp", "Reddit-MCP-Server", "wiki", "excel"),
        form=shape.form,
        plans=(task.detected, task.seen),
        pictures=(photo.picture,),
        level="L3" if ask == "thread" else "L2",
        extra={
            "modalities": ["text", "image", "spreadsheet"],
            "foods": len(chosen),
            **({"solvable": False} if _is_stop(draw) else {}),
        },
        key_facts=tuple(counts),
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % STOP_EVERY == STOP_AT


def _least(draw: TaskDraw, chosen: Sequence[str]) -> int:
    """A round number of comments that no post has, where the task is to stop, or that one has."""
    forum = draw.world.forum
    communities = [forum.community(feasting.singular(food)) for food in chosen]
    posts = [post for community in communities if community for post in forum.hot(community, 1)]
    most = max((post.num_comments for post in posts), default=0)
    sure(most >= STEP, "nobody talks about the food")
    return (most // STEP + 2) * STEP if _is_stop(draw) else most // STEP * STEP


def _photo(draw: TaskDraw, ask: str, with_count: bool) -> tuple[Pictured, dict[str, int]]:
    """A picture with food enough: two kinds, or two of which there are several."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "fruit_bowl", part=part)
        counts: dict[str, int] = photo.scene.facts["counts"]
        unclear = feasting.MANY_NAMES
        if with_count or ask == "several":
            unclear |= feasting.COUNTLESS | _half_hidden(photo)
        if not unclear.isdisjoint(counts):
            continue
        kinds = [food for food, count in counts.items() if ask != "several" or count >= SEVERAL]
        if len(kinds) >= SEVERAL and (ask != "several" or len(kinds) < len(counts)):
            return photo, counts
    raise PlanError(f"{draw.id}: no picture has the food that is needed.")


def _half_hidden(photo: Pictured) -> frozenset[str]:
    """Kinds of which one piece is hardly seen: they cannot be counted with certainty."""
    return frozenset(thing.label for thing in photo.scene.things if thing.visible < CLEARLY_SEEN)


class _Task:
    """The ways to go about it."""

    def __init__(self, photo: str, counts: dict[str, int], chosen: Sequence[str], shape: Shape) -> None:
        self._photo, self._counts, self._chosen, self._shape = photo, counts, chosen, shape

    def detected(self) -> Plan:
        """A tool says what is in the picture."""
        (seen,) = yield [want(DETECT, imageFileUri=self._photo, includeDescription=False)]
        self._agree(seen)
        found = yield self._questions(seen)
        return (yield from self._read(found))

    def seen(self) -> Plan:
        """One's own eyes do."""
        found = yield self._questions()
        return (yield from self._read(found))

    def _agree(self, seen: Found) -> None:
        """What was asked for follows from what the tool saw: kinds, and numbers where they matter."""
        counts: dict[str, int] = seen.data["counts"]
        told = {food: counts[food] for food in feasting.EDIBLE if food in counts}
        chosen = [food for food, count in told.items() if self._shape.ask != "several" or count >= SEVERAL]
        same = set(told) == set(self._counts) and set(chosen) == set(self._chosen)
        if self._shape.with_count:
            same = same and all(told[food] == self._counts[food] for food in self._chosen)
        if not same:
            raise PlanError(f"{seen.tool} saw {told}; there are {self._counts}.")

    def _questions(self, *uses: Found) -> list[Wanted]:
        forum = [want(HOT, *uses, subreddit=feasting.singular(food), limit=1) for food in self._chosen]
        return [*forum, *(want(SUMMARY, *uses, title=feasting.title(food)) for food in self._chosen)]

    def _read(self, found: Sequence[Found]) -> Plan:
        half = len(self._chosen)
        foods = [
            Food.of(food, self._counts[food], forum, article)
            for food, forum, article in zip(self._chosen, found[:half], found[half:], strict=True)
        ]
        shape, top = self._shape, feasting.most_discussed(foods)
        asked = [want(POST, *found[:half], post_id=top.post["id"])] if shape.ask == "thread" else []
        if not shape.is_wanted(foods):
            thread = (yield asked) if asked else []
        else:
            book, *thread = yield [shape.book.made(*found), *asked]
            rows = feasting.table(foods, shape)
            (sheet,) = yield [shape.book.written(rows, book, *found)]
            if finishing := feasting.finishing(shape, rows, sheet):
                yield [finishing]
        return feasting.solution(foods, shape, top_comment(thread[0]) if thread else None)


FAMILY = Family(
    number=8,
    name="food_reddit_wiki_excel",
    title="Food Reddit Wiki Excel",
    goal="Name the food in a photo, count the comments on the hottest post about each, describe it from "
    "the encyclopedia, and write it all into a workbook.",
    make=make,
)
