"""A program as agent: it gets the task in its environment, and the gateway as its only MCP server."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
import anyio.to_thread

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.confinement import Confinement
from m3bench.agents.external.program import Program, SandboxFailed
from m3bench.agents.inputs import InputFile
from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.agents.shared import ending_of
from m3bench.core import (
    ANSWERED_AFTER,
    AnswerForm,
    Content,
    Media,
    Status,
    Text,
    Trajectory,
    UsageError,
    rules_text,
)
from m3bench.core.redaction import environment_secrets, protect, redactor, secrets_in_arguments
from m3bench.hosting import unwrap_group
from m3bench.hosting.gateway import (
    TOKEN_VARIABLE,
    Address,
    Assignment,
    Gateway,
    make_server,
    new_token,
    processes_of_session,
    serve_http,
    unix_listener,
)
from m3bench.hosting.sandbox import GATEWAY_PORT, ProgramSandbox

_PATIENCE_SECONDS = 30.0
"""How long a program may run after it submitted its answer."""
_SOCKET = "gateway"
_MAX_ANSWER = 20_000
_MAX_NOTE = 4_000
_MAX_REASON = 500
_MAX_VARIABLE = 100_000
_NOT_STARTED = (126, 127)
_IN_SANDBOX = " (The sandbox hides most files of this machine: use --agent-read PATH to show more.)"
_CUT = "\n[Cut. The tool get_task gives the whole.]"


def make(argument: str) -> CommandAgent:
    """Make the agent from a shell command."""
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
    return CommandAgent(argument, [str(Path(program).absolute()), *map(_absolute, words[1:])])


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
        patience: float = _PATIENCE_SECONDS,
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
        gateway = _AttemptGateway(attempt)
        folder = self._confinement.new_folder()
        try:
            program = await self._run(attempt, gateway, folder)
        except ExceptionGroup as errors:
            if isinstance(failed := unwrap_group(errors), SandboxFailed):
                return Ending(status=Status.HARNESS_FAILURE, reason=str(failed))
            raise failed from None
        finally:
            recorded = gateway.trajectory()
            attempt.steps[:] = recorded.steps
            if ANSWERED_AFTER in recorded.extra:
                attempt.notes[ANSWERED_AFTER] = recorded.extra[ANSWERED_AFTER]
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(lambda: shutil.rmtree(folder, ignore_errors=True))
        if gateway.failure is not None:
            raise gateway.failure
        notes = attempt.notes["program"]
        submitted = FormAnswer(notes.pop("answer", None), notes.pop("fields", None))
        return _ending(program, submitted, attempt.task.form)

    async def _run(self, attempt: Attempt, gateway: _AttemptGateway, folder: Path) -> Program:
        work = folder / "work"
        (work / "tmp").mkdir(parents=True)
        rules = self._confinement
        isolated = rules.in_sandbox and not rules.network
        async with anyio.create_task_group() as tasks:
            token = new_token()
            url: str = await tasks.start(_serve, gateway, token, folder / _SOCKET if isolated else None)
            environment = {**rules.environment(work), **_variables(attempt, url, token, work)}
            program = Program(self._command, work, environment, self._sandbox(attempt, folder))
            gateway.quiet.client = lambda: processes_of_session(program.pid) if program.pid else []
            try:
                await self._supervise(program, gateway)
            finally:
                attempt.notes["program"] = _program_notes(program, gateway)
            tasks.cancel_scope.cancel()
        return program

    def _sandbox(self, attempt: Attempt, folder: Path) -> ProgramSandbox | None:
        rules = self._confinement
        if not rules.in_sandbox:
            return None
        return ProgramSandbox(
            writable=(folder / "work", attempt.workspace.resolve()),
            readable=rules.read,
            hidden=rules.hidden,
            socket=None if rules.network else folder / _SOCKET,
        )

    async def _supervise(self, program: Program, gateway: _AttemptGateway) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_when_broken, gateway, tasks.cancel_scope)
            tasks.start_soon(_end_when_answered, gateway, self._patience, tasks.cancel_scope)
            await program.run()
            tasks.cancel_scope.cancel()


class _AttemptGateway(Gateway):
    """Copies recorded steps to the attempt."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(attempt.toolbox, _assignment(attempt), self._copy_steps, clock=time.monotonic)
        self.answered = anyio.Event()
        self._attempt = attempt

    async def submit(self, answer: str, fields: dict[str, Any] | None = None) -> None:
        await super().submit(answer, fields)
        self.answered.set()

    def _copy_steps(self, done: Trajectory) -> None:
        self._attempt.steps[:] = done.steps


async def _serve(
    gateway: Gateway, token: str, unix: Path | None, *, task_status: anyio.abc.TaskStatus[str]
) -> None:
    """Serve the gateway on a local port, or on a Unix socket for a sandbox."""
    address = Address() if unix is None else Address(port=GATEWAY_PORT)
    await serve_http(
        make_server(gateway),
        address,
        gateway.quiet.message_arrived,
        lambda at: task_status.started(at.url),
        token=token,
        listener=None if unix is None else unix_listener(unix),
    )


async def _end_when_broken(gateway: Gateway, scope: anyio.CancelScope) -> None:
    await gateway.broken.wait()
    scope.cancel()


async def _end_when_answered(gateway: _AttemptGateway, patience: float, scope: anyio.CancelScope) -> None:
    """Cancel a program that keeps running after its answer."""
    await gateway.answered.wait()
    await anyio.sleep(patience)
    scope.cancel()


def _assignment(attempt: Attempt) -> Assignment:
    task = attempt.task
    return Assignment(
        id=task.id,
        request=attempt.request,
        attachments=tuple(_attachments(attempt.pictures, attempt.files)),
        family=task.family,
        form=task.form,
        role=task.role,
        rules=task.rules,
    )


def _attachments(pictures: Sequence[Media], files: Sequence[InputFile]) -> Iterator[Content]:
    """Yield pictures and files, each after its name in the workspace."""
    for picture in pictures:
        yield Text(f"The file {picture.uri} of the workspace:")
        yield picture
    for file in files:
        yield Text(f"The file {file.label} of the workspace{':' if file.data is not None else '.'}")
        if file.media is not None:
            yield file.media


def _variables(attempt: Attempt, url: str, token: str, folder: Path) -> dict[str, str]:
    """Return the variables of the task. The id is random: the real one could identify a public task."""
    protect(environment_secrets(os.environ))
    config, form = folder / "mcp.json", attempt.task.form
    config.touch(mode=0o600)
    headers = {"Authorization": f"Bearer {token}"}
    server = {"type": "http", "url": url, "headers": headers}
    config.write_text(json.dumps({"mcpServers": {"m3bench": server}}))
    return {
        "M3BENCH_TASK_ID": f"task-{secrets.token_hex(8)}",
        "M3BENCH_REQUEST": _variable(attempt.request),
        "M3BENCH_WORKSPACE": str(attempt.workspace.absolute()),
        "M3BENCH_IMAGES": _variable("\n".join(picture.uri or "" for picture in attempt.pictures)),
        "M3BENCH_FILES": _variable("\n".join(file.name for file in attempt.files)),
        "M3BENCH_ROLE": _variable(attempt.task.role or ""),
        "M3BENCH_RULES": _variable(rules_text(attempt.task.rules)),
        "M3BENCH_FORM": _variable("" if form is None else json.dumps(form.json_schema(), ensure_ascii=False)),
        "M3BENCH_GATEWAY_URL": url,
        TOKEN_VARIABLE: token,
        "M3BENCH_MCP_CONFIG": str(config),
    }


def _variable(text: str) -> str:
    """Make a text fit for an environment variable: no NUL, no lone surrogates, limited length."""
    data = text.replace("\0", "").encode("utf-8", "replace")
    if len(data) <= _MAX_VARIABLE:
        return data.decode()
    return data[:_MAX_VARIABLE].decode("utf-8", "ignore") + _CUT


def _ending(program: Program, submitted: FormAnswer, form: AnswerForm | None) -> Ending:
    """A submitted answer always counts; printed output counts only if the program succeeded."""
    if submitted.answer is not None:
        return ending_of(submitted)
    if program.code != 0:
        output = _output(program.err.data, _MAX_REASON)
        reason = f"The program {_describe_exit(program.code)} without an answer" + (
            f": {output}" if output else "."
        )
        if program.sandboxed and program.code in _NOT_STARTED:
            reason += _IN_SANDBOX
        return Ending(status=Status.AGENT_FAILURE, reason=reason)
    return _read_printed(_output(program.out.data, _MAX_ANSWER), form)


def _read_printed(text: str, form: AnswerForm | None) -> Ending:
    """Read the answer from printed text. A form in it is parsed leniently."""
    return Ending(text or None) if form is None else ending_of(read_form_answer(form, text))


def _describe_exit(code: int | None) -> str:
    if code is None:
        return "did not end"
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:  # real-time signals have no names
        return f"was killed by signal {-code}"


def _program_notes(program: Program, gateway: Gateway) -> dict[str, Any]:
    """Return what to record about the program, besides its calls."""
    recorded = gateway.trajectory()
    client = " ".join(filter(None, (recorded.agent, recorded.extra.get("agent_version"))))
    notes = {
        "exit": program.code,
        "client": client,
        "answer": recorded.answer,  # for a time-out between the answer and the end
        "fields": recorded.fields,
        "stdout": _output(program.out.data, _MAX_NOTE),
        "stderr": _output(program.err.data, _MAX_NOTE),
    }
    return {name: value for name, value in notes.items() if value is not None and value != ""}


def _output(data: bytes, longest: int) -> str:
    """Return the end of the output. Secrets are removed before the cut, which could split one."""
    return redactor().data(data).decode("utf-8", "replace").strip()[-longest:]
