"""JUnit files are XML whatever a model wrote, and tell failures, errors and gaps apart."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Status
from m3bench.reports import check_gates, gate_cases, read_thresholds, run_cases, write_junit
from m3bench.reports.junit import Case, CaseKind, file_cases, junit_chunks, xml_text
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.scoring import ScoreReport, total
from tests.reports.dropped_runs import TASKS, ended, judged, run_of
from tests.reports.study.runs import write_journal


def parsed(cases: Iterable[Case], name: str = "suite") -> ElementTree.Element:
    held = list(cases)
    return ElementTree.fromstring(b"".join(junit_chunks(name, {name: lambda: held})))


def test_a_run_becomes_test_cases(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=20)
    folder = RunFolder.open(path)
    first, second, _, *others, last = final_attempts(folder.journal)
    records = [
        ended(first, Status.SERVER_FAILURE, "the server ended"),
        judged(second, passed=False, undecided=True),
        *others,
        judged(last, passed=False, reason="4 of 6 fields are correct\x00\x1b <b>"),
    ]
    write_journal(folder, records)
    result = read_run(path)
    gates = check_gates(read_thresholds(["success=1"]), None, result)
    write_junit(
        tmp_path / "junit.xml",
        "m3",
        {"m3": lambda: run_cases(result), "m3: gates": lambda: gate_cases(gates)},
    )
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    suite, of_gates = root
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": str(TASKS), "failures": "4", "errors": "2", "skipped": "1"}
    assert root.get("tests") == str(TASKS + 1)
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert len(cases) == TASKS
    error, skipped = cases["t0"].find("error"), cases["t2"].find("skipped")
    assert error is not None
    assert (error.get("message"), error.get("type")) == ("server failure: the server ended", "server_failure")
    assert skipped is not None
    assert skipped.get("message") == "not attempted"
    failure = cases[f"t{TASKS - 1}"].find("failure")
    assert failure is not None
    assert failure.get("message") == "picture: 4 of 6 fields are correct\ufffd\ufffd <b>"
    assert "m3bench view" in (failure.text or "")
    assert len(cases["t5"].findall("*")) == 1  # its properties
    (gate,) = of_gates
    assert gate.find("failure") is not None


def test_epochs_are_cases_of_their_own(tmp_path: Path) -> None:
    result = read_run(run_of(tmp_path / "run", passed=2))
    tasks = [msgspec.structs.replace(task, id=f"{task.id}#2") for task in result.tasks[:1]]
    again = msgspec.structs.replace(
        result, tasks=[*result.tasks[:1], *tasks], trajectories=list(result.trajectories[:1]) * 2
    )
    assert [case.name for case in run_cases(again)] == ["t0", "t0#2"]


def test_a_missing_prediction_is_a_failure() -> None:
    report = ScoreReport(
        profile="m3", weak=0.6, strong=0.8, encoder="exact", encoder_fingerprint="0",
        tasks=(), total=total([]), families={}, missing=("one",),
    )  # fmt: skip
    (case,) = file_cases(report)
    assert (case.name, case.kind) == ("one", CaseKind.FAILURE)


def test_an_empty_run_is_an_empty_suite() -> None:
    assert [suite.get("tests") for suite in parsed(())] == ["0"]


@settings(max_examples=40)
@given(st.text(), st.text(), st.text(), st.sampled_from(CaseKind))
def test_any_text_gives_xml(name: str, message: str, line: str, kind: CaseKind) -> None:
    case = Case(
        group=name, name=name, kind=kind, message=message, type="t", lines=(line,), properties={name: line}
    )
    (suite,) = parsed([case], "s")
    (element,) = suite
    assert element.get("name") == xml_text(name)
    if kind in (CaseKind.FAILURE, CaseKind.ERROR):
        body = element.find(kind.value)
        assert body is not None
        assert body.get("message") == xml_text(message)


@pytest.mark.parametrize("bad", ["\x00", "\x1b[31m", "\ud83d", "\ufffe", "\x0b"])
def test_what_xml_cannot_hold_is_replaced(bad: str) -> None:
    assert "\ufffd" in xml_text(bad)
    with pytest.raises((ElementTree.ParseError, UnicodeEncodeError)):
        ElementTree.fromstring(f"<a>{bad}</a>".encode())
