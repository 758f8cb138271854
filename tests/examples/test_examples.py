"""The packages in examples/: installed into an environment of their own, listed, and tested there."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LISTS = {
    "agent": ("agents", "list", "checked"),
    "check": ("checks", "list", "answer_pattern"),
    "encoder": ("encoders", "list", "wordbag"),
    "format": ("formats", "list", "sharegpt"),
    "model": ("models", "list", "vote/…"),
    "server": ("servers", "list", "tides"),
    "suite": ("suite", "list", "warmer"),
}
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
        command, capture_output=True, text=True, env=environment, cwd=folder, timeout=300, check=False
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


@pytest.mark.parametrize("kind", LISTS)
def test_it_is_listed_with_its_distribution(kind: str, python: Path, tmp_path: Path) -> None:
    *command, name = LISTS[kind]
    shown = _run(str(python), "-m", "m3bench", *command, folder=tmp_path)
    assert name in shown
    assert f"m3bench-example-{kind} 0.1.0" in shown
    assert "broken" not in shown


@pytest.mark.parametrize("kind", LISTS)
def test_its_own_tests_pass(kind: str, python: Path, tmp_path: Path) -> None:
    tests = EXAMPLES / f"m3bench-example-{kind}" / "tests"
    flags = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path))
    assert " passed" in _run(str(python), "-m", "pytest", *flags, str(tests), folder=tmp_path)
