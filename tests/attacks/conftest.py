"""Attacks from outside. All are slow tests. A table shows how often each was tried and defended.

Each test function is one attack, named by the first line of its docstring. Its parameters are the tries.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from m3bench.apps.viewer import Library
from m3bench.apps.viewer.api import ViewerApi
from m3bench.encoders import load_encoder
from m3bench.runs import RunFolder
from m3bench.scoring import Scorer
from tests.attacks.command_line import Command
from tests.attacks.folders import SECRET, copy_run, make_smoke_run
from tests.attacks.listening import Listener, listening
from tests.attacks.providers import CommandLine

_HERE = Path(__file__).parent
_ATTACK = "attack"


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_HERE) and isinstance(item, pytest.Function):
            item.add_marker(pytest.mark.slow)
            item.user_properties.append((_ATTACK, f"{_attacker(item.path)}\t{_attack(item)}"))


def _attacker(path: Path) -> str:
    return path.stem.removeprefix("test_").replace("_", " ")


def _attack(item: pytest.Function) -> str:
    if not item.function.__doc__:
        raise pytest.UsageError(f"{item.nodeid} does not say in a docstring which attack it tries.")
    name = inspect.cleandoc(item.function.__doc__).partition("\n")[0].rstrip(".")
    return name[:1].lower() + name[1:]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a table of attacks, tries and defended tries. Skipped tries do not count."""
    tries: dict[str, int] = defaultdict(int)
    held: dict[str, int] = defaultdict(int)
    for outcome in ("passed", "failed", "error"):
        for report in terminalreporter.getreports(outcome):
            name = dict(getattr(report, "user_properties", ())).get(_ATTACK)
            if name is not None and (report.when == "call" or outcome == "error"):
                tries[str(name)] += 1
                held[str(name)] += outcome == "passed"
    if not tries:
        return
    width = max(len(name) for name in tries) + 1  # a tab becomes two characters
    terminalreporter.write_sep("=", "attacks")
    terminalreporter.write_line(f"{'attack':{width}}  tries  held")
    for name in sorted(tries):
        terminalreporter.write_line(f"{name.replace(chr(9), ': '):{width}}  {tries[name]:5}  {held[name]:4}")
    terminalreporter.write_line(f"{'in all':{width}}  {sum(tries.values()):5}  {sum(held.values()):4}")


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_smoke_run(tmp_path_factory.mktemp("real") / "run")


@pytest.fixture(scope="session")
def another(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_smoke_run(tmp_path_factory.mktemp("other") / "run")


@pytest.fixture
def folder(untouched: Path, tmp_path: Path) -> RunFolder:
    return copy_run(untouched, tmp_path / "runs" / "hostile")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.mkdir()
    (path / "secret.txt").write_text(SECRET)
    return path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "400")
    return Command(capsys, monkeypatch)


@pytest.fixture
def viewer(folder: RunFolder) -> Iterator[ViewerApi]:
    library = Library(folder.path.parent)
    yield ViewerApi(library, lambda: Scorer(encoder=load_encoder("hashing")))
    library.close()


@pytest.fixture
def m3bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    return CommandLine(tmp_path, monkeypatch, capfd)


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as opened:
        yield opened
