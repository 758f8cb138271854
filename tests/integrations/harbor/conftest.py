"""An exported task of the suite `smoke`, shared by the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.integrations.harbor import HarborExport
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite

INSTALL = "m3bench==0.1.0"


@pytest.fixture(scope="package")
def smoke() -> Suite:
    return find_suite(SuiteRef(name="smoke"), WorldRef())


@pytest.fixture(scope="package")
def exported(smoke: Suite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `smoke/warmth`, with its solution."""
    target = tmp_path_factory.mktemp("harbor") / "tasks"
    exporting = HarborExport(suite=smoke, world=WorldRef(), version="0.1.0", install=INSTALL, solution=True)
    return exporting.write([smoke.tasks[0]], target).folders["smoke/warmth"]
