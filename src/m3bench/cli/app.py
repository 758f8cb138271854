"""The command `m3bench`: one file per verb, and one place where errors become messages."""

from __future__ import annotations

import logging
import sys

import typer
from rich.console import Console
from rich.logging import RichHandler

from m3bench import __version__
from m3bench.cli import (
    agreement,
    audit,
    calibrate,
    check,
    compare,
    convert,
    demo,
    forge,
    forge_tasks,
    gateway,
    judge,
    models,
    replay,
    report,
    run,
    score,
    servers,
    suite,
    view,
    world,
)
from m3bench.core import M3BenchError
from m3bench.encoders import EncoderError

_INTERRUPTED = 130

app = typer.Typer(
    name="m3bench",
    help="Measures how well multimodal agents use tools over the Model Context Protocol.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("score")(score.score)
app.command("audit")(audit.audit)
app.command("compare")(compare.compare)
app.command("convert")(convert.convert)
app.command("demo")(demo.demo)
app.command("gateway")(gateway.gateway)
app.command("replay")(replay.replay)
app.command("report")(report.report)
app.command("run")(run.run)
app.command("judge")(judge.judge)
app.command("agreement")(agreement.agreement)
app.command("calibrate")(calibrate.calibrate)
app.command("check")(check.check)
app.command("view")(view.view)
forge.forge.command("tasks")(forge_tasks.tasks)
app.add_typer(forge.forge, name="forge")
app.add_typer(models.models, name="models")
app.add_typer(servers.servers, name="servers")
app.add_typer(suite.suite, name="suite")
app.add_typer(world.world, name="world")


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"m3bench {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(  # noqa: ARG001 - handled by its callback
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    logging.basicConfig(
        level=logging.WARNING,
        format="%(message)s",
        handlers=[RichHandler(console=Console(stderr=True), show_time=False, show_path=False)],
    )


def main() -> None:
    """Run the command line; errors that a user can mend are messages, not tracebacks."""
    try:
        app()
    except (M3BenchError, EncoderError) as error:
        sys.stderr.write(f"error: {_readable(str(error))}\n")
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == _INTERRUPTED and sys.argv[1:2] not in (
            ["run"],
            ["judge"],
            ["check"],
        ):  # which have said more
            sys.stderr.write("stopped; what was finished is kept, and the same command goes on from there\n")
        raise
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        sys.exit(0)


def _readable(message: str) -> str:
    return message.encode("utf-8", "backslashreplace").decode("utf-8")
