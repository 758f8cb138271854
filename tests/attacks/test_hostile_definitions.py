"""Files that a user writes for a run, or gets from somebody: deep, repeated, endless or absurd."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from m3bench.checks import Called, FileExists, NoStrayFiles, TextFile
from m3bench.checks.files.globs import Glob
from m3bench.checks.trace.matchers import fits
from m3bench.cli.loading import load_tools
from m3bench.core import FormatError, M3BenchError
from m3bench.core.text import parse_toml
from m3bench.formats import read_records, read_tasks, read_trajectories
from m3bench.hosting import read_cassette, read_specs
from m3bench.models import user_models
from m3bench.reports import read_scores
from m3bench.runs.matrix.file import read_matrix
from tests.attacks.command_line import deadline
from tests.checks.outcomes import evidence_of

DEEP = 100_000
JSON: dict[str, bytes] = {
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "lists without an end": b"[" * DEEP,
    "a million digits": b'{"a": ' + b"9" * 1_000_000 + b"}",
    "only digits": b"9" * 1_000_000,
    "infinity": b'{"mcpServers": {"x": {"command": 1e999}}}',
    "not a number": b'{"a": NaN}',
    "no text": b'{"\\ud800": "\\udfff"}',
}
TOML: dict[str, bytes] = {
    "deep lists": b"a = " + b"[" * DEEP + b"]" * DEEP,
    "deep tables": b"a = " + b"{a=" * DEEP + b"1" + b"}" * DEEP,
    "a key of many parts": b"a" + b".a" * DEEP + b" = 1\n",
    "a quoted key of many parts": b'"a"' + b'."a"' * DEEP + b" = 1\n",
    "a table of many parts": b"[a" + b".a" * DEEP + b"]\n",
    "an inline key of many parts": b"x = [1, {b = 2, a" + b".a" * DEEP + b" = 1}]\n",
    "a million digits": b"a = " + b"9" * 1_000_000,
    "not a number": b"a = nan\n",
    "a key twice": b"a = 1\na = 2\n",
}
READERS: dict[str, Callable[[Path], object]] = {
    "servers": lambda path: read_specs(path, {}),
    "tools": load_tools,
    "tasks": lambda path: read_tasks(path, duplicates="all"),
    "trajectories": lambda path: read_trajectories(path, duplicates="all"),
    "records": read_records,
    "scores": read_scores,
    "cassette": read_cassette,
}


@pytest.mark.parametrize("content", sorted(JSON))
@pytest.mark.parametrize("reader", sorted(READERS))
def test_json(reader: str, content: str, tmp_path: Path) -> None:
    """A file of JSON is a hundred thousand levels deep, or has a number of a million digits."""
    path = tmp_path / "file.json"
    path.write_bytes(JSON[content])
    with deadline(5), pytest.raises(M3BenchError) as refused:
        READERS[reader](path)
    assert path.name in str(refused.value)


@pytest.mark.parametrize("content", sorted(TOML))
@pytest.mark.parametrize("reader", ["matrix", "models"])
def test_toml(reader: str, content: str, tmp_path: Path) -> None:
    """A file of TOML is deep, has keys of a hundred thousand parts, or absurd numbers."""
    path = tmp_path / "file.toml"
    path.write_bytes(TOML[content])
    with deadline(5), pytest.raises(FormatError) as refused:
        read_matrix(path) if reader == "matrix" else user_models({"M3BENCH_MODELS_FILE": str(path)})
    assert path.name in str(refused.value)


def test_ordinary_toml() -> None:
    """the other side: keys with dots, addresses and long texts are read."""
    text = 'a.b."c.d" = "http://a.b.c.d.e"\n[t.u]\nx = ["' + "w." * 100 + '", {y.z = 1}]\n'
    assert parse_toml(text)["a"] == {"b": {"c.d": "http://a.b.c.d.e"}}


GLOBS = ("*a" * 20 + "b", "**/" * 12 + "x", "**/a*" * 20 + "x", "?*" * 60 + "!", "*" * 400 + "x")


@pytest.mark.parametrize("pattern", GLOBS)
def test_globs(pattern: str, tmp_path: Path) -> None:
    """A check names its files by a glob that backtracks for ever on names that an agent chooses."""
    folder = tmp_path / "workspace"
    deep = folder.joinpath(*["a"] * 25)
    deep.mkdir(parents=True)
    for name in ("a" * 200, "b" + "a" * 100):
        (deep / name).touch()
    with deadline(5):
        assert not FileExists(pattern).evaluate(evidence_of(folder)).passed
        assert not NoStrayFiles((pattern,), (pattern,)).evaluate(evidence_of(folder)).passed


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("*.png", "a.png", True),
        ("*.png", "b/a.png", False),
        ("**/*.png", "a.png", True),
        ("**/*.png", "b/c/a.png", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("data/**/x", "data/x", True),
        ("data/**/x", "data/a/b/x", True),
        ("**", "a", True),
        ("**", "a/b", False),
    ],
)
def test_ordinary_globs(pattern: str, path: str, covered: bool) -> None:
    """the other side: globs cover what they did."""
    assert Glob(pattern).fullmatch(path) is covered


PATTERNS = (
    "^(a+)+$",
    "(a|aa)+$",
    "(.*)(.*)(.*)(.*)=",
    "(?=(a+))\\1*b",
    "(" * 5_000,
    "a{1,60000}" * 3,
    "[" + "a" * 3_000,
)


@pytest.mark.parametrize("pattern", PATTERNS, ids=range(len(PATTERNS)))
def test_patterns(pattern: str, tmp_path: Path) -> None:
    """A check has a regular expression that backtracks for ever, or cannot be compiled."""
    (tmp_path / "made.txt").write_text("a" * 60 + "!\n")
    with deadline(15), suppress(ValueError):
        assert TextFile("made.txt", pattern=pattern).evaluate(evidence_of(tmp_path)).reason
    with deadline(15), suppress(ValueError):
        Called("town/find", {"city": {"$regex": pattern}})
        assert fits("a" * 60 + "!", {"$regex": pattern}) in (False, True)
