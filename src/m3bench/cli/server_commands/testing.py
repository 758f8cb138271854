"""`m3bench servers test`: lint, call and try out the servers of a configuration."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
from typer import Argument, Exit, Option

from m3bench.cli import options
from m3bench.cli.console import output, print_line, remarks, stage_progress
from m3bench.cli.loading import check_outputs
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import UsageError
from m3bench.formats import write_atomically
from m3bench.hosting import SandboxMode

if TYPE_CHECKING:
    from m3bench.server_tests import ServerTest, ServerTestSettings

_FOLDER = "server-test"


class FailOn(StrEnum):
    """The least severity that makes the command fail."""

    ERROR = "error"
    WARNING = "warning"


def run_test(
    config: Annotated[Path, Argument(help="Client configuration with your server.", show_default=False)],
    *,
    server: Annotated[
        list[str] | None, Option(help="Only this server of the configuration. Repeatable.")
    ] = None,
    against: Annotated[
        Path | None, Option(help="Configuration of an old version, to compare with on the same tasks.")
    ] = None,
    agent: Annotated[
        str | None, Option(help="Agent [default: matching, or caller if there is a model].")
    ] = None,
    model: Annotated[str | None, Option(help="Model of the agent: openai/NAME.")] = None,
    base_url: options.BaseUrl = None,
    tasks: Annotated[int, Option(min=0, help="Most tasks to make; 0 runs no agent.")] = 24,
    distractors: Annotated[int, Option(min=0, help="Bundled servers to mount beside yours.")] = 0,
    allow_writes: Annotated[
        bool, Option("--allow-writes", help="Also call tools that may change something.")
    ] = False,
    out: Annotated[
        Path | None, Option(help="Folder for page, tasks and runs [default: server-test, numbered].")
    ] = None,
    junit: Annotated[Path | None, Option(metavar="FILE", help="Write JUnit XML here.")] = None,
    json_path: Annotated[Path | None, options.json_file("Write the results here, too.")] = None,
    fail_on: Annotated[FailOn, Option(help="Severity of findings that fail the test.")] = FailOn.ERROR,
    max_cost: Annotated[float | None, Option(min=0.0, help="Cost limit in US dollars.")] = None,
    encoder: options.EncoderName = "minilm",
    seed: Annotated[int, Option(help="Seed of the agent.")] = 0,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Lint a server's tools, call them, and let an agent use them. Says what to improve.

    Ends with 1 if there are findings of the severity of --fail-on.
    """
    from m3bench.server_tests import DEFAULT_AGENT, ServerTestSettings  # noqa: PLC0415 - loads the encoder

    check_outputs(junit, json_path)
    matching = DEFAULT_AGENT if encoder == "minilm" else f"{DEFAULT_AGENT}:{encoder}"
    settings = ServerTestSettings(
        servers=tuple(server or ()), agent=agent or ("caller" if model else matching), model=model,
        base_url=base_url, tasks=tasks, allow_writes=allow_writes, distractors=distractors,
        encoder=encoder, seed=seed, max_cost=max_cost, sandbox=sandbox,
    )  # fmt: skip
    use_sandbox(sandbox)
    folder = out or _free_folder(Path(_FOLDER))
    test = _run(config.resolve(), folder, settings, None if against is None else against.resolve())
    _finish(test, folder, junit, json_path, fail_on)


def _free_folder(base: Path) -> Path:
    """Return the folder, or one with a number if it is taken."""
    for number in range(2, 10_000):
        if not base.exists():
            return base
        base = base.with_name(f"{_FOLDER}-{number}")
    raise UsageError(f"There are too many folders {_FOLDER}-*.", "Choose one with --out.")


def _run(config: Path, out: Path, settings: ServerTestSettings, against: Path | None) -> ServerTest:
    from m3bench.agents import make_agent  # noqa: PLC0415 - slow to load
    from m3bench.server_tests import run_server_test  # noqa: PLC0415 - loads the encoder

    if make_agent(settings.agent).needs_model and settings.model is None:
        raise UsageError(f"The agent {settings.agent} needs a model.", "Name one: --model openai/NAME")
    say = partial(remarks().print, soft_wrap=True)
    with stage_progress("starting servers") as on_progress:
        return anyio.run(
            partial(run_server_test, config, out, settings, against=against, on_progress=on_progress, say=say)
        )


def _finish(
    test: ServerTest, folder: Path, junit: Path | None, json_path: Path | None, fail_on: FailOn
) -> None:
    from m3bench.server_tests import (  # noqa: PLC0415 - loads the encoder
        Severity,
        is_passed,
        junit_xml,
        print_server_test,
        server_test_json,
        server_test_page,
    )

    least, record = Severity(fail_on.value), server_test_json(test)
    files = {folder / "report.html": server_test_page(test).encode(), folder / "report.json": record}
    files |= {junit: junit_xml(test, least)} if junit is not None else {}
    files |= {json_path: record} if json_path is not None else {}
    for path, content in files.items():
        write_atomically(path, [content])
    print_server_test(output(), test)
    print_line(f"\nPage: {folder / 'report.html'}")
    if test.tasks:
        print_line(f"Tasks: {folder / 'tasks.jsonl'}")
    if not is_passed(test, least):
        raise Exit(1)
