"""The packages in examples/: installed into an environment of their own, listed, and tested there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS

EXAMPLES = Path(__file__).parents[2] / "examples"
LISTS = {
    "agent": ("list", "agents", "checked"),
    "check": ("list", "checks", "answer_pattern"),
    "encoder": ("list", "encoders", "wordbag"),
    "format": ("list", "formats", "sharegpt"),
    "model": ("list", "models", "vote/…"),
    "server": ("list", "servers", "tides"),
    "suite": ("list", "suites", "warmer"),
}
LIST_ALL = """
import json, sys
from typer.testing import CliRunner
from m3bench.cli.app import app
shown = {kind: CliRunner().invoke(app, words) for kind, words in json.loads(sys.argv[1]).items()}
assert not any(done.exit_code for done in shown.values()), shown
print(json.dumps({kind: done.output for kind, done in shown.items()}))
"""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment that has all examples. It sees our packages, and no network."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False)
    interpreter = folder / "bin" / "python"
    ours = sysconfig.get_path("purelib")
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    packages = [str(EXAMPLES / f"m3bench-example-{kind}") for kind in LISTS]
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    _run(sys.executable, "-m", "pip", "--python", str(interpreter), "install", "-q", *offline, *packages)
    return interpreter


def _run(*command: str, folder: Path | None = None) -> str:
    environment = {**os.environ, "COLUMNS": "120", "TERM": "dumb", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_there_is_an_example_of_every_kind() -> None:
    packages = {f"m3bench-example-{kind}" for kind in LISTS}
    assert {path.name for path in EXAMPLES.iterdir()} == {
        *packages,
        "adapters",
        "ci",
        "kubernetes",
        "training",
    }


@pytest.fixture(scope="module")
def listed(python: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each command of `LISTS` shows. One process runs them all: starting it takes most of the time."""
    commands = {kind: command for kind, (*command, _) in LISTS.items()}
    folder = tmp_path_factory.mktemp("listed")
    shown: dict[str, str] = json.loads(
        _run(str(python), "-c", LIST_ALL, json.dumps(commands), folder=folder).splitlines()[-1]
    )
    return shown


@pytest.mark.parametrize("kind", LISTS)
def test_it_is_listed_with_its_distribution(kind: str, listed: dict[str, str]) -> None:
    *_, name = LISTS[kind]
    assert name in listed[kind]
    assert f"m3bench-example-{kind} 0.1.0" in listed[kind]
    assert "broken" not in listed[kind]


@pytest.fixture(scope="module")
def outcomes(python: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A line for each test of the examples, with its outcome."""
    folder = tmp_path_factory.mktemp("tested")
    tests = [str(EXAMPLES / f"m3bench-example-{kind}" / "tests") for kind in LISTS]
    flags = ("-rA", "--import-mode=importlib", "-p", "no:cacheprovider", "-c", os.devnull)
    return _run(str(python), "-m", "pytest", *flags, "--rootdir", str(EXAMPLES), *tests, folder=folder)


@pytest.mark.parametrize("kind", LISTS)
def test_its_own_tests_pass(kind: str, outcomes: str) -> None:
    found = re.findall(rf"^([A-Z]+) \S*m3bench-example-{kind}/tests/\S+::", outcomes, re.MULTILINE)
    assert set(found) == {"PASSED"}, outcomes
