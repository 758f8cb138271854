"""Judgements that were made before."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Usage
from m3bench.judges import CachedJudge, Case, CompletionJudge, Judgement, JudgementCache, RubricJudge
from m3bench.judges.judgement import Judge
from m3bench.models import ModelUnavailable, Reply
from m3bench.testing import ScriptedModel
from tests.judges.cases import CASE, completion, reasoned

GOOD = Reply(completion(3, 2, 1), usage=Usage(900, 40, 1, 0.01))


def judged(
    judge: Judge, model: ScriptedModel, cache: JudgementCache, *, case: Case = CASE, turn: int = 0
) -> Judgement:
    return anyio.run(lambda: CachedJudge(judge, cache).judge(case, model, turn=turn))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_the_second_time_nothing_is_asked_and_nothing_is_paid(tmp_path: Path) -> None:
    cache, model = JudgementCache(tmp_path), ScriptedModel([GOOD])
    first = judged(CompletionJudge(), model, cache)
    second = judged(CompletionJudge(), model, cache)
    assert (first.cached, first.usage) == (False, Usage(900, 40, 1, 0.01))
    assert (second.cached, second.usage) == (True, Usage(900, 40, 0, 0.0))
    assert msgspec.structs.replace(second, cached=False, usage=first.usage) == first
    assert second.raw == (GOOD.text,)
    assert len(model.requests) == 1
    assert (cache.counts.hits, cache.counts.misses) == (1, 1)


def test_another_model_prompt_case_or_turn_is_another_judgement(tmp_path: Path) -> None:
    cache = JudgementCache(tmp_path)
    rubric = reasoned(
        task_fulfillment=5,
        grounding=5,
        tool_appropriateness=5,
        parameter_accuracy=5,
        dependency_awareness=5,
        parallelism_and_efficiency=5,
    )
    other = msgspec.structs.replace(CASE, answer="The apple costs $3.")
    judged(CompletionJudge(), ScriptedModel([GOOD], "a/one"), cache)
    judged(CompletionJudge(), ScriptedModel([GOOD], "b/two"), cache)
    judged(CompletionJudge(), ScriptedModel([GOOD], "a/one"), cache, case=other)
    judged(CompletionJudge(), ScriptedModel([GOOD], "a/one"), cache, turn=1)
    judged(RubricJudge(1), ScriptedModel([rubric], "a/one"), cache)
    judged(RubricJudge(2), ScriptedModel([rubric], "a/one"), cache)
    assert (cache.counts.hits, cache.counts.misses) == (0, 6)
    assert len(files(tmp_path)) == 6


def test_what_is_missing_is_tried_again(tmp_path: Path) -> None:
    cache = JudgementCache(tmp_path)
    model = ScriptedModel([ModelUnavailable("busy"), "no", "no", GOOD])
    assert [judged(CompletionJudge(), model, cache).scores is None for _ in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    assert (cache.counts.hits, cache.counts.misses) == (1, 3)


def test_what_is_missing_leaves_no_file(tmp_path: Path) -> None:
    judged(CompletionJudge(), ScriptedModel(["no", "no"]), JudgementCache(tmp_path))
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    "corrupt",
    [
        lambda path: path.write_text("", "utf-8"),
        lambda path: path.write_text("[]", "utf-8"),
        lambda path: path.write_bytes(b"\xff\xfe"),
        lambda path: path.write_text("[" * 100_000, "utf-8"),
        lambda path: path.write_text(path.read_text("utf-8")[:-20], "utf-8"),
        lambda path: path.write_text(path.read_text("utf-8").replace('"turn": 0', '"turn": 1'), "utf-8"),
        lambda path: path.write_text(
            path.read_text("utf-8").replace('"planning": 3.0', '"planning": "3"'), "utf-8"
        ),
        lambda path: path.write_text(_without_scores(path), "utf-8"),
        lambda path: (path.unlink(), path.mkdir()),
    ],
)
def test_a_file_that_cannot_be_read_is_a_miss(tmp_path: Path, corrupt: object) -> None:
    cache = JudgementCache(tmp_path)
    judged(CompletionJudge(), ScriptedModel([GOOD]), cache)
    (path,) = files(tmp_path)
    assert callable(corrupt)
    corrupt(path)
    again = judged(CompletionJudge(), ScriptedModel([GOOD]), cache)
    assert (again.cached, again.scores) == (False, {"planning": 3.0, "process": 2.0, "result": 1.0})
    assert (cache.counts.hits, cache.counts.misses) == (0, 2)


def _without_scores(path: Path) -> str:
    record = json.loads(path.read_text("utf-8"))
    del record["judgement"]["scores"]
    return json.dumps(record)


def test_raw_text_is_kept_whatever_stands_in_it(tmp_path: Path) -> None:
    cache, odd = JudgementCache(tmp_path), "\ud800\x00 no"
    first = judged(CompletionJudge(), ScriptedModel([odd, GOOD]), cache)
    assert judged(CompletionJudge(), ScriptedModel([]), cache).raw == first.raw == (odd, GOOD.text)


def test_a_folder_that_cannot_be_written_costs_the_record_only(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", "utf-8")
    cache = JudgementCache(blocked)
    assert judged(CompletionJudge(), ScriptedModel([GOOD]), cache).scores is not None
    assert cache.counts.unwritten == 1
    assert "file" in (cache.counts.problem or "")


def test_nothing_but_the_record_is_left(tmp_path: Path) -> None:
    judged(CompletionJudge(), ScriptedModel([GOOD]), JudgementCache(tmp_path))
    (path,) = files(tmp_path)
    record = json.loads(path.read_text("utf-8"))
    assert record["judgement"]["raw"] == [GOOD.text]
    assert record["key"]["prompt"] == CompletionJudge().prompt
    assert path.suffix == ".json"
