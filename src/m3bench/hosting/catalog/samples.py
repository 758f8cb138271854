"""Small sample files for proof calls."""

from __future__ import annotations

import importlib.resources
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from m3bench.core import UsageError

REPOSITORY = "repo"
"""Not a file: turns the folder into a git repository with one commit."""

_FILES = importlib.resources.files("m3bench.hosting.catalog") / "files"
_TEXTS = {
    "eslint.config.mjs": 'export default [{ rules: { "no-var": "error" } }];\n',
    "sample.bib": "@article{k,\n author={A. Author},\n title={T},\n year={2020}\n}\n",
    "sample.csv": "name,age,score\nAda,36,91.5\nBob,29,78\nCyd,41,85.25\nDee,22,66\nEve,33,70\nFay,27,88\n",
    "sample.js": "var a = 1;\n",
    "sample.json": '{"a": {"b": 1}, "c": [1, 2]}\n',
    "sample.py": "import os\n\ndef f(x):\n    return x + 1\n",
    "sample.txt": "hello\nworld\n",
}
SAMPLES = frozenset({*_TEXTS, *(file.name for file in _FILES.iterdir())})

_WHO_AND_WHEN = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "m3bench"), ("EMAIL", "m3bench@localhost"), ("DATE", "2026-01-01T00:00:00Z"))
}


def put_samples(names: Iterable[str], folder: Path) -> None:
    """Write the samples with these names into a workspace."""
    wanted = list(names)
    for name in wanted:
        if name != REPOSITORY:
            (folder / name).write_bytes(_sample(name))
    if REPOSITORY in wanted:
        _make_repository(folder)


def _sample(name: str) -> bytes:
    return _TEXTS[name].encode() if name in _TEXTS else (_FILES / name).read_bytes()


def _make_repository(folder: Path) -> None:
    (folder / "README.md").write_text("A repository with one commit.\n")
    _git(folder, "init", "--quiet")
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "--message", "First commit")


def _git(folder: Path, *arguments: str) -> None:
    git = shutil.which("git")
    if git is None:
        raise UsageError("This check requires git, which is not on the PATH.", "Install git and try again.")
    # The user's git configuration (hooks, signing) must not affect a sample.
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **_WHO_AND_WHEN}
    subprocess.run(
        [git, "-C", str(folder), *arguments], check=True, capture_output=True, env={**os.environ, **settings}
    )
