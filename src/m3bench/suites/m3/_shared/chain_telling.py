"""What is asked about a food chain, what is answered, and how an answer is told to be right."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from m3bench.checks import (
    Called,
    Claim,
    Claims,
    FileExists,
    NoStrayFiles,
    PictureChangedOnly,
    Quantity,
)
from m3bench.suites.m3._shared import foodweb
from m3bench.suites.m3._shared.sightings import Box, Sighting, counts
from m3bench.suites.m3.family import Lot
from m3bench.suites.planning import Solution

BLURRED, MARKED = "anonymous.png", "hunters.png"
_ROOM = 1.6
"""How far circles may reach beyond what they surround, in half diagonals of its box."""
_LINE = "'Chain: plants > … > …' (from the plants up, one animal after the other) or 'Chain: none'"

_REQUESTS = (
    (
        "Look at photo.png. Which kinds of animals are there, and what does each of them eat according to "
        "Wikipedia? Can they form a food chain of at least three levels, from plants over a plant-eater to "
        "an animal that eats it? Leave people out of the chain.{hide}{mark} End with one line: {line}."
    ),
    (
        "Please examine photo.png for a food chain: name all kinds of animals, look their diets up in "
        "Wikipedia, and decide whether plants, an animal that lives on them and one that eats that animal "
        "are all there (people do not count).{hide}{mark} The last line of your answer should be {line}."
    ),
    (
        "Do the animals in photo.png make a food chain with plants at its base and at least two animals "
        "above, one eating the other? Use what Wikipedia says about the diet of each kind and list it; "
        "people are not part of it.{hide}{mark} Close with a line that says {line}."
    ),
)
_FUZZY = (
    (
        "Could the animals in photo.png be a food chain (plants, something that eats them, something that "
        "eats that)? Tell me who's in the picture and what they live on, going by Wikipedia, and ignore "
        "any people.{hide}{mark} Last line please: {line}."
    ),
    (
        "For a biology lesson: what animals are in photo.png, what do they eat (check Wikipedia), and is "
        "there a chain in it, plants at the bottom and two animals or more on top? Not counting "
        "humans.{hide}{mark} Finish with {line}."
    ),
    (
        "I wonder if photo.png would do as an example of a food chain, plants first, then a plant-eater, "
        "then whatever eats it. What's on it, who eats what according to Wikipedia, humans "
        "aside?{hide}{mark} At the very end write {line}."
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
        " Also circle in red each animal that eats another one in the picture, in a copy called {marked} "
        "(with any people blurred in it too)."
    ),
    (
        " In {marked}, a copy of the picture (people, if any, blurred there as well), put a red circle "
        "around every animal that preys on another kind in it."
    ),
    (
        " And I'd like {marked}: the picture with red circles around all animals that hunt another kind in "
        "it (blur people there, too, if there are any)."
    ),
)


def request(lot: Lot, *, marks: bool) -> str:
    return _said(lot, _REQUESTS, marks=marks)


def fuzzy_request(lot: Lot, *, marks: bool) -> str:
    return _said(lot, _FUZZY, marks=marks)


def _said(lot: Lot, forms: Sequence[str], *, marks: bool) -> str:
    hide = lot.pick(_HIDE, "hide").format(blurred=BLURRED)
    mark = lot.pick(_MARK, "mark").format(marked=MARKED) if marks else ""
    return lot.phrased(*forms, hide=hide, mark=mark, line=_LINE)


def solution(photo: str, truth: Sequence[Sighting], pages: Mapping[str, Any], marks: bool) -> Solution:
    """The answer, and what must hold of one."""
    people = [thing for thing in truth if thing.label == "person"]
    labels = list(counts([thing for thing in truth if thing.label != "person"]))
    longest = max(foodweb.chains(labels), key=len, default=())
    lines = [
        f"{label.capitalize()} ({page['title']}): {foodweb.diet_in(page)}." for label, page in pages.items()
    ]
    number = f"{len(people)} people were" if len(people) != 1 else "1 person was"
    lines.append(f"{number} blurred in {BLURRED}." if people else "There are no people in the picture.")
    if marks:
        hunters = sorted(foodweb.hunters(labels))
        lines.append(f"Circled in {MARKED}: {', '.join(hunters)}.")
    lines.append(f"Chain: {' > '.join((foodweb.PLANTS, *longest)) if longest else 'none'}")
    claims = [*_diet_claims(pages), _people_claim(len(people)), _chain_claim(labels, pages)]
    checks = (
        Claims(tuple(claims)),
        Called("wiki/*", at_least=len(pages)),
        *_picture_checks(photo, truth, people, marks=marks),
    )
    return Solution("\n".join(lines), checks)


def _titles(pages: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for label, page in pages.items() for name in (label, page["title"])))


def _diet_claims(pages: Mapping[str, Any]) -> list[Claim]:
    claims = []
    for label, page in pages.items():
        diet = foodweb.diet_in(page) or ""
        food = dict.fromkeys(re.findall(r"[a-z]{4,}", diet.lower().removeprefix("feeds on")))
        claims.append(Claim(f"there is a {label}", any_of=(label, page["title"])))
        claims.append(Claim(f"what the {label} eats: {diet}", any_of=(*food, "herbivore", "carnivore")))
    return claims


def _people_claim(number: int) -> Claim:
    if number:
        return Claim(
            f"{number} people are in the picture", number=Quantity(float(number), near=("person|people",))
        )
    return Claim(
        "nobody is in the picture", any_of=("no people", "no person", "no humans", "nobody", "no one")
    )


def _chain_claim(labels: Sequence[str], pages: Mapping[str, Any]) -> Claim:
    """The last line; disputed links may be in it, as long as there is a chain at all."""
    if not foodweb.chains(labels):
        return Claim("there is no chain", all_of=("Chain: none",))
    spelled = {label: (label, pages[label]["title"]) for label in labels}
    lines = [
        f"chain plants {' '.join(names)}"
        for chain in foodweb.chains(labels, disputed=True)
        for names in product(*(spelled[label] for label in chain))
    ]
    return Claim("there is a chain", any_of=tuple(dict.fromkeys(lines)))


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
        hunters = foodweb.hunters([thing.label for thing in truth])
        rings = tuple(_ring(thing) for thing in truth if thing.label in hunters)
        checks.append(FileExists(MARKED))
        checks.append(PictureChangedOnly(MARKED, photo, (*rings, *hidden), least_inside=0.003, margin=12))
    return [*checks, NoStrayFiles(tuple(made))]


def _ring(thing: Sighting) -> Box:
    x, y = thing.centre
    reach = math.ceil(thing.reach * _ROOM)
    return max(x - reach, 0), max(y - reach, 0), x + reach, y + reach
