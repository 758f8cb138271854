"""Fixtures of all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from m3bench.core.redaction import isolated_secrets
from m3bench.encoders import Encoder, load_encoder
from m3bench.hosting import Environments
from tests import schedule

settings.register_profile("m3bench", deadline=None, derandomize=True, print_blob=True, max_examples=50)
settings.load_profile("m3bench")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs this way, and the processes that tests interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A full collection walks thousands of collected tests and the caches of worlds.
gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread that have nothing to run: most of the time goes into reading files."""
    if not (collection_path.name.startswith("test_") and collection_path.suffix == ".py"):
        return None
    mark, part = config.option.markexpr, os.environ.get("M3BENCH_TEST_SLICE")
    is_left_out = mark in schedule.RARE and not schedule.may_hold(mark, collection_path)
    return True if is_left_out or (part and not schedule.is_in_slice(collection_path, part)) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start long files first, and refuse marks that a file or its folders do not name."""
    for item in items:
        for mark in schedule.RARE:
            if item.get_closest_marker(mark) and not schedule.may_hold(mark, item.path):
                raise pytest.UsageError(
                    f"{item.nodeid} is marked {mark}, but its file does not name the mark."
                )
    items.sort(key=lambda item: schedule.rank(item.path))


def pytest_collection_finish() -> None:
    """Leave what outlives all tests out of garbage collection."""
    gc.collect()
    gc.freeze()


REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("M3BENCH_CACHE", str(_cache_folder(tmp_path_factory.getbasetemp())))
        yield


@cache
def _cache_folder(base: Path) -> Path:
    """Make the cache of this process. What is drawn, spoken or seen is shared by all workers of the run."""
    folder = base / "cache"
    folder.mkdir(exist_ok=True)
    if "PYTEST_XDIST_WORKER" in os.environ:
        for name in ("media", "pictures", "rendered", "speech", "vision"):
            shared = base.parent / "shared-cache" / name
            shared.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(shared)
    return folder


@pytest.fixture(autouse=True)
def _own_secrets() -> Iterator[None]:
    """Keep the secrets of tests apart."""
    with isolated_secrets():
        yield


@pytest.fixture
def own_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environments:
    """Third-party servers of this test alone: what is installed on the machine does not matter."""
    monkeypatch.setenv("M3BENCH_SERVERS", str(tmp_path / "servers"))
    return Environments()


@pytest.fixture(scope="session")
def minilm() -> Encoder:
    return load_encoder("minilm")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Public third-party data that is not shipped with the repository."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the public M³-Bench data is not beside this checkout")
    return folder
