"""The dependencies of a reference in words."""

from __future__ import annotations

from typing import Any

from m3bench.core import Call, Edge, Reference, Result, Step, Task, Text, Trajectory
from m3bench.curation.dependencies import describe_dependencies


def call(name: str, said: str, **arguments: Any) -> Call:
    return Call(name, arguments, result=Result((Text(said),)))


STEPS = (
    Step((call("parks/find", "code: canyonlands, also glacier-bay", state="UT"),)),
    Step(
        (
            call("parks/details", "at 38.5", code="canyonlands"),
            call("parks/details", "at 39.25", code="glacier-bay"),
        )
    ),
    Step((call("maps/height", "1200 m", lat=38.5, units="metric"),)),
)
APART = "They do not need each other."
EDGES = (Edge(0, 1), Edge(0, 2), Edge(1, 3))


def described(**extra: Any) -> list[str]:
    task = Task(id="t", references=(Reference(steps=STEPS, edges=EDGES),), extra=extra)
    return describe_dependencies(task, Trajectory(task_id="t", steps=STEPS)).splitlines()


def test_each_group_of_calls_says_what_it_needs() -> None:
    assert described() == [
        "Step 1: call 1 (parks/find) needs only the request.",
        f"Step 2: calls 2 and 3 (parks/details) need call 1 (parks/find) for code. {APART}",
        "Step 3: call 4 (maps/height) needs call 2 (parks/details) for lat, from another server.",
    ]


def test_a_decision_says_what_follows() -> None:
    branches = [
        {
            "condition": "it is high",
            "taken": {"tools": ["maps/height"], "values": [38.5]},
            "other": {},
            "holds": False,
        }
    ]
    assert described(branches=branches)[-1] == (
        "Decision, if it is high: It is not met here. So maps/height with 38.5 is called; in the other case "
        "nothing more is called."
    )


def test_a_comparison_names_the_contradictions() -> None:
    validation = {
        "fact": "the area of a park",
        "sources": ["parks/find", "parks/details"],
        "compared": ["canyonlands", "glacier-bay"],
        "contradicted": ["glacier-bay"],
    }
    assert described(validations=[validation])[-1] == (
        "Comparison: parks/find and parks/details both state the area of a park; they contradict each other "
        "about glacier-bay (1 of 2)."
    )
