"""Sealed suites on disk: a private folder, a public commitment, and a recipe to reveal later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from m3bench.core import FormatError, Task, UsageError
from m3bench.formats import read_tasks, write, write_atomically
from m3bench.suites import Commitment, Recipe, require_commitment, require_tasks

TASKS, RECIPE, COMMITMENT = "tasks.jsonl", "recipe.json", "commitment.json"
_Record = TypeVar("_Record", Recipe, Commitment)


def write_sealed(folder: Path, recipe: Recipe, tasks: Sequence[Task]) -> Commitment:
    """Create a folder with tasks and recipe, readable by their owner only, and the commitment."""
    folder.mkdir(mode=0o700, parents=True)
    write(folder / TASKS, tasks, format="jsonl")
    _write(folder / RECIPE, recipe)
    for name in (TASKS, RECIPE):
        (folder / name).chmod(0o600)
    commitment = Commitment(
        commitment=recipe.commitment,
        size=recipe.size,
        families=recipe.families,
        version=recipe.version,
        sealed=datetime.now(UTC).replace(microsecond=0),
    )
    _write(folder / COMMITMENT, commitment)
    return commitment


def read_sealed(folder: Path) -> Recipe:
    """Return the recipe of a sealed folder after checking that tasks and commitment belong to it."""
    recipe = read_recipe(folder / RECIPE)
    require_commitment(recipe, read_commitment(folder / COMMITMENT))
    require_tasks(recipe, read_tasks(folder / TASKS, format="jsonl"))
    return recipe


def read_recipe(path: Path) -> Recipe:
    return _read(path, Recipe)


def read_commitment(path: Path) -> Commitment:
    return _read(path, Commitment)


def _write(path: Path, record: Recipe | Commitment) -> None:
    data = msgspec.json.format(msgspec.json.encode(record), indent=2)
    write_atomically(path, [data + b"\n"])


def _read(path: Path, kind: type[_Record]) -> _Record:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise UsageError(
            f"{path} does not exist.", "Create a sealed suite with: m3bench suite build --sealed"
        ) from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder, not a file.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FormatError(
            f"invalid {kind.__name__.lower()} of a sealed suite: {error}", file=str(path)
        ) from None
