"""Leaks of processes, ports, files and memory are found."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.soak.checks import memory_flat, nothing_left
from m3bench.soak.leaks import Holdings, leaked, own_temporary_folder, take_stock
from m3bench.soak.memory import MemorySampler, Sample, growth_of


def violated(left: Holdings) -> list[str]:
    return [verdict.invariant for verdict in nothing_left(left) if not verdict.holds]


def evidence(left: Holdings) -> str:
    return "".join(text for verdict in nothing_left(left) for text in verdict.evidence)


def test_nothing_is_left_of_nothing(tmp_path: Path) -> None:
    assert violated(leaked(take_stock(tmp_path), tmp_path, grace=0)) == []


@pytest.mark.parametrize("detached", [False, True])
def test_a_process_that_still_runs_is_found(detached: bool) -> None:
    """Also one that left our process group: it has our folder for temporary files."""
    with own_temporary_folder() as folder:
        before = take_stock(folder)
        child = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=detached
        )
        try:
            left = leaked(before, folder, grace=0)
        finally:
            child.communicate()
        assert list(left.processes) == [child.pid]
        assert "no process left" in violated(left)
        assert "input()" in evidence(left)
        assert violated(leaked(before, folder, grace=5)) == []


def test_a_port_that_is_still_open_is_found(tmp_path: Path) -> None:
    before = take_stock(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        left = leaked(before, tmp_path, grace=0)
        assert left.ports == (server.getsockname()[1],)
    assert violated(left) == ["no port left", "no open file left"]
    assert violated(leaked(before, tmp_path, grace=0)) == []


def test_an_open_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("")
    before = take_stock(tmp_path)
    with (tmp_path / "open").open():
        left = leaked(before, tmp_path, grace=0)
    assert violated(left) == ["no open file left"]
    assert str(tmp_path / "open") in evidence(left)


def test_a_temporary_file_is_found_and_the_folder_is_removed() -> None:
    earlier = tempfile.gettempdir()
    with own_temporary_folder() as folder:
        before = take_stock(folder)
        forgotten = Path(tempfile.mkdtemp(prefix="forgotten-"))
        left = leaked(before, folder, grace=0)
        assert os.environ["TMPDIR"] == str(folder)
    assert left.files == (forgotten.name,)
    assert violated(left) == ["no temporary file left"]
    assert not folder.exists()
    assert tempfile.gettempdir() == earlier


def series(first: float, last: float, seconds: int = 400) -> list[Sample]:
    """Memory that grows evenly after a warm-up of a quarter."""
    begin = seconds // 4
    return [
        Sample(at, first + (last - first) * max(0, at - begin) / (seconds - begin)) for at in range(seconds)
    ]


def test_memory_that_grows_violates_the_invariant() -> None:
    found = memory_flat(series(200, 230))
    assert found.holds is False
    assert "the run: 203 MB to 227 MB (+11.8%)" in found.evidence[0]
    assert memory_flat(series(200, 204)).holds is True


def test_memory_of_workers_counts_too() -> None:
    grown = [Sample(each.seconds, 100.0, each.process) for each in series(200, 230)]
    found = memory_flat(grown)
    assert found.holds is False
    assert "largest worker" in found.evidence[0]


def test_growth_during_the_warm_up_does_not_count() -> None:
    samples = [Sample(at, min(200.0, 100.0 + at)) for at in range(401)]
    assert memory_flat(samples).holds is True


def test_a_short_soak_says_that_memory_was_not_judged() -> None:
    found = memory_flat(series(100, 200, seconds=40))
    assert found.holds is None
    assert "not judged" in found.summary


@settings(max_examples=25)
@given(st.floats(1, 1e5), st.integers(20, 200))
def test_constant_memory_does_not_grow(value: float, count: int) -> None:
    growth = growth_of([(float(at), value) for at in range(count)])
    assert growth is not None
    assert growth.share == 0


def test_no_samples_have_no_growth() -> None:
    assert growth_of([]) is None


def test_the_sampler_measures_this_process() -> None:
    with MemorySampler(0.01) as sampler:
        while not sampler.samples:
            pass
    assert sampler.latest > 10
