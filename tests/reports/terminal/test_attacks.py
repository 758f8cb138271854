"""The matrix of attacks and rewrites."""

from __future__ import annotations

import io

from rich.console import Console

from m3bench.curation.attacks import AttackResult, AttackResults
from m3bench.curation.verification import VerifiedTask
from m3bench.reports import print_attacked


def printed(*attacked: AttackResults) -> tuple[bool, str]:
    console = Console(file=io.StringIO(), width=120)
    verified = [
        VerifiedTask(f"m3/fish/7-{index}", attacked=results) for index, results in enumerate(attacked)
    ]
    held = print_attacked(console, verified)
    assert isinstance(console.file, io.StringIO)
    return held, console.file.getvalue()


HELD, BROKEN = AttackResult("hedge", False, "answer_fields: price is empty"), AttackResult("hedge", True, "")
FINE, UNFAIR = (
    AttackResult("capitals", True, ""),
    AttackResult("capitals", False, "answer_fields: title is empty"),
)


def test_a_suite_that_holds_says_so() -> None:
    held, text = printed(AttackResults((HELD,), (FINE,)), AttackResults((HELD,), (FINE,)))
    assert held
    assert "2 of 2 attacks fail, as expected; 2 of 2 rewrites pass (100.0%; at least 99% required)." in text


def test_one_attack_that_passes_is_named_and_counts_as_a_failure() -> None:
    held, text = printed(AttackResults((HELD,), (FINE,)), AttackResults((BROKEN,), (FINE,)))
    assert not held
    assert "attack passes: m3/fish/7-1: hedge" in text


def test_too_many_failing_rewrites_are_named_with_their_reasons() -> None:
    held, text = printed(AttackResults((HELD,), (FINE, UNFAIR)))
    assert not held
    assert "rewrite fails: m3/fish/7-0: capitals: answer_fields: title is empty" in text


def test_tasks_that_could_not_be_attacked_are_counted() -> None:
    held, text = printed(AttackResults())
    assert held
    assert "1 tasks were not attacked: their references fail." in text


def test_damage_that_was_not_noticed_is_named() -> None:
    held, text = printed(
        AttackResults((AttackResult("damage beside the work", True, "a.db: table t dropped"),))
    )
    assert not held
    assert "attack passes: m3/fish/7-0: damage beside the work: a.db: table t dropped" in text
