"""A cache on disk: bounded, shared, and never wrong."""

from __future__ import annotations

import os
import threading
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.caching import DiskCache, cache_folder, package_fingerprint

LIMIT = 10_000


def entries(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@given(st.dictionaries(st.text(max_size=20), st.binary(max_size=100), max_size=8))
def test_entries_are_read_back(tmp_path_factory: pytest.TempPathFactory, given: dict[str, bytes]) -> None:
    folder = tmp_path_factory.mktemp("cache")
    for key, data in given.items():
        DiskCache(folder, LIMIT).put(key, data)
    assert {key: DiskCache(folder, LIMIT).get(key) for key in given} == given


def test_a_missing_entry_is_made_once(tmp_path: Path) -> None:
    cache, made = DiskCache(tmp_path, LIMIT), []

    def make() -> bytes:
        made.append(1)
        return b"data"

    assert [cache.get_or_make("key", make) for _ in range(3)] == [b"data"] * 3
    assert made == [1]


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_a_damaged_entry_counts_as_missing(tmp_path: Path, damage: bytes) -> None:
    cache = DiskCache(tmp_path, LIMIT)
    cache.put("key", b"data")
    (path,) = entries(tmp_path)
    path.write_bytes(damage)
    assert cache.get("key") is None
    assert cache.get_or_make("key", lambda: b"again") == b"again"
    assert cache.get("key") == b"again"


def test_the_least_recently_used_entries_are_evicted(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, LIMIT)
    for number in range(8):
        cache.put(str(number), bytes(1_000))
        for path in entries(tmp_path):  # older than what follows
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 10))
    assert cache.get("0") == bytes(1_000)
    cache.put("large", bytes(3_000))
    kept = {key for key in ("0", "1", "2", "6", "7", "large") if cache.get(key) is not None}
    assert kept == {"0", "6", "7", "large"}
    assert sum(path.stat().st_size for path in entries(tmp_path)) <= LIMIT


def test_another_process_sees_the_limit_too(tmp_path: Path) -> None:
    for number in range(50):
        DiskCache(tmp_path, LIMIT).put(str(number), bytes(1_000))
    assert sum(path.stat().st_size for path in entries(tmp_path)) <= LIMIT


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = DiskCache(tmp_path / "file", LIMIT)
    assert cache.get_or_make("key", lambda: b"data") == b"data"
    assert cache.get("key") is None


def test_threads_share_a_cache(tmp_path: Path) -> None:
    cache, wrong = DiskCache(tmp_path, LIMIT), []

    def work(seed: int) -> None:
        for number in range(60):
            key = str((number + seed) % 12)
            if cache.get_or_make(key, partial(bytes.__mul__, key.encode(), 900)) != key.encode() * 900:
                wrong.append(key)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert not [path for path in entries(tmp_path) if path.name.startswith(".")]


def test_the_folder_is_the_users_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    assert cache_folder("pictures") == tmp_path / "pictures"


def test_code_changes_its_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "painter"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = package_fingerprint("painter")
    package_fingerprint.cache_clear()
    assert package_fingerprint("painter") == before
    (package / "__init__.py").write_text("x = 2\n")
    package_fingerprint.cache_clear()
    assert package_fingerprint("painter") != before
    package_fingerprint.cache_clear()
    assert package_fingerprint("painter", ("numpy",)) != package_fingerprint("painter")
    with pytest.raises(ValueError, match="no_such_package is not a package"):
        package_fingerprint("no_such_package")
