"""Generators of suites: those of Python files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.suites import suite_generator
from m3bench_world import World

TIDES = """
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import Family, SuiteDraw, TaskSpec

class TaskDraw(SuiteDraw):
    suite = "tides"

def high(draw: TaskDraw) -> TaskSpec:
    def plan() -> Plan:
        yield [call("charts/tide")]
        return Solution("noon")
    return TaskSpec(words={"bay": draw.pick(("Fundy", "Biscay"), "bay")}, plans=(plan,), servers=("charts",))

FAMILY = Family(number=1, name="bays", title="Bays", tasks=(high,), level="L1")
"""


@pytest.fixture
def tides(tmp_path: Path) -> Iterator[Path]:
    """The file of a family, with its words."""
    file = tmp_path / "tides_of_bays.py"
    file.write_text(TIDES)
    file.with_suffix(".toml").write_text(
        '[high]\nrequests = ["When is high water in {bay}?"]\nfuzzy = ["{bay}?"]\n'
    )
    yield file
    sys.modules.pop(file.stem, None)


def test_a_file_gives_the_tasks_of_its_family(tides: Path) -> None:
    generator, world = suite_generator(str(tides)), World()
    assert (generator.suite, generator.families, generator.file) == ("tides", {"bays": 1}, str(tides))
    assert suite_generator(str(tides)).family("bays") is generator.family("bays"), "the file is imported once"
    blueprint = generator.draw(world, generator.family("bays"), 0)
    assert blueprint.id == "tides/bays/7-0"
    assert blueprint.request in {"When is high water in Fundy?", "When is high water in Biscay?"}


def test_a_file_that_cannot_be_used_is_named(tides: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no file .*none\.py"):
        suite_generator(str(tmp_path / "none.py"))
    tides.write_text(TIDES.replace("FAMILY =", "TIDES ="))
    with pytest.raises(UsageError, match=r"tides_of_bays\.py has no FAMILY"):
        suite_generator(str(tides))
    taken = tmp_path / "json.py"
    taken.write_text(TIDES)
    with pytest.raises(UsageError, match="Another module is named 'json'"):
        suite_generator(str(taken))
    assert not hasattr(sys.modules["json"], "FAMILY")


@pytest.mark.parametrize(
    ("text", "problem"), [("raise ValueError('ebb')", "ValueError: ebb"), ("x = (", "SyntaxError")]
)
def test_a_file_that_fails_is_imported_again_when_it_is_fixed(tides: Path, text: str, problem: str) -> None:
    tides.write_text(f"# Tides\n{text}")
    with pytest.raises(UsageError, match=f"tides_of_bays.py cannot be imported: {problem}") as raised:
        suite_generator(str(tides))
    assert raised.value.hint == "Look at line 2."
    tides.write_text(TIDES)
    assert suite_generator(str(tides)).families == {"bays": 1}
