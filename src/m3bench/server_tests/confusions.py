"""What confused an agent: the calls of its attempts beside those that the tasks need."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from m3bench.checks import Called
from m3bench.core import Call, Outcome, Task, Trajectory
from m3bench.core.text import join, shorten
from m3bench.forge import name_words
from m3bench.hosting import Tool
from m3bench.server_tests.lint import telling_words
from m3bench.server_tests.records import Confusion, Mistake

_SHOWN = 120
_MISSING_WORDS = 5
_ADVICE = {
    Mistake.WRONG_ARGUMENTS: "Describe each parameter: what it holds, its form, an example.",
    Mistake.UNHELPFUL_ERROR: "Name the parameter in the error, and what was expected.",
    Mistake.FAILED_CALL: "The same call worked before: see why the tool fails when it is called again.",
    Mistake.WRONG_ANSWER: "Name the values of the result after what they are, or declare an output schema.",
}
"""What to do about mistakes, apart from the choice of tools, which depends on their descriptions."""
_REFUSED = (Outcome.INVALID_ARGUMENTS, Outcome.TOOL_ERROR, Outcome.NOT_FOUND)


class _Slip(msgspec.Struct, frozen=True):
    """One mistake of one attempt."""

    mistake: Mistake
    expected: str
    called: str
    task: Task
    example: str


def find_confusions(
    attempts: Sequence[tuple[Task, Trajectory, bool]], tools: Mapping[str, Tool]
) -> tuple[Confusion, ...]:
    """Return the mistakes of attempts that failed, the most frequent first.

    Attempts are tasks, what the agent did, and whether it succeeded; tools are those that were mounted.
    """
    groups: dict[tuple[Mistake, str, str], list[_Slip]] = defaultdict(list)
    for task, trajectory, passed in attempts:
        for slip in () if passed else _slips(task, trajectory):
            groups[slip.mistake, slip.expected, slip.called].append(slip)
    return tuple(
        sorted(
            (_confusion(slips, tools) for slips in groups.values()),
            key=lambda confusion: (-confusion.count, confusion.expected, confusion.mistake, confusion.called),
        )
    )


def _slips(task: Task, trajectory: Trajectory) -> Iterator[_Slip]:
    made = [call for _, call in trajectory.calls()]
    needed = [call for _, call in task.references[0].calls()]
    names = {call.name for call in needed}
    wrong = [call for call in made if call.name not in names]
    missing = False
    for call in needed:
        if any(map(Called(call.name, dict(call.arguments)).counts, made)):
            continue
        missing = True
        if same := [other for other in made if other.name == call.name]:
            yield _argument_slip(task, call, same)
        elif wrong:
            yield _Slip(Mistake.WRONG_TOOL, call.name, wrong[0].name, task, f"called {_shown(wrong[0])}")
        else:
            yield _Slip(Mistake.NO_TOOL, call.name, "", task, "made no call in its place")
    if not missing and needed:
        said = shorten(trajectory.answer or "nothing", _SHOWN)
        example = f"answered “{said}”, expected “{shorten(task.answer or '', _SHOWN)}”"
        yield _Slip(Mistake.WRONG_ANSWER, needed[-1].name, "", task, example)


def _argument_slip(task: Task, needed: Call, same: Sequence[Call]) -> _Slip:
    refused = next((call for call in same if call.outcome in _REFUSED), None)
    right = next((call for call in same if call.arguments == needed.arguments), None)
    if right is not None and right.outcome is not Outcome.SUCCESS:
        said = shorten(" ".join(right.result.text.split()) if right.result is not None else "", _SHOWN)
        return _Slip(Mistake.FAILED_CALL, needed.name, "", task, f"called {_shown(right)}, and got “{said}”")
    chosen = refused or same[0]
    example = f"called {_shown(chosen)}, expected {_shown(needed)}"
    if refused is not None and refused.result is not None:
        said = " ".join(refused.result.text.split())
        example += f"; the error: “{shorten(said, _SHOWN)}”"
        if not any(re.search(rf"\b{re.escape(name)}\b", said) for name in needed.arguments):
            return _Slip(Mistake.UNHELPFUL_ERROR, needed.name, "", task, example)
    return _Slip(Mistake.WRONG_ARGUMENTS, needed.name, "", task, example)


def _confusion(slips: Sequence[_Slip], tools: Mapping[str, Tool]) -> Confusion:
    first = slips[0]
    return Confusion(
        mistake=first.mistake, expected=first.expected, called=first.called, count=len(slips),
        task=first.task.id, request=first.task.request or "", example=first.example,
        advice=_advice(slips, tools),
    )  # fmt: skip


def _advice(slips: Sequence[_Slip], tools: Mapping[str, Tool]) -> str:
    first = slips[0]
    tool = tools.get(first.expected)
    if first.mistake in _ADVICE:
        return _ADVICE[first.mistake]
    if tool is None:
        return f"List {first.expected} in every session: it was not mounted."
    wanted = [word for slip in slips for word in _asked_for(slip.task)]
    said = set(name_words(f"{tool.name} {tool.description}"))
    missing = [word for word in dict.fromkeys(wanted) if word not in said]
    if missing:
        return f"The description of {first.expected} does not speak of {join(missing[:_MISSING_WORDS])}."
    return f"Say in the description of {first.expected} how it differs from {first.called or 'the others'}."


def _asked_for(task: Task) -> list[str]:
    """Return the telling words of a request, without the values."""
    text = re.sub(r"“[^”]*”", " ", task.request or "")
    kept = telling_words(text) - {"what", "take", "first", "look", "with"}
    return [word for word in name_words(text) if word in kept]


def _shown(call: Call) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
    return f"{call.name}({shorten(arguments, _SHOWN)})"
