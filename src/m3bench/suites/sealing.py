"""Suites that nobody can have seen: a secret seed, a public commitment to it, and a later proof."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec

from m3bench.core import Task, UsageError, canonical_json

_SEED_BITS = 63
_SALT_BYTES = 32


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that makes a sealed suite again. Secret until it is revealed."""

    seed: int
    salt: str
    """Keeps the seed from being found by trying."""
    now: str
    """What time it is in the world of the suite."""
    size: int
    families: tuple[str, ...]
    version: str
    """Of m3bench, which built it: another one may build other tasks."""
    digests: tuple[str, ...]
    """Of the tasks, in order."""

    @property
    def commitment(self) -> str:
        """The hash that is published before anybody runs the suite."""
        return hashlib.sha256(canonical_json(msgspec.to_builtins(self)).encode()).hexdigest()


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """What is published of a sealed suite."""

    commitment: str
    size: int
    families: tuple[str, ...]
    version: str
    sealed: datetime


def draw_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(_SEED_BITS)


def draw_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def concealed(tasks: Sequence[Task]) -> list[Task]:
    """The tasks under ids that do not give the seed away: `sealed/fish/0`."""
    counts: dict[str, int] = {}
    hidden = []
    for task in tasks:
        family = task.id.split("/")[1]
        number = counts[family] = counts.get(family, -1) + 1
        hidden.append(msgspec.structs.replace(task, id=f"sealed/{family}/{number}"))
    return hidden


def require_commitment(recipe: Recipe, commitment: Commitment) -> None:
    """Raises `UsageError` where a recipe is not the one that was committed to."""
    if recipe.commitment != commitment.commitment:
        raise UsageError(
            "This is not the suite that was committed to: its hash is "
            f"{recipe.commitment[:16]}…, the commitment says {commitment.commitment[:16]}….",
            "Compare seed, salt and tasks with what was sealed; one changed letter changes the hash.",
        )


def require_tasks(recipe: Recipe, tasks: Sequence[Task]) -> None:
    """Raises `UsageError` where tasks are not those of a recipe."""
    digests = tuple(task.digest for task in tasks)
    if digests == recipe.digests:
        return
    if len(digests) != len(recipe.digests):
        raise UsageError(f"{len(digests)} tasks, but {len(recipe.digests)} were sealed.")
    changed = [task.id for task, digest in zip(tasks, recipe.digests, strict=True) if task.digest != digest]
    raise UsageError(
        f"{len(changed)} tasks are not as they were sealed, the first is {changed[0]}.",
        f"Build them with m3bench {recipe.version}, the version that sealed them.",
    )
