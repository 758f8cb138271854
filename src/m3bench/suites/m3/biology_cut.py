"""Biology Cut: every animal of a picture as a picture of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites.m3._shared import cuttings
from m3bench.suites.m3._shared.cuttings import ANIMALS, Cutting, named_file
from m3bench.suites.m3._shared.sightings import Sighting, all_clear, detected, overlap, truly_seen
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

DETECT, DETECT_ALL = "dinox-mcp/detect-objects-by-text", "dinox-mcp/detect-all-objects"
OUTLINE = "dinox-mcp/visualize-detection-result"
CROP, RECOLOUR, READ = "imagesorcery-mcp/crop", "imagesorcery-mcp/change_color", "wiki/summary"


def make(lot: Lot) -> Blueprint:
    cutting = cuttings.CUTTINGS[lot.number % len(cuttings.CUTTINGS)]
    photo = _fitting(lot, cutting)
    work = _Work(photo, cutting)
    return Blueprint(
        id=lot.id,
        family="Biology Cut",
        request=lot.phrased(*cutting.requests, named=cuttings.NAMED),
        fuzzy_request=lot.phrased(*cutting.fuzzy),
        servers=("dinox-mcp", "imagesorcery-mcp", *(("wiki",) if cutting.reads else ())),
        plans=(work.by_name, work.by_all, *(() if cutting.outlines else (work.by_eye,))),
        pictures=(photo.picture,),
        level="L2" if cutting.tone or cutting.reads else "L1",
        extra={"modalities": ["text", "image"], "cutting": cutting.name},
        key_facts=tuple({thing.label for thing in truly_seen(photo.scene, ANIMALS)}),
    )


def _fitting(lot: Lot, cutting: Cutting) -> Pictured:
    """The first of some pictures whose animals can be told apart for what is asked."""
    pictures = [lot.picture("photo.png", "animals", part=part) for part in range(10)]
    suits = (
        each
        for each in pictures
        if all_clear(each.scene, ANIMALS) and cutting.suits(truly_seen(each.scene, ANIMALS))
    )
    return next(suits, pictures[0])


class _Work:
    """The ways to cut: the animals looked for, everything looked for, or seen with one's own eyes."""

    def __init__(self, photo: Pictured, cutting: Cutting) -> None:
        self.photo, self.cutting = photo, cutting

    def by_name(self) -> Plan:
        (look,) = yield [
            want(DETECT, imageFileUri=self.photo.name, textPrompt="animal", includeDescription=False)
        ]
        return (yield from self._cut(detected(look, self.photo.scene, ANIMALS), look))

    def by_all(self) -> Plan:
        (look,) = yield [want(DETECT_ALL, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._cut(detected(look, self.photo.scene, ANIMALS), look))

    def by_eye(self) -> Plan:
        return (yield from self._cut(truly_seen(self.photo.scene, ANIMALS)))

    def _cut(self, animals: Sequence[Sighting], *looks: Found) -> Plan:
        truth = self._truth()
        chosen = self.cutting.chosen(animals)
        if not all(overlap(one.box, true.box) > 0 for one, true in zip(chosen, truth, strict=True)):
            raise PlanError("The detector would choose other animals.")
        wanted = [self._crop(place, animal, looks) for place, animal in enumerate(chosen)]
        sorts = list(dict.fromkeys(animal.label for animal in chosen)) if self.cutting.reads else []
        wanted += [want(READ, *looks, title=label.capitalize()) for label in sorts]
        if self.cutting.outlines:
            wanted.append(self._outline(chosen, looks[0]))
        found = yield wanted
        if self.cutting.tone:
            yield [self._toned(place, found[place]) for place in self.cutting.retouched(chosen)]
        pages = [page.data for page in found[len(chosen) : len(chosen) + len(sorts)]]
        return self.cutting.solution(self.photo.name, chosen, truth, dict(zip(sorts, pages, strict=True)))

    def _truth(self) -> list[Sighting]:
        animals = truly_seen(self.photo.scene, ANIMALS)
        if not self.cutting.suits(animals):
            raise PlanError("The animals of the picture cannot be told apart for what is asked.")
        return self.cutting.chosen(animals)

    def _crop(self, place: int, animal: Sighting, looks: Sequence[Found]) -> Wanted:
        left, top, right, bottom = animal.box
        edges = {"x1": left, "y1": top, "x2": right, "y2": bottom}
        return want(CROP, *looks, input_path=self.photo.name, **edges, output_path=named_file(place))

    def _outline(self, animals: Sequence[Sighting], look: Found) -> Wanted:
        boxes: list[dict[str, Any]] = [
            {"name": each["name"], "bbox": each["bbox"]}
            for each in look.data["detections"]
            if each["name"] in {animal.label for animal in animals}
        ]
        return want(OUTLINE, look, imageFileUri=self.photo.name, detections=boxes)

    def _toned(self, place: int, crop: Found) -> Wanted:
        path = str(crop.data["output_path"])
        assert self.cutting.tone is not None
        saved = self.cutting.toned_file(place)
        return want(RECOLOUR, crop, input_path=path, palette=self.cutting.tone, output_path=saved)


FAMILY = Family(
    number=11,
    name="biology_cut",
    title="Biology Cut",
    goal="Cut the animals out of a picture, one picture for each.",
    make=make,
)
