"""`m3bench environment`: environments for training, over HTTP."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode, unwrap_group

if TYPE_CHECKING:
    from m3bench.environment.service import ServiceSettings

environment = typer.Typer(help="Serve tasks as environments for training.", no_args_is_help=True)
_TOKEN_VARIABLE = "M3BENCH_ENVIRONMENT_TOKEN"  # noqa: S105 - the name of a variable
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@environment.callback()
def _environment() -> None:
    """Serve tasks as environments for training."""


@environment.command()
def serve(
    suite: Annotated[str, typer.Argument(help="The name of a suite, or a file of tasks.")],
    *,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 takes any free port.")] = 0,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that share the sessions.")] = 1,
    reward: Annotated[
        str, typer.Option(metavar="NAME=WEIGHT,…", help="Weights, such as success=1,evidence_recall=0.2.")
    ] = "success=1",
    mode: Annotated[
        str, typer.Option(help="Servers to mount: oracle, standard or max; +N adds N others.")
    ] = ("oracle"),
    calling: Annotated[str, typer.Option(metavar="native|prompted", help="How tools are shown.")] = "native",
    family: options.Family = None,
    limit: options.Limit = None,
    max_steps: Annotated[int, typer.Option(min=1, help="Steps with calls in an episode.")] = 30,
    strict_format: Annotated[
        bool, typer.Option("--strict-format", help="Do not carry out calls that have to be repaired.")
    ] = False,
    sessions: Annotated[int, typer.Option(min=1, help="The most sessions in one worker.")] = 256,
    idle: Annotated[float, typer.Option(min=1, help="Seconds after which unused sessions are closed.")] = 900,
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File with the token. It is created if it is missing.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST:PORT", help="Another address of the service. Repeatable."),
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
        reward=read_reward(reward),
        mode=mode,
        calling=Calling(calling),
        families=tuple(family or ()),
        limit=limit,
        max_steps=max_steps,
        strict_format=strict_format,
        configs=tuple(str(path.resolve()) for path in config or ()),
        sandbox=sandbox,
    )
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

    async def work() -> None:
        stop = anyio.Event()

        async def until_signal() -> None:
            with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
                async for _ in signals:
                    stop.set()
                    return

        def ready(address: str) -> None:
            output().print(Text(address), soft_wrap=True)
            sys.stdout.flush()
            remarks().print("stop with Ctrl-C")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(until_signal)
            await service.serve(settings, ready, stop)
            tasks.cancel_scope.cancel()

    try:
        anyio.run(work)
    except ExceptionGroup as errors:
        raise unwrap_group(errors) from None
