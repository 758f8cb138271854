"""An agent that attacks the records of its attempt: in its workspace, where they once were, and beside it."""

from __future__ import annotations

import pytest

from m3bench.core import Status
from m3bench.hosting import sandbox_problem
from tests.attacks.records import AFTER, ATTACKS, BESIDE, INSIDE, SPARE, TIMEOUT, RecordsRun, task_of
from tests.volume import sample

PLANTED = sample([attack for attack in ATTACKS if attack != "sparse file"], 3)


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> RecordsRun:
    """In the sandbox."""
    if sandbox_problem() is not None:
        pytest.skip(str(sandbox_problem()))
    tasks = [*(task_of(attack, INSIDE) for attack in PLANTED), task_of(PLANTED[0], BESIDE)]
    return RecordsRun(tmp_path_factory.mktemp("caught"), tasks)


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> RecordsRun:
    """Without a sandbox the agent reaches what its user can."""
    tasks = [task_of(attack, BESIDE) for attack in ATTACKS]
    return RecordsRun(tmp_path_factory.mktemp("free"), tasks, "--sandbox", "off")


@pytest.mark.parametrize("attack", PLANTED)
def test_planted_records(attack: str, caught: RecordsRun) -> None:
    """An agent puts a hostile database into its workspace."""
    attempt = caught.attempts[task_of(attack, INSIDE).id]
    assert attempt["seconds"] < TIMEOUT + SPARE
    assert "attacked" in attempt["trajectory"]["answer"], "the try is no try"
    assert attempt["verdicts"]["passed"], attempt  # it did its work as well, and the rest had no effect
    assert caught.victim.exists()


def test_reaching_for_the_records(caught: RecordsRun) -> None:
    """An agent in the sandbox looks for the records beside its workspace."""
    attempt = caught.attempts[task_of(PLANTED[0], BESIDE).id]
    assert attempt["trajectory"]["answer"].startswith("nothing there")
    assert attempt["verdicts"]["passed"], attempt


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacked_records(attack: str, free: RecordsRun) -> None:
    """An agent without a sandbox attacks the database of the harness."""
    attempt = free.attempts[task_of(attack, BESIDE).id]
    assert attempt["seconds"] < TIMEOUT + SPARE
    assert "attacked" in attempt["trajectory"]["answer"], "the try is no try"
    assert attempt["trajectory"]["answer"].startswith("found")
    if attack in AFTER:
        assert attempt["trajectory"]["status"] == Status.SERVER_FAILURE
    else:
        assert attempt["trajectory"]["status"] == Status.COMPLETED
        assert not attempt["verdicts"].get("passed"), attempt
    assert free.victim.exists()
