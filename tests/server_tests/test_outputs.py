"""JUnit, page, JSON and terminal of a test, whatever servers say."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from m3bench.server_tests import (
    Finding,
    ProofCall,
    ProofOutcome,
    ServerTest,
    Severity,
    ToolCost,
    VersionTest,
    is_passed,
    junit_xml,
    print_server_test,
    server_test_json,
    server_test_page,
)


def made(severity: Severity = Severity.WARNING, said: str = "odd", tool: str = "s/a") -> ServerTest:
    finding = Finding(
        rule="r", severity=severity, tool=tool, where="description", problem=said, advice="Mend it."
    )
    proofs = (
        ProofCall(tool=tool, outcome=ProofOutcome.WORKS, arguments={"x": said}, said=said),
        ProofCall(tool=f"{tool}2", outcome=ProofOutcome.FAULT, arguments={}, said=said),
        ProofCall(tool=f"{tool}3", outcome=ProofOutcome.NOT_CALLED, source=said),
    )
    version = VersionTest(
        config="c", servers=("s",), tools=3, costs=(ToolCost(tool, 3),), findings=(finding,), proofs=proofs
    )
    return ServerTest(new=version)


def test_what_fails_is_what_was_asked_for() -> None:
    assert is_passed(made())
    assert not is_passed(made(), Severity.WARNING)
    assert not is_passed(made(Severity.ERROR))
    assert is_passed(made(Severity.NOTE), Severity.WARNING)


def test_junit_counts_failures() -> None:
    root = ET.fromstring(junit_xml(made(), Severity.WARNING))
    counts = {
        suite.get("name"): (suite.get("tests"), suite.get("failures"), suite.get("skipped")) for suite in root
    }
    assert counts == {"findings": ("2", "1", "0"), "proof calls": ("3", "1", "1")}
    mild = ET.fromstring(junit_xml(made()))
    assert mild[0].get("failures") == "0"


@settings(max_examples=30)
@given(st.text(max_size=60))
def test_hostile_text_stays_text(said: str) -> None:
    test = made(said=said, tool=f"s/{said}")
    ET.fromstring(junit_xml(test, Severity.WARNING))
    console = Console(file=io.StringIO(), width=100)
    print_server_test(console, test)


def test_the_page_escapes_and_is_whole() -> None:
    page = server_test_page(made(said="<script>alert(1)</script>"))
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "http-equiv" in page
    assert 'id="findings"' in page
    assert 'src="http' not in page


def test_json_can_be_read_back() -> None:
    assert msgspec.json.decode(server_test_json(made()), type=ServerTest) == made()
