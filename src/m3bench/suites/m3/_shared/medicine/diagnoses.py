"""Medicines in a picture and a diagnosis: which of them is meant for it, beyond doubt."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites.m3.family import ScenePicture, TaskDraw
from m3bench.suites.plans import CallResult, PlanError

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.clinic import Condition
    from m3bench.world.pharmacy import Drug

MOST_TREATING = 500
SERIOUS = ("C", "F2", "I21", "O", "S", "T")
"""Beginnings of codes of what nobody treats with something from a shop."""
_LOOSE = frozenset(("heartburn", "arthritis", "headache", "diabetes mellitus", "overactive bladder"))
"""Names of conditions that mean more or less than the condition."""
_WEAK_WORDS = frozenset(("disease", "syndrome", "disorder", "chronic", "acute", "with", "other", "after"))
ALIKE = 0.8
"""How like a name a reading must be to be taken for it."""


class Case(msgspec.Struct, frozen=True):
    """Somebody's diagnosis and medicines. `suited` is the generic name of the one that is meant for it."""

    photo: ScenePicture
    code: str
    suited: str | None
    links: tuple[str, ...]
    """Numbers of the shop's products of the medicine that is to be bought."""
    names: tuple[str, ...]
    """What the diagnosis is called."""
    instead: bool
    """Whether another medicine is wanted where none is meant for it."""

    @property
    def medicines(self) -> list[dict[str, Any]]:
        return list(self.photo.scene.facts["medicines"])

    def brands(self, generic: str) -> tuple[str, ...]:
        """What a pictured medicine is called on its package."""
        return tuple(
            str(each["brand"]) for each in self.medicines if each["generic"] == generic and each["brand"]
        )


def draw_case(draw: TaskDraw, *, suited: bool, instead: bool) -> Case | None:
    """The first picture of some that goes with a diagnosis; None where none does."""
    for part in range(10):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        medicines = photo.scene.facts["medicines"]
        if len(medicines) > 1 and (case := _case(draw, photo, suited=suited, instead=instead)):
            return case
    return None


def _case(draw: TaskDraw, photo: ScenePicture, *, suited: bool, instead: bool) -> Case | None:
    world = draw.world
    drugs = [
        drug for each in photo.scene.facts["medicines"] if (drug := world.pharmacy.find(each["generic"]))
    ]
    conditions = draw.sample(world.clinic.conditions(), len(world.clinic.conditions()), "condition")
    for condition in conditions:
        names = (condition.name, *condition.synonyms)
        treating = _treating(world, condition)
        matching = [drug for drug in drugs if is_labelled(drug, names)]
        others = [drug for drug in drugs if drug not in matching]
        kinds = {drug.kind.key for drug in treating.values()}
        doubtful = not treating or any(
            drug.kind.key in kinds or comes_near(drug, names) or drug.name in treating for drug in others
        )
        if doubtful or len(matching) != suited or not _well_known(world, condition):
            continue
        if not matching and not instead:
            return Case(photo, condition.code, None, (), names, instead)
        bought = matching[0].name if matching else _most_tested(world, condition)
        if bought in treating and (links := _links(world, bought)):
            chosen = matching[0].name if matching else None
            return Case(photo, condition.code, chosen, links, names, instead)
    return None


def is_labelled(drug: Drug, names: Sequence[str]) -> bool:
    """Whether one of the drug's uses is just this, by one of its names."""
    uses = {use.casefold() for use in drug.indications}
    return any(name.casefold() in uses for name in names if name.casefold() not in _LOOSE)


def comes_near(drug: Drug, names: Sequence[str]) -> bool:
    """Whether a use shares a word with the condition: a label for "cold sores" is none for a cold, but
    people may quarrel about "kidney disease"."""
    own = {word for use in drug.indications for word in _distinctive_words(use)}
    return any(not own.isdisjoint(_distinctive_words(name)) for name in names)


def _distinctive_words(text: str) -> frozenset[str]:
    found = (word.strip(".,()[]").rstrip("s") for word in text.casefold().replace("-", " ").split())
    return frozenset(word for word in found if len(word) > 3) - _WEAK_WORDS


def _treating(world: World, condition: Condition) -> dict[str, Drug]:
    """Drugs whose label names the condition."""
    names = (condition.name, *condition.synonyms)
    return {drug.name: drug for name in names for drug in world.pharmacy.treating(name, MOST_TREATING)}


def _well_known(world: World, condition: Condition) -> bool:
    """Whether it can be treated at home, and what the code book calls it leads to its trials."""
    found = _as_coded(world, condition)
    if condition.code.startswith(SERIOUS) or found is None or found.code != condition.code:
        return False
    return bool(world.clinic.trials(found, "recruiting"))


def _as_coded(world: World, condition: Condition) -> Condition | None:
    """What the name in the code book leads to."""
    diagnosis = world.clinic.diagnosis(condition.code)
    return world.clinic.condition(diagnosis.title) if diagnosis else None


def _most_tested(world: World, condition: Condition) -> str | None:
    """The drug that most of the recruiting trials test, whatever name they are looked for by."""
    found = {
        most_tested(
            [{"interventions": trial.interventions} for trial in world.clinic.trials(known, "recruiting")]
        )
        for known in (condition, _as_coded(world, condition))
        if known
    }
    return found.pop() if len(found) == 1 else None


def most_tested(trials: Sequence[Mapping[str, Any]]) -> str | None:
    """The drug that most of the trials test; None where there is no such one."""
    tested = Counter(
        each.removeprefix("Drug: ")
        for trial in trials
        for each in trial["interventions"]
        if each.startswith("Drug: ")
    )
    ranked = tested.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return str(ranked[0][0])


def _links(world: World, name: str) -> tuple[str, ...]:
    """Numbers of all products with the drug in their title, if the shop would not rather sell another."""
    found = world.shops.search(name, 50, 0)
    alike = [product for product in found if name.casefold() in product.title.casefold()]
    return tuple(product.asin for product in alike) if found[:1] == alike[:1] else ()


def match_names(text: str, medicines: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Generic name → the name that was read on the package. Raises `PlanError` where one was not read."""
    read = text.casefold()
    found = {}
    for medicine in medicines:
        names = [str(medicine[key]) for key in ("generic", "brand") if medicine[key]]
        seen = next((name for name in names if _is_read(name, read)), None)
        if seen is None:
            raise PlanError(f"The name of {medicine['generic']} was not read.")
        found[str(medicine["generic"])] = seen
    return found


def _is_read(name: str, text: str) -> bool:
    """Whether a name stands there, give or take a letter that was misread."""
    wanted = name.casefold()
    return wanted in text or bool(difflib.get_close_matches(wanted, text.split(), 1, ALIKE))


def label_of(found: CallResult, generic: str) -> dict[str, Any]:
    """The label in an answer, which must be that of the medicine."""
    label: dict[str, Any] = found.data["label"]
    if label["openfda"]["generic_name"] != [generic]:
        raise PlanError(f"{generic} leads to the label of {label['openfda']['generic_name'][0]}.")
    return label


def find_offer(found: CallResult, links: Sequence[str]) -> dict[str, Any]:
    """The first product that really is the medicine."""
    products: list[dict[str, Any]] = found.data["products"]
    product = next((each for each in products if each["asin"] in links), None)
    if product is None:
        raise PlanError("The shop offers something else.")
    return product
