"""The check before a run, and its record in the manifest."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.reports import run_to_dict
from m3bench.runs import ModelProbe, RunFolder, RunLimits, read_journal, read_run, run_settings
from m3bench.runs import start_run as start
from m3bench.runs.preflight import PROBES, require_preflight
from tests.runs.preflight.checking import CODES, QUICK, model_of
from tests.runs.preflight.reader import Reader

pytestmark = pytest.mark.anyio
SETTINGS = run_settings("smoke", "caller", limit=1)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes codes known, and the slow tool quick."""
    monkeypatch.setattr("m3bench.runs.preflight.codes.secrets.token_hex", lambda _: "a seed of tests")
    monkeypatch.setattr(next(probe for probe in PROBES if probe.name == "slow"), "_seconds", 0.02)


async def test_a_run_keeps_the_report_of_its_check(tmp_path: Path) -> None:
    path, model = tmp_path / "run", model_of(Reader(CODES))
    await start(SETTINGS, path, limits=RunLimits(retries=0), model=model, preflight=True)
    report = RunFolder.open(path).manifest.preflight
    assert report is not None
    assert (report.agent, report.model, report.failures) == ("caller", "scripted", ())
    assert len(report.probes) == len(QUICK) + 2
    result = read_run(path)
    assert result.preflight == report
    assert run_to_dict(result)["preflight"]["agent"] == "caller"
    (spent,) = [record for record in read_journal(path / "journal.jsonl") if isinstance(record, ModelProbe)]
    assert spent.usage == report.usage  # it counts against the limits of the run


async def test_what_is_lost_is_said() -> None:
    heard: list[str] = []
    model = model_of(Reader(CODES, sees=False))
    with pytest.raises(UsageError, match="preflight check failed: picture"):
        await require_preflight(SETTINGS, RunLimits(), model=model, say=heard.append)
    assert any(line.startswith("  picture: The picture was sent") for line in heard)


@pytest.mark.slow
async def test_a_run_does_not_start_where_something_is_lost(tmp_path: Path) -> None:
    path, model = tmp_path / "run", model_of(Reader(CODES, sees=False))
    with pytest.raises(UsageError, match="preflight check failed: picture"):
        await start(SETTINGS, path, model=model, preflight=True)
    assert not path.exists()


@pytest.mark.slow
async def test_a_run_without_a_check_has_no_report(tmp_path: Path) -> None:
    path = tmp_path / "run"
    await start(SETTINGS, path, limits=RunLimits(retries=0), model=model_of(Reader(CODES)))
    assert RunFolder.open(path).manifest.preflight is None
    assert "preflight" not in run_to_dict(read_run(path))
