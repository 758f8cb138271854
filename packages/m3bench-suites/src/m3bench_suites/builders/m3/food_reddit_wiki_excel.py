"""Food Reddit Wiki Excel: a spreadsheet of the food in a photo with forum and encyclopedia facts."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.food import food_table
from m3bench_suites.builders.m3._shared.food.food_table import Case, Food
from m3bench_suites.builders.m3._shared.forums import top_comment
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

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
STOP_EVERY, STOP_AT = 8, 2
"""The task (modulo `STOP_EVERY`) whose condition is not met."""
STEP = 5


def make(draw: TaskDraw) -> Blueprint:
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
    words = case.words(photo.name)
    task = _Plans(photo.name, counts, chosen, case)
    return Blueprint(
        id=draw.id,
        family="Food Reddit Wiki Excel",
        request=draw.phrased(*food_table.REQUESTS, **words).strip(),
        fuzzy_request=draw.phrased(*food_table.FUZZY, **words).strip(),
        servers=("dinox-mcp", "Reddit-MCP-Server", "wiki", "excel"),
        form=case.form,
        plans=(task.detected, task.seen),
        pictures=(photo.picture,),
        level="L3" if scope == "thread" else "L2",
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
    """Return a number of comments that no post reaches if the task should stop, else that one does."""
    forum = draw.world.forum
    communities = [forum.community(food_table.singular(food)) for food in chosen]
    posts = [post for community in communities if community for post in forum.hot(community, 1)]
    most = max((post.num_comments for post in posts), default=0)
    require(most >= STEP, "the posts have too few comments")
    return (most // STEP + 2) * STEP if _is_stop(draw) else most // STEP * STEP


def _photo(draw: TaskDraw, scope: str, with_count: bool) -> tuple[ScenePicture, dict[str, int]]:
    """Return a picture with at least two kinds of food to ask about."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "fruit_bowl", part=part)
        counts: dict[str, int] = photo.scene.facts["counts"]
        unclear = food_table.MANY_NAMES
        if with_count or scope == "several":
            unclear |= food_table.COUNTLESS | _half_hidden(photo)
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
        found = yield self._questions(seen)
        return (yield from self._read(found))

    def seen(self) -> Plan:
        """Work without a detector."""
        found = yield self._questions()
        return (yield from self._read(found))

    def _require_same(self, seen: CallResult) -> None:
        """Raise `PlanError` if the detector is wrong about kinds, or about counts if they matter."""
        counts: dict[str, int] = seen.data["counts"]
        detected = {food: counts[food] for food in food_table.EDIBLE if food in counts}
        chosen = [
            food for food, count in detected.items() if self._case.scope != "several" or count >= SEVERAL
        ]
        same = set(detected) == set(self._counts) and set(chosen) == set(self._chosen)
        if self._case.with_count:
            same = same and all(detected[food] == self._counts[food] for food in self._chosen)
        if not same:
            raise PlanError(f"{seen.tool} found {detected} instead of {self._counts}.")

    def _questions(self, *uses: CallResult) -> list[PlannedCall]:
        forum = [call(HOT, *uses, subreddit=food_table.singular(food), limit=1) for food in self._chosen]
        return [*forum, *(call(SUMMARY, *uses, title=food_table.title(food)) for food in self._chosen)]

    def _read(self, found: Sequence[CallResult]) -> Plan:
        half = len(self._chosen)
        foods = [
            Food.of(food, self._counts[food], forum, article)
            for food, forum, article in zip(self._chosen, found[:half], found[half:], strict=True)
        ]
        case, top = self._case, food_table.most_discussed(foods)
        extra_calls = [call(POST, *found[:half], post_id=top.post["id"])] if case.scope == "thread" else []
        if not case.is_wanted(foods):
            thread = (yield extra_calls) if extra_calls else []
        else:
            book, *thread = yield [case.book.create(*found), *extra_calls]
            rows = food_table.table(foods, case)
            (sheet,) = yield [case.book.write(rows, book, *found)]
            if finish_call := food_table.finish_call(case, rows, sheet):
                yield [finish_call]
        return food_table.solution(foods, case, top_comment(thread[0]) if thread else None)


FAMILY = Family(
    number=8,
    name="food_reddit_wiki_excel",
    title="Food Reddit Wiki Excel",
    goal="Name the food in a photo, count the comments on the hottest post about each, describe it from "
    "the encyclopedia, and write it all into a workbook.",
    make=make,
)
