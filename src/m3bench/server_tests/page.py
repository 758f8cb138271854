"""A server test as one self-contained HTML page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

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
    chapters = {
        "summary": ("Summary", _section("summary", "Summary", _lines(summary_lines(test)))),
        "agents": ("What confuses agents", _confusions("agents", "What confuses agents", new)),
        "findings": ("Findings", _findings("findings", "Findings", new.findings)),
        "proofs": ("Proof calls", _section("proofs", "Proof calls", _sheet(_proof_table(new)))),
        "bad-calls": ("Bad calls", _section("bad-calls", "Bad calls", _sheet(_bad_call_table(new)))),
        "tasks": ("Tasks", _section("tasks", "Tasks", _sheet(_task_table(test)))),
        "tokens": ("Tokens", _section("tokens", "Tokens", _sheet(_cost_table(new)))),
    }
    if test.change is not None and test.old is not None:
        before = "What confused agents before"
        chapters["agents-before"] = (before, _confusions("agents-before", before, test.old))
        changed = _section("change", "Compared with the old version", _lines(change_lines(test)))
        chapters = {"summary": chapters.pop("summary"), "change": ("Comparison", changed), **chapters}
        for name, title, found in (
            ("gone", "Findings that are gone", test.change.gone),
            ("new", "New findings", test.change.new),
        ):
            if found:
                chapters[name] = (title, _findings(name, title, found))
    settings = {"servers": ", ".join(new.servers), "tools": str(new.tools)}
    page = html_page(
        f"Server test: {', '.join(new.servers)}", "m3bench servers test", chapters, settings=settings
    )
    return redactor().text(page)


def _section(name: str, title: str, *content: Markup | None) -> Markup:
    return element("section", element("h2", title), *content, id=name, class_="section")


def _lines(lines: Sequence[str]) -> Markup:
    return element("div", *(element("p", line) for line in lines), class_="card")


def _findings(name: str, title: str, findings: Sequence[Finding]) -> Markup:
    by_tool: dict[str, list[Finding]] = defaultdict(list)
    for finding in sorted(findings, key=lambda each: list(Severity).index(each.severity)):
        by_tool[finding.tool].append(finding)
    cards = [_tool_card(tool, found) for tool, found in list(by_tool.items())[:_MOST_CARDS]]
    left = len(by_tool) - len(cards)
    more = element("p", f"{plural(left, 'further tool')} in report.json.", class_="note") if left else None
    nothing = element("p", "Nothing to improve was found.", class_="quiet")
    return _section(name, title, *(cards or [nothing]), more)


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


def _confusions(name: str, title: str, test: VersionTest) -> Markup:
    if test.agent is None:
        return _section(name, title, element("p", "No task was run.", class_="quiet"))
    cards = [_confusion_card(confusion) for confusion in test.agent.confusions[:_MOST_CARDS]]
    nothing = element("p", "No attempt failed.", class_="quiet")
    return _section(name, title, *(cards or [nothing]))


def _confusion_card(found: Confusion) -> Markup:
    instead = f" instead of {found.expected}" if found.called else ""
    title = f"{found.mistake}: {found.called or found.expected}{instead} ({plural(found.count, 'attempt')})"
    return element(
        "div",
        element("h3", title),
        element("p", f"Asked: {found.request}"),
        element("p", f"The agent {found.example}."),
        element("p", element("strong", found.advice)),
        element("p", found.task, class_="quiet"),
        class_="card",
    )


def _sheet(table: Table) -> Markup:
    if not table.rows:
        return element("p", "Nothing to show.", class_="quiet")
    return element("div", table_block(table), class_="sheet")


def _table(name: str, title: str, columns: Sequence[tuple[str, str, Kind]], rows: Sequence[Row]) -> Table:
    made = tuple(Column(key=key, title=shown, kind=kind) for key, shown, kind in columns)
    return Table(name=name, title=title, columns=made, rows=rows)


def _proof_table(test: VersionTest) -> Table:
    columns = [(key, key.capitalize(), Kind.TEXT) for key in ("tool", "tried with", "outcome", "values from")]
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
    further = [("said", "Result", Kind.TEXT), ("links", "Links", Kind.TEXT)]
    return _table("proof-calls", "Proof calls", [*columns, *further], rows)


def _bad_call_table(test: VersionTest) -> Table:
    columns = [
        (key, key.capitalize(), Kind.TEXT) for key in ("tool", "mistake", "parameter", "outcome", "said")
    ]
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
    columns = [
        ("task", "Task", Kind.TEXT),
        ("request", "Request", Kind.TEXT),
        ("answer", "Answer", Kind.TEXT),
    ]
    flags = [("solved", "Solved", Kind.FLAG), ("old", "By the old version", Kind.FLAG)]
    return _table("task-list", "Tasks", [*columns, *flags], rows)


def _cost_table(test: VersionTest) -> Table:
    rows: list[Row] = [{"tool": cost.tool, "tokens": cost.tokens} for cost in test.costs]
    return _table(
        "token-list", "Tokens", [("tool", "Tool", Kind.TEXT), ("tokens", "Tokens", Kind.COUNT)], rows
    )
