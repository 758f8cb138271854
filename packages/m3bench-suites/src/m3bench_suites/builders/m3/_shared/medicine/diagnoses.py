"""Pictures of medicines and a diagnosis: which medicine is clearly meant for it."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.clinic import Condition
    from m3bench_world.pharmacy import Drug

MOST_TREATING = 500
SERIOUS = ("C", "F2", "I21", "O", "S", "T")
"""Prefixes of codes of conditions that are not treated with products from a shop."""
_LOOSE = frozenset(("heartburn", "arthritis", "headache", "diabetes mellitus", "overactive bladder"))
"""Names that are broader or narrower than the condition."""
_WEAK_WORDS = frozenset(("disease", "syndrome", "disorder", "chronic", "acute", "with", "other", "after"))
ALIKE = 0.8
"""Minimum similarity between a name and the text that was read."""


class Case(msgspec.Struct, frozen=True):
    """A diagnosis and medicines. `suited` is the generic name of the medicine for it."""

    photo: ScenePicture
    code: str
    suited: str | None
    links: tuple[str, ...]
    """ASINs of the medicine to buy."""
    names: tuple[str, ...]
    """Names of the diagnosis."""
    instead: bool
    """Whether another medicine is wanted if none is meant for it."""

    @property
    def medicines(self) -> list[dict[str, Any]]:
        return list(self.photo.scene.facts["medicines"])

    def brands(self, generic: str) -> tuple[str, ...]:
        """Return the brand names of a pictured medicine."""
        return tuple(
            str(medicine["brand"])
            for medicine in self.medicines
            if medicine["generic"] == generic and medicine["brand"]
        )


def draw_case(draw: TaskDraw, *, suited: bool, instead: bool) -> Case | None:
    """Return the first picture that fits a diagnosis, or None."""
    for part in range(10):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        medicines = photo.scene.facts["medicines"]
        if len(medicines) > 1 and (case := _case(draw, photo, suited=suited, instead=instead)):
            return case
    return None


def _case(draw: TaskDraw, photo: ScenePicture, *, suited: bool, instead: bool) -> Case | None:
    world = draw.world
    drugs = [
        drug
        for medicine in photo.scene.facts["medicines"]
        if (drug := world.pharmacy.find(medicine["generic"]))
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
    """Return whether the condition, by one of its names, is a use of the drug."""
    uses = {use.casefold() for use in drug.indications}
    return any(name.casefold() in uses for name in names if name.casefold() not in _LOOSE)


def comes_near(drug: Drug, names: Sequence[str]) -> bool:
    """Return whether a use shares a word with the condition. A label for "kidney disease" is disputable."""
    own = {word for use in drug.indications for word in _distinctive_words(use)}
    return any(not own.isdisjoint(_distinctive_words(name)) for name in names)


def _distinctive_words(text: str) -> frozenset[str]:
    words = (word.strip(".,()[]").rstrip("s") for word in text.casefold().replace("-", " ").split())
    return frozenset(word for word in words if len(word) > 3) - _WEAK_WORDS


def _treating(world: World, condition: Condition) -> dict[str, Drug]:
    """Return the drugs whose label names the condition."""
    names = (condition.name, *condition.synonyms)
    return {drug.name: drug for name in names for drug in world.pharmacy.treating(name, MOST_TREATING)}


def _well_known(world: World, condition: Condition) -> bool:
    """Return whether it can be treated at home, and its coded name finds its trials."""
    coded = _as_coded(world, condition)
    if condition.code.startswith(SERIOUS) or coded is None or coded.code != condition.code:
        return False
    return bool(world.clinic.trials(coded, "recruiting"))


def _as_coded(world: World, condition: Condition) -> Condition | None:
    """Return the condition that the name in the code book finds."""
    diagnosis = world.clinic.diagnosis(condition.code)
    return world.clinic.condition(diagnosis.title) if diagnosis else None


def _most_tested(world: World, condition: Condition) -> str | None:
    """Return the drug in most recruiting trials if all names of the condition agree on it."""
    names = {
        most_tested(
            [{"interventions": trial.interventions} for trial in world.clinic.trials(known, "recruiting")]
        )
        for known in (condition, _as_coded(world, condition))
        if known
    }
    return names.pop() if len(names) == 1 else None


def most_tested(trials: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the drug that most of the trials test, or None on a tie."""
    tested = Counter(
        intervention.removeprefix("Drug: ")
        for trial in trials
        for intervention in trial["interventions"]
        if intervention.startswith("Drug: ")
    )
    ranked = tested.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return str(ranked[0][0])


def _links(world: World, name: str) -> tuple[str, ...]:
    """Return the ASINs of products with the drug in the title, if one of them is the first hit."""
    products = world.shops.search(name, 50, 0)
    alike = [product for product in products if name.casefold() in product.title.casefold()]
    return tuple(product.asin for product in alike) if products[:1] == alike[:1] else ()


def match_names(text: str, medicines: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Map generic names to the names read on the packages. Raise `PlanError` if one was not read."""
    read = text.casefold()
    names_read = {}
    for medicine in medicines:
        names = [str(medicine[key]) for key in ("generic", "brand") if medicine[key]]
        seen = next((name for name in names if _is_read(name, read)), None)
        if seen is None:
            raise PlanError(f"The name of {medicine['generic']} was not read from the picture.")
        names_read[str(medicine["generic"])] = seen
    return names_read


def _is_read(name: str, text: str) -> bool:
    """Return whether the text has the name, allowing for misread letters."""
    wanted = name.casefold()
    return wanted in text or bool(difflib.get_close_matches(wanted, text.split(), 1, ALIKE))


def label_of(result: CallResult, generic: str) -> dict[str, Any]:
    """Return the label in a result. Raise `PlanError` if it is of another medicine."""
    label: dict[str, Any] = result.data["label"]
    if label["openfda"]["generic_name"] != [generic]:
        raise PlanError(f"a search for {generic} found the label of {label['openfda']['generic_name'][0]}.")
    return label


def find_offer(result: CallResult, links: Sequence[str]) -> dict[str, Any]:
    """Return the first product that is the medicine."""
    products: list[dict[str, Any]] = result.data["products"]
    product = next((product for product in products if product["asin"] in links), None)
    if product is None:
        raise PlanError("The shop does not offer the medicine.")
    return product
