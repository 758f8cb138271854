"""Food chains: requests, answer form, expected values and checks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from m3bench.checks import Expected, FileExists, NoStrayFiles, PictureChangedOnly
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Solution
from m3bench_suites.builders.m3._shared.animals import food_web
from m3bench_suites.builders.m3._shared.animals.animal_names import expected_kind
from m3bench_suites.builders.m3._shared.animals.sightings import Box, Sighting, counts
from m3bench_suites.builders.m3.family import TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World

BLURRED, MARKED = "anonymous.png", "hunters.png"
_ROOM = 1.6
"""Maximum radius of a circle around an animal, in half diagonals of its box."""
_RELATIVES: Mapping[str, tuple[str, ...]] = {
    "antelope": ("Impala", "Thomson's gazelle", "Springbok", "Gazelle"),
    "bear": ("Brown bear", "American black bear"),
    "bee": ("Western honey bee",),
    "butterfly": ("Monarch butterfly", "Peacock butterfly"),
    "crocodile": ("Saltwater crocodile", "American alligator"),
    "deer": ("Red deer", "White-tailed deer", "European roe deer"),
    "duck": ("Mallard", "Wood duck"),
    "elephant": ("Asian elephant",),
    "frog": ("Common frog", "Red-eyed tree frog", "American bullfrog", "Golden poison frog", "Common toad"),
    "owl": ("Tawny owl", "Barn owl", "Great horned owl"),
    "rabbit": ("European rabbit", "European hare"),
    "snake": (
        "Grass snake", "Common garter snake", "Corn snake", "Common European adder", "Black mamba",
        "Burmese python", "King cobra", "Boa constrictor", "Green anaconda",
    ),
}  # fmt: skip
"""Articles that may be read for an animal whose species the picture does not show."""

FORM = AnswerForm(
    (
        AnswerField(
            "animals",
            FieldType.RECORD,
            "the kinds of animals in the picture, without people",
            many=True,
            fields=(
                AnswerField("kind", FieldType.NAME, "the kind of animal"),
                AnswerField("count", FieldType.NUMBER, "how many of it the picture shows"),
                AnswerField(
                    "lives_on", FieldType.CHOICE, "what it lives on in the main", choices=food_web.DIETS
                ),
                AnswerField("food", FieldType.TEXT, "its food, in the words of its encyclopedia article"),
            ),
        ),
        AnswerField(
            "chain_possible", FieldType.YES_NO, "whether the animals of the picture make a food chain"
        ),
        AnswerField(
            "longest_chain",
            FieldType.NAME,
            "the animals of the longest food chain, the plant-eater first, each eaten by the next",
            many=True,
            ordered=True,
        ),
        AnswerField("people", FieldType.NUMBER, "how many people are in the picture"),
    )
)

_REQUESTS = (
    (
        "Look at {photo}. Which kinds of animals are there, how many of each, and what does each of them eat "
        "according to Wikipedia? Can they form a food chain of at least three levels, from plants over a "
        "plant-eater to an animal that eats it, and what is the longest one? Leave people out of it.{hide}"
        "{mark}"
    ),
    (
        "Please examine {photo} for a food chain: name all kinds of animals with their numbers, look their "
        "diets up in Wikipedia, and decide whether plants, an animal that lives on them and one that eats "
        "that animal are all there (people do not count). Give the longest such chain.{hide}{mark}"
    ),
    (
        "Do the animals in {photo} make a food chain with plants at its base and at least two animals above, "
        "one eating the other? Go by what Wikipedia says about the diet of each kind, list the kinds with "
        "their numbers and their food, and give me the longest chain; people are not part of it.{hide}{mark}"
    ),
)
_FUZZY = (
    (
        "Could the animals in {photo} be a food chain (plants, something that eats them, something that eats "
        "that)? Tell me who's in the picture, how many, what they live on, going by Wikipedia, and the "
        "longest chain you get. Ignore any people.{hide}{mark}"
    ),
    (
        "For a biology lesson: what animals are in {photo} and how many, what do they eat (check Wikipedia), "
        "and is there a chain in it, plants at the bottom and two animals or more on top? The longest one, "
        "please, not counting humans.{hide}{mark}"
    ),
    (
        "I wonder if {photo} would do as an example of a food chain, plants first, then a plant-eater, then "
        "whatever eats it. What's on it and how often, who eats what according to Wikipedia, how far does "
        "the chain go, humans aside?{hide}{mark}"
    ),
)
_HIDE = (
    (
        " If there are people in the picture, blur them beyond recognition and save that as {blurred}, and "
        "say how many there were."
    ),
    (
        " Should anybody be in it, save a copy with them blurred as {blurred} and tell me how many people "
        "that was."
    ),
    (
        " Nobody should be recognisable: if people are in it, blur them in a copy, {blurred}, and give "
        "their number."
    ),
)
_MARK = (
    (
        " If there is a chain, also circle in red each animal that eats another one in the picture, in a "
        "copy called {marked} (with any people blurred in it too). Without a chain there is to be no such "
        "copy."
    ),
    (
        " In case of a chain, put a red circle around every animal that preys on another kind in it, in "
        "{marked}, a copy of the picture (people, if any, blurred there as well). Otherwise leave {marked} "
        "out."
    ),
    (
        " And if it is a chain I'd like {marked}: the picture with red circles around all animals that hunt "
        "another kind in it (blur people there, too, if there are any). If it isn't, don't make one."
    ),
)


def request(draw: TaskDraw, photo: str, *, marks: bool) -> str:
    return _phrase(draw, _REQUESTS, photo, marks=marks)


def fuzzy_request(draw: TaskDraw, photo: str, *, marks: bool) -> str:
    return _phrase(draw, _FUZZY, photo, marks=marks)


def _phrase(draw: TaskDraw, forms: Sequence[str], photo: str, *, marks: bool) -> str:
    hide = draw.pick(_HIDE, "hide").format(blurred=BLURRED)
    mark = draw.pick(_MARK, "mark").format(marked=MARKED) if marks else ""
    return draw.phrased(*forms, photo=photo, hide=hide, mark=mark)


def solution(
    world: World,
    setting: str,
    photo: str,
    truth: Sequence[Sighting],
    pages: Mapping[str, Any],
    *,
    marks: bool,
) -> Solution:
    """Return the answer, its expected fields, and checks."""
    people = [thing for thing in truth if thing.label == "person"]
    shown = counts([thing for thing in truth if thing.label != "person"])
    chain = min(food_web.longest(shown), default=())
    lines = [
        f"{label.capitalize()} ({page['title']}): {food_web.diet_in(page)}." for label, page in pages.items()
    ]
    number = f"{len(people)} people were" if len(people) != 1 else "1 person was"
    lines.append(f"{number} blurred in {BLURRED}." if people else "There are no people in the picture.")
    if marks:
        hunters = ", ".join(sorted(food_web.hunters(shown)))
        lines.append(f"Circled in {MARKED}: {hunters}." if chain else f"{MARKED} was not made.")
    lines.append(f"Chain: {' > '.join((food_web.PLANTS, *chain)) if chain else 'none'}")
    return Solution(
        "\n".join(lines),
        tuple(_picture_checks(photo, truth, people, marks=marks and bool(chain))),
        _fields(world, setting, shown, len(people), pages),
    )


def _fields(
    world: World, setting: str, shown: Mapping[str, int], people: int, pages: Mapping[str, Any]
) -> dict[str, Expected]:
    rows = tuple(_row(world, setting, label, count, pages[label]) for label, count in shown.items())
    links = food_web.links(shown)
    return {
        "animals": Expected(rows=rows),
        "chain_possible": Expected(bool(links), grounds=()),
        "longest_chain": Expected(items=tuple(_link(place) for place in links)),
        "people": Expected(people, grounds=()),
    }


def _row(world: World, setting: str, label: str, count: int, page: Mapping[str, Any]) -> dict[str, Expected]:
    diet, others = food_web.diet_of(label, setting)
    certain = food_web.species_of(label, setting) in food_web.DRAWN
    titles = () if certain else _RELATIVES.get(label, ())
    relatives = [article for title in titles if (article := world.encyclopedia.article(title))]
    foods = [food_web.food_in({"summary": article.summary}) for article in relatives]
    food = food_web.food_in(page)
    return {
        "kind": expected_kind(label),
        "count": Expected(count, grounds=()),
        "lives_on": Expected(diet, also=others, grounds=()),
        "food": Expected(food, also=tuple(dict.fromkeys((*foods, food_web.diet_in(page) or food)))),
    }


def _link(place: Sequence[str]) -> Expected:
    """Return the expected animal at one place of a chain, or any of several if the chain branches."""
    kinds = [expected_kind(label) for label in place]
    names = [name for kind in kinds for name in (kind.value, *kind.also) if name is not None]
    return Expected(names[0], also=tuple(names[1:]))


def _picture_checks(
    photo: str, truth: Sequence[Sighting], people: Sequence[Sighting], *, marks: bool
) -> list[Any]:
    hidden = tuple(person.box for person in people)
    checks: list[Any] = []
    made = []
    if people:
        made.append(BLURRED)
        checks.append(PictureChangedOnly(BLURRED, photo, hidden, margin=12))
    if marks:
        made.append(MARKED)
        hunters = food_web.hunters([thing.label for thing in truth])
        rings = tuple(_ring(thing) for thing in truth if thing.label in hunters)
        checks.append(FileExists(MARKED))
        checks.append(PictureChangedOnly(MARKED, photo, (*rings, *hidden), least_inside=0.003, margin=12))
    # An agent may save detections drawn as boxes.
    return [*checks, NoStrayFiles((*made, "*_detections.png"))]


def _ring(thing: Sighting) -> Box:
    x, y = thing.centre
    reach = math.ceil(thing.reach * _ROOM)
    return max(x - reach, 0), max(y - reach, 0), x + reach, y + reach
