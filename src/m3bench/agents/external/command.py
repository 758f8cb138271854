"""A program as agent: it gets the task in its environment, and the gateway as its only MCP server."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.confinement import Confinement
from m3bench.agents.external.program_run import PATIENCE_SECONDS, Launch, Place, ProgramRun
from m3bench.core import UsageError
from m3bench.core.redaction import protect, secrets_in_arguments


def make(argument: str) -> CommandAgent:
    return CommandAgent(argument, read_command(argument))


def read_command(argument: str) -> list[str]:
    """Split a shell command. Its program and the files that it names become absolute.

    Raises:
        UsageError: It cannot be read, or the program does not exist.
    """
    try:
        words = shlex.split(argument)
    except ValueError as error:
        raise UsageError(f"The command {argument!r} cannot be read: {error}.", _HINT) from None
    protect(secrets_in_arguments(words))
    if not words:
        raise UsageError("The agent `command` needs a program.", _HINT)
    # pathlib drops a leading ./, which tells a path from a name in PATH.
    program = shutil.which(_absolute(words[0]) if "/" in words[0] else words[0])
    if program is None:
        raise UsageError(f"Program {words[0]!r} was not found or is not executable.", _HINT)
    return [str(Path(program).absolute()), *map(_absolute, words[1:])]


_HINT = "Write the command after the colon: command:./my_agent --flag, or command:python agent.py."


def _absolute(word: str) -> str:
    """Make file names absolute, because the program runs in another folder."""
    try:
        path = Path(word).expanduser()
        return str(path.absolute()) if path.is_file() else word
    except (OSError, RuntimeError):  # too long for a path, or an unknown home
        return word


class CommandAgent:
    """Starts the program once per attempt. The gateway records its calls."""

    needs_model = False

    def __init__(
        self,
        text: str,
        command: list[str],
        *,
        patience: float = PATIENCE_SECONDS,
        confinement: Confinement = Confinement(),  # noqa: B008 - frozen
    ) -> None:
        self.name = f"command:{text}"
        self._text, self._command, self._patience = text, command, patience
        self._confinement = confinement

    def confined(self, confinement: Confinement) -> CommandAgent:
        """Return an agent that runs the same program under these rules."""
        confinement.check()
        return CommandAgent(self._text, self._command, patience=self._patience, confinement=confinement)

    async def solve(self, attempt: Attempt) -> Ending:
        return await _CommandRun(attempt, self._command, self._confinement, self._patience).solve()


class _CommandRun(ProgramRun):
    """The program runs in an empty folder, so that temporary files are not taken for results."""

    def __init__(
        self, attempt: Attempt, command: list[str], confinement: Confinement, patience: float
    ) -> None:
        super().__init__(attempt, confinement, patience)
        self._command = command

    def launch(self, place: Place) -> Launch:
        return Launch(command=tuple(self._command), folder=place.home)
