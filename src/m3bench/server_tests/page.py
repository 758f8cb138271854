"""A server test as one self-contained HTML page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence

from m3bench.core.redaction import redactor
from m3bench.core.text import plural
from m3bench.reports.page import Markup, element, html_page, table_block
from m3bench.reports.study import Column, Kind, Row, Table
from m3bench.server_tests.records import BadCall, Confusion, Finding, ServerTest, Severity, VersionTest
from m3bench.server_tests.summary import change_lines, summary_lines

_MOST_CARDS = 200


def server_test_page(test: ServerTest) -> str:
    """Return the page. Text of servers is escaped, and secrets are removed."""
    new = test.new
    change, old = test.change, test.old
    parts: dict[str, tuple[str, Sequence[Markup | None]]] = {
        "summary": ("Summary", [_lines(summary_lines(test))]),
        "change": ("Compared with the old version", [_lines(change_lines(test))]),
        "agents": ("What confuses agents", _confusions(new)),
        "findings": ("Findings", _findings(new.findings)),
        "proofs": ("Proof calls", [_sheet(_proof_table(new))]),
        "bad-calls": ("Bad calls", [_sheet(_bad_call_table(new))]),
        "tasks": ("Tasks", [_sheet(_task_table(test))]),
        "tokens": ("Tokens", [_sheet(_cost_table(new))]),
    }
    if change is None or old is None:
        del parts["change"]
    else:
        parts["agents-before"] = ("What confused agents before", _confusions(old))
        parts |= {"gone": ("Findings that are gone", _findings(change.gone))} if change.gone else {}
        parts |= {"new": ("New findings", _findings(change.new))} if change.new else {}
    chapters = {
        name: ("Comparison" if name == "change" else title, _section(name, title, content))
        for name, (title, content) in parts.items()
    }
    settings = {"servers": ", ".join(new.servers), "tools": str(new.tools)}
    page = html_page(
        f"Server test: {', '.join(new.servers)}", "m3bench servers test", chapters, settings=settings
    )
    return redactor().text(page)


def _section(name: str, title: str, content: Sequence[Markup | None]) -> Markup:
    return element("section", element("h2", title), *content, id=name, class_="section")


def _lines(lines: Sequence[str]) -> Markup:
    return element("div", *(element("p", line) for line in lines), class_="card")


def _findings(findings: Sequence[Finding]) -> list[Markup | None]:
    by_tool: dict[str, list[Finding]] = defaultdict(list)
    for finding in sorted(findings, key=lambda finding: list(Severity).index(finding.severity)):
        by_tool[finding.tool].append(finding)
    cards = [_tool_card(tool, own) for tool, own in list(by_tool.items())[:_MOST_CARDS]]
    left = len(by_tool) - len(cards)
    more = element("p", f"{plural(left, 'further tool')} in report.json.", class_="note") if left else None
    return [*(cards or [_quiet("Nothing to improve was found.")]), more]


def _quiet(text: str) -> Markup:
    return element("p", text, class_="quiet")


def _tool_card(tool: str, findings: Sequence[Finding]) -> Markup:
    rows = (
        element(
            "p",
            element("strong", f"{finding.severity}: {finding.problem}."),
            f" {finding.advice} ",
            element("span", f"{finding.rule}, {finding.where}", class_="quiet"),
        )
        for finding in findings
    )
    return element("div", element("h3", tool), *rows, class_="card")


def _confusions(test: VersionTest) -> list[Markup]:
    if test.agent is None:
        return [_quiet("No task was run.")]
    return list(map(_confusion_card, test.agent.confusions[:_MOST_CARDS])) or [_quiet("No attempt failed.")]


def _confusion_card(confusion: Confusion) -> Markup:
    instead = f" instead of {confusion.expected}" if confusion.called else ""
    tool, attempts = confusion.called or confusion.expected, plural(confusion.count, "attempt")
    return element(
        "div",
        element("h3", f"{confusion.mistake}: {tool}{instead} ({attempts})"),
        element("p", f"Asked: {confusion.request}"),
        element("p", f"The agent {confusion.example}."),
        element("p", element("strong", confusion.advice)),
        _quiet(confusion.task),
        class_="card",
    )


def _sheet(table: Table) -> Markup:
    return element("div", table_block(table), class_="sheet") if table.rows else _quiet("Nothing to show.")


def _table(name: str, title: str, columns: Mapping[str, tuple[str, Kind]], rows: Sequence[Row]) -> Table:
    made = tuple(Column(key=key, title=shown, kind=kind) for key, (shown, kind) in columns.items())
    return Table(name=name, title=title, columns=made, rows=rows)


def _text_columns(*keys: str) -> dict[str, tuple[str, Kind]]:
    return {key: (key.capitalize(), Kind.TEXT) for key in keys}


def _proof_table(test: VersionTest) -> Table:
    columns = _text_columns("tool", "tried with", "outcome", "values from", "said", "links")
    rows: list[Row] = [
        {
            "tool": proof.tool.partition("/")[2],
            "tried with": "" if proof.arguments is None else json.dumps(proof.arguments, ensure_ascii=False),
            "outcome": str(proof.outcome),
            "values from": proof.source,
            "said": proof.said,
            "links": proof.links,
        }
        for proof in test.proofs
    ]
    return _table("proof-calls", "Proof calls", {**columns, "said": ("Result", Kind.TEXT)}, rows)


def _bad_call_table(test: VersionTest) -> Table:
    columns = _text_columns("tool", "mistake", "parameter", "outcome", "said")
    rows: list[Row] = [
        {
            "tool": call.tool.partition("/")[2],
            "mistake": call.mistake,
            "parameter": call.parameter,
            "outcome": _bad_outcome(call),
            "said": call.said,
        }
        for call in test.bad_calls
    ]
    return _table("bad-call-list", "Bad calls", columns, rows)


def _bad_outcome(call: BadCall) -> str:
    if not call.survived:
        return "timed out" if call.timed_out else "server fault"
    if not call.refused:
        return "accepted"
    return "refused, names the parameter" if call.helpful else "refused, does not name the parameter"


def _task_table(test: ServerTest) -> Table:
    solved = test.new.agent.successes if test.new.agent is not None else {}
    before = test.old.agent.successes if test.old is not None and test.old.agent is not None else {}
    rows: list[Row] = [
        {
            "task": task.id.partition("/")[2],
            "request": task.request,
            "answer": task.answer,
            "solved": solved.get(task.id),
            "old": before.get(task.id),
        }
        for task in test.tasks
    ]
    flags = {"solved": ("Solved", Kind.FLAG), "old": ("By the old version", Kind.FLAG)}
    return _table("task-list", "Tasks", _text_columns("task", "request", "answer") | flags, rows)


def _cost_table(test: VersionTest) -> Table:
    rows: list[Row] = [{"tool": cost.tool, "tokens": cost.tokens} for cost in test.costs]
    columns = {"tool": ("Tool", Kind.TEXT), "tokens": ("Tokens", Kind.COUNT)}
    return _table("token-list", "Tokens", columns, rows)
