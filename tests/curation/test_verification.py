"""Tasks whose checks need a judge: verified with one, and not taken for verified without."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest

from m3bench.checks import Called, FileExists, PictureShows, See, write_checks
from m3bench.core import Call, Reference, Step, Task
from m3bench.curation.verification import VerifiedTask, Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.judges import Case, Judgement
from m3bench.runs.serving.server_set import ServerSet
from m3bench.suites.file_suite import FileSuite
from m3bench_world import World
from tests.checks.outcomes import honest_eyes, scene


def easily_pleased(criteria: Mapping[str, str], case: Case) -> Judgement:
    scores = dict.fromkeys(criteria, 1.0)
    return Judgement(case=case.id, judge="eyes", prompt="vision@0", input=case.digest, scores=scores)


def verified(folder: Path, see: See | None) -> VerifiedTask:
    scene().save(folder / "photo.png")
    crop = {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 60, "y2": 50, "output_path": "cut.png"}
    checks = (
        PictureShows("cut.png", {"square": "There is a square."}),
        FileExists("cut.png"),
        Called("imagesorcery-mcp/crop"),
    )
    task = Task(
        id="cut",
        request="Cut out the square.",
        images=("photo.png",),
        servers=("imagesorcery-mcp",),
        references=(Reference(steps=(Step((Call("imagesorcery-mcp/crop", crop),)),), answer="Done."),),
        checks=write_checks(checks),
    )

    async def verify() -> VerifiedTask:
        async with Pool(folder / "pool", ahead=0) as pool:
            world = World()
            suite = FileSuite("cuts", folder, [task])
            verifier = Verifier(suite, world, ServerSet(pool, world), load_encoder("hashing"), see=see)
            return await verifier.verify(task)

    return anyio.run(verify)


@pytest.mark.parametrize(
    ("see", "problems"),
    [
        (honest_eyes, []),
        (None, ["the reference is undecided by picture_shows: cut.png: no judge has looked at it"]),
        (easily_pleased, ["PictureShows passes an outcome with: nothing on it"]),
    ],
)
def test_a_judge_has_to_look_and_to_notice(tmp_path: Path, see: See | None, problems: list[str]) -> None:
    noticed = verified(tmp_path, see).problems
    assert len(noticed) == len(problems), noticed
    assert all(said.startswith(problem) for said, problem in zip(noticed, problems, strict=True))
