"""Every kind of finding has advice that fits it, on real servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.server_tests import RULES, Finding, Mistake, ProofOutcome, ServerTest, run_server_test
from m3bench.server_tests.bad_calls import findings as bad_call_findings
from m3bench.server_tests.confusions import _ADVICE
from m3bench.server_tests.proofs import PROOF_RULES
from m3bench.server_tests.records import BadCall
from tests.server_tests.configs import config
from tests.server_tests.servers.library import INVALID, RESULTS
from tests.server_tests.test_testing import QUICK

CALLED = msgspec.structs.replace(QUICK, tasks=0)


def examined(folder: Path, version: str, **fields: Any) -> ServerTest:
    given = config(folder, version, **fields)
    return anyio.run(run_server_test, given, folder / "out", CALLED)


def of_rule(test: ServerTest, rule: str) -> list[Finding]:
    return [finding for finding in test.new.findings if finding.rule == rule]


@pytest.mark.parametrize(
    ("rules", "words", "others"),
    [
        (("server-unavailable",), ("environment", "configuration"), ("exception",)),
        (("server-start",), ("by hand", "prints", "time-out"), ("exception",)),
        (("proof-timeout", "bad-call-timeout"), ("error",), ("exception", "crash", "alive")),
        (("proof-timeout",), ("time",), ("examples",)),
        (("proof-fault", "bad-call-crash"), ("error",), ("time-out", "examples")),
        (("proof-refused", "proof-empty"), ("examples",), ("exception", "error")),
        (("proof-failed",), ("by hand",), ("examples",)),
        (("bad-call-accepted", "bad-call-unhelpful"), ("parameter", "error"), ("exception", "time")),
        (("schema-invalid",), ("valid JSON schema",), ("exception",)),
    ],
)
def test_advice_fits_its_finding(
    rules: tuple[str, ...], words: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """“Catch exceptions” was the advice for a time-out."""
    for rule in rules:
        assert all(word in RULES[rule].advice for word in words), rule
        assert not any(word in RULES[rule].advice.casefold() for word in others), rule


def test_every_kind_has_a_rule_or_advice_of_its_own() -> None:
    assert PROOF_RULES.keys() == set(ProofOutcome) - {ProofOutcome.WORKS, ProofOutcome.NOT_CALLED}
    assert len(set(PROOF_RULES.values())) == len(PROOF_RULES)
    assert set(PROOF_RULES.values()) <= RULES.keys()
    # Advice on the choice of tools depends on their descriptions.
    assert _ADVICE.keys() == set(Mistake) - {Mistake.WRONG_TOOL, Mistake.NO_TOOL}
    advice = [rule.advice for rule in RULES.values()]
    assert len(set(advice)) == len(advice)


def test_bad_calls_are_told_as_they_ended() -> None:
    made = BadCall(
        tool="s/t", mistake="wrong type", parameter="a", refused=False, helpful=False, survived=True
    )
    calls: dict[str, dict[str, Any]] = {
        "bad-call-crash": {"survived": False, "said": "the server exited with code 3"},
        "bad-call-timeout": {"survived": False, "timed_out": True, "said": "there was no answer within 10 s"},
        "bad-call-accepted": {"said": ""},
        "bad-call-unhelpful": {"refused": True, "said": "no"},
    }
    for rule, fields in calls.items():
        (finding,) = bad_call_findings([msgspec.structs.replace(made, **fields)])
        assert finding.rule == rule
        assert "nothing" not in finding.problem
    assert not bad_call_findings([msgspec.structs.replace(made, refused=True, helpful=True)])


def test_a_tool_that_returns_text_returned_something(tmp_path: Path) -> None:
    """“returned nothing” was said of results with a message and an empty list, or a count of zero."""
    test = examined(tmp_path, "texts")
    outcomes = {proof.tool.partition("/")[2]: proof.outcome for proof in test.new.proofs}
    empty = ("silence", "blank", "vacancy")
    assert {name: outcomes[name] for name in RESULTS} == {
        name: ProofOutcome.EMPTY if name in empty else ProofOutcome.WORKS for name in RESULTS
    }
    assert [finding.tool for finding in of_rule(test, "proof-empty")] == [f"library/{name}" for name in empty]


@pytest.mark.slow
def test_a_tool_that_does_not_answer_timed_out(tmp_path: Path) -> None:
    test = examined(tmp_path, "patient", timeouts={"call": 1.0})
    (finding,) = of_rule(test, "proof-timeout")
    assert finding.tool == "library/wait"
    assert finding.problem == "timed out: the server did not answer within 1 s"
    assert not of_rule(test, "proof-fault")


def test_one_invalid_schema_costs_one_tool(tmp_path: Path) -> None:
    test = examined(tmp_path, "invalid")
    problems = {
        finding.tool.partition("/")[2]: finding.problem for finding in of_rule(test, "schema-invalid")
    }
    assert problems.keys() >= INVALID.keys() - {"looped"}
    assert "it is left out: inputSchema.type" in problems["typed"]
    assert {proof.tool: proof.outcome for proof in test.new.proofs}["library/search"] is ProofOutcome.WORKS


def test_a_server_that_cannot_be_used_is_a_finding_of_its_kind(tmp_path: Path) -> None:
    test = examined(tmp_path, "mended", env={"KEY": "${A_KEY_THAT_IS_NOT_SET}"})
    (finding,) = test.new.findings
    assert finding.rule == "server-unavailable"
    assert finding.problem == "set A_KEY_THAT_IS_NOT_SET in the environment"
