"""A program: a fake provider that holds back the second replies of tasks until a line comes in.

    python -m tests.runs.distributed.held_provider COUNT

Prints its address, then `full` when COUNT requests wait.
"""

from __future__ import annotations

import re
import sys
import threading

from m3bench.core import Usage
from m3bench.models import Reply, ToolReturn, ToolUse
from m3bench.testing.provider import FakeProvider, Line, SeenRequest

_NUMBER = re.compile(r"starting from (\d+)")


def adding(seen: SeenRequest) -> Line:
    """Add a number of the task, then answer. The first of two steps."""
    match = _NUMBER.search(str(seen.request.messages))
    assert match is not None
    number = int(match[1])
    usage = Usage(number + 10, 5, 1, None)
    if is_second(seen):
        return Reply(f"The sum is {number + 1}.", usage=usage)
    return Reply(calls=(ToolUse("1", "math__add", {"firstNumber": number, "secondNumber": 1}),), usage=usage)


def is_second(seen: SeenRequest) -> bool:
    return any(isinstance(message, ToolReturn) for message in seen.request.messages)


def main(count: int) -> None:
    lock, opened = threading.Lock(), threading.Event()
    waiting = 0

    def script(seen: SeenRequest) -> Line:
        nonlocal waiting
        if is_second(seen) and not opened.is_set():
            with lock:
                waiting += 1
                if waiting == count:
                    _say("full")
            opened.wait()
        return adding(seen)

    with FakeProvider(script) as fake:
        _say(fake.url())
        sys.stdin.readline()
        opened.set()
        sys.stdin.read()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
