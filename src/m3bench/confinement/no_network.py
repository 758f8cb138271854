"""No network for this process and all that it starts, by a filter of system calls (seccomp).

It needs no privileges and no other program, so it also works where bubblewrap does not. Run as
``python -I -S no_network.py COMMAND…``, it starts a program behind the filter. It imports nothing of m3bench.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""The name of each instruction set to the kernel, and its number of the call `socket`."""
_IO_URING_SETUP = 425
"""On both. It would open sockets without the call `socket`."""
_SECOND_SET = 0x40000000
"""Numbers from here on belong to x32, a second set of the calls of x86_64."""
_SET_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001
"""The second one returns the error EPERM."""
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_UNIX, _NO_FAMILY = 1, 0
"""Families of sockets. There are no sockets of the second."""
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
"""Places in what the kernel shows to a filter."""


def deny_network(*, unix: bool = False) -> str | None:
    """Keep this process, its threads that start later and its children from opening sockets.

    Args:
        unix: Still allow Unix sockets, which programs of several processes need.

    Returns:
        Why this is not possible here, or None.
    """
    machine = os.uname().machine
    if not sys.platform.startswith("linux") or machine not in _MACHINES or sys.maxsize < 2**32:
        return f"there is no filter of system calls for {sys.platform} on {machine}"
    program = _program(*_MACHINES[machine], unix=unix)
    code = ctypes.create_string_buffer(program, len(program))
    whole = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = (ctypes.c_int, *[ctypes.c_ulong] * 4)
    if prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return f"the kernel does not allow filters of system calls ({os.strerror(ctypes.get_errno())})"
    buffer = ctypes.create_string_buffer(whole, len(whole))
    if prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(buffer), 0, 0):
        return f"the kernel refuses filters of system calls ({os.strerror(ctypes.get_errno())})"
    return None


def _program(machine: int, socket_call: int, *, unix: bool) -> bytes:
    """Return the filter: of each instruction the code, the jumps if it is true and if it is false, the value.

    Jumps count instructions from the next one on; the last two are the results.
    """
    instructions = (
        (_LOAD, 0, 0, _MACHINE),
        (_IF_EQUAL, 0, 6, machine),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 4, 0, _SECOND_SET),
        (_IF_EQUAL, 3, 0, _IO_URING_SETUP),
        (_IF_EQUAL, 0, 3, socket_call),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_IF_EQUAL, 1, 0, _UNIX if unix else _NO_FAMILY),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    )
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)


def main() -> None:
    """Start the program behind the filter, or fail."""
    problem = deny_network(unix=True)
    if problem is not None:
        sys.exit(f"The network cannot be denied: {problem}")
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606 - it takes our place


if __name__ == "__main__":
    main()
