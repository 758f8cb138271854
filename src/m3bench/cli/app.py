"""The command `m3bench`: one file per verb, and one place where errors become messages."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import TracebackType
from typing import Any

import typer
from rich.logging import RichHandler
from typer.core import TyperGroup

from m3bench import __version__
from m3bench.cli.console import clean, remarks, say
from m3bench.cli.verbs import LazyVerbs
from m3bench.core import M3BenchError
from m3bench.core.redaction import environment_secrets, protect

_INTERRUPTED = 130


class _Verbs(TyperGroup):
    """Builds a verb when it is called, and cleans error messages, which quote what the user typed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = LazyVerbs(self.commands)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the base builds every command to list it
        return list(self.commands)

    def make_context(self, *args: Any, **options: Any) -> Any:
        with _clean_messages():
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        with _clean_messages():
            return super().invoke(ctx)


@contextmanager
def _clean_messages() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        message = getattr(error, "message", None)
        if hasattr(error, "format_message") and isinstance(message, str):
            setattr(error, "message", clean(message))  # noqa: B010 - typer does not export their class
        raise


app = typer.Typer(
    name="m3bench",
    cls=_Verbs,
    help="Measure how well multimodal agents use tools over the Model Context Protocol (MCP).",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    protect(environment_secrets(os.environ))
    logging.basicConfig(
        level=logging.WARNING,
        format="%(message)s",
        handlers=[RichHandler(console=remarks(), show_time=False, show_path=False)],
    )


@cache
def _command() -> Callable[[], None]:
    """Return the commands as a tree, which takes typer a while to build."""
    return typer.main.get_command(app)


def main() -> None:
    """Run the command line. Errors that a user can fix are printed as messages, not as tracebacks."""
    sys.excepthook = _clean_traceback
    try:
        _command()()
    except M3BenchError as error:
        say(f"error: {error}")
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == _INTERRUPTED:
            sys.stderr.write(_interruption("".join(sys.argv[1:2])))
        raise
    except BrokenPipeError:  # the reader of the pipe has closed it
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # a missing file, a name that is too long, a full disk
        where = f"{error.filename}: " if error.filename else ""
        say(f"error: {where}{error.strerror or error}")
        sys.exit(2)


def _interruption(verb: str) -> str:
    """Return what an interruption of a command means; nothing if the command itself says it."""
    if verb in ("run", "judge", "check"):
        return ""
    if verb in ("replay", "suite"):  # they write their result at the end, if at all
        return "stopped; nothing was written\n"
    return "stopped; finished work is saved, and the same command continues from there\n"


def _clean_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    say("".join(traceback.format_exception(kind, error, trace)).rstrip())
