"""A fake provider that answers after some seconds: a call first, then an answer. Prints its address.

python benchmarks/slow_provider.py SECONDS
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from m3bench.core import Usage
from m3bench.models import Reply, ToolReturn, ToolUse
from m3bench.testing.provider import FakeProvider, Line, SeenRequest

REQUESTS = 2
"""Requests of a task."""
_USAGE = Usage(100, 20, 1, None)


@contextmanager
def slow_provider(seconds: float) -> Iterator[str]:
    """Start the provider in its own process, so that its work is not the run's. Yield its address."""
    with subprocess.Popen(
        [sys.executable, __file__, str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


def main() -> None:
    seconds = float(sys.argv[1])

    def script(seen: SeenRequest) -> Line:
        time.sleep(seconds)  # in a thread of its own
        if any(isinstance(message, ToolReturn) for message in seen.request.messages):
            return Reply("done", usage=_USAGE)
        call = ToolUse("1", "math__add", {"firstNumber": 1, "secondNumber": 2})
        return Reply(calls=(call,), usage=_USAGE)

    with FakeProvider(script, keep=False) as fake:
        print(fake.url(), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
