"""Export of a suite: one folder per task, as Harbor reads them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.checks import is_checked
from m3bench.core import Task, UsageError
from m3bench.formats import write_atomically
from m3bench.integrations.harbor import documents
from m3bench.integrations.harbor.names import folder_names
from m3bench.integrations.harbor.package import FILES, TaskPackage, write_files
from m3bench.integrations.harbor.solution import write_script, write_solution
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
            raise UsageError(
                f"{self.suite.name} is sealed, and an export shows its answers.",
                "Reveal it first (m3bench suite reveal FOLDER --out FILE), and export the file.",
            )
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
            for place in (environment / "gateway", tests):
                write_atomically(place / wheel.name, [wheel.read_bytes()])
        if self.solution and task.references:
            write_solution(task.references[0], folder / "solution")

    def _dockerfile(self, task: Task) -> str:
        wheels = [wheel.name for wheel in self._wheels]
        servers = [THIRD_PARTY.get(name, name) for name in task.servers if is_third_party(name)]
        return documents.own_dockerfile(self.install, wheels, list(self.packages), servers)


def _problem(task: Task) -> str | None:
    """Return why a task cannot be exported; None if it can."""
    return next(_problems(task), None)


def _problems(task: Task) -> Iterator[str]:
    if not task.request and not task.fuzzy_request:
        yield f"{task.id} has no request"
    if not is_checked(task):
        yield f"{task.id} has no checks, so that a verifier has nothing to check"
    if not task.servers:
        yield f"{task.id} names no servers"
