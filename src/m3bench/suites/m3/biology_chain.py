"""Biology Chain: whether the animals of a picture can make a food chain; people in it are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.suites.m3._shared import foodweb
from m3bench.suites.m3._shared.chain_telling import BLURRED, MARKED, fuzzy_request, request, solution
from m3bench.suites.m3._shared.cuttings import ANIMALS
from m3bench.suites.m3._shared.sightings import (
    Sighting,
    all_clear,
    counts,
    detected,
    sightings,
    truly_seen,
)
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

DETECT, READ = "dinox-mcp/detect-all-objects", "wiki/summary"
BLUR, CIRCLE = "imagesorcery-mcp/blur", "imagesorcery-mcp/draw_circles"
SEEN = ANIMALS | {"person"}
RED = [0, 0, 255]


def make(lot: Lot) -> Blueprint:
    photo, marks = _fitting(lot)
    study = _Study(photo, marks=marks)
    grouped = any(foodweb.species_of(label, study.setting) for label in _labels(photo))
    return Blueprint(
        id=lot.id,
        family="Biology Chain",
        request=request(lot, marks=marks),
        fuzzy_request=fuzzy_request(lot, marks=marks),
        servers=("dinox-mcp", "imagesorcery-mcp", "wiki"),
        plans=(study.by_kind, *((study.by_species,) if grouped else ()), study.by_eye),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], "marks": marks},
        key_facts=tuple(counts(truly_seen(photo.scene, ANIMALS))),
    )


def _fitting(lot: Lot) -> tuple[Pictured, bool]:
    """A picture, and whether animals are marked in it: of those that fit, the one that has most of what the
    number wishes for, a chain or none, and people."""
    pictures = [lot.picture("photo.png", "animals", part=part) for part in range(10)]
    marks = lot.number % 3 == 2 and any(_suits(each, marks=True) for each in pictures)
    fitting = [each for each in pictures if _suits(each, marks=marks)] or pictures

    def wished(photo: Pictured) -> int:
        chained = bool(foodweb.chains(_labels(photo))) is (lot.number % 4 != 3)
        return chained + 2 * (bool(photo.scene.facts["people"]) is (lot.number % 5 != 4))

    return max(fitting, key=wished), marks


def _labels(photo: Pictured) -> list[str]:
    return list(counts(truly_seen(photo.scene, ANIMALS)))


def _suits(photo: Pictured, *, marks: bool) -> bool:
    labels = _labels(photo)
    hunters = foodweb.hunters(labels)
    sure = foodweb.beyond_doubt(labels) and len(labels) > 1
    if not marks:
        return sure and all_clear(photo.scene, {"person"})
    plain = bool(hunters) and hunters == foodweb.hunters(labels, disputed=True)
    return sure and plain and all_clear(photo.scene, {"person", *hunters})


class _Study:
    """The ways to find out: kinds first and species where need be, species at once, or with one's eyes."""

    def __init__(self, photo: Pictured, *, marks: bool) -> None:
        self.photo, self.marks = photo, marks
        self.setting = str(photo.scene.facts["setting"])

    def by_kind(self) -> Plan:
        (look,) = yield [want(DETECT, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._read(self._seen(look), look))

    def by_species(self) -> Plan:
        (look,) = yield [want(DETECT, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._read(self._seen(look), look, at_once=True))

    def by_eye(self) -> Plan:
        return (yield from self._read(truly_seen(self.photo.scene, SEEN)))

    def _read(self, seen: Sequence[Sighting], *looks: Found, at_once: bool = False) -> Plan:
        if not _suits(self.photo, marks=self.marks):
            raise PlanError("Whether the animals make a chain could be disputed.")
        people = [thing for thing in seen if thing.label == "person"]
        labels = list(counts([thing for thing in seen if thing.label != "person"]))
        titles = {label: self._title(label, at_once=at_once) for label in labels}
        wanted = [want(READ, *looks, title=title) for title in titles.values()]
        hidden = [self._hidden(people, looks)] if people else []
        found = yield [*hidden, *wanted]
        blurred, read = found[: len(hidden)], found[len(hidden) :]
        pages = dict(zip(labels, read, strict=True))
        yield from self._species_read(pages)
        if self.marks:
            yield [self._marked(seen, [*blurred, *looks, *pages.values()], blurred=bool(people))]
        truth = truly_seen(self.photo.scene, SEEN)
        return solution(
            self.photo.name, truth, {label: page.data for label, page in pages.items()}, self.marks
        )

    def _seen(self, look: Found) -> list[Sighting]:
        """Everything that was found: its kinds have to be right, and the places of what is changed."""
        seen = sightings(look, SEEN)
        hunters = foodweb.hunters(_labels(self.photo)) if self.marks else set()
        if set(counts(seen)) - {"person"} != set(_labels(self.photo)):
            raise PlanError("The detector sees other animals.")
        placed = {"person", *hunters}
        exact = detected(look, self.photo.scene, placed)
        return [*exact, *(thing for thing in seen if thing.label not in placed)]

    def _title(self, label: str, *, at_once: bool) -> str:
        species = foodweb.species_of(label, self.setting) if at_once else None
        return species or label.capitalize()

    def _species_read(self, pages: dict[str, Found]) -> Any:
        """Reads on where an article on a whole group does not say what its animals eat."""
        silent = [label for label, page in pages.items() if foodweb.diet_in(page.data) is None]
        if not silent:
            return
        titles = {label: foodweb.species_of(label, self.setting) for label in silent}
        found = yield [want(READ, pages[label], title=title) for label, title in titles.items()]
        for label, page in zip(silent, found, strict=True):
            if foodweb.diet_in(page.data) is None:
                raise PlanError(f"The encyclopedia does not say what a {label} eats.")
            pages[label] = page

    def _hidden(self, people: Sequence[Sighting], looks: Sequence[Found]) -> Wanted:
        areas = [
            dict(zip(("x1", "y1", "x2", "y2"), person.box, strict=True)) | {"blur_strength": 45}
            for person in people
        ]
        return want(BLUR, *looks, input_path=self.photo.name, areas=areas, output_path=BLURRED)

    def _marked(self, seen: Sequence[Sighting], uses: Sequence[Found], *, blurred: bool) -> Wanted:
        hunters = foodweb.hunters([thing.label for thing in seen])
        circles = [_circle(thing) for thing in seen if thing.label in hunters]
        source = BLURRED if blurred else self.photo.name
        return want(CIRCLE, *uses, input_path=source, circles=circles, output_path=MARKED)


def _circle(thing: Sighting) -> Mapping[str, Any]:
    x, y = thing.centre
    return {"center_x": x, "center_y": y, "radius": thing.reach, "color": RED, "thickness": 4}


FAMILY = Family(
    number=16,
    name="biology_chain",
    title="Biology Chain",
    goal="Say whether the animals of a picture can make a food chain, and hide the people in it.",
    make=make,
)
