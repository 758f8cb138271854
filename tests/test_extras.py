"""`pip install m3bench` is enough to score; what needs an extra says which."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from m3bench.core import missing_extra
from tests.base_install import PYPROJECT, installed_modules, normalized, required_packages

RUN = Path(__file__).parent / "fixtures" / "v1" / "run"
EXTRAS = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
NEEDED_ANYWAY = {"markdown-it-py", "tzdata"}
"""The first comes with rich; the second is data, which Python finds by itself."""


def m3bench(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.base_install", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PYPROJECT.parent)
    return done.returncode, done.stdout + done.stderr


def test_scoring_needs_no_extra() -> None:
    code, said = m3bench("score", str(RUN), "--encoder", "hashing")
    assert code == 0, said
    assert "Total" in said


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["score", str(RUN)], "encoder"),
        (["run", "smoke", "--agent", "reference"], "suites"),
        (["suite", "build", "built.jsonl", "--suite", "m3"], "suites"),
        (["servers", "call", "weather/get_weather"], "world"),
        (["world", "sources"], "world"),
        (["view", str(RUN)], "reports"),
    ],
)
def test_what_needs_an_extra_names_it(arguments: list[str], extra: str) -> None:
    code, said = m3bench(*arguments)
    assert code == 2
    assert f"pip install 'm3bench[{extra}]'" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("extra", ["encoder", "world", "reports"])
def test_every_package_of_an_extra_is_known(extra: str) -> None:
    modules = installed_modules()
    for requirement in map(Requirement, EXTRAS[extra]):
        name = normalized(requirement.name)
        found = [module for module, owners in modules.items() if name in map(normalized, owners)]
        errors = [missing_extra(ModuleNotFoundError("gone", name=f"{module}.part")) for module in found]
        assert requirement.name in NEEDED_ANYWAY or any(errors), requirement.name


def test_other_imports_fail_as_they_are() -> None:
    assert missing_extra(ModuleNotFoundError("gone", name="m3bench.nowhere")) is None
    assert missing_extra(ImportError("broken", name="mcp")) is None


def test_heavy_packages_are_not_required() -> None:
    assert not required_packages() & {"scipy", "onnxruntime", "mcp", "opencv-python", "vl-convert-python"}
