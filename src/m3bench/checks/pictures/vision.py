"""The check of what pictures and documents show, by a vision judge."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path, PurePosixPath

from m3bench.checks.check import (
    CheckFailed,
    CheckUndecided,
    Corruptions,
    Evidence,
    Verdict,
    judge_details,
    judge_words,
)
from m3bench.checks.corruption import copied
from m3bench.checks.files import FileCheck, content, listed, made_files, named
from m3bench.checks.pictures.corruption import blank_image, picture_bytes, picture_of
from m3bench.core import Media, UsageError
from m3bench.judges import MAX_PICTURES, Case, Judgement, VisionJudge, vision_score
from m3bench.media import written_bytes
from m3bench.rendering import SUFFIXES as OFFICE

_ROUNDING = 1e-9


class PictureShows(FileCheck, frozen=True):
    """A model looks at pictures, and at documents page by page. Without a judge, it is undecided."""

    about = "pictures or documents show what is described, as a judge sees them"

    criteria: dict[str, str]
    """What must be visible, by name."""
    at_least: float = 0.9
    """The minimum mean over the criteria, each from 0 to 1."""
    made: bool = True
    """Whether only files count that the agent created or changed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.at_least <= 1:
            raise ValueError("at_least must be above 0 and at most 1")
        try:
            VisionJudge(self.criteria)
        except UsageError as error:
            raise ValueError(error.message) from None

    def files(self, evidence: Evidence) -> list[str]:
        """Return the files to look at."""
        if self.made:
            return made_files(evidence, self.path)
        return listed(evidence.workspace).matching(self.path)

    def look(self, evidence: Evidence) -> Verdict:
        paths = self.files(evidence)
        if not paths:
            raise CheckFailed(f"no {'new or changed ' if self.made else ''}file at {self.path}")
        pictures, total = _pictures(evidence, paths)
        what = named(paths)
        if evidence.see is None:
            raise CheckUndecided(f"{what}: no judge has looked at it; name one with --judge")
        request = evidence.trajectory.request or evidence.task.request or ""
        case = Case(id=evidence.task.id, request=request, pictures=tuple(pictures))
        judgement = evidence.see(self.criteria, case)
        shown = what if total == len(pictures) else f"{what} (the first {len(pictures)} of {total} pages)"
        return self._decided(judgement, shown)

    def _decided(self, judgement: Judgement, shown: str) -> Verdict:
        whose = judge_details(judgement)
        met = vision_score(judgement)
        if judgement.scores is None or met is None:
            problem = f"{shown}: no judgement from {judgement.judge}: {judgement.problem}"
            raise CheckUndecided(problem, **whose)
        scores = ", ".join(f"{name} {score:g}" for name, score in judgement.scores.items())
        average = f"{met:.2f} on average, {self.at_least:g} needed"
        reason = f"{shown}: {scores}; {average}. {judge_words(judgement)}"
        return self.verdict(met >= self.at_least - _ROUNDING, reason, **whose, scores=judgement.scores)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        paths = self.files(evidence)
        gone, broken = (copied(evidence, scratch) for _ in range(2))
        for path in paths:
            (gone.workspace / path).unlink()
            (broken.workspace / path).write_bytes(content(evidence.workspace, path)[:20])
        corruptions = [("no file", gone), ("a broken file", broken)]
        if all(_suffix(path) not in OFFICE or _suffix(path) in _BLANK for path in paths):
            empty = copied(evidence, scratch)
            for path in paths:
                (empty.workspace / path).write_bytes(_emptied(evidence, path))
            corruptions.append(("nothing on it", empty))
        return corruptions


def _pictures(evidence: Evidence, paths: list[str]) -> tuple[list[Media], int]:
    """Return as many pages as a judge is shown, and the total number."""
    from m3bench.rendering import render  # noqa: PLC0415 - heavy

    pictures: list[Media] = []
    total = 0
    for path in paths:
        rendered = render(content(evidence.workspace, path), path, most=MAX_PICTURES - len(pictures))
        pictures += [Media(media_type="image/png", data=page) for page in rendered.pages]
        total += rendered.total
    return pictures, total


def _emptied(evidence: Evidence, path: str) -> bytes:
    """Return an empty file of the same type."""
    if make := _BLANK.get(_suffix(path)):
        return make()
    return picture_bytes(blank_image(picture_of(evidence, path).size), path)


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _pdf() -> bytes:
    document = import_module("pypdfium2").PdfDocument.new()
    document.new_page(595, 842)
    written = written_bytes(document.save)
    document.close()
    return written


def _deck() -> bytes:
    deck = import_module("pptx").Presentation()
    deck.slides.add_slide(deck.slide_layouts[6])
    return written_bytes(deck.save)


def _sheet() -> bytes:
    return written_bytes(import_module("openpyxl").Workbook().save)


_BLANK: dict[str, Callable[[], bytes]] = {".pdf": _pdf, ".pptx": _deck, ".xlsx": _sheet}
