"""`m3bench run` and what works on its folder, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.models import Reply
from m3bench.testing.provider import FakeProvider
from tests.cli.command import run_command
from tests.runs.sums import sums_file


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    tasks = sums_file(folder / "tasks.jsonl", 4)
    run_command("run", str(tasks), "--agent", "reference", "--out", str(folder / "run"))
    return folder / "run"


def test_a_run_says_what_happened_and_where_it_is(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 4)
    done = run_command("run", str(tasks), "--agent", "noisy:0.5", "--seed", "3", folder=tmp_path)
    assert "[4/4] sum-" in done.stderr
    assert "attempts: 4 completed" in done.stdout
    assert [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("Total")] == ["4"]
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("tasks-noisy-0.5-")
    assert f"The run is in runs/{folder.name}" in done.stdout


def test_a_run_can_be_scored_again(run: Path, tmp_path: Path) -> None:
    done = run_command("score", str(run), "--json", str(tmp_path / "scores.json"))
    (total,) = (line.split() for line in done.stdout.splitlines() if line.startswith("Total"))
    assert total == ["Total", *["1.000"] * 7, "4"]
    scores = json.loads((tmp_path / "scores.json").read_text())
    assert scores["run"]["statuses"] == {"completed": 4}
    assert scores["run"]["settings"]["agent"] == "reference"
    assert scores["aggregate"]["recall"] == 1.0


def test_a_task_of_a_run_can_be_explained(run: Path) -> None:
    assert "Losses by metric" in run_command("score", str(run), "--explain", "sum-0002").stdout


def test_two_runs_can_be_compared(run: Path) -> None:
    assert "4 scored tasks in common" in run_command("compare", str(run), str(run)).stdout


def test_the_calls_of_a_run_can_be_made_again(run: Path) -> None:
    done = run_command("replay", str(run))
    assert "16 of 16 calls name a known tool" in done.stdout.replace("\n", " ")


def test_a_complete_run_has_nothing_to_go_on_with(run: Path) -> None:
    assert "4 of 4 attempts are already done" in run_command("run", "--resume", str(run)).stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run",), "No suite was given."),
        (("run", "smok", "--agent", "idle"), "Did you mean smoke?"),
        (("run", "smoke"), "No agent was given."),
        (("run", "smoke", "--agent", "idel"), "Did you mean idle?"),
        (("run", "smoke", "--agent", "caller"), "needs a model"),
        (("run", "smoke", "--agent", "idle", "--model", "openai/x"), "takes no model"),
        (("run", "smoke", "--agent", "caller", "--model", "nobody/x"), "Unknown model 'nobody/x'."),
        (("run", "smoke", "--agent", "idle", "--mode", "orakle"), "is not a mount mode"),
        (("run", "smoke", "--agent", "idle", "--mode", "max:64"), "max takes 65, all or synthetic"),
        (("run", "smoke", "--agent", "idle", "--mode", "max:65"), "install servers --preset verse-65"),
        (("run", "smoke", "--agent", "idle", "--server-memory", "0"), "--server-memory"),
        (("run", "smoke", "--agent", "idle", "--family", "ships"), "no family 'ships'"),
        (("run", "smoke", "--agent", "noisy:2"), "noisy"),
        (("run", "smoke", "--agent", "idle", "--record", "a", "--replay", "b"), "cannot be combined"),
        (("run", "--resume", "."), "is not a run folder"),
        (("run", "smoke", "--resume", "."), "is not a run folder"),
        (("run", "smoke", "--agent", "idle", "--task", "smoke/warmt"), "Did you mean smoke/warmth"),
        (("run", "smoke", "--agent", "idle", "--where", "levle=L1"), "Did you mean level?"),
        (("run", "smoke", "--agent", "idle", "--where", "level=L9"), "Known values: L1, L2."),
        (("run", "smoke", "--agent", "idle", "-M", "temperatur=1"), "Did you mean temperature?"),
        (("run", "smoke", "--agent", "idle", "-M", "top_p=3"), "top_p=3 is out of range"),
        (("run", "smoke", "--agent", "idle", "-M", "seed=x"), "-M seed=x does not fit"),
        (("run", "smoke", "--agent", "idle", "--extra-body", "[1]"), "--extra-body is not a JSON object"),
        (
            ("run", "smoke", "--agent", "caller", "--model", "google/x", "--extra-body", '{"a": 1}'),
            "not for Google's API",
        ),
        (("run", "smoke", "--agent", "idle", "--header", "X-Team"), "--header 'X-Team' has no value"),
        (("run", "smoke", "--agent", "idle", "--tag", "a,b"), "--tag 'a,b' is not a tag"),
        (("score", "nowhere"), "is not a run folder"),
        (("score",), "There is nothing to score."),
    ],
)
@pytest.mark.usefixtures("own_servers")
def test_mistakes_are_explained(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = run_command(*arguments, code=2, folder=tmp_path)
    assert message in done.stderr.replace("\n", " ")
    assert not (tmp_path / "runs").exists()


@pytest.mark.slow
def test_limits_of_the_model_are_in_the_manifest_and_hold_for_a_resumed_run(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 2)
    out = str(tmp_path / "run")
    cut = Reply("tick, tick, and the same again, " * 20, finish_reason="length")
    with FakeProvider(lambda _: cut) as fake:
        model = ("--agent", "caller", "--model", "openai/some", "--base-url", fake.url(), "--no-probe")
        limits = ("--reply-timeout", "33", "-M", "max_tokens=77", "--context", "4096", "--blind")
        done = run_command("run", str(tasks), *model, *limits, "--out", out)
        again = run_command("run", "--resume", out, "--model-timeout", "44", "--no-probe")
    assert "met a limit: 2 attempts with replies that ended at the limit of their length" in done.stdout
    assert {seen.request.settings.max_tokens for seen in fake.seen} == {77}
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["limits"]["model_timeout"] == 33
    settings = manifest["settings"]
    assert (settings["model_settings"], settings["context"], settings["text_only"]) == (
        {"max_tokens": 77}, 4096, True,
    )  # fmt: skip
    assert "limit changed: --reply-timeout 33 → 44" in again.stderr
