"""(26) Class Demand Estimation: estimate how many items a class needs, and whether its budget is enough."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import detections, first_sentence
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_MEASURES = (
    ("median", "mode"),
    ("median", "mode"),
    ("mean", "median"),
    ("mean", "mode"),
    ("mean", "median", "mode"),
)
_DEAREST = 80.0
"""Maximum price of one item in dollars."""
_TOO_LITTLE, _ENOUGH = (0.6, 0.7, 0.8), (1.15, 1.3, 1.6, 2.0)
"""Budgets as shares of the cost."""
_SHORT_EVERY = 3
"""One task in this many has too small a budget."""
_IN_VIEW = 0.8
_OTHER_NAMES = {
    "clock": ("wall clock", "round clock"),
    "laptop": ("laptop computer", "notebook computer"),
    "lamp": ("table lamp", "desk lamp"),
    "scissors": ("pair of scissors",),
}
_CENTS = Tolerance(absolute=0.006)


class Case(msgspec.Struct, frozen=True):
    picture: ScenePicture
    thing: str
    count: int
    """Count of the most frequent item."""
    answers: tuple[int, ...]
    measures: tuple[str, ...]
    budget: int


def class_demand_estimation(draw: TaskDraw) -> TaskSpec:
    wanted = draw.pick(_affordable(draw), "thing")
    photo = find_picture(
        draw,
        draw.photo_name(),
        "class_supplies",
        _suits,
        prefilter=lambda number: _main_thing(number) == wanted,
        numbers=scene_numbers(draw, tries=100),
    )
    thing, count = _top(photo.scene)
    answers, measures = _answers(draw), draw.pick(_MEASURES, "measures")
    needed = _needed(count, [_measure(measure, answers) for measure in measures])
    cost = needed * draw.world.shops.search(thing, 1)[0].dollars
    short = draw.number % _SHORT_EVERY == 1
    budget = max(5, round(cost * draw.pick(_TOO_LITTLE if short else _ENOUGH, "budget") / 5) * 5)
    case = Case(photo, thing, count, answers, measures, budget)
    return TaskSpec(
        words={
            "photo": photo.name,
            "numbers": ", ".join(map(str, answers)),
            "the_measures": " and the ".join((", the ".join(measures[:-1]), measures[-1])),
            "measures": ", ".join(measures),
            "budget": budget,
            **{measure: measure in measures for measure in ("mean", "median", "mode")},
        },
        plans=(partial(_plan, case, detects=True), partial(_plan, case, detects=False)),
        pictures=(photo.picture,),
        solvable=not short,
        key_facts=(thing,),
    )


def _top(scene: Scene) -> tuple[str, int]:
    counts = scene.counts()
    thing = max(counts, key=lambda label: counts[label])
    return thing, counts[thing]


def _main_thing(number: int) -> str:
    from m3bench_world.scenes.kinds.class_supplies import main_thing  # noqa: PLC0415 - loads what draws

    return main_thing(number)


def _suits(scene: Scene) -> bool:
    """Return whether one kind is clearly the most frequent, and everything is clearly visible."""
    most, *others = sorted(scene.counts().values(), reverse=True)
    return most > max(others, default=most) + 1 and all(thing.visible >= _IN_VIEW for thing in scene.things)


def _affordable(draw: TaskDraw) -> list[str]:
    """Return affordable items that shop, encyclopedia and forum know by their plain names."""
    from m3bench_world.scenes.kinds.class_supplies import MAIN  # noqa: PLC0415 - loads what draws

    things = [thing for thing in MAIN if _is_known(draw, thing)]
    require(things, "the shop sells no suitable item.")
    return things


def _is_known(draw: TaskDraw, thing: str) -> bool:
    world = draw.world
    article, community = world.encyclopedia.article(thing), world.forum.community(thing)
    if article is None or community is None or not world.forum.hot(community, 1):
        return False
    if re.search(r"\bor\b", first_sentence(article.summary)):
        return False  # an answer that quotes it would seem undecided
    offers = world.shops.search(thing, 1)
    named = bool(offers) and thing in offers[0].title.casefold() and thing in article.title.casefold()
    single = bool(offers) and not re.search(r"\b(?:pack|set|box) of\b", offers[0].title)
    return named and single and offers[0].dollars <= _DEAREST


def _answers(draw: TaskDraw) -> tuple[int, ...]:
    """Draw the answers of the survey: small numbers with one clear mode."""
    high = draw.pick((3, 4, 6, 9), "high")
    mode = draw.whole(2, high, "mode")
    others = [draw.whole(1, high, "answer", index) for index in range(draw.whole(9, 20, "pupils"))]
    often = max((others.count(number) for number in others if number != mode), default=0)
    answers = others + [mode] * max(0, often + 1 - others.count(mode))
    return tuple(draw.sample(answers, len(answers), "order"))


def _measure(measure: str, answers: tuple[int, ...]) -> float:
    ranked = sorted(answers)
    if measure == "mean":
        return sum(answers) / len(answers)
    if measure == "mode":
        return max(set(answers), key=answers.count)
    middle = len(ranked) // 2
    return ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2


def _needed(count: int, figures: list[float]) -> int:
    return math.ceil(max(count, *figures) - 1e-9)


def _plan(case: Case, *, detects: bool) -> Plan:
    first = [call(f"math/{measure}", numbers=list(case.answers)) for measure in case.measures]
    if detects:
        first.append(
            call("dinox-mcp/detect-all-objects", imageFileUri=case.picture.name, includeDescription=False)
        )
    if not detects:
        first.append(call("amazon/search_products", keywords=case.thing))
    results = yield first
    figures = [_figure(result) for result in results[: len(case.measures)]]
    if detects:
        _require_count(case, results[-1])
        (shop,) = yield [call("amazon/search_products", results[-1], keywords=case.thing)]
    else:
        shop = results[-1]
    needed = _needed(case.count, figures)
    product = shop.data["products"][0]
    cost = needed * product["price"]
    require(abs(cost - case.budget) > 1, "the cost is too close to the budget.")
    if cost > case.budget:
        return _solution(case, figures, needed, product, ())
    background = yield [
        call("Reddit-MCP-Server/search_hot_posts", *results, shop, subreddit=case.thing, limit=1),
        call("wiki/summary", *results, shop, title=case.thing),
    ]
    return _solution(case, figures, needed, product, tuple(background))


def _figure(result: CallResult) -> float:
    """Return the number in a result such as `4.5` or `Entries (4) appeared 3 times`."""
    match = re.search(r"-?\d+(?:\.\d+)?", result.text)
    require(match and ", " not in result.text, "the answers have several modes.")
    assert match is not None
    return float(match[0])


def _require_count(case: Case, result: CallResult) -> None:
    counts: dict[str, int] = {}
    for detection in detections(result):
        counts[detection.name] = counts.get(detection.name, 0) + 1
    right = counts.get(case.thing) == case.count
    others = [count for name, count in counts.items() if name != case.thing]
    require(right and all(count < case.count for count in others), f"the detector counted {counts}.")


def _solution(
    case: Case, figures: list[float], needed: int, product: dict[str, Any], background: tuple[CallResult, ...]
) -> Solution:
    cost = needed * product["price"]
    named = ", ".join(f"{name} {figure:g}" for name, figure in zip(case.measures, figures, strict=True))
    answer = (
        f"The photo shows {case.count} of the most frequent thing: {case.thing}. The survey has {named}. So "
        f"we need {needed}. The first product is {product['title']} at ${product['price']:.2f}; in all "
        f"${cost:.2f}."
    )
    price = product["price"]
    fields = {
        "thing": Expected(case.thing, also=_OTHER_NAMES.get(case.thing, ())),
        "count": Expected(case.count, grounds=(case.thing,)),
        **{
            name: Expected(round(figure, 4), tolerance=Tolerance(absolute=0.051), grounds=())
            for name, figure in zip(case.measures, figures, strict=True)
        },
        "demand": Expected(needed, grounds=(case.thing,)),
        "product": Expected(product["title"]),
        "price": Expected(price, tolerance=_CENTS),
        "cost": Expected(round(cost, 2), tolerance=_CENTS, grounds=(price,)),
        "affordable": Expected(bool(background), grounds=(price,)),
        "shortfall": Expected(),
        "post": Expected(),
        "article": Expected(),
    }
    if not background:
        missing = round(cost - case.budget, 2)
        answer += f" The budget of ${case.budget} is not enough: ${missing:.2f} are missing."
        fields["shortfall"] = Expected(missing, tolerance=_CENTS, grounds=(price,))
        return Solution(answer=answer, fields=fields)
    post, article = background[0].data["posts"][0], background[1].data
    answer += (
        f" The budget of ${case.budget} is enough. The hottest post is “{post['title']}”. "
        f"{article['title']}: {first_sentence(article['summary'])}"
    )
    fields["post"] = Expected(post["title"])
    fields["article"] = Expected(first_sentence(article["summary"]), also=(article["summary"],))
    return Solution(answer=answer, fields=fields)


FAMILY = m3_family(
    number=26,
    name="class_demand_estimation",
    title="Class Demand Estimation",
    goal="Estimate a class's demand from a survey and a picture, and whether the budget is sufficient.",
    servers=("math", "dinox-mcp", "amazon", "Reddit-MCP-Server", "wiki"),
    level="L2",
    tasks=(class_demand_estimation,),
)
