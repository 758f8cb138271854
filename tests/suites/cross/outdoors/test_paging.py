"""Lists that take several calls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Text
from m3bench.core.trajectory import Result
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.outdoors._shared.paging import Pages, all_pages
from m3bench_suites.builders.cross.outdoors._shared.tools import CAMPS
from m3bench_suites.builders.tasks import Steps


def answered(index: int, data: Any) -> CallResult:
    return CallResult(index, CAMPS, Result((Text(data if isinstance(data, str) else json.dumps(data)),)))


def camps(first: int, last: int, total: int) -> dict[str, Any]:
    return {"total": total, "campgrounds": [{"name": f"camp {index}"} for index in range(first, last)]}


def end(rounds: Steps[list[Pages]], *heard: CallResult) -> list[Pages]:
    with pytest.raises(StopIteration) as ended:
        rounds.send(list(heard))
    pages: list[Pages] = ended.value.value
    return pages


def test_all_pages_of_several_lists_take_two_rounds() -> None:
    rounds = all_pages(CAMPS, asked=[{"parkCode": "yose"}, {"parkCode": "zion"}])
    assert [call.arguments["limit"] for call in next(rounds)] == [10, 10]
    later = rounds.send([answered(0, camps(0, 10, 13)), answered(1, camps(0, 3, 3))])
    assert [(call.arguments["parkCode"], call.arguments["start"], call.uses) for call in later] == [
        ("yose", 10, (0,))
    ]
    large, small = end(rounds, answered(2, camps(10, 13, 13)))
    assert (len(large.items), len(large.results), large.source["camp 12"].index) == (13, 2, 2)
    assert (len(small.items), len(small.results)) == (3, 1)


def test_one_page_takes_one_round() -> None:
    rounds = all_pages(CAMPS, asked=[{"parkCode": "zion"}])
    next(rounds)
    (pages,) = end(rounds, answered(0, camps(0, 0, 0)))
    assert pages.items == {}


@pytest.mark.parametrize("wrong", ["Not found: no park", {"total": 2, "campgrounds": [{"name": "x"}] * 2}])
def test_lists_that_cannot_be_read_reject_a_draw(wrong: Any) -> None:
    rounds = all_pages(CAMPS, asked=[{"parkCode": "zion"}])
    next(rounds)
    with pytest.raises(PlanError):
        rounds.send([answered(0, wrong)])
