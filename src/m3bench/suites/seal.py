"""Sealed suites: a secret seed, a public commitment to it, and a later proof."""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count

import msgspec

from m3bench.core import Task, UsageError, canonical_json

_SEED_BITS = 63
_SALT_BYTES = 32


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to rebuild a sealed suite. Secret until it is revealed."""

    seed: int
    salt: str
    """Prevents guessing the seed from the commitment."""
    now: str
    """The time in the world of the suite."""
    size: int
    families: tuple[str, ...]
    version: str
    """The version of m3bench that built the suite. Another version may build other tasks."""
    digests: tuple[str, ...]
    """Digests of the tasks, in order."""

    @property
    def commitment(self) -> str:
        """The hash to publish before anybody runs the suite."""
        return hashlib.sha256(canonical_json(msgspec.to_builtins(self)).encode()).hexdigest()


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a sealed suite."""

    commitment: str
    size: int
    families: tuple[str, ...]
    version: str
    sealed: datetime


def draw_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(_SEED_BITS)


def draw_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def conceal_ids(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks with ids that do not reveal the seed, such as `sealed/fish/0`."""
    numbers: dict[str, Iterator[int]] = defaultdict(count)
    families = [task.id.split("/")[1] for task in tasks]
    return [
        msgspec.structs.replace(task, id=f"sealed/{family}/{next(numbers[family])}")
        for task, family in zip(tasks, families, strict=True)
    ]


def require_commitment(recipe: Recipe, commitment: Commitment) -> None:
    """Raise `UsageError` if the recipe does not match the commitment."""
    if recipe.commitment != commitment.commitment:
        raise UsageError(
            "The suite does not match the commitment: its hash is "
            f"{recipe.commitment[:16]}…, the commitment is {commitment.commitment[:16]}….",
            "Compare seed, salt and tasks with those that were sealed. Any change changes the hash.",
        )


def require_tasks(recipe: Recipe, tasks: Sequence[Task]) -> None:
    """Raise `UsageError` if the tasks do not match the recipe."""
    digests = tuple(task.digest for task in tasks)
    if digests == recipe.digests:
        return
    if len(digests) != len(recipe.digests):
        raise UsageError(f"Got {len(digests)} tasks, but {len(recipe.digests)} were sealed.")
    changed = [task.id for task, digest in zip(tasks, recipe.digests, strict=True) if task.digest != digest]
    raise UsageError(
        f"{len(changed)} tasks have changed since they were sealed. The first is {changed[0]}.",
        f"Build them with m3bench {recipe.version}, which sealed them.",
    )
