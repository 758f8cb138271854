"""(26) Class Demand Estimation: how many of a thing a class needs, and whether its money will do."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import AnswerNames, AnswerNumber, Called, Claim, Claims, NotCalled
from m3bench.suites.m3._shared.claiming import counted, dollars, measured
from m3bench.suites.m3._shared.finding import first_sentence, fitting, gist, seen, sure
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, want

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_MEASURES = (
    ("median", "mode"),
    ("median", "mode"),
    ("mean", "median"),
    ("mean", "mode"),
    ("mean", "median", "mode"),
)
_KINDS = ("still_life", "still_life", "shelf")
_DEAREST = 60.0
"""Dollars that a class may spend on a piece."""
_BUDGETS = (0.6, 0.8, 1.15, 1.3, 1.6, 2.0)
"""Budgets, as parts of what is needed."""


class Ask(msgspec.Struct, frozen=True):
    picture: Pictured
    thing: str
    count: int
    """How many of the most frequent thing there are."""
    answers: tuple[int, ...]
    measures: tuple[str, ...]
    budget: int

    @property
    def numbers(self) -> list[int]:
        return list(self.answers)


def make(lot: Lot) -> Blueprint:
    kind = lot.pick(_KINDS, "kind")
    photo = fitting(lot, "photo.png", kind, lambda scene: _suits(lot, scene), tries=90)
    thing, count = _top(photo.scene)
    answers, measures = _answers(lot), lot.pick(_MEASURES, "measures")
    needed = _needed(count, [_expected(each, answers) for each in measures])
    cost = needed * lot.world.shops.search(thing, 1)[0].dollars
    budget = max(5, round(cost * lot.pick(_BUDGETS, "budget") / 5) * 5)
    ask = Ask(photo, thing, count, answers, measures, budget)
    return Blueprint(
        id=lot.id,
        family="Class Demand Estimation",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("math", "dinox-mcp", "amazon", "Reddit-MCP-Server", "wiki"),
        plans=(lambda: _plan(ask, look=True), lambda: _plan(ask, look=False)),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(thing,),
    )


def _top(scene: Scene) -> tuple[str, int]:
    counts = scene.counts()
    thing = max(counts, key=lambda label: counts[label])
    return thing, counts[thing]


def _suits(lot: Lot, scene: Scene) -> bool:
    """One sort of thing is there most often, and shop, encyclopedia and forum know it."""
    counts = sorted(scene.counts().values(), reverse=True)
    if len(counts) < 2 or counts[0] < 2 or counts[0] == counts[1]:
        return False
    thing, world = _top(scene)[0], lot.world
    found, article, community = (
        world.shops.search(thing, 1),
        world.encyclopedia.article(thing),
        world.forum.community(thing),
    )
    if not found or article is None or community is None or not world.forum.hot(community, 1):
        return False
    word = thing.rpartition(" ")[2]
    if found[0].dollars > _DEAREST:
        return False
    return word in found[0].title.casefold() and word in article.title.casefold()


def _answers(lot: Lot) -> tuple[int, ...]:
    """What pupils answered: small numbers, one of which is clearly the most frequent."""
    high = lot.pick((3, 4, 6, 9), "high")
    mode = lot.whole(2, high, "mode")
    others = [lot.whole(1, high, "answer", place) for place in range(lot.whole(9, 20, "pupils"))]
    often = max((others.count(each) for each in others if each != mode), default=0)
    answers = others + [mode] * max(0, often + 1 - others.count(mode))
    return tuple(lot.sample(answers, len(answers), "order"))


def _expected(measure: str, answers: tuple[int, ...]) -> float:
    ranked = sorted(answers)
    if measure == "mean":
        return sum(answers) / len(answers)
    if measure == "mode":
        return max(set(answers), key=answers.count)
    middle = len(ranked) // 2
    return ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2


def _needed(count: int, figures: list[float]) -> int:
    return math.ceil(max(count, *figures) - 1e-9)


def _words(ask: Ask) -> str:
    return " and the ".join((", the ".join(ask.measures[:-1]), ask.measures[-1]))


def _request(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "We asked the class how many pieces each would like of the thing that photo.png shows most often: "
        "{numbers}. Work out the {measures} of the answers, count that thing in the picture, and take the "
        "largest of these figures, rounded up, as what we need. With the first product that Amazon finds "
        "for it, what does that cost, and is our budget of ${budget} enough? If it is, give me the hottest "
        "post of the subreddit named after the thing and a short encyclopedia description; if not, only "
        "tell how much is missing.",
        "Our survey of pupils gave {numbers}. photo.png shows what it is about: the object that occurs most "
        "often there. Compare the {measures} of the survey with the number of those objects in the photo "
        "and use the largest, rounded up, as the demand. Price it with Amazon's first hit. We have "
        "${budget}. Within the budget, add the top hot post of the subreddit of that name and what the "
        "encyclopedia says about it; otherwise stop there and state the shortfall.",
        "Please estimate the demand of our class. The answers were {numbers}; the item is whichever object "
        "photo.png has the most of. The demand is the largest (rounded up) among the {measures} of the "
        "answers and how many of it the photo shows. Multiply by the price of the first product that Amazon "
        "lists for the item and compare with ${budget}. Only if that suffices, look for the hottest post in "
        "the item's subreddit and a brief encyclopedia summary; if it does not, say by how much we are over.",
        numbers=", ".join(map(str, ask.answers)),
        measures=_words(ask),
        budget=ask.budget,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "The kids answered {numbers} when asked how many they want of what photo.png is full of. We buy the "
        "largest of these, rounded up: {measures}, number in the photo. First Amazon hit. Will ${budget} do? "
        "If yes, also what people post about it (hottest on its subreddit) and what it is by the "
        "encyclopedia. If no, how much are we short?",
        "Can our class afford it with ${budget}? photo.png: it's about the thing there are most of. Survey "
        "says {numbers}; go by the biggest of {measures} and the number in the picture, rounded up, and "
        "Amazon's first price. If it works out, throw in the hottest post from its subreddit and a line of "
        "encyclopedia; otherwise just the gap.",
        "${budget} in the class kitty, answers {numbers}. How many do we need of the commonest thing in "
        "photo.png (max of {measures} and what you count there, rounded up), and is the money enough at "
        "Amazon's first offer? When it is: hottest post of the subreddit of that name, plus the "
        "encyclopedia's word on it. When it isn't: what is missing.",
        numbers=", ".join(map(str, ask.answers)),
        measures=", ".join(ask.measures),
        budget=ask.budget,
    )


def _plan(ask: Ask, *, look: bool) -> Plan:
    first = [want(f"math/{measure}", numbers=ask.numbers) for measure in ask.measures]
    if look:
        first.append(
            want("dinox-mcp/detect-all-objects", imageFileUri=ask.picture.name, includeDescription=False)
        )
    if not look:
        first.append(want("amazon/search_products", keywords=ask.thing))
    found = yield first
    figures = [_figure(each) for each in found[: len(ask.measures)]]
    if look:
        _counted(ask, found[-1])
        (shop,) = yield [want("amazon/search_products", found[-1], keywords=ask.thing)]
    else:
        shop = found[-1]
    needed = _needed(ask.count, figures)
    product = shop.data["products"][0]
    cost = needed * product["price"]
    sure(abs(cost - ask.budget) > 1, "the budget is all but spent")
    if cost > ask.budget:
        return _solution(ask, figures, needed, product, ())
    background = yield [
        want("Reddit-MCP-Server/search_hot_posts", *found, shop, subreddit=ask.thing, limit=1),
        want("wiki/summary", *found, shop, title=ask.thing),
    ]
    return _solution(ask, figures, needed, product, tuple(background))


def _figure(found: Found) -> float:
    """A number, or the first of the most frequent ones: `Entries (4) appeared 3 times`."""
    told = re.search(r"-?\d+(?:\.\d+)?", found.text)
    sure(told and ", " not in found.text, "the answers have several modes")
    assert told is not None
    return float(told[0])


def _counted(ask: Ask, found: Found) -> None:
    counts: dict[str, int] = {}
    for each in seen(found):
        counts[each.name] = counts.get(each.name, 0) + 1
    right = counts.get(ask.thing) == ask.count
    others = [count for name, count in counts.items() if name != ask.thing]
    sure(right and all(count < ask.count for count in others), f"the detector counts {counts}")


def _solution(
    ask: Ask, figures: list[float], needed: int, product: dict[str, Any], background: tuple[Found, ...]
) -> Solution:
    cost = needed * product["price"]
    named = ", ".join(f"{name} {figure:g}" for name, figure in zip(ask.measures, figures, strict=True))
    answer = (
        f"The photo shows {ask.count} of the most frequent thing: {ask.thing}. The survey has {named}. So "
        f"we need {needed}. The first product is {product['title']} at ${product['price']:.2f}; in all "
        f"${cost:.2f}."
    )
    claims = [
        *(
            measured(f"the {name}", figure, name, absolute=0.01)
            for name, figure in zip(ask.measures, figures, strict=True)
        ),
        counted("how many the picture shows", ask.count),
        Claim("the product", all_of=(product["title"],)),
        dollars("its price", product["price"]),
    ]
    checks: list[Any] = [
        AnswerNames(all_of=(ask.thing,)),
        AnswerNumber(value=needed, near=("need|demand|require|buy|order|purchase",)),
        Called("amazon/search_products", {"keywords": {"$contains": ask.thing}}),
    ]
    if not background:
        answer += f" The budget of ${ask.budget} is not enough: ${cost - ask.budget:.2f} are missing."
        claims.append(dollars("how much is missing", cost - ask.budget))
        checks.append(NotCalled("Reddit-MCP-Server/search_hot_posts"))
    else:
        post, article = background[0].data["posts"][0], background[1].data
        answer += (
            f" The budget of ${ask.budget} is enough. The hottest post is “{post['title']}”. "
            f"{article['title']}: {first_sentence(article['summary'])}"
        )
        claims.append(Claim("the hottest post", all_of=(post["title"],)))
        claims.append(Claim("what it is", any_of=gist(article["summary"], ask.thing, product["title"])))
    claims.append(dollars("what it costs", cost))
    return Solution(answer=answer, checks=(Claims(tuple(claims)), *checks))


FAMILY = Family(
    number=26,
    name="class_demand_estimation",
    title="Class Demand Estimation",
    goal="Estimate a class's demand from a survey and a picture, and whether the budget will do.",
    make=make,
)
