"""Suites as folders of Harbor's tasks."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec
import pytest
import yaml

from m3bench.core import Task, UsageError
from m3bench.formats import read_tasks
from m3bench.integrations.harbor import HarborExport
from m3bench.suites import Suite, WorldRef
from tests.integrations.harbor.conftest import INSTALL


def exporting(suite: Suite, install: str = INSTALL) -> HarborExport:
    return HarborExport(suite=suite, world=WorldRef(), version="0.1.0", install=install)


def test_the_configuration_names_the_gateway_and_a_verifier_apart(exported: Path) -> None:
    config = tomllib.loads((exported / "task.toml").read_text())
    (server,) = config["environment"]["mcp_servers"]
    compose = yaml.safe_load((exported / "environment" / "docker-compose.yaml").read_text())
    assert config["schema_version"] == "1.4"
    assert server == {"name": "m3bench", "transport": "streamable-http", "url": "http://m3bench:8000/mcp"}
    assert config["verifier"]["environment_mode"] == "separate"
    assert {entry["service"] for entry in (*config["artifacts"], *config["verifier"]["collect"])} == {
        "m3bench"
    }
    assert set(compose["services"]) == {"main", "m3bench"}


def test_the_agent_and_its_gateway_get_no_answers(exported: Path, smoke: Suite) -> None:
    task = smoke.tasks[0]
    (public,) = read_tasks(exported / "environment" / "gateway" / "task.jsonl")
    (whole,) = read_tasks(exported / "tests" / "task.jsonl")
    assert whole == task
    assert (public.references, public.answer, public.answer_key, public.extra) == ((), None, None, {})
    assert (public.request, public.form, public.servers) == (task.request, task.form, task.servers)
    assert "m3bench" not in (exported / "environment" / "Dockerfile").read_text()
    assert (task.request or "?") in (exported / "instruction.md").read_text()


def test_scripts_can_be_run_and_the_reference_is_a_solution(exported: Path) -> None:
    assert os.access(exported / "tests" / "test.sh", os.X_OK)
    assert os.access(exported / "solution" / "solve.sh", os.X_OK)
    assert "weather/get_weather" in (exported / "solution" / "reference.json").read_text()


def test_pictures_are_where_tools_and_agent_find_them(smoke: Suite, tmp_path: Path) -> None:
    task = next(task for task in smoke.tasks if task.images)
    folder = exporting(smoke).write([task], tmp_path / "out").folders[task.id]
    for place in ("environment/files", "environment/gateway/files", "tests/files"):
        assert (folder / place / task.images[0]).read_bytes().startswith(b"\x89PNG")
    assert not (folder / "solution").exists()


def test_the_same_suite_gives_the_same_bytes(smoke: Suite, tmp_path: Path, exported: Path) -> None:
    again = msgspec.structs.replace(exporting(smoke), solution=True).write([smoke.tasks[0]], tmp_path / "out")
    folder = again.folders["smoke/warmth"]
    files = [path.relative_to(exported) for path in exported.rglob("*") if path.is_file()]
    assert all((folder / file).read_bytes() == (exported / file).read_bytes() for file in files)


def test_wheels_go_to_both_containers(smoke: Suite, tmp_path: Path) -> None:
    names = [f"{name}-0.1.0-py3-none-any.whl" for name in ("m3bench", "m3bench_suites", "m3bench_world")]
    wheel = tmp_path / names[0]
    for name in names:
        with pytest.raises(UsageError, match=f"{name} does not exist"):
            exporting(smoke, str(wheel)).write(smoke.tasks[:1], tmp_path / "out")
        (tmp_path / name).write_bytes(name.encode())
    folder = exporting(smoke, str(wheel)).write(smoke.tasks[:1], tmp_path / "out").folders["smoke/warmth"]
    for place in (folder / "environment" / "gateway", folder / "tests"):
        assert [(place / name).read_bytes().decode() for name in names] == names
        own = f"'/wheels/{wheel.name}[encoder,media,suites]'"
        command = f"RUN pip install --no-cache-dir --find-links /wheels {own}"
        assert command in (place / "Dockerfile").read_text()


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        (Task(id="sealed/fish/0", request="?", servers=("weather",)), "is sealed"),
        (Task(id="a", request="?", servers=("weather",)), "a has no checks"),
        (Task(id="a", servers=("weather",)), "a has no request"),
    ],
)
def test_what_cannot_be_exported_is_refused(smoke: Suite, tmp_path: Path, task: Task, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        exporting(smoke).write([task], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_some_tasks_are_left_out_with_the_reason(smoke: Suite, tmp_path: Path) -> None:
    unchecked = Task(id="../b", request="?", servers=("weather",))
    result = exporting(smoke).write([unchecked, smoke.tasks[0]], tmp_path / "out")
    assert list(result.folders) == ["smoke/warmth"]
    assert "no checks" in result.left_out["../b"]


def test_nothing_is_overwritten_and_a_failure_leaves_nothing(smoke: Suite, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(UsageError, match="exists already"):
        exporting(smoke).write(smoke.tasks[:1], tmp_path / "out")
    with pytest.raises(UsageError, match="is not a folder"):
        exporting(smoke).write(smoke.tasks[:1], tmp_path / "no" / "out")
    broken = msgspec.structs.replace(smoke.tasks[0], id="x", images=("../../x.png",))
    suite = _Leaky(smoke, broken)
    with pytest.raises(UsageError, match="cannot be exported"):
        exporting(suite).write([smoke.tasks[0], broken], tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


class _Leaky:
    """A suite with a file that would lie outside of the workspace."""

    def __init__(self, suite: Suite, task: Task) -> None:
        self.name, self.digest, self.tasks, self._suite, self._task = "leaky", "", (task,), suite, task

    def assets(self, task: Task) -> dict[str, bytes]:
        return {"../../x.png": b"x"} if task is self._task else {}
