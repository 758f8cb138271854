"""Verdicts on probes: what held, and if not, where it got lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from m3bench.core import Call, count_repairs
from m3bench.core.text import join, plural, shorten, shorten_middle
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.evidence import Evidence
from m3bench.runs.preflight.probes import Finding, Probe
from m3bench.runs.store import ProbeVerdict, ToolNames

_QUOTED = 80
_LONGEST_REASON = 300
_NAMED = 3
_QUICK = 5.0
"""Seconds in which a cancelled call has to end."""
_RENAMING = (
    "Call tools under the names that the MCP server lists. A prefix that a client adds for its model must be "
    "removed again in the call."
)
_IDLE = (
    "The tools were sent, and none was called: the endpoint may ignore tools, or the model does not use "
    "them. Try caller:prompted, which describes them in the prompt, or a larger model."
)
_BROKEN = "The program ended before it connected: see the end of what it printed."
_UNCONNECTED = "Give the program the server of M3BENCH_MCP_CONFIG, as docs/agents.md shows."
_IDLE_PROGRAM = "The program has the tools, and does not use them: see its output and its model."


def not_applicable(probe: Probe, accepted: frozenset[str] | None, *, is_program: bool) -> Finding | None:
    """Return why a probe does not apply, if it does not. `accepted` is what the model takes."""
    if probe.needs_program and not is_program:
        return Finding(ProbeVerdict.NOT_APPLICABLE, "Our loops have no client; the user of a task answers.")
    if probe.media_type is None or accepted is None or probe.media_type in accepted:
        return None
    why = f"The model takes no {probe.taken}; runs send {probe.instead} in its place."
    return Finding(ProbeVerdict.NOT_APPLICABLE, why, "If it does take it, say so with --accepts.")


def judge_probe(probe: Probe, codes: Codes, seen: Evidence) -> Finding:
    """Return the verdict on an attempt at a probe."""
    if probe.is_cancelled:
        return _judge_cancellation(probe, seen)
    if not probe.is_answered(codes, seen.answer):
        return _failure(probe, codes, seen)
    if not probe.is_called(seen.steps):
        return _failed("The code came back, but no call was recorded.")
    return probe.judge_steps(seen.steps) or Finding(ProbeVerdict.HELD, _repairs(seen))


def judge_tools(seen: Sequence[Evidence], names: ToolNames) -> Finding:
    """Return whether the tools reached the agent at all, and under which names."""
    if not seen:
        return Finding(ProbeVerdict.UNKNOWN, "Nothing was tried.")
    if has_no_tools(seen):
        return _without_tools(seen[0])
    kind = "served" if not names.seen else "seen" if names.called else "sent"
    return Finding(ProbeVerdict.HELD, f"{kind} as {_listed(names.seen or names.served)}")


def judge_names(seen: Sequence[Evidence], names: ToolNames) -> Finding:
    """Return whether calls use the names of the tools."""
    wrong = tuple(dict.fromkeys(name for attempt in seen for name in attempt.unknown))
    if wrong:
        return _failed(f"Calls named {_listed(wrong)}; the tools are {_listed(names.served)}.", _RENAMING)
    if not names.called:
        return Finding(ProbeVerdict.UNKNOWN, "No tool was called.")
    renamed = sum(count_repairs(attempt.steps).get("renamed_tool", 0) for attempt in seen)
    note = f"; {plural(renamed, 'call')} spelled them differently, and had to be repaired" if renamed else ""
    return Finding(ProbeVerdict.HELD, f"{plural(len(names.called), 'tool')} called by name{note}")


def names_of(seen: Sequence[Evidence]) -> ToolNames:
    """Return all names of tools that were served, seen and called."""
    return ToolNames(
        served=_distinct(attempt.served for attempt in seen),
        seen=_distinct(attempt.seen or () for attempt in seen),
        called=_distinct(attempt.called for attempt in seen),
    )


def has_no_tools(seen: Sequence[Evidence]) -> bool:
    """Return whether an agent got no tools in any attempt."""
    return bool(seen) and not any(map(_has_tools, seen))


def _has_tools(seen: Evidence) -> bool:
    if any(call.outcome is not None and call.outcome.executed for call in _calls(seen)):
        return True
    if seen.refuses_tools:
        return False
    return bool(seen.seen) if seen.requests is not None else seen.is_listed


def _without_tools(seen: Evidence) -> Finding:
    if seen.is_outage:
        return Finding(ProbeVerdict.UNKNOWN, _line(seen.reason), seen.advice)
    because = _because(seen)
    if seen.refuses_tools:
        return _failed("The tools never reached the model: the endpoint refuses them." + because, seen.advice)
    if seen.requests is not None:
        why = "The tools never reached the model: no request had them."
        return _failed(why + because, seen.advice or "See how the agent mounts tools.")
    if seen.client is None:
        why = "The tools never reached the agent: no MCP client connected to the gateway."
        return _failed(why + because, _BROKEN if seen.reason else _UNCONNECTED)
    why = f"The tools never reached the agent: its client ({seen.client}) connected, but did not list tools."
    return _failed(why + because, "Let the client list the tools of the server.")


def _failure(probe: Probe, codes: Codes, seen: Evidence) -> Finding:
    if seen.is_outage:
        return Finding(ProbeVerdict.UNKNOWN, _line(seen.reason), seen.advice)
    if not probe.is_called(seen.steps):
        return _uncalled(seen)
    if seen.requests is None:
        why = (
            f"The tool was called, but the code did not come back{_answered(seen)}. The client left out "
            f"{probe.thing}, or the model cannot read it.{_because(seen)}"
        )
        return _failed(why, probe.lost)
    if seen.advice:
        return _failed(_line(seen.reason), seen.advice)
    if not probe.has_reached(codes, seen.requests):
        return _failed(f"{_capital(probe.thing)} did not reach the model: no request had it.", probe.lost)
    why = f"{_capital(probe.thing)} was sent to the model, but the code did not come back{_answered(seen)}."
    return _failed(why, probe.unread)


def _uncalled(seen: Evidence) -> Finding:
    """Return why no call was carried out."""
    if not _has_tools(seen):
        return _without_tools(seen)
    if seen.unknown:
        why = f"The agent called {_listed(seen.unknown)}; the tools are {_listed(seen.served)}."
        return _failed(why, _RENAMING)
    failed = [call for call in _calls(seen) if call.outcome is not None and not call.outcome.executed]
    if failed:
        text = failed[0].result.text if failed[0].result is not None else ""
        return _failed(f"The call ended as {failed[0].outcome}: {_line(text)}")
    if any(call.outcome is None for call in _calls(seen)):
        why = f"The call did not end before the attempt did{_answered(seen)}.{_because(seen)}"
        return _failed(why, "See what the client does with calls that take long or ask.")
    if _calls(seen):
        return _failed(f"Not all tools were called{_answered(seen)}.")
    why = f"No tool was called{_answered(seen)}.{_because(seen)}"
    idle = _IDLE if seen.requests is not None else _IDLE_PROGRAM
    return _failed(why, seen.advice or idle)


def _judge_cancellation(probe: Probe, seen: Evidence) -> Finding:
    if not probe.is_called(seen.steps):
        return _failure(probe, Codes(), seen)
    if seen.stopped_after is None or seen.stopped_after > _QUICK:
        why = f"A call was still running {_QUICK:g} s after the attempt had ended."
        return _failed(why, "Calls of ended attempts keep servers busy.")
    return Finding(ProbeVerdict.HELD, f"its call ended {seen.stopped_after:.1f} s after the attempt")


def _failed(why: str, advice: str = "") -> Finding:
    return Finding(ProbeVerdict.FAILED, why, advice)


def _calls(seen: Evidence) -> list[Call]:
    return [call for step in seen.steps for call in step.calls]


def _answered(seen: Evidence) -> str:
    return f" (answer: {shorten(_line(seen.answer), _QUOTED)!r})" if seen.answer.strip() else ""


def _because(seen: Evidence) -> str:
    return f" {_line(seen.reason)}" if seen.reason else ""


def _repairs(seen: Evidence) -> str:
    repaired = count_repairs(seen.steps)
    return f"calls were repaired: {', '.join(sorted(repaired))}" if repaired else ""


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    shown = [shorten(name, _QUOTED) for name in names[:_NAMED]]
    return (", ".join(shown) + more if more else join(shown, "and")) or "nothing"


def _distinct(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for group in groups for name in group))


def _line(text: str) -> str:
    return shorten_middle(re.sub(r"\s+", " ", text).strip(), _LONGEST_REASON)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
