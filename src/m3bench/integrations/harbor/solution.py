"""The solution of an exported task: a program without dependencies that carries out the reference."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from m3bench.agents import WORKSPACE
from m3bench.core import Reference
from m3bench.formats import write_atomically
from m3bench.integrations.harbor.documents import SOLVE_SCRIPT

_EXECUTABLE = 0o755


def write_solution(reference: Reference, folder: Path) -> None:
    """Write the reference, and the program that carries it out."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = [
        [{"name": call.name, "arguments": call.arguments} for call in step.calls] for step in reference.steps
    ]
    # Tools take paths relative to the workspace.
    text = json.dumps(
        {"steps": steps, "answer": reference.answer or "", "fields": reference.fields}, indent=2
    )
    write_atomically(folder / "reference.json", [text.replace(f"{WORKSPACE}/", "").encode(), b"\n"])
    program = files("m3bench.integrations.harbor").joinpath("solve.py.txt").read_bytes()
    write_atomically(folder / "solve.py", [program])
    write_script(folder / "solve.sh", SOLVE_SCRIPT)


def write_script(path: Path, text: str) -> None:
    """Write an executable script."""
    write_atomically(path, [text.encode()])
    path.chmod(_EXECUTABLE)
