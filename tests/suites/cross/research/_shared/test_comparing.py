"""Papers asked for at two sources."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.cross.research._shared.comparing import both_sources, compare
from tests.suites.cross.research.results import result


def test_each_paper_is_asked_for_twice_and_compared() -> None:
    calls = both_sources({"2501.1": [result("x", 3)], "2501.2": [result("x", 3)]})
    assert [call.arguments.get("arxiv_id", call.arguments.get("query")) for call in calls] == [
        "2501.1", "2501.1", "2501.2", "2501.2",
    ]  # fmt: skip
    assert {call.uses for call in calls} == {(3,)}
    answers = [result({"citations": 4}), result([{"citations": 5}])]
    assert compare(answers, ["2501.1"], "citations", "citations") == ({"2501.1": 4}, {"2501.1": 5})
    with pytest.raises(ValueError, match="zip"):
        compare(answers, ["2501.1", "2501.2"], "citations", "citations")
