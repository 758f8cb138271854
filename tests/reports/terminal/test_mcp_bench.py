from __future__ import annotations

from rich.console import Console

from m3bench.core import Call, Outcome, Step, Task, Trajectory
from m3bench.judges import Judgement, rubric_scores
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.reports.terminal import mcp_bench_means, print_mcp_bench
from m3bench.reports.terminal.mcp_bench import setting_of
from m3bench.runs import JudgedRun, RunResult, run_settings
from tests.reports.conftest import text_of


def attempt(name: str, *outcomes: Outcome) -> Trajectory:
    steps = tuple(Step((Call("math/add", {}, outcome=outcome),)) for outcome in outcomes)
    return Trajectory(task_id=name, steps=steps)


def judged(**grades: float) -> JudgedRun:
    rubric = {}
    for name, grade in grades.items():
        scores = dict.fromkeys(DIMENSIONS, grade)
        reading = Judgement(case=name, judge="j", prompt="rubric@0", input="i", scores=scores)
        rubric[name] = rubric_scores([reading], 1.0)
    return JudgedRun(rubric=rubric)


RESULT = RunResult(
    name="run",
    settings=run_settings(suite="s", agent="a"),
    tasks=(
        Task(id="one", servers=("math",)),
        Task(id="two", servers=("math", "wiki")),
        Task(id="none"),
    ),
    trajectories=(
        attempt("one", Outcome.SUCCESS, Outcome.UNKNOWN_TOOL),
        attempt("two", Outcome.SUCCESS),
        attempt("none"),
    ),
)


def test_means_by_servers_leave_out_what_is_unknown() -> None:
    groups = mcp_bench_means(RESULT, judged(one=5.0))
    assert [means.attempts for means in groups.values()] == [3, 1, 1]
    assert [means.judged for means in groups.values()] == [1, 1, 0]
    # An attempt without calls has no rates.
    assert groups["all"].scores["valid_tool_name"] == 0.75
    assert groups["single"].scores["valid_tool_name"] == 0.5
    assert groups["multiple"].scores["task_fulfillment"] is None
    assert groups["all"].rounds == 1.0
    assert groups["all"].bands["task_fulfillment"] == (0, 1, 0, 0)
    assert mcp_bench_means(RESULT, None)["all"].overall is None


def test_a_task_that_names_no_server_is_in_neither_group() -> None:
    assert [setting_of(task) for task in RESULT.tasks] == ["single", "multiple", None]


def test_the_table_has_a_column_for_each_group(console: Console) -> None:
    print_mcp_bench(console, mcp_bench_means(RESULT, judged(one=5.0, two=9.0)))
    lines = {line[:22].strip(): line[22:].split() for line in text_of(console).splitlines()}
    assert lines["tasks"] == ["3", "1", "1"]
    assert lines["valid tool name"] == ["0.750", "0.500", "1.000"]
    assert lines["overall score"] == ["0.775", "0.625", "0.925"]
    assert lines["tool calls"] == ["1.0", "2.0", "1.0"]
