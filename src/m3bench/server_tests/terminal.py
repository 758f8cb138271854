"""A server test on a terminal."""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from m3bench.core.text import plural, shorten
from m3bench.server_tests.records import Finding, ServerTest, Severity
from m3bench.server_tests.summary import change_lines, summary_lines

_MOST_FINDINGS = 30
_MOST_CONFUSIONS = 8
_MOST_PROOFS = 40
_LONGEST_CELL = 48
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


def print_server_test(console: Console, test: ServerTest) -> None:
    """Print findings, proof calls, what confused the agent, and a summary."""
    _print_findings(console, test)
    _print_proofs(console, test)
    _print_confusions(console, test)
    for line in summary_lines(test):
        console.print(line, markup=False, soft_wrap=True)
    changed = change_lines(test)
    if changed:
        console.print("\nCompared with the old version", style="bold")
        for line in changed:
            console.print(line, markup=False, soft_wrap=True)


def _print_findings(console: Console, test: ServerTest) -> None:
    findings = [finding for finding in test.new.findings if finding.severity is not Severity.NOTE]
    findings.sort(key=lambda finding: list(Severity).index(finding.severity))
    for finding in findings[:_MOST_FINDINGS]:
        console.print(_finding(finding), soft_wrap=True)
    left = {"finding": len(findings) - _MOST_FINDINGS, "note": test.new.count(Severity.NOTE)}
    more = " and ".join(plural(count, noun) for noun, count in left.items() if count > 0)
    if more:
        console.print(f"{more} more on the page.", style="dim", markup=False)
    if findings or more:
        console.print()


def _finding(finding: Finding) -> Text:
    return Text.assemble(
        (f"{finding.severity}", _STYLES[finding.severity]),
        f" {finding.tool}, {finding.where}: {finding.problem}. {finding.advice} ",
        (f"[{finding.rule}]", "dim"),
    )


def _print_proofs(console: Console, test: ServerTest) -> None:
    if not test.new.proofs:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Tool", "Tried with", "Outcome", "Links"):
        table.add_column(title, overflow="fold")
    for proof in test.new.proofs[:_MOST_PROOFS]:
        tried = proof.source if proof.arguments is None else json.dumps(proof.arguments, ensure_ascii=False)
        cells = (proof.tool.partition("/")[2], shorten(tried, _LONGEST_CELL), str(proof.outcome), proof.links)
        table.add_row(*map(Text, cells))
    console.print(table)
    left = len(test.new.proofs) - _MOST_PROOFS
    if left > 0:
        console.print(f"{plural(left, 'tool')} more on the page.", style="dim", markup=False)
    console.print()


def _print_confusions(console: Console, test: ServerTest) -> None:
    agent = test.new.agent
    for confusion in agent.confusions[:_MOST_CONFUSIONS] if agent is not None else ():
        instead = f"{confusion.called} instead of " if confusion.called else ""
        title = f"{confusion.mistake}: {instead}{confusion.expected} ({confusion.count}×)"
        console.print(Text(title, style="bold"), soft_wrap=True)
        for line in (f"asked: {confusion.request}", f"the agent {confusion.example}", confusion.advice):
            console.print(f"  {line}", markup=False, soft_wrap=True)
    if agent is not None and agent.confusions:
        console.print()
