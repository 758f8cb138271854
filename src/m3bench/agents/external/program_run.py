"""One attempt by a program: the gateway beside it, its start, its end, and what is left of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread
import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.confinement import Confinement
from m3bench.agents.external.attempt_gateway import (
    AttemptGateway,
    end_when_answered,
    end_when_broken,
    serve_attempt,
)
from m3bench.agents.external.endings import program_ending, program_notes
from m3bench.agents.external.program import Program, SandboxFailed, Spool
from m3bench.agents.external.task_input import variables
from m3bench.agents.parsing import FormAnswer
from m3bench.core import Status
from m3bench.hosting import unwrap_group
from m3bench.hosting.gateway import new_token, processes_of_session
from m3bench.hosting.sandbox import ProgramSandbox
from m3bench.hosting.workspace import remove_tree

PATIENCE_SECONDS = 30.0
"""How long a program may run after it submitted its answer."""
_SOCKET = "gateway"


class Place(msgspec.Struct, frozen=True):
    """Where a program runs."""

    home: Path
    """Its private home folder, which is removed afterwards."""
    workspace: Path
    url: str
    """The address of the gateway."""
    token: str


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """How a program is started."""

    command: tuple[str, ...]
    folder: Path
    """Its working directory."""
    environment: dict[str, str] = {}
    """Variables besides those of the task."""
    stdin: bytes = b""
    readable: tuple[Path, ...] = ()
    """What it may read in a sandbox, besides what its command names."""
    spool: Path | None = None
    """A file that gets everything that it prints."""


class ProgramRun:
    """Starts a program once. The gateway records its calls."""

    def __init__(
        self, attempt: Attempt, confinement: Confinement, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.attempt = attempt
        self._rules, self._patience = confinement, patience

    def launch(self, place: Place) -> Launch:
        """Return how the program is started. May write files below its home."""
        raise NotImplementedError

    def ended(self, program: Program, place: Place) -> None:
        """Called however the program ended, while its files are still there."""

    def ending(self, program: Program, submitted: FormAnswer) -> Ending:
        """Return how the attempt ended."""
        return program_ending(program, submitted, self.attempt.task.form)

    async def solve(self) -> Ending:
        """Work on the task to its end."""
        attempt, gateway = self.attempt, AttemptGateway(self.attempt)
        folder = self._rules.new_folder()
        try:
            program = await self._run(gateway, folder)
        except ExceptionGroup as errors:
            if isinstance(failed := unwrap_group(errors), SandboxFailed):
                return Ending(status=Status.HARNESS_FAILURE, reason=str(failed))
            raise failed from None
        finally:
            gateway.copy_record()
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(_remove, folder)
        if gateway.failure is not None:
            raise gateway.failure
        notes = attempt.notes["program"]
        submitted = FormAnswer(notes.pop("answer", None), notes.pop("fields", None))
        if program.exceeded is not None:
            return Ending(
                submitted.answer, Status.AGENT_FAILURE, f"the agent {program.exceeded}", submitted.fields
            )
        return self.ending(program, submitted)

    async def _run(self, gateway: AttemptGateway, folder: Path) -> Program:
        home = folder / "work"
        (home / "tmp").mkdir(parents=True)
        rules = self._rules
        isolated = rules.in_sandbox and not rules.network
        async with anyio.create_task_group() as tasks:
            token = new_token()
            url: str = await tasks.start(
                serve_attempt, gateway, token, folder / _SOCKET if isolated else None
            )
            place = Place(home, self.attempt.workspace.absolute(), url, token)
            program = self._program(place, folder)
            gateway.quiet.client = lambda: processes_of_session(program.pid) if program.pid else []
            try:
                await self._supervise(program, gateway)
            finally:
                self.attempt.notes["program"] = program_notes(program, gateway)
                self.ended(program, place)
            tasks.cancel_scope.cancel()
        return program

    def _program(self, place: Place, folder: Path) -> Program:
        launch = self.launch(place)
        of_task = variables(self.attempt, place.url, place.token, place.home)
        return Program(
            launch.command,
            launch.folder,
            {**self._rules.environment(place.home), **launch.environment, **of_task},
            self._sandbox(launch, folder),
            stdin=launch.stdin,
            out=None if launch.spool is None else Spool(launch.spool),
            limits=self._rules.limits,
            home=place.home,
        )

    def _sandbox(self, launch: Launch, folder: Path) -> ProgramSandbox | None:
        rules = self._rules
        if not rules.in_sandbox:
            return None
        return ProgramSandbox(
            writable=(folder / "work", self.attempt.workspace.resolve()),
            readable=(*rules.read, *launch.readable),
            hidden=rules.hidden,
            socket=None if rules.network else folder / _SOCKET,
            limits=rules.limits,
        )

    async def _supervise(self, program: Program, gateway: AttemptGateway) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(end_when_broken, gateway, tasks.cancel_scope)
            tasks.start_soon(end_when_answered, gateway, self._patience, tasks.cancel_scope)
            await program.run()
            tasks.cancel_scope.cancel()


def _remove(folder: Path) -> None:
    with suppress(OSError):
        remove_tree(folder)
