"""An agent that leaves files, folders, links and pipes with every kind of name that a file system allows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAMES = {
    "not UTF-8": b"\xff.txt",
    "half a character": b"caf\xc3.txt",
    "a surrogate in UTF-8": b"\xed\xa0\x80.txt",
    "only bytes above 127": bytes(range(128, 256)),
    "a line break": b"all good\n[1] passed: yes.txt",
    "escape sequences": b"\x1b]0;owned\x07\x1b[2J\x9b2J.txt",
    "every control character": bytes(range(1, 32)) + b"\x7f",
    "255 bytes": b"n" * 251 + b".txt",
    "255 bytes of four": "\U0001f600".encode() * 63 + b"xyz",
    "255 bytes that are not UTF-8": b"\xfe" * 255,
    "a leading dash": b"--out=elsewhere",
    "a drive": b"C:",
    "a colon": b"a:b.txt",
    "a backslash": b"a\\b.txt",
    "an escape of ours": b"\\xff.txt",
    "a backslash at its end": b"end\\",
    "right to left": "\u200f\u202egnp.txt\u2066\u061c".encode(),
    "composed": "caf\u00e9.txt".encode(),
    "decomposed": "cafe\u0301.txt".encode(),
    "small letters": b"readme.md",
    "capital letters": b"README.md",
    "markup": b"<img src=x onerror=alert(1)>.html",
    "a blank": b" ",
    "quotes": b"'\"`$(id)`\"'",
    "a draft of ours": b".hidden.redacted",
    "a URL": b"file:%2e%2e%2fsecret",
    "a home folder": b"~root",
}


def content(name: bytes) -> bytes:
    return b"content of " + name


def leave_all(workspace: Path) -> None:
    """Leave each name as a file, as a folder with a file of that name, as a link to that name, as a pipe."""
    for folder in ("links", "pipes"):
        (workspace / folder).mkdir()
    for raw in NAMES.values():
        name = os.fsdecode(raw)
        (workspace / name).write_bytes(content(raw))
        (workspace / "folders" / name).mkdir(parents=True)
        (workspace / "folders" / name / name).write_bytes(content(raw))
        (workspace / "links" / name).symlink_to(name)
        os.mkfifo(workspace / "pipes" / name)


if __name__ == "__main__":
    leave_all(Path(os.environ["M3BENCH_WORKSPACE"]))
    sys.stdout.write("done\n")
