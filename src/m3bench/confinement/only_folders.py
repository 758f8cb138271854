"""Only the files of some folders for this process and all that it starts, by rules of the kernel (Landlock).

They need no privileges and no other program, so they also work where bubblewrap does not. Run as
``python -I -S only_folders.py WRITABLE READABLE… -- COMMAND…``, it starts a program behind them. Where the
kernel has no such rules, the program starts without them. It imports nothing of m3bench.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Sequence

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""Numbers of system calls, on x86_64 and aarch64."""
_VERSION, _BENEATH = 1, 1
_SET_NO_NEW_PRIVILEGES = 38
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_CHANGE_FOLDERS = 0x1FF0
_MOVE, _TRUNCATE = 0x2000, 0x4000
"""Since versions 2 and 3 of the rules."""
_OWN_SOCKETS_AND_SIGNALS = 3
"""Since version 6: no abstract sockets of, and no signals to, programs outside."""
_MAKE_AND_REMOVE_SOCKETS = 0x220
_SOCKETS = "/tmp"  # noqa: S108 - LibreOffice has its socket there, whatever it is told
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def deny_files(writable: Sequence[str], readable: Sequence[str]) -> str | None:
    """Keep this process, its threads that start later and its children from all other files.

    Paths that do not exist are left out.

    Returns:
        Why this is not possible here, or None.
    """
    if not sys.platform.startswith("linux"):
        return f"there are no rules for files on {sys.platform}"
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    version = call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    if version < 1:
        return f"the kernel has no rules for files ({os.strerror(ctypes.get_errno())})"
    rights = _rights(version)
    scope = (0, _OWN_SOCKETS_AND_SIGNALS) if version >= 6 else ()
    whole = struct.pack(f"{1 + len(scope)}Q", rights, *scope)
    rules = call(_CREATE, whole, ctypes.c_size_t(len(whole)), ctypes.c_uint32(0))
    if rules < 0:
        return f"the kernel refuses rules for files ({os.strerror(ctypes.get_errno())})"
    try:
        for path in (*writable, *_DEVICES):
            _allow(call, rules, path, rights)
        for path in readable:
            _allow(call, rules, path, _EXECUTE | _READ | _LIST)
        _allow(call, rules, _SOCKETS, _MAKE_AND_REMOVE_SOCKETS)
        ctypes.CDLL(None).prctl(_SET_NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))
        if call(_RESTRICT, rules, ctypes.c_uint32(0)):
            return f"the kernel refuses rules for files ({os.strerror(ctypes.get_errno())})"
    finally:
        os.close(rules)
    return None


def _rights(version: int) -> int:
    """Return the rights that the rules of this kernel know. What they do not know is allowed everywhere."""
    always = _EXECUTE | _WRITE | _READ | _LIST | _CHANGE_FOLDERS
    return always | (_MOVE if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)


def _allow(call: ctypes._NamedFuncPointer, rules: int, path: str, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= _EXECUTE | _WRITE | _READ | _TRUNCATE
        call(_ADD, rules, _BENEATH, struct.pack("=Qi", rights, handle), ctypes.c_uint32(0))
    finally:
        os.close(handle)


def main() -> None:
    """Start the program behind the rules."""
    end = sys.argv.index("--")
    deny_files(sys.argv[1:2], sys.argv[2:end])
    os.execv(sys.argv[end + 1], sys.argv[end + 1 :])  # noqa: S606 - it takes our place


if __name__ == "__main__":
    main()
