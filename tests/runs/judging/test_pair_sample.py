from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Call, FormatError, Reference, Step, Task, Trajectory, UsageError
from m3bench.encoders import HashingEncoder
from m3bench.runs.judging.labelled_pairs import draw_pairs, read_pairs, write_pairs
from m3bench.scoring import M3

WORDS = ("red apple", "red apples", "green apple", "blue sky", "sky", "seven seas", "a red apple")


def _calls(*words: str) -> tuple[Step, ...]:
    return (
        Step(tuple(Call("shop/find", {"q": word}) for word in words)),
        Step((Call("shop/buy", {"n": 1}),)),
    )


TASK = Task(id="t", references=(Reference(steps=_calls("red apple", "blue sky")),))
ATTEMPT = Trajectory(
    task_id="t", steps=(*_calls(*WORDS), Step((Call("shop/find", "no object"), Call("shop/buy"))))
)


def drawn(count: int, seed: int = 0) -> list[tuple[Call, Call]]:
    return draw_pairs([TASK], [ATTEMPT], count, profile=M3, encoder=HashingEncoder(), seed=seed)


def test_only_calls_of_one_tool_that_differ_are_paired() -> None:
    pairs = drawn(1000)
    # Two wanted searches beside six others each, and one purchase beside the one without arguments, which
    # is no table.
    assert len(pairs) == 2 * 6
    assert {reference.name for reference, _ in pairs} == {"shop/find"}
    assert all(reference.arguments != prediction.arguments for reference, prediction in pairs)


def test_the_same_seed_draws_the_same() -> None:
    assert drawn(5) == drawn(5)
    assert len(drawn(5)) == 5
    assert drawn(5, seed=1) != drawn(5)


def test_what_is_drawn_can_be_labelled_and_read(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    write_pairs(file, drawn(4))
    with pytest.raises(FormatError, match="line 2: the pair has no label yet"):
        read_pairs(file)
    head, *rows = file.read_text().splitlines()
    assert head == "pair,tool,reference,prediction,label"
    file.write_text("\n".join([head, *(f"{row}weakly same" for row in rows)]))
    assert [(pair.reference, pair.prediction) for pair in read_pairs(file)] == drawn(4)


def test_labels_are_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("labels")
    with pytest.raises(UsageError, match="already exists"):
        write_pairs(tmp_path / "pairs.csv", drawn(1))
    assert (tmp_path / "pairs.csv").read_text() == "labels"
