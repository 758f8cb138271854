"""Hashes of results that are kept with a built task."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import islice

import pytest

from m3bench.core import Call, Reference, Result, Step, Task, Text, Trajectory
from m3bench.curation.build import FamilyBuilder, _candidates, result_digests, same_results
from m3bench.suites import PlanError, suite_generator
from m3bench_world import World

EARLY, LATE = "2026-01-05T10:00:00.123Z", "2026-01-06T11:30:00.456Z"


def _digests(tool: str, text: str) -> list[str]:
    call = Call(tool, {}, result=Result((Text(text),)))
    return result_digests(Trajectory(task_id="t", steps=(Step((call,)),)))


def test_times_of_third_party_servers_are_left_out() -> None:
    tool = "npm-itseasy21__mcp-knowledge-graph/create_entities"
    assert _digests(tool, f"made at {EARLY}") == _digests(tool, f"made at {LATE}")
    assert _digests(tool, f"made at {EARLY}") != _digests(tool, f"changed at {EARLY}")


def test_times_of_bundled_servers_count() -> None:
    assert _digests("weather/get_weather", EARLY) != _digests("weather/get_weather", LATE)


def test_days_count() -> None:
    assert _digests("mcp-alchemy/execute_query", "2026-01-05") != _digests(
        "mcp-alchemy/execute_query", "2026-01-06"
    )


def test_results_of_varying_tools_have_no_hash() -> None:
    calls = [
        Call(tool, {}, result=Result((Text(text),)))
        for tool, text in (("git/add", "done"), ("git/commit", "4e1c0"))
    ]
    trajectory = Trajectory(task_id="t", steps=(Step(tuple(calls)),))
    add, commit = result_digests(trajectory)
    assert len({add, commit, ""}) == len(("add", "commit", "none"))
    assert result_digests(trajectory, ("git/commit",)) == [add, ""]


def test_positions_of_detected_things_are_left_out_but_not_what_they_are() -> None:
    def seen(name: str, left: float) -> list[str]:
        return _digests(
            "dinox-mcp/detect-all-objects", f'{{"name":"{name}","score":0.98,"bbox":{{"xmin":{left}}}}}'
        )

    assert seen("cup", 12.3) == seen("cup", 12.4)
    assert seen("cup", 12.3) != seen("can", 12.3)
    assert _digests("ocr/read", "12.3") != _digests("ocr/read", "12.4")


def test_hashes_of_an_earlier_detector_are_not_compared() -> None:
    def seen(tool: str) -> Trajectory:
        return Trajectory(task_id="t", steps=(Step((Call(tool, {}, result=Result((Text("a cup"),))),)),))

    detected = seen("dinox-mcp/detect-all-objects")
    (now,) = result_digests(detected)
    assert same_results(detected, [now])
    assert not same_results(detected, [f"{now}0"])
    assert same_results(detected, [now[1:]])
    assert not same_results(seen("ocr/read"), [now[1:][::-1]])


def test_results_are_compared_with_the_earlier_note_on_long_ones_too() -> None:
    def made(text: str) -> Trajectory:
        return Trajectory(task_id="t", steps=(Step((Call("wiki/page", {}, result=Result((Text(text),))),)),))

    now = "A [Truncated: showing 20,000 of 57,294 characters. The full content was not stored.]"
    earlier = "A [Cut: 20,000 of 57,294 characters are shown. The whole was not kept.]"
    assert same_results(made(now), result_digests(made(now)))
    assert same_results(made(now), result_digests(made(earlier)))
    assert not same_results(made(now), result_digests(made(earlier.replace("A", "B"))))
    assert not same_results(made(now), [])


def _tried(suite: str, family: str, count: int) -> list[list[int]]:
    """Return the numbers that are tried for each task if two of three draws fail."""
    return [list(islice(numbers, 3)) for numbers in _candidates(suite_generator(suite), family, count)]


def test_a_failed_draw_is_replaced_by_the_next_number() -> None:
    assert _tried("m3", "heatmap", 2) == [[0, 1, 2], [3, 4, 5]]


def test_a_failed_draw_of_a_scenario_is_replaced_by_one_of_the_same_scenario() -> None:
    assert _tried("omni", "banking", 2) == [[0, 5, 10], [1, 6, 11]]
    more = _tried("omni", "banking", 7)
    assert more[6] == [6, 16, 26]
    assert len({number for numbers in more for number in numbers}) == sum(map(len, more))


def test_where_answers_must_differ_a_repeated_one_is_skipped() -> None:
    def task(**fields: object) -> Task:
        return Task(id="t", references=(Reference(fields=fields),))

    for name, is_refused in (("m3-photo", True), ("m3", False)):
        builder = FamilyBuilder(suite_generator(name), "fruit_cal", World(), None)  # type: ignore[arg-type]
        builder._require_new(task(lions=1))
        builder._answers.append({"lions": 1})
        builder._require_new(task(lions=2))
        with pytest.raises(PlanError, match="same answer") if is_refused else nullcontext():
            builder._require_new(task(lions=1))


def test_sizes_of_claimed_media_are_not_compared() -> None:
    """Encoders write other bytes on other processors."""

    def claimed(
        size: int, name: str = "spot.mp4", missing: str = "[]", tool: str = "claim-done/claim_done"
    ) -> Trajectory:
        text = f'{{"artefacts":[{{"path":"{name}","exists":true,"bytes":{size}}}],"missing":{missing}}}'
        call = Call(tool, {}, result=Result((Text(text),)))
        return Trajectory(task_id="t", steps=(Step((call,)),))

    recorded = result_digests(claimed(170_456))
    assert same_results(claimed(170_001), recorded)
    assert same_results(claimed(170_001), ["2b14d8bfaca7aa36"]), "recorded with its size"
    assert not same_results(claimed(170_456, missing='["x"]'), recorded)
    assert not same_results(claimed(9, "list.csv"), result_digests(claimed(8, "list.csv")))
    assert not same_results(claimed(9, tool="files/list"), result_digests(claimed(8, tool="files/list")))
