"""The check of a picture that contains another one, given or generated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import CheckFailed, CheckUndecided, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_steps
from m3bench.checks.files import FileCheck, content, made_files, only_file, original, relative
from m3bench.checks.pictures.corruption import (
    blank_image,
    negative_of,
    painted_over,
    picture_of,
    with_pictures,
)
from m3bench.checks.pictures.pictures import Box, nearly, require_boxes
from m3bench.core import Media, Outcome

_SERVER = "image-generation"
_PREVIEW = f"{_SERVER}/preview"
_RECIPE = ("prompt", "seed", "width", "height")
_MOST_RECIPES = 8


class GeneratedSubject(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A subject of a generated picture."""

    subject: str
    count: int = 1
    color: str | None = None
    """Any if None."""
    place: str | None = None
    """Such as `left` or `top right`; anywhere if None."""


class PictureContains(FileCheck, frozen=True):
    """The other picture is a file of the workspace, or one that `image-generation` drew. That one is drawn
    again from the prompt and the seed in the trajectory. It may be scaled, but not turned or distorted, and
    nothing may be painted or written over it."""

    about = "a picture contains a given picture, or a generated one with these subjects"

    source: str | None = None
    """A picture of the workspace."""
    subjects: tuple[GeneratedSubject, ...] = ()
    """The subjects that a generated picture must have; it may not have more of the same."""
    background: str | None = None
    """The background of the generated picture; any if None."""
    box: Box | None = None
    """Where it is, in pixels; anywhere if None."""
    least_iou: float = 0.6
    """The minimum overlap (IoU) with the box."""
    smallest: float = 0.1
    """Its smallest size, as a share of the largest that fits into the picture."""
    least_likeness: float = 0.85
    """The minimum correlation."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.source is None) == (not self.subjects):
            raise ValueError("expected either source or subjects")
        if self.source is not None and relative(self.source) == relative(self.path):
            raise ValueError("path and source must be different files")
        if not 0.02 <= self.smallest <= 1 or any(subject.count < 1 for subject in self.subjects):
            raise ValueError("smallest is from 0.02 to 1, and counts are at least 1")
        if self.box is not None:
            require_boxes([self.box], "box")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.containing import find_picture  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.intact import damages  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.location import iou  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        if not made_files(evidence, self.path):
            raise CheckFailed(f"no new or changed file at {self.path}")
        path = only_file(evidence, self.path)
        whole = read_picture(content(evidence.workspace, path), path)
        sought = [read_picture(data, name) for name, data in self._sought(evidence)]
        finds = [(find_picture(part, whole, self.smallest), part) for part in sought]
        best, part = max(finds, key=lambda found: found[0].likeness)
        overlap = 1.0 if self.box is None else iou(best.box, self.box)
        place = nearly(best.box)
        passed = best.likeness >= self.least_likeness and overlap >= self.least_iou
        reason = f"correlation {best.likeness:.2f} at {place}, expected at least {self.least_likeness:g}"
        if self.box is not None:
            reason += f" at {nearly(self.box)}"
        if passed and (hurt := damages(part, whole, best.box)):
            return self.verdict(False, f"{path}: something else is shown at {nearly(hurt[0])}", box=place)
        return self.verdict(passed, f"{path}: {reason}", likeness=round(best.likeness, 4), box=place)

    def _sought(self, evidence: Evidence) -> list[tuple[str, bytes]]:
        """Return the pictures of which one must be there, by name."""
        if self.source is not None:
            return [(self.source, original(evidence, self.source))]
        recipes = [recipe for recipe in _recipes(evidence) if self._wanted(recipe)]
        if not recipes:
            wanted = ", ".join(f"{subject.count} {subject.subject}" for subject in self.subjects)
            raise CheckFailed(f"no picture with {wanted} was generated")
        return [("a generated picture", _drawn(evidence, recipe)) for recipe in recipes[-_MOST_RECIPES:]]

    def _wanted(self, recipe: dict[str, Any]) -> bool:
        """Return whether a generated picture has the subjects, in these numbers, colours and places."""
        groups = [group for group in recipe.get("subjects", ()) if isinstance(group, dict)]
        if self.background is not None and recipe.get("background") != self.background:
            return False
        return all(
            sum(group.get("count", 0) for group in groups if _fits(group, subject)) == subject.count
            for subject in self.subjects
        )

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        image = picture_of(evidence, path)
        images = {
            "a blank picture": blank_image(image.size),
            "a negative": negative_of(image, (0, 0, image.width, image.height)),
        }
        verdict = self.look(evidence)
        place = verdict.details["box"]
        images |= {f"{words} over it": damaged for words, damaged in painted_over(image, place)}
        corruptions = with_pictures(evidence, path, images.items(), scratch)
        if self.subjects:
            steps = evidence.trajectory.steps
            kept = [step for step in steps if all(call.server != _SERVER for call in step.calls)]
            corruptions.append(("never generated", with_steps(evidence, kept)))
        return corruptions


def _fits(group: dict[str, Any], wanted: GeneratedSubject) -> bool:
    return (
        str(group.get("subject", "")).casefold() == wanted.subject.casefold()
        and wanted.color in (None, group.get("color"))
        and wanted.place in (None, group.get("place"))
    )


def _recipes(evidence: Evidence) -> Iterator[dict[str, Any]]:
    """Yield what the results of the server say of the pictures that it wrote."""
    for _, call in evidence.trajectory.calls():
        if call.server != _SERVER or call.outcome is not Outcome.SUCCESS or call.result is None:
            continue
        try:
            said = json.loads(call.result.text)
        except (ValueError, RecursionError):
            continue
        if isinstance(said, dict) and "prompt" in said:
            variants = said.get("variants", [{}])
            yield from ({**said, **variant} for variant in variants if isinstance(variant, dict))


def _drawn(evidence: Evidence, recipe: dict[str, Any]) -> bytes:
    """Draw a generated picture again."""
    if evidence.ask is None:
        raise CheckUndecided(f"cannot call {_PREVIEW} at check time: no servers are available")
    result = evidence.ask(_PREVIEW, {name: recipe[name] for name in _RECIPE if name in recipe})
    pictures = [part.data for part in result.content if isinstance(part, Media) and part.data]
    if result.is_error or not pictures:
        raise CheckUndecided(f"{_PREVIEW} drew nothing at check time: {result.text[:200]}")
    return pictures[0]
