"""Check files before a commit: a newline at the end, no trailing spaces, no merge markers, nothing large.

    python scripts/check_text_files.py FILE…

Prints one line for each problem, and exits with 1 if there are any. Changes nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LARGEST = 2 * 2**20
"""Maximum size of a file in bytes."""
_MERGE_MARK = re.compile(r"^(<{7} |>{7} |={7}$)")


def main() -> None:
    found = [problem for name in sys.argv[1:] for problem in problems(Path(name))]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)


def problems(path: Path) -> Iterator[str]:
    """Yield the problems of a file. Only the size of binary files is checked."""
    if not path.is_file() or path.is_symlink():
        return
    data = path.read_bytes()
    if len(data) > LARGEST:
        yield f"{path}: {len(data):,} bytes; the maximum is {LARGEST:,}"
    text = _text(data)
    if text is None:
        return
    if "\r" in text:
        yield f"{path}: Windows line endings"
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        yield f"{path}: must end with one newline"
    for number, line in enumerate(text.split("\n"), start=1):
        if line != line.rstrip() and not _is_break(path, line):
            yield f"{path}:{number}: trailing spaces"
        if _MERGE_MARK.match(line):
            yield f"{path}:{number}: merge conflict marker"


def _is_break(path: Path, line: str) -> bool:
    """Return whether trailing spaces are a line break in Markdown."""
    return path.suffix == ".md" and bool(line.strip()) and line == f"{line.rstrip()}  "


def _text(data: bytes) -> str | None:
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


if __name__ == "__main__":
    main()
