"""Whether an agent looked at its own work."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import ARTEFACTS_KEY, Artefacts, Call, Look, Result, Step, Task
from m3bench.scoring import SelfReviewLevel, TaskExtras, artefact_patterns, find_self_review

NONE, PSEUDO, INCOMPLETE, FULL = SelfReviewLevel
WRITE = Artefacts(wrote=("deck.pptx",))
LOOK = Artefacts(looked=(Look("deck.pptx"),))


def step(*calls: Artefacts) -> Step:
    metas: list[dict[str, Any]] = [{ARTEFACTS_KEY: msgspec.to_builtins(call)} for call in calls]
    return Step(calls=tuple(Call("slides/tool", {}, result=Result(meta=meta)) for meta in metas))


def page(*numbers: int) -> Artefacts:
    return Artefacts(looked=(Look.at_pages("deck.pptx", numbers, 3),))


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([step(WRITE)], NONE),
        ([step(LOOK), step(WRITE)], NONE),
        ([step(WRITE, LOOK)], NONE),  # concurrent: it may show the file as it was before
        ([step(WRITE), step(Artefacts(looked=(Look("other.pptx"),)))], NONE),
        ([step(WRITE), step(Artefacts(looked=(Look("deck.pptx", "metadata"),)))], PSEUDO),
        ([step(WRITE), step(Artefacts(looked=(Look("deck.pptx", "structure"),)))], PSEUDO),
        ([step(WRITE), step(Artefacts(looked=(Look("deck.pptx", spans=()),)))], PSEUDO),
        ([step(WRITE), step(page(1))], INCOMPLETE),
        ([step(WRITE), step(page(1, 3), page(3)), step(page(1))], INCOMPLETE),
        ([step(WRITE), step(page(1)), step(page(2, 3))], FULL),
        ([step(WRITE), step(page(1)), step(WRITE), step(page(2, 3))], INCOMPLETE),
        ([step(WRITE), step(LOOK)], FULL),
        ([step(WRITE), step(LOOK), step(WRITE)], NONE),
        ([step(Artefacts(wrote=("deck.pptx",), looked=(Look("deck.pptx"),)))], FULL),
    ],
)
def test_the_level_follows_from_looks_after_the_last_change(
    steps: list[Step], expected: SelfReviewLevel
) -> None:
    found = find_self_review(steps)
    assert found is not None
    assert found.level is expected


def test_without_artefacts_there_is_no_level() -> None:
    assert find_self_review([]) is None
    assert find_self_review([step(LOOK)]) is None
    assert find_self_review([step(WRITE), step(Artefacts(removed=("deck.pptx",)))]) is None


def test_only_what_the_task_asks_for_counts() -> None:
    steps = [step(WRITE, Artefacts(wrote=("draft.txt",))), step(LOOK)]
    assert find_self_review(steps, ("*.pptx",)) == find_self_review(steps, ("deck.pptx",))
    asked, everything = find_self_review(steps, ("*.pptx",)), find_self_review(steps)
    assert asked is not None
    assert asked.artefacts == {"deck.pptx": FULL}
    assert everything is not None
    assert everything.level is NONE
    assert find_self_review(steps, ("nothing.pdf",)) == everything


def test_metadata_that_makes_no_sense_is_ignored() -> None:
    broken = Step(calls=(Call("a/b", {}, result=Result(meta={ARTEFACTS_KEY: {"wrote": 5}})), Call("a/b", {})))
    assert find_self_review([broken]) is None


def test_the_checks_name_the_artefacts() -> None:
    checks = ({"check": "file_exists", "path": "out/*.png"}, {"check": "answer", "path": 3})
    assert artefact_patterns(Task(id="t", checks=checks)) == ("out/*.png",)
    assert artefact_patterns(Task(id="t")) == ()


_PLACES = st.lists(st.integers(1, 12), max_size=20)


@given(_PLACES)
def test_the_share_is_that_of_the_pages(pages: list[int]) -> None:
    found = find_self_review([step(WRITE), step(Artefacts(looked=(Look.at_pages("deck.pptx", pages, 12),)))])
    assert found is not None
    expected = FULL if len(set(pages)) == 12 else INCOMPLETE if pages else PSEUDO
    assert found.level is expected


def test_files_of_scores_name_it_as_users_ask_for_it() -> None:
    """`--also inspection` and the key in JSON keep their name."""
    written = msgspec.to_builtins(TaskExtras(self_review=find_self_review([step(WRITE)])))
    assert written["inspection"] == {"artefacts": {"deck.pptx": "none"}}
