"""(26) Class Demand Estimation: estimate how many items a class needs, and whether its budget is enough."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import detections, first_sentence, require
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

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

    @property
    def numbers(self) -> list[int]:
        return list(self.answers)


def make(draw: TaskDraw) -> Blueprint:
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
    needed = _needed(count, [_measure(each, answers) for each in measures])
    cost = needed * draw.world.shops.search(thing, 1)[0].dollars
    short = draw.number % _SHORT_EVERY == 1
    budget = max(5, round(cost * draw.pick(_TOO_LITTLE if short else _ENOUGH, "budget") / 5) * 5)
    case = Case(photo, thing, count, answers, measures, budget)
    return Blueprint(
        id=draw.id,
        family="Class Demand Estimation",
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("math", "dinox-mcp", "amazon", "Reddit-MCP-Server", "wiki"),
        form=_form(case),
        plans=(lambda: _plan(case, detects=True), lambda: _plan(case, detects=False)),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"], **({"solvable": False} if short else {})},
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

    found = [thing for thing in MAIN if _is_known(draw, thing)]
    require(found, "the shop sells no suitable item")
    return found


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
    others = [draw.whole(1, high, "answer", place) for place in range(draw.whole(9, 20, "pupils"))]
    often = max((others.count(each) for each in others if each != mode), default=0)
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


def _words(case: Case) -> str:
    return " and the ".join((", the ".join(case.measures[:-1]), case.measures[-1]))


def _request(draw: TaskDraw, case: Case) -> str:
    return draw.phrased(
        "We asked the class how many pieces each would like of the thing that {photo} shows most often: "
        "{numbers}. Work out the {measures} of the answers, count that thing in the picture, and take "
        "the largest of these figures, rounded up, as what we need. At the price of the first product "
        "that Amazon finds for it by its plain name, what does that cost, and is our budget of ${budget} "
        "enough? If it is, give me the hottest post of the subreddit named after the thing and a short "
        "encyclopedia description; if not, only tell how much is missing.",
        "Our survey of pupils gave {numbers}. {photo} shows what it is about: the object that occurs "
        "most often there. Compare the {measures} of the survey with the number of those objects in the "
        "photo and use the largest, rounded up, as the demand. Price it with Amazon's first hit for its "
        "plain name. We have ${budget}. Within the budget, add the top hot post of the subreddit of that "
        "name and what the encyclopedia says about it; otherwise stop there and state the shortfall.",
        "Please estimate the demand of our class. The answers were {numbers}; the item is whichever "
        "object {photo} has the most of. The demand is the largest (rounded up) among the {measures} of "
        "the answers and how many of it the photo shows. Multiply by the price of the first product that "
        "Amazon lists under the item's plain name and compare with ${budget}. Only if that suffices, "
        "look for the hottest post in the item's subreddit and a brief encyclopedia summary; if it does "
        "not, say by how much we are over.",
        photo=case.picture.name,
        numbers=", ".join(map(str, case.answers)),
        measures=_words(case),
        budget=case.budget,
    )


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    return draw.phrased(
        "The kids answered {numbers} when asked how many they want of what {photo} is full of. We buy "
        "the largest of these, rounded up: {measures}, number in the photo. First Amazon hit for the "
        "plain word. Will ${budget} do? If yes, also what people post about it (hottest on its "
        "subreddit) and what it is by the encyclopedia. If no, how much are we short?",
        "Can our class afford it with ${budget}? {photo}: it's about the thing there are most of. Survey "
        "says {numbers}; go by the biggest of {measures} and the number in the picture, rounded up, and "
        "Amazon's first price for the plain word. If it works out, throw in the hottest post from its "
        "subreddit and a line of encyclopedia; otherwise just the gap.",
        "${budget} in the class kitty, answers {numbers}. How many do we need of the commonest thing in "
        "{photo} (max of {measures} and what you count there, rounded up), and is the money enough at "
        "Amazon's first offer for the plain word? When it is: hottest post of the subreddit of that "
        "name, plus the encyclopedia's word on it. When it isn't: what is missing.",
        photo=case.picture.name,
        numbers=", ".join(map(str, case.answers)),
        measures=", ".join(case.measures),
        budget=case.budget,
    )


def _plan(case: Case, *, detects: bool) -> Plan:
    first = [call(f"math/{measure}", numbers=case.numbers) for measure in case.measures]
    if detects:
        first.append(
            call("dinox-mcp/detect-all-objects", imageFileUri=case.picture.name, includeDescription=False)
        )
    if not detects:
        first.append(call("amazon/search_products", keywords=case.thing))
    found = yield first
    figures = [_figure(each) for each in found[: len(case.measures)]]
    if detects:
        _require_count(case, found[-1])
        (shop,) = yield [call("amazon/search_products", found[-1], keywords=case.thing)]
    else:
        shop = found[-1]
    needed = _needed(case.count, figures)
    product = shop.data["products"][0]
    cost = needed * product["price"]
    require(abs(cost - case.budget) > 1, "the cost is too close to the budget")
    if cost > case.budget:
        return _solution(case, figures, needed, product, ())
    background = yield [
        call("Reddit-MCP-Server/search_hot_posts", *found, shop, subreddit=case.thing, limit=1),
        call("wiki/summary", *found, shop, title=case.thing),
    ]
    return _solution(case, figures, needed, product, tuple(background))


def _figure(found: CallResult) -> float:
    """Return the number in a result such as `4.5` or `Entries (4) appeared 3 times`."""
    match = re.search(r"-?\d+(?:\.\d+)?", found.text)
    require(match and ", " not in found.text, "the answers have several modes")
    assert match is not None
    return float(match[0])


def _require_count(case: Case, found: CallResult) -> None:
    counts: dict[str, int] = {}
    for each in detections(found):
        counts[each.name] = counts.get(each.name, 0) + 1
    right = counts.get(case.thing) == case.count
    others = [count for name, count in counts.items() if name != case.thing]
    require(right and all(count < case.count for count in others), f"the detector counted {counts}")


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


def _form(case: Case) -> AnswerForm:
    number, text = FieldType.NUMBER, FieldType.TEXT
    return AnswerForm(
        (
            AnswerField("thing", FieldType.NAME, "what the photo shows most often"),
            AnswerField("count", number, "how many of it the photo shows"),
            *(AnswerField(name, number, f"the {name} of the answers") for name in case.measures),
            AnswerField("demand", number, "how many pieces are needed"),
            AnswerField("product", text, "the title of the product"),
            AnswerField("price", number, "the price of one", unit="USD"),
            AnswerField("cost", number, "what all of them cost", unit="USD"),
            AnswerField("affordable", FieldType.YES_NO, "whether the budget is enough"),
            AnswerField("shortfall", number, "how much is missing, if anything", unit="USD"),
            AnswerField("post", FieldType.NAME, "the title of the post, if it is asked for"),
            AnswerField(
                "article", text, "what the encyclopedia says it is, in its first sentence, if asked for"
            ),
        )
    )


FAMILY = Family(
    number=26,
    name="class_demand_estimation",
    title="Class Demand Estimation",
    goal="Estimate a class's demand from a survey and a picture, and whether the budget is sufficient.",
    make=make,
)
