"""Export of a suite: one folder per task, as Harbor reads them."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

from m3bench.agents import WORKSPACE
from m3bench.checks import is_checked
from m3bench.core import Reference, Task, UsageError
from m3bench.formats import write_atomically
from m3bench.integrations.harbor import documents
from m3bench.integrations.harbor.package import FILES, TaskPackage, write_files
from m3bench.runs.serving import THIRD_PARTY, is_third_party
from m3bench.suites import Suite, WorldRef, workspace_assets

_SEALED = "sealed/"


class ExportResult(msgspec.Struct, frozen=True):
    """What was exported, and what was left out and why."""

    folders: dict[str, Path]
    """Folders by task."""
    left_out: dict[str, str]
    """Reasons by task."""


class HarborExport(msgspec.Struct, frozen=True, kw_only=True):
    """How to export a suite."""

    suite: Suite
    world: WorldRef
    version: str
    """The version of m3bench."""
    install: str
    """What `pip install` gets in the containers: a requirement, or the path of a wheel."""
    packages: tuple[str, ...] = ()
    """Debian packages for the gateway and the verifier."""
    solution: bool = False
    """Whether to add the reference as a solution."""

    def write(
        self, tasks: Sequence[Task], target: Path, on_written: Callable[[], None] = lambda: None
    ) -> ExportResult:
        """Write the tasks to a new folder. If this fails, there is no folder.

        Raises:
            UsageError: The folder exists, the suite is sealed, or no task can be exported.
        """
        self._require(tasks, target)
        left_out = {task.id: reason for task in tasks if (reason := _problem(task)) is not None}
        exported = [task for task in tasks if task.id not in left_out]
        if not exported:
            raise UsageError(f"No task can be exported: {next(iter(left_out.values()))}.")
        names = folder_names(task.id for task in exported)
        draft = Path(tempfile.mkdtemp(prefix=".m3bench-", dir=target.absolute().parent))
        try:
            for task in exported:
                self._write_task(task, draft / names[task.id], names[task.id])
                on_written()
            draft.chmod(0o755)
            draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return ExportResult({task: target / name for task, name in names.items()}, left_out)

    def _require(self, tasks: Sequence[Task], target: Path) -> None:
        if any(task.id.startswith(_SEALED) for task in tasks):
            hint = "Reveal it first (m3bench suite reveal FOLDER --out FILE), and export the file."
            raise UsageError(f"{self.suite.name} is sealed, and an export shows its answers.", hint)
        if target.exists():
            raise UsageError(f"{target} exists already.", "Name a new folder.")
        if not target.absolute().parent.is_dir():
            raise UsageError(f"{target.parent} is not a folder.", "Create it first.")
        for wheel in self._wheels:
            if not wheel.is_file():
                raise UsageError(f"The wheel {wheel} does not exist.", "Build it: make wheels")

    @property
    def _wheels(self) -> list[Path]:
        """The wheel of m3bench, and those of its content beside it; none for a requirement."""
        if not self.install.endswith(".whl"):
            return []
        own = Path(self.install)
        content = (f"m3bench_{part}-" for part in ("suites", "world"))
        return [own, *(own.with_name(own.name.replace("m3bench-", name, 1)) for name in content)]

    def _write_task(self, task: Task, folder: Path, name: str) -> None:
        package = TaskPackage(task, self.world, workspace_assets(self.suite, task))
        environment, tests = folder / "environment", folder / "tests"
        package.without_solution().write_to(environment / "gateway")
        package.write_to(tests)
        write_files(package.files, environment / FILES)
        texts = {
            folder / "task.toml": documents.task_toml(task, name, self.suite.name, self.version),
            folder / "instruction.md": documents.instruction(task, sorted(package.files)),
            environment / "Dockerfile": documents.agent_dockerfile(has_files=bool(package.files)),
            environment / "docker-compose.yaml": documents.COMPOSE,
            environment / "gateway" / "Dockerfile": self._dockerfile(task) + documents.GATEWAY_LINES,
            tests / "Dockerfile": self._dockerfile(task) + documents.VERIFIER_LINES,
        }
        for path, text in texts.items():
            write_atomically(path, [text.encode("utf-8", "replace")])
        write_script(tests / "test.sh", documents.TEST_SCRIPT)
        for wheel in self._wheels:
            for context in (environment / "gateway", tests):
                write_atomically(context / wheel.name, [wheel.read_bytes()])
        if self.solution and task.references:
            write_solution(task.references[0], folder / "solution")

    def _dockerfile(self, task: Task) -> str:
        wheels = [wheel.name for wheel in self._wheels]
        servers = [THIRD_PARTY.get(name, name) for name in task.servers if is_third_party(name)]
        return documents.own_dockerfile(self.install, wheels, list(self.packages), servers)


def _problem(task: Task) -> str | None:
    """Return why a task cannot be exported; None if it can."""
    if not task.request and not task.fuzzy_request:
        return f"{task.id} has no request"
    if not is_checked(task):
        return f"{task.id} has no checks, so that a verifier has nothing to check"
    return None if task.servers else f"{task.id} names no servers"


_PLAIN = re.compile(r"[a-z0-9][a-z0-9_.-]*(/[a-z0-9][a-z0-9_.-]*)*")
_LONGEST = 80


def folder_names(task_ids: Iterable[str]) -> dict[str, str]:
    """Return the folder of each task. Ids that are not plain, or would share a folder, get a hash."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for task_id in task_ids:
        is_plain = len(task_id) <= _LONGEST and ".." not in task_id and _PLAIN.fullmatch(task_id)
        name = task_id.replace("/", "-")
        names[task_id] = name if is_plain and name not in taken else _hashed_name(task_id)
        taken.add(names[task_id])
    return names


def _hashed_name(task_id: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", task_id.casefold().encode("ascii", "ignore").decode()).strip("-")
    digest = hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return "-".join(filter(None, (words[: _LONGEST - 13].strip("-") or "task", digest)))


def write_solution(reference: Reference, folder: Path) -> None:
    """Write the reference, and the program that carries it out."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = [
        [{"name": call.name, "arguments": call.arguments} for call in step.calls] for step in reference.steps
    ]
    solution = {"steps": steps, "answer": reference.answer or "", "fields": reference.fields}
    text = json.dumps(solution, indent=2)  # tools take paths relative to the workspace
    write_atomically(folder / "reference.json", [text.replace(f"{WORKSPACE}/", "").encode(), b"\n"])
    program = files("m3bench.integrations.harbor").joinpath("solve.py.txt").read_bytes()
    write_atomically(folder / "solve.py", [program])
    write_script(folder / "solve.sh", documents.SOLVE_SCRIPT)


def write_script(path: Path, text: str) -> None:
    """Write an executable script."""
    write_atomically(path, [text.encode()])
    path.chmod(0o755)
