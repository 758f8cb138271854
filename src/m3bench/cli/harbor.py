"""`python -m m3bench.cli.harbor`: the gateway and the verifier of an exported task.

The containers of Harbor call it, people do not: it is no command of `m3bench`.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

from typer import Argument, Option, Typer

from m3bench.cli.console import output, say
from m3bench.cli.exit_codes import ExitCode

harbor = Typer(
    name="python -m m3bench.cli.harbor",
    help="Serve and verify tasks that were exported to Harbor.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Attempt = Annotated[Path, Argument(help="Folder with the record of the attempt.")]


@harbor.command()
def serve(
    task: Annotated[Path, Argument(help="The folder environment/gateway of an exported task.")],
    attempt: Attempt,
    *,
    http: Annotated[str, Option(metavar="[HOST:]PORT", help="Address to listen on.")] = "8000",
    host: Annotated[
        list[str] | None,
        Option(metavar="HOST:PORT", help="Another address under which clients come. Repeatable."),
    ] = None,
) -> None:
    """Serve a task over HTTP until it is stopped, and record what the agent does.

    Clients need no token: use it only where the agent alone can connect.
    """
    import anyio  # noqa: PLC0415 - with the SDK behind it, this takes a second

    from m3bench.hosting.gateway import read_address  # noqa: PLC0415
    from m3bench.integrations.harbor import serve_task  # noqa: PLC0415

    anyio.run(partial(serve_task, task, attempt, read_address(http), hosts=tuple(host or ()), say=say))


@harbor.command()
def collect(attempt: Attempt) -> None:
    """Copy the workspace of a running gateway to the record of its attempt."""
    from m3bench.integrations.harbor import collect_attempt  # noqa: PLC0415

    output().print(f"{collect_attempt(attempt)} files collected")


@harbor.command()
def verify(
    tests: Annotated[Path, Argument(help="The folder tests of an exported task.")],
    attempt: Attempt,
    *,
    out: Annotated[Path, Option(help="Folder for reward.json and verdicts.json.")],
) -> None:
    """Run the checks of a task on an attempt, and write its rewards.

    Without a record, after a failure of a server, or if a check cannot decide, nothing is written.
    """
    from m3bench.integrations.harbor import verify_attempt  # noqa: PLC0415

    for name, value in verify_attempt(tests, attempt, out).items():
        output().print(f"{name:18} {value:g}")


def main() -> None:
    """Run a command. An error that a user can fix is a message."""
    from m3bench.core import M3BenchError  # noqa: PLC0415

    try:
        harbor()
    except M3BenchError as error:
        say(f"error: {error}")
        sys.exit(ExitCode.USAGE)


if __name__ == "__main__":
    main()
