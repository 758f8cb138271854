"""Steps of action.yml, run as a runner of GitHub runs them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import REPOSITORY

ACTION: dict[str, Any] = yaml.safe_load((REPOSITORY / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
STUB = """#!/usr/bin/env bash
printf '%s\\n' "$(basename "$0")" "$@" > "$CALLS/$(ls "$CALLS" | wc -l)"
exit "${CODE:-0}"
"""


def _is_kept(name: str) -> bool:
    """Whether a variable of this machine is there for steps as well, such as where pip finds packages."""
    return name in {"HOME", "M3BENCH_CACHE", "TMPDIR"} or name.startswith("PIP_")


class Host:
    """What a runner of GitHub gives to the steps of an action, and what they leave."""

    def __init__(self, folder: Path, **inputs: str) -> None:
        self.folder = folder
        for name in ("bin", "calls", "temp"):
            (folder / name).mkdir()
        self.inputs = {name: str(each.get("default", "")) for name, each in ACTION["inputs"].items()} | inputs
        assert set(self.inputs) == set(ACTION["inputs"]), "unknown input"
        self.path = os.environ["PATH"]
        self.outputs: dict[str, str] = {}
        self.code = "0"
        self.timeout = 120

    def stub(self, *programs: str, code: int = 0) -> None:
        """Replace programs with ones that only note how they were called."""
        for program in programs:
            (self.folder / "bin" / program).write_text(STUB)
            (self.folder / "bin" / program).chmod(0o755)
        self.path, self.code = f"{self.folder / 'bin'}:{os.environ['PATH']}", str(code)

    @property
    def calls(self) -> list[list[str]]:
        return [path.read_text().splitlines() for path in sorted((self.folder / "calls").iterdir())]

    @property
    def summary(self) -> str:
        return (self.folder / "summary").read_text()

    def run(self, name: str) -> subprocess.CompletedProcess[str]:
        """Run the script of a step with bash, as the host does."""
        (step,) = [step for step in STEPS if step.get("name") == name]
        return self._run_script(step)

    def run_all(self) -> tuple[list[subprocess.CompletedProcess[str]], list[str]]:
        """Run all steps in order. Return what ran, and the steps of other actions, which are skipped.

        After a step that failed, only those with a condition run: all of them want a status of m3bench.
        """
        finished: list[subprocess.CompletedProcess[str]] = []
        skipped: list[str] = []
        for step in STEPS:
            failed = any(done.returncode for done in finished)
            if "uses" in step:
                skipped.append(step["uses"])
            elif self.outputs.get("exit-code") if "if" in step else not failed:
                finished.append(self._run_script(step))
        return finished, skipped

    def _run_script(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        for file in ("output", "summary"):
            (self.folder / file).touch()
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.folder,
            env=self._environment(step),
            capture_output=True,
            text=True,
            timeout=self.timeout,
            check=False,
        )
        lines = (self.folder / "output").read_text().splitlines()
        self.outputs = dict(line.split("=", 1) for line in lines)
        return done

    def _environment(self, step: dict[str, Any]) -> dict[str, str]:
        own = {name: self._evaluated(str(text)) for name, text in step.get("env", {}).items()}
        return {
            **{name: value for name, value in os.environ.items() if _is_kept(name)},
            "PATH": self.path,
            "GITHUB_ACTION_PATH": str(REPOSITORY),
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "RUNNER_TEMP": str(self.folder / "temp"),
            "CALLS": str(self.folder / "calls"),
            "CODE": self.code,
            **own,
        }

    def _evaluated(self, text: str) -> str:
        known = {f"inputs.{name}": value for name, value in self.inputs.items()}
        known |= {f"steps.bench.outputs.{name}": value for name, value in self.outputs.items()}
        return _EXPRESSION.sub(lambda found: known[found[1]], text)
