"""Attacks and rewrites on a suite, as a matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from m3bench.core.text import shorten_middle
from m3bench.curation import AttackResult, AttackResults, VerifiedTask

LEAST_REWRITES = 0.97
"""Share of rewrites that must pass."""
_MOST_LISTED = 60
_LONGEST_REASON = 200


def print_attacked(console: Console, verified: Sequence[VerifiedTask]) -> bool:
    """Print the matrix and all violations. Returns whether all attacks fail and enough rewrites pass."""
    passed_attacks = _listed(verified, lambda one: one.attacks, passed=True)
    failed_rewrites = _listed(verified, lambda one: one.rewrites, passed=False)
    console.print(_matrix("Attack", "Failed", verified, lambda one: one.attacks, passed=False))
    console.print(_matrix("Rewrite", "Passed", verified, lambda one: one.rewrites, passed=True))
    for task_id, tried in passed_attacks[:_MOST_LISTED]:
        console.print(Text(f"attack passes: {task_id}: {tried.name}"), soft_wrap=True)
    for task_id, tried in failed_rewrites[:_MOST_LISTED]:
        reason = shorten_middle(tried.reason, _LONGEST_REASON)
        console.print(Text(f"rewrite fails: {task_id}: {tried.name}: {reason}"), soft_wrap=True)
    attacks = sum(len(one.attacked.attacks) for one in verified)
    rewrites = sum(len(one.attacked.rewrites) for one in verified)
    share = 1 - len(failed_rewrites) / rewrites if rewrites else 1.0
    console.print(
        f"{attacks - len(passed_attacks)} of {attacks} attacks fail, as expected; "
        f"{rewrites - len(failed_rewrites)} of {rewrites} rewrites pass "
        f"({share:.1%}; at least {LEAST_REWRITES:.0%} required)."
    )
    unarmed = sum(not one.attacked.attacks for one in verified)
    if unarmed:
        console.print(f"{unarmed} tasks have no form and were not attacked.")
    return not passed_attacks and share >= LEAST_REWRITES


def _listed(
    verified: Sequence[VerifiedTask], part: Callable[[AttackResults], Sequence[AttackResult]], *, passed: bool
) -> list[tuple[str, AttackResult]]:
    return [
        (one.task_id, tried) for one in verified for tried in part(one.attacked) if tried.passed is passed
    ]


def _matrix(
    title: str,
    column: str,
    verified: Sequence[VerifiedTask],
    part: Callable[[AttackResults], Sequence[AttackResult]],
    *,
    passed: bool,
) -> Table:
    table = Table(title, "Tasks", column, box=None)
    names = dict.fromkeys(tried.name for one in verified for tried in part(one.attacked))
    for name in names:
        tries = list(_named(verified, part, name))
        table.add_row(name, str(len(tries)), str(sum(tried.passed is passed for tried in tries)))
    return table


def _named(
    verified: Sequence[VerifiedTask], part: Callable[[AttackResults], Sequence[AttackResult]], name: str
) -> Iterable[AttackResult]:
    return (tried for one in verified for tried in part(one.attacked) if tried.name == name)
