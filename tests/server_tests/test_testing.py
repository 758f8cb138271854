"""Real servers, from their configuration to what to improve."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.formats import read_tasks
from m3bench.hosting import SandboxMode
from m3bench.runs import read_run
from m3bench.server_tests import Mistake, ProofOutcome, ServerTest, ServerTestSettings, run_server_test
from tests.server_tests.configs import config

QUICK = ServerTestSettings(agent="matching:hashing", encoder="hashing", sandbox=SandboxMode.OFF)


def examined(folder: Path, version: str, old: str | None = None, **options: Any) -> ServerTest:
    settings = msgspec.structs.replace(QUICK, **options)
    against = None if old is None else config(folder, old)
    work = partial(run_server_test, config(folder, version), folder / "out", settings, against=against)
    return anyio.run(work)


def test_a_bad_description_is_found_and_fixing_it_is_better(tmp_path: Path) -> None:
    test = examined(tmp_path, "mended", "vague")
    new, old, change = test.new, test.old, test.change
    assert old is not None
    assert change is not None
    assert ("description-repeats-name", "library/details", "description") in {
        finding.key for finding in change.gone
    }
    assert old.agent is not None
    worst = old.agent.confusions[0]
    assert (worst.mistake, worst.expected, worst.called) == (
        Mistake.WRONG_TOOL,
        "library/details",
        "library/lookup",
    )
    assert "does not speak of" in worst.advice
    assert change.success.difference is not None
    assert change.success.difference > 0.3
    assert change.success.wins > 5 * change.success.losses
    assert change.success.interval.low is not None
    assert change.success.interval.low > 0
    assert change.tokens == new.tokens - old.tokens
    outcomes = {proof.tool.partition("/")[2]: proof.outcome for proof in new.proofs}
    assert outcomes["delete_book"] is ProofOutcome.NOT_CALLED
    assert {outcomes[name] for name in ("search", "details", "lookup", "cover")} == {ProofOutcome.WORKS}
    links = {proof.tool: proof.links for proof in new.proofs}
    assert "details(book_id)" in links["library/search"]
    assert links["library/lookup"].startswith("no parameter of another tool")
    assert {call.helpful for call in new.bad_calls} == {False}
    tasks = read_tasks(tmp_path / "out" / "tasks.jsonl")
    assert all(task.checks for task in tasks)
    assert {len(task.references[0].steps) for task in tasks} == {1, 2}
    assert new.agent is not None
    assert new.agent.rate is not None
    assert read_run(tmp_path / "out" / "run").success == new.agent.rate.estimate
    assert test.untested == {"library/delete_book": "not called"}


def test_a_server_without_tools_is_an_error(tmp_path: Path) -> None:
    test = examined(tmp_path, "empty")
    assert [finding.rule for finding in test.new.findings] == ["server-no-tools"]
    assert test.new.agent is None


def test_what_cannot_be_tested_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no server 'books'"):
        examined(tmp_path, "mended", servers=("books",))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "kept.txt").touch()
    with pytest.raises(UsageError, match="not an empty folder"):
        examined(tmp_path, "mended")


@pytest.mark.slow
def test_a_server_that_dies_is_found_and_the_rest_is_tested(tmp_path: Path) -> None:
    test = examined(tmp_path, "fatal")
    assert {finding.tool for finding in test.new.findings if finding.rule == "proof-fault"} == {"library/end"}
    assert test.new.agent is not None
    assert sum(test.new.agent.successes.values()) > 5


@pytest.mark.slow
def test_writing_tools_are_called_if_allowed(tmp_path: Path) -> None:
    test = examined(tmp_path, "mended", allow_writes=True, tasks=0)
    outcome = {proof.tool: proof.outcome for proof in test.new.proofs}["library/delete_book"]
    assert outcome is ProofOutcome.FAULT
    assert test.tasks == ()


@pytest.mark.slow
def test_five_hundred_tools(tmp_path: Path) -> None:
    test = examined(tmp_path, "many")
    assert test.new.tools == 500
    assert {proof.outcome for proof in test.new.proofs} == {ProofOutcome.WORKS}
    assert {"server-many-tools", "server-tokens"} <= {finding.rule for finding in test.new.findings}
    assert test.tasks == ()  # nobody could tell which of them is meant
