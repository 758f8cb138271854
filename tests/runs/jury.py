"""Judges that say what they are told to, and a small run for them to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio

from m3bench.core import Usage
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.models import ModelError, Reply, Request, System
from m3bench.runs import JudgeKind, Judging, JudgingSettings, prepare_judging, run_settings, start_run
from m3bench.testing import ScriptedModel
from tests.runs.sums import sums_file

PANEL = ("openai/one", "google/two", "x-ai/three", "deepseek/four")
COST = 1.0
Line = str | ModelError


def made_run(folder: Path, count: int = 3, *, agent: str = "reference", epochs: int = 1) -> Path:
    """A run of a few sums, made in this process."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = run_settings(suite=str(sums_file(folder / "tasks.jsonl", count)), agent=agent, epochs=epochs)
    anyio.run(start_run, settings, folder / "run")
    return folder / "run"


def judging(run: Path, judges: tuple[str, ...] = PANEL, **more: object) -> Judging:
    """Of scripted judges, which need not be opened."""
    return prepare_judging(run, JudgingSettings(judges=judges, **more), openable=False)  # type: ignore[arg-type]


def both(**more: object) -> dict[str, object]:
    return {"kinds": (JudgeKind.RUBRIC, JudgeKind.OUTCOME), **more}


def prompt_of(system: str) -> str:
    """Which prompt a judge was given, by the form of the reply."""
    keys = {"completion": '"planning":', "rubric": '"task_fulfillment":', "outcome": '"consistent":'}
    return next((name for name, key in keys.items() if key in system), "grounding")


def judgement_text(prompt: str, share: float) -> str:
    """A reply that gives the share of what there is to give."""
    if prompt == "rubric":
        score = 1 + round(9 * share)
        return json.dumps({name: {"reason": "so", "score": score} for name in DIMENSIONS})
    scores: dict[str, dict[str, float]] = {
        "completion": {"planning": 3 * share, "process": 3 * share, "result": 4 * share},
        "grounding": {"grounding": share},
        "outcome": {"consistent": round(share)},
    }
    return json.dumps({"reason": "so", **scores[prompt]})


def juror(
    share: float = 0.5, *, cost: float | None = COST, says: Callable[[Request], Line | None] = lambda _: None
) -> ScriptedModel:
    """A judge that gives every case the same share, unless `says` has something else to say."""

    def script(request: Request) -> Reply | ModelError:
        line = says(request)
        if isinstance(line, ModelError):
            return line
        text = judgement_text(prompt_of(_system(request)), share) if line is None else line
        return Reply(text, usage=Usage(100, 10, 1, cost))

    return ScriptedModel(script)


def jury(shares: Mapping[str, float]) -> dict[str, ScriptedModel]:
    jurors = {name: juror(share) for name, share in shares.items()}
    for name, model in jurors.items():
        model.name = name
    return jurors


def named(model: ScriptedModel, name: str) -> ScriptedModel:
    model.name = name
    return model


def _system(request: Request) -> str:
    first = request.messages[0]
    assert isinstance(first, System)
    return first.text
