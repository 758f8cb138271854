"""A process that outlives the patience of its client."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import msgspec


class Family(msgspec.Struct, frozen=True):
    """The processes before this one."""

    client: int
    """The one that started the command."""
    parent: int | None = None
    """The one that waits for this one; None if there is none."""

    @property
    def is_orphaned(self) -> bool:
        """Whether nobody waits any more."""
        return self.parent is not None and os.getppid() != self.parent


def detach() -> Family:
    """Go on in a child process of another session, and wait for it here.

    MCP clients kill the server that they started, and its process group, a few seconds after they have closed
    its input. The child is not reached, so it can finish its work. Signals to the parent are passed on.

    Returns:
        In the child, the processes before it. The parent ends with the status of the child.
    """
    client, parent = os.getppid(), os.getpid()
    # A terminal can be read by its own session only.
    if not hasattr(os, "fork") or sys.stdin is None or sys.stdin.isatty():
        return Family(client)
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        sys.exit(_wait(child))
    os.setsid()
    return Family(client, parent)


def _wait(child: int) -> int:
    def pass_on(number: int, _: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, pass_on)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
