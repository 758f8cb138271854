"""Plugins that break when they are imported, or take the names of others: each is named, hiding nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import m3bench.examples
from m3bench.agents import AGENTS
from m3bench.checks import CHECKS
from m3bench.core import Registry
from m3bench.core.registry import PluginError
from m3bench.encoders import ENCODERS
from m3bench.formats import FORMATS
from m3bench.models import MODELS
from m3bench.servers import SERVERS
from m3bench.suites import SUITES
from tests.attacks.command_line import Command
from tests.plugins import installed, write_distribution

REGISTRIES: dict[str, Registry[Any]] = {
    registry.kind: registry for registry in (AGENTS, CHECKS, ENCODERS, FORMATS, MODELS, SERVERS, SUITES)
}
EXAMPLES = Path(m3bench.examples.__file__).parent
SCORED = ["--reference", EXAMPLES / "references.json", "--prediction", EXAMPLES / "predictions.json"]
LISTED = {kind: f"{kind}s" for kind in REGISTRIES}
WRECKS = {
    "an error": ("raise ImportError('no luck')", "ImportError: no luck"),
    "a missing module": ("import a_module_that_is_missing", "No module named 'a_module_that_is_missing'"),
    "invalid Python": ("def thing(:\n", "SyntaxError"),
    "null bytes": ("thing = 1\0", "null bytes"),
    "an exit": ("raise SystemExit(0)", "SystemExit: 0"),
    "an exit with words": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "an end of a generator": ("raise GeneratorExit", "GeneratorExit"),
    "a cancellation": ("import asyncio; raise asyncio.CancelledError('now')", "CancelledError: now"),
    "an error of its own kind": ("class Odd(BaseException): pass\nraise Odd('odd')", "Odd: odd"),
    "a group": ("raise BaseExceptionGroup('two', [KeyError('a'), GeneratorExit()])", "two"),
    "an endless recursion": ("def down(): down()\ndown()", "RecursionError"),
    "no memory": ("raise MemoryError", "MemoryError"),
    "an error without words": (
        "class Mute(Exception):\n    def __str__(self): raise ValueError('no')\nraise Mute",
        "Mute",
    ),
    "an error of ten megabytes": ("raise ValueError('x' * 10_000_000)", "ValueError: xxx"),
    "no such thing": ("other = 1", "no attribute 'thing'"),
    "a thing that raises when it is looked at": (
        "class Thing:\n    def __getattribute__(self, name): raise KeyError(1)\nthing = Thing()",
        "",
    ),
    "a thing that ends the process when it is looked at": (
        "class Thing:\n    def __getattribute__(self, name): raise SystemExit(7)\nthing = Thing()",
        "",
    ),
    "a thing of another kind": ("thing = 42", ""),
    "no thing": ("thing = None", ""),
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "site"
    for name in [name for name, module in sys.modules.items() if module is None]:
        del sys.modules[name]


@pytest.mark.parametrize("wreck", WRECKS)
@pytest.mark.parametrize("kind", REGISTRIES)
def test_wrecks(kind: str, wreck: str, site: Path) -> None:
    """A plugin breaks when it is imported or looked at."""
    source, said = WRECKS[wreck]
    registry = REGISTRIES[kind]
    write_distribution(site, "wreck", {registry.group: "wrecked = wreck:thing"}, source)
    with installed(site):
        entries = registry.entries()
        (broken,) = (entry for entry in entries if entry.name == "wrecked")
        assert len(entries) > 1
        assert broken.source == "wreck 1.2"
        assert broken.problem is not None
        assert said in broken.problem
        assert len(broken.problem) < 2_000
        with pytest.raises(PluginError, match=r"of wreck 1\.2 is broken"):
            _ = registry["wrecked"]
        assert "wrecked" not in dict(registry.loadable_items())


@pytest.mark.parametrize("kind", REGISTRIES)
def test_wrecks_on_the_command_line(kind: str, site: Path, command: Command) -> None:
    """A list has plugins with control sequences in their errors, and one that prints."""
    registry = REGISTRIES[kind]
    for name, source in {
        "red": "raise ValueError('\\x1b[2J\\x1b]0;gone\\x07 [red]x[/red]')",
        "loud": "print('PRINTED')\nimport sys; sys.stdout.write('PRINTED')\nraise SystemExit(1)",
    }.items():
        write_distribution(site, name, {registry.group: f"{name} = {name}:thing"}, source)
    with installed(site):
        done = command("list", LISTED[kind])
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "PRINTED" not in done.out
    assert "red 1.2" in done.text
    assert "loud 1.2" in done.text
    assert next(iter(registry)).split("/", maxsplit=1)[0] in done.text


@pytest.mark.parametrize("kind", REGISTRIES)
def test_taken_names(kind: str, site: Path, command: Command) -> None:
    """A plugin takes the name of something built in, and two plugins have one name."""
    registry = REGISTRIES[kind]
    built_in = next(name for name in registry if registry.is_built_in(name))
    write_distribution(site, "usurper", {registry.group: f"{built_in} = usurper:thing"}, "thing = 1")
    for name in ("one", "two"):
        write_distribution(site, name, {registry.group: f"twin = {name}:thing"}, "raise ImportError")
    with installed(site):
        for name in (built_in, "twin"):
            with pytest.raises(PluginError, match=f"There are two {kind}s called '{name}'") as refused:
                _ = registry[name]
            assert refused.value.hint
        assert command("list", LISTED[kind]).code == 0


METADATA = {
    "entry points that are no text": ("entry_points.txt", b"[m3bench.agents]\nmine = m:\xff\xfe\n"),
    "entry points without a group": ("entry_points.txt", b"mine = m:thing\n"),
    "a line that is no entry point": ("entry_points.txt", b"[m3bench.agents]\nmine\n"),
    "an entry point that is no name": ("entry_points.txt", b"[m3bench.agents]\nmine = not a name!!\n"),
    "an entry point without a module": ("entry_points.txt", b"[m3bench.agents]\nmine = :thing\n"),
    "an entry point with a path": ("entry_points.txt", b"[m3bench.agents]\nmine = ../../etc/passwd:x\n"),
    "an entry point without a name": ("entry_points.txt", b"[m3bench.agents]\n = m:thing\n"),
    "a name with control sequences": ("entry_points.txt", b"[m3bench.agents]\n\x1b[2Jx = m:thing\n"),
    "a name that looks like a program": ("entry_points.txt", b"[m3bench.agents]\ncommand = m:thing\n"),
    "extras": ("entry_points.txt", b"[m3bench.agents]\nmine = m:thing [a, b]\n"),
    "no metadata": ("METADATA", None),
    "metadata that is no text": ("METADATA", b"Name: \xff\xfe\nVersion: \xff\n"),
    "metadata without a name": ("METADATA", b"Version: 1\n"),
    "a name of two lines": ("METADATA", b"Name: a\n b\x1b[2J\nVersion: 1\n"),
}


@pytest.mark.parametrize("damage", METADATA)
def test_damaged_distributions(damage: str, site: Path, command: Command) -> None:
    """A distribution has damaged metadata: lists work as if it were not there."""
    write_distribution(site, "odd", {"m3bench.agents": "mine = odd:thing"}, "raise ImportError")
    name, data = METADATA[damage]
    path = site / "odd-1.2.dist-info" / name
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)
    with installed(site):
        listed = command("list", "agents")
    assert listed.code == 0, listed.text
    assert "Traceback" not in listed.text
    assert "\x1b" not in listed.out
    assert "reference" in listed.text


@pytest.mark.parametrize("use", ["agent", "suite", "encoder", "format", "model", "server", "check"])
def test_using_a_wreck(use: str, site: Path, command: Command, tmp_path: Path) -> None:
    """A run names a plugin that breaks: it ends with status 2 and the name of the distribution."""
    write_distribution(site, "wreck", {f"m3bench.{use}s": "wrecked = wreck:thing"}, "raise SystemExit(0)")
    task = {
        "m3bench": 2, "kind": "task", "id": "t", "request": "Add 1 and 2.",
        "servers": ["wrecked" if use == "server" else "math"],
        "extra": {"checks": [{"check": "wrecked"}]} if use == "check" else {},
    }  # fmt: skip
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_text(json.dumps(task) + "\n")
    out = tmp_path / "run"
    arguments: dict[str, list[object]] = {
        "agent": ["run", tasks, "--agent", "wrecked"],
        "suite": ["run", "wrecked", "--agent", "idle"],
        "encoder": ["score", *SCORED, "--encoder", "wrecked"],
        "format": ["convert", tasks, tmp_path / "x", "--to", "wrecked"],
        "model": ["run", tasks, "--agent", "caller", "--model", "wrecked/x"],
        "server": ["run", tasks, "--agent", "idle"],
        "check": ["run", tasks, "--agent", "idle"],
    }
    with installed(site):
        done = command(*arguments[use], *([] if use in ("format", "encoder") else ["--out", out]))
    assert done.code == 2, done.text
    assert "wreck 1.2 is broken" in done.text, done.text
    assert "pip install -U wreck" in done.text or use == "server", "there, the task can be excluded as well"
    journal = out / "journal.jsonl"
    assert not journal.exists() or not journal.read_bytes()


@pytest.mark.parametrize("raised", ["RuntimeError('late')", "SystemExit(0)", "GeneratorExit", "MemoryError"])
@pytest.mark.parametrize("use", ["agent", "suite", "model"])
def test_wrecks_that_break_late(use: str, raised: str, site: Path, command: Command, tmp_path: Path) -> None:
    """A plugin can be imported, and breaks when its function is called."""
    source = f"def thing(*arguments, **options):\n    raise {raised}\n"
    write_distribution(site, "late", {f"m3bench.{use}s": "late = late:thing"}, source)
    chosen = {
        "agent": ["smoke", "--agent", "late:x"],
        "suite": ["late", "--agent", "idle"],
        "model": ["smoke", "--agent", "caller", "--model", "late/x"],
    }
    with installed(site):
        done = command("run", *chosen[use], "--out", tmp_path / "run")
    assert done.code == 2, done.text
    assert f"The {use} 'late' of late 1.2 is broken: fails: {raised.partition('(')[0]}" in done.text
    assert not (tmp_path / "run").exists()
