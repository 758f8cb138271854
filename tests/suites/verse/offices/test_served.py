"""One task of each family, built and verified with the servers of the catalog."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.curation.build import add_checks
from m3bench.curation.execution import make_references
from m3bench.curation.verification import VerifiedTask, Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import missing_packages
from m3bench.runs.serving.server_set import ServerSet
from m3bench.suites.stored_suite import StoredSuite
from m3bench_suites.builders.verse import GENERATOR
from m3bench_suites.builders.verse.offices import FAMILIES
from m3bench_world import World
from tests.hosting.processes import run

CHOSEN = {
    "order_database": 8,
    "delivery_tables": 4,
    "expense_sheets": 7,
    "office_documents": 6,
    "team_memory": 7,
    "slide_decks": 4,
    "pdf_papers": 4,
    "company_reports": 2,
}
"""The number of a task that uses much of what its family does."""


def test_every_family_is_served() -> None:
    assert list(CHOSEN) == list(FAMILIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_a_task_is_built_and_verified(name: str, tmp_path: Path) -> None:
    world = World(7)
    blueprint = GENERATOR.draw(world, GENERATOR.family(name), CHOSEN[name])
    missing = missing_packages(blueprint.servers)
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)}")

    async def verify() -> tuple[VerifiedTask, VerifiedTask]:
        async with Pool(tmp_path / "pool", ahead=0) as pool:
            servers = ServerSet(pool, world)
            task = add_checks(*await make_references(blueprint, world, servers))
            spoiled = msgspec.structs.replace(task, results=("0" * 16,))
            suite = StoredSuite("verse", world, (task,))
            verifier = Verifier(suite, world, servers, load_encoder("hashing"))
            return await verifier.verify(task), await verifier.verify(spoiled)

    right, wrong = run(verify)
    assert right.problems == ()
    assert wrong.problems == ("the reference returns different results when executed again",)
