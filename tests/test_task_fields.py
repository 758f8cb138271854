"""`docs/task-fields.md` is current, and says something about every field."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import msgspec
import pytest

from m3bench.checks import CHECKS
from m3bench.core import EXTRA_FIELDS, Task
from tests.conftest import REPOSITORY


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fields", REPOSITORY / "scripts" / "write_task_fields.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_current(script: ModuleType) -> None:
    page = (REPOSITORY / "docs" / "task-fields.md").read_text(encoding="utf-8")
    assert page == script.page(), "run python scripts/write_task_fields.py"
    assert all(f"\n### {name}\n" in page for name in CHECKS if CHECKS.is_built_in(name))
    assert all(f"\n### {name}\n" in page for name in ("Task", "Reference", "Call", "Media", "AnswerForm"))


def test_a_field_without_a_meaning_is_an_error(script: ModuleType) -> None:
    class Strange(msgspec.Struct):
        unexplained_field: int = 0

    with pytest.raises(SystemExit, match=r"Strange\.unexplained_field has no meaning"):
        list(script.section(Strange, "Strange", ""))


def test_the_example_of_a_task_is_a_task(script: ModuleType) -> None:
    examples = script.examples()
    task = msgspec.convert({**examples["Task"], "extra": examples["extra"]}, Task)
    assert {*examples["Task"], *EXTRA_FIELDS, "spelling"} == set(Task.__struct_fields__)
    assert examples["extra"].keys() == set(EXTRA_FIELDS)
    assert (task.extra, task.spelling) == ({}, {})
