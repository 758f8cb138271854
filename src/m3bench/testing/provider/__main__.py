"""`python -m m3bench.testing.provider --script FILE.json`: a fake provider that answers from a script."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import msgspec

from m3bench.core import FormatError, M3BenchError
from m3bench.testing.provider.provider import FakeProvider
from m3bench.testing.provider.requests import WIRES
from m3bench.testing.provider.script_file import read_script
from m3bench.testing.provider.seen import SeenRequest


def main() -> int:
    options = _options()
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    try:
        with ExitStack() as stack:
            log = stack.enter_context(_opened(options.log)) if options.log else None
            script = read_script(options.script)
            provider = FakeProvider(
                script, port=options.port, on_seen=_logging(log) if log else None, keep=False
            )
            stack.enter_context(provider)
            _announce(provider)
            ended.wait()
    except M3BenchError as error:
        print(error, file=sys.stderr)  # noqa: T201 - this is a program
        return 2
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m m3bench.testing.provider", description=__doc__)
    parser.add_argument(
        "--script", type=Path, required=True, help="a JSON file with the list of script lines"
    )
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: any free port)")
    parser.add_argument("--log", type=Path, help="write every request to this file as JSON Lines")
    return parser.parse_args()


def _opened(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", file=str(path)) from None


def _logging(log: TextIO) -> Callable[[SeenRequest], None]:
    def write(seen: SeenRequest) -> None:
        # Not msgspec's writer: models write lone surrogates.
        log.write(json.dumps(msgspec.to_builtins(seen)) + "\n")
        log.flush()

    return write


def _announce(provider: FakeProvider) -> None:
    for wire in WIRES:
        print(f"{wire:9} {provider.url(wire)}", flush=True)  # noqa: T201 - this is a program


if __name__ == "__main__":
    sys.exit(main())
