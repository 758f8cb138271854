"""Attacks and rewrites on a suite, as a matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from m3bench.core.text import shorten_middle
from m3bench.curation import AttackResult, VerifiedTask

LEAST_REWRITES = 0.99
"""Share of rewrites that must pass."""
_MOST_LISTED = 60
_LONGEST_REASON = 200


def print_attacked(console: Console, verified: Sequence[VerifiedTask]) -> bool:
    """Print the matrix and all violations. Returns whether all attacks fail and enough rewrites pass."""
    attacks = [(task.task_id, attack) for task in verified for attack in task.attacked.attacks]
    rewrites = [(task.task_id, rewrite) for task in verified for rewrite in task.attacked.rewrites]
    passed_attacks = [(task_id, attack) for task_id, attack in attacks if attack.passed]
    failed_rewrites = [(task_id, rewrite) for task_id, rewrite in rewrites if not rewrite.passed]
    console.print(_matrix("Attack", "Failed", attacks, passed=False))
    console.print(_matrix("Rewrite", "Passed", rewrites, passed=True))
    for task_id, attack in passed_attacks[:_MOST_LISTED]:
        what = f": {attack.reason}" if attack.reason else ""
        console.print(Text(f"attack passes: {task_id}: {attack.name}{what}"), soft_wrap=True)
    for task_id, rewrite in failed_rewrites[:_MOST_LISTED]:
        reason = shorten_middle(rewrite.reason, _LONGEST_REASON)
        console.print(Text(f"rewrite fails: {task_id}: {rewrite.name}: {reason}"), soft_wrap=True)
    share = 1 - len(failed_rewrites) / len(rewrites) if rewrites else 1.0
    console.print(
        f"{len(attacks) - len(passed_attacks)} of {len(attacks)} attacks fail, as expected; "
        f"{len(rewrites) - len(failed_rewrites)} of {len(rewrites)} rewrites pass "
        f"({share:.1%}; at least {LEAST_REWRITES:.0%} required)."
    )
    unarmed = sum(not task.attacked.attacks for task in verified)
    if unarmed:
        console.print(f"{unarmed} tasks were not attacked: their references fail.")
    return not passed_attacks and share >= LEAST_REWRITES


def _matrix(title: str, column: str, tried: Sequence[tuple[str, AttackResult]], *, passed: bool) -> Table:
    table = Table(title, "Tasks", "Tries", column, box=None)
    tasks = Counter(name for name, _ in {(result.name, task_id) for task_id, result in tried})
    tries = Counter(result.name for _, result in tried)
    counted = Counter(result.name for _, result in tried if result.passed is passed)
    for name, count in tries.items():
        table.add_row(name, str(tasks[name]), str(count), str(counted[name]))
    return table
