"""Entries of caches that somebody else wrote, or that are no files: they count as missing, with a message."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import m3bench
from m3bench.caching import DiskCache
from m3bench.encoders import CachingEncoder, HashingEncoder, VectorStore
from m3bench.judges import Judgement
from m3bench.judges.cache import JudgementCache, JudgementKey
from m3bench.models import Reply
from m3bench.models.wrappers.reply_files import ReplyFiles, ReplyKey
from tests.attacks.command_line import deadline

HUGE = 2**41
"""Of a sparse file, in bytes: nobody can read it into memory."""


class Cache(NamedTuple):
    """A cache with two entries: how to write and to read those named a and b, and where they are."""

    put: Callable[[str], None]
    get: Callable[[str], object | None]
    path: Callable[[str], Path]


def disk_cache(folder: Path) -> Cache:
    cache = DiskCache(folder, 2**20)
    return Cache(lambda key: cache.put(key, key.encode()), cache.get, cache._path)


def judgements(folder: Path) -> Cache:
    cache = JudgementCache(folder)

    def key(name: str) -> JudgementKey:
        return JudgementKey("prompt", "model", name)

    def put(name: str) -> None:
        cache.write(
            key(name), Judgement(case="c", judge="j", prompt="p", input=name, scores={"planning": 1.0})
        )

    return Cache(put, lambda name: cache.read(key(name)), lambda name: cache.path(key(name)))


def replies(folder: Path) -> Cache:
    files = ReplyFiles(folder)

    def key(name: str) -> ReplyKey:
        return ReplyKey("model", name)

    return Cache(
        lambda name: files.write(key(name), Reply(text=name)),
        lambda name: files.read(key(name)),
        lambda name: files.path(key(name)),
    )


CACHES = (disk_cache, judgements, replies)


def cut(cache: Cache) -> None:
    path = cache.path("a")
    path.write_bytes(path.read_bytes()[:-3])


def emptied(cache: Cache) -> None:
    cache.path("a").write_bytes(b"")


def swapped(cache: Cache) -> None:
    cache.path("a").write_bytes(cache.path("b").read_bytes())


def deep(cache: Cache) -> None:
    cache.path("a").write_bytes(b'{"format":' + b"[" * 200_000)


def wrong_type(cache: Cache) -> None:
    cache.path("a").write_bytes(b'["x", 5, null, {"key": 1e999}]')


def many_digits(cache: Cache) -> None:
    cache.path("a").write_bytes(b'{"format": ' + b"9" * 1_000_000 + b"}")


def pipe(cache: Cache) -> None:
    cache.path("a").unlink()
    os.mkfifo(cache.path("a"))


def device(cache: Cache) -> None:
    cache.path("a").unlink()
    cache.path("a").symlink_to("/dev/zero")


def link(cache: Cache) -> None:
    real = cache.path("a").rename(cache.path("a").parent.parent.parent / "elsewhere")
    cache.path("a").symlink_to(real)


def folder(cache: Cache) -> None:
    cache.path("a").unlink()
    cache.path("a").mkdir()


def huge(cache: Cache) -> None:
    with cache.path("a").open("r+b") as file:
        file.truncate(HUGE)


POISONS = (cut, emptied, swapped, deep, wrong_type, many_digits, pipe, device, link, folder, huge)


@pytest.mark.parametrize("poison", POISONS)
@pytest.mark.parametrize("make", CACHES)
def test_entries(make: Callable[[Path], Cache], poison: Callable[[Cache], None], tmp_path: Path) -> None:
    """An entry of a cache is cut off, of another key, a pipe, a link, a device, a folder or far too large."""
    cache = make(tmp_path / "cache")
    cache.put("a")
    cache.put("b")
    assert cache.get("a") is not None
    poison(cache)
    with deadline(5):
        assert cache.get("a") is None
        with suppress(IsADirectoryError):
            cache.put("a")
        # A folder in its place is not removed.
        assert (cache.get("a") is None) == (poison is folder)
    assert cache.get("b") is not None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_entries_of_another_user(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Another user writes to a cache folder that everybody can write to."""
    cache = disk_cache(tmp_path / "cache")
    cache.put("a")
    os.chown(cache.path("a"), 65_534, 65_534)
    assert cache.get("a") is None
    assert "another user" in caplog.text


def test_a_message_names_the_entry(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An entry is damaged: the log names the file, and that it is made again."""
    cache = disk_cache(tmp_path / "cache")
    cache.put("a")
    cut(cache)
    assert cache.get("a") is None
    assert str(cache.path("a")) in caplog.text
    caplog.clear()
    cache.put("a")
    assert cache.get("a") == b"a"
    assert caplog.text == ""


VECTORS: tuple[object, ...] = (
    b"", b"xyz", b"\0" * 8, b"\0" * 4_000_000, "text", None, 5, 1.5,
    np.full(256, np.nan, "<f4").tobytes(), np.full(256, np.inf, "<f4").tobytes(),
    np.full(256, 1e30, "<f4").tobytes(),
)  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_vectors(vector: object, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A vector in the store is no vector, of another encoder's length, or not finite."""
    encoder = HashingEncoder()
    wanted = encoder.encode(["a red car", "a blue car"])
    store = tmp_path / "embeddings.sqlite"
    CachingEncoder(encoder, VectorStore(store)).encode(["a red car", "a blue car"])
    with closing(sqlite3.connect(store)) as database, database:
        layout = database.execute("SELECT sql FROM sqlite_master WHERE name = 'vectors'").fetchone()[0]
        database.execute("ALTER TABLE vectors RENAME TO old")
        database.execute(layout.replace(" NOT NULL", ""))
        database.execute("INSERT INTO vectors SELECT model, text, ? FROM old", (vector,))
    assert np.array_equal(
        CachingEncoder(encoder, VectorStore(store)).encode(["a red car", "a blue car"]), wanted
    )
    assert str(store) in caplog.text


def store_pipe(path: Path) -> None:
    os.mkfifo(path)


def store_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def store_text(path: Path) -> None:
    path.write_bytes(b"x" * 100_000)


def store_of_views(path: Path) -> None:
    """A view in place of the table, whose query never ends."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 'm', x, x FROM n"
    VectorStore(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE vectors")
        database.execute(f"CREATE VIEW vectors(model, text, vector) AS {endless}")


def store_of_another(path: Path) -> None:
    VectorStore(path).close()
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(path, 65_534, 65_534)


STORES = (store_pipe, store_device, store_text, store_of_views, store_of_another)


@pytest.mark.parametrize("make", STORES)
def test_stores(make: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The store of vectors is a pipe, a device, a text, a query without end, or another user's."""
    path = tmp_path / "embeddings.sqlite"
    make(path)
    encoder = HashingEncoder()
    with deadline(10):
        found = CachingEncoder(encoder, VectorStore(path)).encode(["a red car"])
    assert np.array_equal(found, encoder.encode(["a red car"]))
    assert str(path) in caplog.text


def test_no_cache_is_pickled() -> None:
    """A cache is read with pickle, which runs what is in it."""
    source = Path(m3bench.__file__).parent
    users = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if "pickle.load" in path.read_text("utf-8") or "np.load(" in path.read_text("utf-8")
    }
    own_processes = {
        "runs/distributed/worker.py",
        "runs/distributed/channel.py",
        "runs/distributed/worker_group.py",
    }
    own_unnamed_file = {"runs/scoring/spool.py"}
    assert users <= own_processes | own_unnamed_file
