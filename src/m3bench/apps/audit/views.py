"""Views for the page: plain JSON, bounded in size."""

from __future__ import annotations

import json
from typing import Any

from m3bench.apps.audit.decisions import AuditState, form_digest
from m3bench.apps.audit.dependencies import misplaced_edges, problems, step_layout
from m3bench.apps.audit.editing import LONGEST_ANSWER, LONGEST_ARGUMENTS
from m3bench.apps.audit.items import Item
from m3bench.apps.audit.pairs import Pair, PairSession
from m3bench.apps.audit.session import AuditSession
from m3bench.core import Call, Data, Media, Reference, Task, Text
from m3bench.core.text import beginning
from m3bench.hosting.toolbox import parameters
from m3bench.suites import task_cameras

_LONGEST_TEXT = 20_000
_LONGEST_DESCRIPTION = 600

View = dict[str, Any]


def overview(session: AuditSession, person: str) -> View:
    """Return the list of items with the state of each for this person."""
    states = session.states()
    known = [(item, states.get(item.judged, {}).get(person, AuditState())) for item in session.items]
    items = [
        {"name": item.name, "family": item.task.family or "", "verdict": state.verdict, "begun": state.begun}
        for item, state in known
    ]
    return {"mode": "audit", "person": person, "items": items}


def item_view(session: AuditSession, person: str, item: Item) -> View:
    """Return one item as this person left it."""
    state, form = session.state(person, item), session.form(person, item)
    answer = form.answer or item.task.answer or ""
    return {
        **_task_view(item.task),
        "name": item.name,
        "label": item.reference.name or "",
        "answer": beginning(answer, _LONGEST_TEXT),
        "answer_editable": len(answer) <= LONGEST_ANSWER,
        "seen": form_digest(form),
        "edited": state.form is not None,
        "undoable": bool(state.history),
        **_said(state),
        "problems": problems(state.form or item.reference),
        "others": [_other(name, other, item) for name, other in sorted(session.others(person, item).items())],
        "doubts": [session.tools.call_problems(item.task, call) for _, call in form.calls()],
        **reference_view(
            session.with_results(item, form), stated=bool(item.reference.edges) or state.form is not None
        ),
    }


def tools_view(session: AuditSession, _: str, item: Item) -> View:
    """Return the tools that a call of this item may use."""
    tools = [
        {
            "name": tool.full_name,
            "description": beginning(tool.description, _LONGEST_DESCRIPTION),
            "parameters": parameters(tool),
        }
        for tool in session.tools.permitted(item.task)
    ]
    return {"tools": tools, "unknown": session.tools.unknown(item.task)}


def pairs_overview(session: PairSession, person: str) -> View:
    chosen = session.chosen(person)
    known = [(pair, chosen.get(pair.compared, "open")) for pair in session.pairs]
    items = [
        {"name": pair.task.id, "family": pair.task.family or "", "verdict": verdict, "begun": False}
        for pair, verdict in known
    ]
    return {"mode": "pairs", "person": person, "items": items}


def pair_view(session: PairSession, person: str, pair: Pair) -> View:
    """Return both trajectories in the order of this person, unlabelled."""
    first, second = session.sides(person, pair)
    return {
        **_task_view(pair.task),
        "name": pair.task.id,
        "chosen": session.chosen(person).get(pair.compared),
        "a": reference_view(first, stated=False),
        "b": reference_view(second, stated=False),
    }


def reference_view(reference: Reference, *, stated: bool) -> View:
    """Return steps of numbered calls, and the edges between them."""
    layout = step_layout(reference)
    broken = set(misplaced_edges(layout, reference.edges))
    return {
        "steps": [
            {
                "plan": beginning(step.plan or "", _LONGEST_TEXT),
                "calls": [_call_view(number, call) for number, call in zip(numbers, step.calls, strict=True)],
            }
            for numbers, step in zip(layout, reference.steps, strict=True)
        ],
        "edges": [
            {"source": edge.source, "target": edge.target, "broken": edge in broken}
            for edge in reference.edges
        ],
        "edges_stated": stated,
    }


def _task_view(task: Task) -> View:
    return {
        "task": task.id,
        "family": task.family or "",
        "request": beginning(task.request or "", _LONGEST_TEXT),
        "fuzzy_request": beginning(task.fuzzy_request or "", _LONGEST_TEXT),
        "pictures": list(task.images),
        "camera": ", ".join(task_cameras(task)),
        "servers": list(task.servers),
    }


def _call_view(number: int, call: Call) -> View:
    arguments = _json_text(call.arguments)
    result = "\n".join(map(_part_text, call.result.content)) if call.result else None
    return {
        "number": number,
        "name": call.name,
        "server": call.server,
        "tool": call.tool,
        "arguments": beginning(arguments, LONGEST_ARGUMENTS),
        "editable": len(arguments) <= LONGEST_ARGUMENTS,
        "result": None if result is None else beginning(result, _LONGEST_TEXT),
        "outcome": call.outcome or "",
    }


def _said(state: AuditState) -> View:
    return {"verdict": state.verdict, "reason": state.reason, "at": state.at}


def _other(name: str, state: AuditState, item: Item) -> View:
    return {
        "person": name,
        **_said(state),
        "form": form_digest(state.form) if state.form else "",
        "steps": _outline(state.form or item.reference),
        "edited": state.form is not None,
    }


def _outline(reference: Reference) -> list[str]:
    return [
        beginning(" + ".join(f"{call.name} {_json_text(call.arguments, None)}" for call in step.calls), 2_000)
        for step in reference.steps
    ]


def _part_text(part: Text | Data | Media) -> str:
    match part:
        case Text():
            return part.text
        case Data():
            return _json_text(part.value)
        case Media():
            size = f", {len(part.data)} bytes" if part.data is not None else ""
            return f"[{part.media_type}{size}]"


def _json_text(value: Any, indent: int | None = 2) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
