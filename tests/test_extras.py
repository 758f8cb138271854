"""`pip install m3bench` is enough to score, host and run; what needs an extra says which."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from m3bench.core import missing_extra
from tests.base_install import CONTENT, REPOSITORY, installed_modules, normalized, project, required_packages

RUN = Path(__file__).parent / "fixtures" / "v1" / "run"
EXTRAS = project()["optional-dependencies"]
NEEDED_ANYWAY = {"markdown-it-py", "tzdata"}
"""The first comes with rich; the second is data, which Python finds by itself."""
NOT_HERE = {"onnx", "openhands", "torch"}
"""Modules of the extra `gpu`, and of a program that users install by themselves: tests have neither."""
SOURCES = {
    "m3bench": REPOSITORY / "src",
    **{name: REPOSITORY / "packages" / name / "src" for name in CONTENT},
}
IMPORT = re.compile(
    r"""^ *(?:import (\w+)|from (\w+)[\w.]* import )|import_module\(["'](\w+)""", re.MULTILINE
)


def m3bench(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.base_install", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
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
        (["servers", "call", "weather/get_weather"], "suites"),
        (["list", "sources"], "suites"),
        (["list", "scenes"], "suites"),
        (["demo"], "suites"),
    ],
)
def test_what_needs_an_extra_names_it(arguments: list[str], extra: str) -> None:
    code, said = m3bench(*arguments)
    assert code == 2
    assert f"pip install 'm3bench[{extra}]'" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("extra", ["encoder", "files", "reports", "suites"])
def test_every_package_of_an_extra_is_known(extra: str) -> None:
    listed = [*EXTRAS[extra], *(project("m3bench-world")["dependencies"] if extra == "suites" else ())]
    modules = installed_modules()
    for name in map(normalized, (Requirement(each).name for each in listed)):
        own = [module for module, owners in modules.items() if name in map(normalized, owners)]
        errors = [missing_extra(ModuleNotFoundError("gone", name=f"{module}.part")) for module in own]
        assert name in NEEDED_ANYWAY | {"m3bench"} or any(errors), name


def test_other_imports_fail_as_they_are() -> None:
    assert missing_extra(ModuleNotFoundError("gone", name="m3bench.nowhere")) is None
    assert missing_extra(ImportError("broken", name="pypdf")) is None


def test_heavy_packages_are_not_required() -> None:
    heavy = {"lxml", "m3bench-world", "onnxruntime", "opencv-python", "scipy", "vl-convert-python"}
    assert not required_packages() & heavy
    assert required_packages("suites") - required_packages() > heavy - {"opencv-python"}


def test_the_former_name_of_an_extra() -> None:
    assert required_packages("world") == required_packages("suites")


@pytest.mark.parametrize("name", SOURCES)
def test_what_a_distribution_imports_it_requires(name: str) -> None:
    extras = [extra for extra in EXTRAS if extra not in ("dev", "docs", "gpu")] if name == "m3bench" else []
    assert not missing_requirements(name, required_packages(*extras, of=name))


def test_an_import_without_a_requirement_is_found() -> None:
    required = required_packages(of="m3bench-world")
    assert missing_requirements("m3bench-world", required - {"pypdf"}) == {"pypdf"}
    assert missing_requirements("m3bench-world", required - {"zxing-cpp"}) == {"zxingcpp"}


def missing_requirements(name: str, required: set[str]) -> set[str]:
    """Modules that a distribution imports, and that none of these packages has."""
    modules = installed_modules()
    texts = (path.read_text("utf-8") for path in SOURCES[name].rglob("*.py"))
    imported = {module for text in texts for found in IMPORT.findall(text) for module in found if module}
    others = imported - sys.stdlib_module_names - NOT_HERE
    return {module for module in others if not required & set(map(normalized, modules.get(module, ())))}
