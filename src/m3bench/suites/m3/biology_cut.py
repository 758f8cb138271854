"""Biology Cut: every animal of a picture as a picture of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites.m3._shared.animals.creatures import ANIMALS, looks_like, nameable
from m3bench.suites.m3._shared.animals.cutting_words import FUZZY, NAMED, REQUESTS
from m3bench.suites.m3._shared.animals.cuttings import CUTTINGS, Cutting, named_file, overview_file
from m3bench.suites.m3._shared.animals.sightings import (
    Sighting,
    all_clear,
    counts,
    detected,
    overlap,
    truly_seen,
)
from m3bench.suites.m3._shared.scenery import fitting, series
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

DETECT, DETECT_ALL = "dinox-mcp/detect-objects-by-text", "dinox-mcp/detect-all-objects"
OUTLINE = "dinox-mcp/visualize-detection-result"
CROP, RECOLOUR, READ = "imagesorcery-mcp/crop", "imagesorcery-mcp/change_color", "wiki/summary"
ROUND = 8
"""Every eighth task asks for an animal that is not there."""
_PLURALS = {
    "butterfly": "butterflies", "deer": "deer", "fox": "foxes", "monkey": "monkeys", "sheep": "sheep",
    "wolf": "wolves",
}  # fmt: skip


def make(draw: TaskDraw) -> Blueprint:
    photo, cutting = _chosen(draw)
    work = _Work(photo, cutting)
    animals = truly_seen(photo.scene, ANIMALS)
    words = {"photo": photo.name, "overview": overview_file(photo.name), "sort": _plural(cutting.sort)}
    by_eye = () if cutting.outlines or not cutting.chosen(animals) else (work.by_eye,)
    return Blueprint(
        id=draw.id,
        family="Biology Cut",
        request=draw.phrased(*REQUESTS[cutting.name], named=NAMED, **words),
        fuzzy_request=draw.phrased(*FUZZY[cutting.name], **words),
        servers=("dinox-mcp", "imagesorcery-mcp", *(("wiki",) if cutting.reads else ())),
        form=cutting.form(),
        plans=(work.by_name, work.by_all, *by_eye),
        pictures=(photo.picture,),
        level="L2" if cutting.tone or cutting.reads else "L1",
        extra={
            "modalities": ["text", "image"],
            "cutting": cutting.name,
            **({} if cutting.chosen(animals) else {"solvable": False}),
        },
        key_facts=tuple(sorted({thing.label for thing in animals} - {cutting.sort})),
    )


def _chosen(draw: TaskDraw) -> tuple[Pictured, Cutting]:
    """A picture in which nothing that is asked for can be disputed."""
    turn = draw.number % ROUND
    cutting = CUTTINGS[min(turn, len(CUTTINGS) - 1)]
    photo = fitting(
        draw,
        draw.photo_name(),
        "animals",
        lambda scene: _suits(draw.world, scene, cutting),
        among=series(draw),
    )
    if cutting.which != "sort":
        return photo, cutting
    present = counts(truly_seen(photo.scene, ANIMALS))
    sorts = list(present) if turn < ROUND - 1 else absent_kinds(photo.scene)
    return photo, msgspec.structs.replace(cutting, sort=draw.pick(sorts, "sort"))


def _suits(world: World, scene: Scene, cutting: Cutting) -> bool:
    if not all_clear(scene, ANIMALS) or not nameable(scene):
        return False
    animals = truly_seen(scene, ANIMALS)
    if cutting.which == "sort" and ("bird" in counts(animals) or not absent_kinds(scene)):
        return False  # an owl is a bird, too
    if cutting.reads and not all(_is_species(world, label) for label in counts(animals)):
        return False
    return cutting.suits(animals)


def _is_species(world: World, label: str) -> bool:
    """Whether the article on a kind of animal is about one species, as "bird" is not."""
    article = world.encyclopedia.article(label.capitalize())
    return article is not None and "of living things" not in article.description


def absent_kinds(scene: Scene) -> list[str]:
    """Kinds that live where the picture was taken, and for which nothing in it could be taken."""
    from m3bench.world.scenes.kinds.animals import SETTINGS  # noqa: PLC0415 - loads what draws

    shown = frozenset(scene.facts["animals"])
    at_home = SETTINGS[scene.facts["setting"]].animals
    return [label for label in at_home if label != "bird" and not looks_like(label, shown)]


def _plural(sort: str) -> str:
    return _PLURALS.get(sort, f"{sort}s") if sort else ""


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
        truth = truly_seen(self.photo.scene, ANIMALS)
        chosen = self.cutting.chosen(animals)
        right = zip(chosen, self.cutting.chosen(truth), strict=True)
        if not all(overlap(one.box, true.box) > 0 for one, true in right):
            raise PlanError("The detector would choose other animals.")
        kinds = list(counts(animals)) if self.cutting.reads else []
        wanted = [self._crop(place, animal, looks) for place, animal in enumerate(chosen)]
        wanted += [want(READ, *looks, title=label.capitalize()) for label in kinds]
        if self.cutting.outlines:
            wanted.append(self._outline(chosen, looks[0]))
        found = (yield wanted) if wanted else []
        if self.cutting.tone:
            yield [self._toned(place, found[place]) for place in self.cutting.retouched(chosen)]
        pages = [page.data for page in found[len(chosen) : len(chosen) + len(kinds)]]
        return self.cutting.solution(self.photo.name, truth, dict(zip(kinds, pages, strict=True)))

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
    goal="Cut the animals out of a picture, one file for each.",
    make=make,
)
