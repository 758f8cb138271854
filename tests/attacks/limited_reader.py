"""Reading of a file in a process with limits on time and memory."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

MOST_MEMORY = 2 * 2**30
"""Address space in bytes; a reader that unpacks a bomb exceeds it."""

MOST_RESIDENT = 500 * 1024

SECONDS = 30
"""Of the processor."""
HANGING = 600
"""Seconds after which a reader that does not compute is given up."""

HEAD = f"""
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MOST_MEMORY}, {MOST_MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), resource.RLIM_INFINITY))
path = Path(sys.argv[1])
data = path.read_bytes()
"""

TAIL = """
from tests.attacks.memory import peak_kilobytes
print(peak_kilobytes())
"""


def read(program: str, path: Path, seconds: int = SECONDS) -> str:
    """Run a program on a file and return its output. It must stay within its time and memory."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program + TAIL, str(path), str(seconds)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    *output, memory = done.stdout.splitlines()
    assert int(memory) < MOST_RESIDENT
    return "\n".join(output)


def zipped(path: Path, members: dict[str, bytes | int], how: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write an archive. A number as content means that many megabytes of blanks."""
    with zipfile.ZipFile(path, "w", how, compresslevel=1) as archive:
        for name, content in members.items():
            with archive.open(name, "w", force_zip64=True) as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    for _ in range(content):
                        file.write(b" " * 2**20)
    return path
