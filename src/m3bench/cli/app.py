"""The command `m3bench`: one file per verb, and one place where errors become messages.

What `m3bench --help` does not need is imported in functions: the help is there in a moment.
"""

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
from typer.core import TyperGroup

from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.moved import new_command, new_option
from m3bench.cli.verbs import LazyVerbs


class _Verbs(TyperGroup):
    """Builds a verb when it is called, and cleans error messages, which quote what the user typed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._verbs = LazyVerbs(self.commands)
        self.commands = self._verbs

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the base builds every command to list it
        return list(self.commands)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        with self._summaries():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        with self._summaries():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _summaries(self) -> Iterator[None]:
        """List verbs without importing them, which takes seconds."""
        self.commands = self._verbs.summaries()
        try:
            yield
        finally:
            self.commands = self._verbs

    def make_context(self, info_name: str | None, args: list[str], *further: Any, **options: Any) -> Any:
        if (now := new_command(args)) is not None:
            _say(f"This command has another name now: {now}")
            sys.exit(ExitCode.USAGE)
        with _clean_messages():
            return super().make_context(info_name, args, *further, **options)

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
            from m3bench.cli.console import clean

            if (
                now := new_option(getattr(error, "option_name", ""), getattr(error, "ctx", None))
            ) is not None:
                message = f"{message}. Its name is now {now}"
                setattr(error, "possibilities", None)  # noqa: B010
            setattr(error, "message", clean(message))  # noqa: B010 - typer does not export their class
        raise


app = typer.Typer(
    name="m3bench",
    cls=_Verbs,
    help="Measure how well multimodal agents use tools over the Model Context Protocol (MCP).",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


_FIRST_HOUR = """\
m3bench measures how well multimodal agents use tools over the Model Context Protocol (MCP).

  m3bench demo                            see what a score is made of, without keys or models
  m3bench list suites                     find tasks
  m3bench run smoke --agent reference     run an agent on them
  m3bench score runs/FOLDER --explain     read its score
  m3bench view                            look at every call on a local web page

All commands: m3bench --help. Options: m3bench run --help, and all of them with --help-all."""


def _show_version(value: bool) -> None:
    if value:
        from m3bench import __version__

        typer.echo(f"m3bench {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    ctx: typer.Context,
    version: bool = typer.Option(  # noqa: ARG001 - handled by its callback
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    from rich.logging import RichHandler

    from m3bench.cli.console import remarks
    from m3bench.core.redaction import environment_secrets, protect

    if ctx.invoked_subcommand is None:
        typer.echo(_FIRST_HOUR)
        raise typer.Exit
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
    if sys.platform == "win32":
        sys.exit("m3bench runs on Linux and macOS. On Windows, install it in WSL (wsl --install).")
    sys.excepthook = _clean_traceback
    try:
        _command()()
    except SystemExit as stop:
        if stop.code == ExitCode.INTERRUPTED:
            sys.stderr.write(_interruption("".join(sys.argv[1:2])))
        raise
    except BrokenPipeError:  # the reader of the pipe has closed it
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        message = _message(error)
        if message is None:
            raise
        _say(f"error: {message}")
        sys.exit(ExitCode.USAGE)


def _message(error: Exception) -> str | None:
    """Return the message of an error that a user can fix."""
    from m3bench.core import M3BenchError, missing_extra

    error = missing_extra(error) or error
    if isinstance(error, M3BenchError):
        return str(error)
    if isinstance(error, OSError):  # a missing file, a name that is too long, a full disk
        return f"{error.filename}: " * bool(error.filename) + (error.strerror or str(error))
    return _OUT_OF_MEMORY if _lacks_memory(error) else None


_OUT_OF_MEMORY = (
    "This process gets too little memory, or too few threads.\n"
    "Raise its limit (ulimit -a, or the limit of the container), or do less at once: --concurrency 1."
)


def _lacks_memory(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(map(_lacks_memory, error.exceptions))
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and "can't start new thread" in str(error)
    )


def _say(text: str) -> None:
    from m3bench.cli.console import say

    say(text)


def _interruption(verb: str) -> str:
    """Return what an interruption of a command means; nothing if the command itself says it."""
    if verb in ("run", "judge"):
        return ""
    if verb in ("agents", "leaderboard", "replay", "suite"):  # they write at the end, if at all
        return "stopped; nothing was written\n"
    if verb == "demo":
        return "stopped; finished work is saved. To continue, name the folder of the demo with --out\n"
    return "stopped; finished work is saved, and the same command continues from there\n"


def _clean_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _say("".join(traceback.format_exception(kind, error, trace)).rstrip())
