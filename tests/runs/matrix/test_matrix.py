"""A matrix of runs: its file, its cells, and the study."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import FormatError
from m3bench.hosting import ResourceLimits
from m3bench.runs import RunFolder
from m3bench.runs.matrix import read_matrix
from tests.cli.command import run_command
from tests.runs.sums import sums_file

FILE = """
suites = ["tasks.jsonl", { suite = "tasks.jsonl", name = "odd", family = ["odd"] }]
agents = ["reference", "noisy:0.5"]
repeats = 2
out = "study"
tags = ["nightly"]

[options]
seed = 3

[limits]
concurrency = 2
"""
WITH_MODELS = """
suites = ["smoke"]
agents = ["idle", "caller", { agent = "react", max_steps = 4 }]
models = [
    "openai/gpt-5",
    { model = "vllm/q", name = "warm", base_url = "http://127.0.0.1:1/v1", settings = { temperature = 1.5 } },
]
"""


def written(folder: Path, text: str) -> Path:
    sums_file(folder / "tasks.jsonl", 3)
    (folder / "run.toml").write_text(text)
    return folder / "run.toml"


def test_each_combination_is_a_run_and_agents_without_a_model_are_run_once(tmp_path: Path) -> None:
    cells = {cell.name: cell.settings for cell in read_matrix(written(tmp_path, WITH_MODELS)).cells}
    assert list(cells) == [
        "smoke-idle", "smoke-caller-openai-gpt-5", "smoke-caller-warm", "smoke-react-openai-gpt-5",
        "smoke-react-warm",
    ]  # fmt: skip
    assert cells["smoke-idle"].model.name is None
    assert cells["smoke-react-warm"].model.settings.temperature == 1.5
    assert (cells["smoke-react-warm"].max_steps, cells["smoke-caller-warm"].max_steps) == (4, None)


def test_resource_limits_are_a_table_and_an_agent_may_have_its_own(tmp_path: Path) -> None:
    text = """
suites = ["smoke"]
agents = ["idle", { agent = "reference", resource_limits = { memory = "8GB" } }]
[resource_limits]
workspace-bytes = "2GB"
processes = 99
"""
    plain, own = (cell.settings.resource_limits for cell in read_matrix(written(tmp_path, text)).cells)
    assert plain == ResourceLimits(workspace_bytes=2 * 10**9, processes=99)
    assert own == ResourceLimits(memory=8 * 10**9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'suites = ["smoke"]\nagents = ["idle"]\n[resource_limits]\nmemry = 1',
            "resource_limits, line 3: --resource-limit has no name 'memry'",
        ),
        ('suites = ["smoke"]\nagnts = ["idle"]', "agnts, line 2: unknown key 'agnts'"),
        ('suites = ["smoke"]\nagents = ["idle"]\n[options]\nepoch = 2', "epoch, line 4: unknown key"),
        ('suites = ["smoke"]\nagents = ["idle"]\n[options]\nlimit = "two"', "limit, line 4: Expected"),
        ('suites = ["smoke"]\nagents = ["idle"]\n[limits]\nretrys = 2', "Did you mean retries"),
        ('suites = ["smoke"]\nagents = ["idle"]\n[limits]\nretries = "x"', "retries, line 4: Expected"),
        ('suites = ["smoke"]\nagents = ["idel"]', "Did you mean idle"),
        ('suites = ["smoke"]\nagents = ["caller"]', "needs a model"),
        ('agents = ["idle"]', "it has no suites"),
        ('suites = ["smoke"]\nagents = [{ name = "x" }]', "an entry of agents has no agent"),
        ('suites = ["smoke"]\nagents = [3]', "agents, line 2: expected a name or a table"),
        ('suites = ["smoke"]\nagents = ["idle"]\nout = 3', "out, line 3: Expected"),
        ('suites = ["smoke"]\nagents = ["idle"]\noptions = 3', "expected a table"),
        ("suites = [", "is not TOML"),
    ],
)  # fmt: skip
def test_mistakes_name_file_key_and_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read_matrix(written(tmp_path, text))
    assert "run.toml" in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.slow
def test_a_study_is_run_and_continued_by_one_command(tmp_path: Path) -> None:
    file = written(tmp_path, FILE)
    dry = run_command("run", "run.toml", "--dry-run", folder=tmp_path)
    assert "4 runs in" in dry.stdout
    assert not (tmp_path / "study").exists()
    done = run_command("run", "run.toml", "--tag", "two", folder=tmp_path)
    names = ["tasks-reference", "tasks-noisy-0.5", "odd-reference", "odd-noisy-0.5"]
    rows = [line.split()[0] for line in done.stdout.splitlines()[-6:-1]]
    assert rows == ["Run", *names]
    manifest = RunFolder.open(tmp_path / "study" / "odd-reference").manifest
    assert (manifest.tags, manifest.tasks, manifest.recorded.epochs) == (("nightly", "two"), 1, 2)
    again = run_command("run", "run.toml", folder=tmp_path)
    assert again.stderr.count("it is complete") == 4
    resumed = run_command("run", "--resume", "study", code=2, folder=tmp_path)
    assert "study is a study, not a run" in resumed.stderr
    file.write_text(FILE.replace("seed = 3", "seed = 4"))
    changed = run_command("run", "run.toml", code=2, folder=tmp_path)
    assert "was begun with another seed: 3 → 4" in changed.stderr.replace("\n", " ")


def test_settings_on_the_command_line_are_refused(tmp_path: Path) -> None:
    written(tmp_path, FILE)
    for option in (("--agent", "idle"), ("--epochs", "3"), ("--preflight",)):
        done = run_command("run", "run.toml", *option, code=2, folder=tmp_path)
        assert f"{option[0]} cannot be given with run.toml" in done.stderr
    assert (
        "nowhere.toml: cannot be read" in run_command("run", "nowhere.toml", code=2, folder=tmp_path).stderr
    )
