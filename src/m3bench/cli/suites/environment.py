"""`m3bench environment`: environments for training, over HTTP."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.text import Text
from typer import Argument, Option, Typer

from m3bench.cli import options
from m3bench.cli.console import print_line, remarks
from m3bench.cli.pages import stop_on_signal
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode, unwrap_group

if TYPE_CHECKING:
    from m3bench.environment.service import ServiceSettings

environment = Typer(help="Serve tasks as environments for training.", no_args_is_help=True)
_TOKEN_VARIABLE = "M3BENCH_ENVIRONMENT_TOKEN"  # noqa: S105 - the name of a variable
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@environment.callback()
def _environment() -> None:
    """Serve tasks as environments for training."""


@environment.command()
def serve(
    suite: Annotated[str, Argument(help="The name of a suite, or a file of tasks.")],
    *,
    port: Annotated[int, Option(min=0, max=65_535, help="0 takes any free port.")] = 0,
    host: Annotated[str, Option(help="The address to listen on.")] = "127.0.0.1",
    workers: Annotated[int, Option(min=1, max=256, help="Processes that share the sessions.")] = 1,
    reward: Annotated[
        str, Option(metavar="NAME=WEIGHT,…", help="Weights, such as success=1,evidence_recall=0.2.")
    ] = "success=1",
    mode: Annotated[str, Option(help="Servers to mount: oracle, standard or max; +N adds N others.")] = (
        "oracle"
    ),
    calling: Annotated[str, Option(metavar="native|prompted", help="How tools are shown.")] = "native",
    family: options.Family = None,
    limit: options.Limit = None,
    max_steps: Annotated[int, Option(min=1, help="Steps with calls in an episode.")] = 30,
    strict_format: Annotated[
        bool, Option("--strict-format", help="Do not carry out calls that have to be repaired.")
    ] = False,
    sessions: Annotated[int, Option(min=1, help="The most sessions in one worker.")] = 256,
    idle: Annotated[float, Option(min=1, help="Seconds after which unused sessions are closed.")] = 900,
    token_file: Annotated[
        Path | None, Option(metavar="FILE", help="File with the token. It is created if it is missing.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, Option(metavar="HOST:PORT", help="Another address of the service. Repeatable.")
    ] = None,
    config: options.Config = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Serve the tasks of a suite as environments over HTTP: reset, step and reward."""
    from m3bench.environment import Calling, EnvironmentSettings, read_reward  # noqa: PLC0415
    from m3bench.environment.service import ServiceSettings  # noqa: PLC0415
    from m3bench.hosting.gateway import chosen_token  # noqa: PLC0415

    if calling not in tuple(Calling):
        raise UsageError(f"{calling!r} is not a way to call tools.", f"Use {' or '.join(Calling)}.")
    use_sandbox(sandbox)
    chosen = EnvironmentSettings(
        reward=read_reward(reward), mode=mode, calling=Calling(calling), families=tuple(family or ()),
        limit=limit, max_steps=max_steps, strict_format=strict_format,
        configs=tuple(str(path.resolve()) for path in config or ()), sandbox=sandbox,
    )  # fmt: skip
    if host not in _LOOPBACK:
        remarks().print(Text(f"{host} can be reached by other machines; the token is sent unencrypted."))
    token = chosen_token(token_file, _TOKEN_VARIABLE, "token {}".format, "The service")
    _run(
        ServiceSettings(
            suite=suite, token=token, environment=chosen, host=host, port=port,
            allowed_hosts=tuple(allow_host or ()), workers=workers, sessions=sessions, idle_seconds=idle,
        )
    )  # fmt: skip


def _run(settings: ServiceSettings) -> None:
    import anyio  # noqa: PLC0415

    from m3bench.environment import service  # noqa: PLC0415

    def ready(address: str) -> None:
        print_line(address)
        sys.stdout.flush()
        remarks().print("stop with Ctrl-C")

    async def work() -> None:
        stop = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(stop_on_signal, stop)
            await service.serve(settings, ready, stop)
            tasks.cancel_scope.cancel()

    try:
        anyio.run(work)
    except ExceptionGroup as errors:
        raise unwrap_group(errors) from None
