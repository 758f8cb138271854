"""OpenHands: its SDK, run by a script of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from m3bench.agents.external import Launch
from m3bench.agents.presets.installing import pypi_entry
from m3bench.agents.presets.preset import (
    GATEWAY,
    Job,
    Outcome,
    Preset,
    base64_of,
    cost_in,
    text_of,
    whole_number,
    write_file,
)
from m3bench.core import Usage, UsageError

_VERSION = "1.58.0"
_RUNNER = Path(__file__).with_name("openhands_runner.py")
_ANY = re.compile(r"\Aany/")
_FINISHED = "finished"


class OpenHands(Preset):
    name = "openhands"
    title = "OpenHands"
    keys = ("LLM_API_KEY",)
    full_model_names = True
    entry = pypi_entry(name, "openhands-sdk", _VERSION, megabytes=485, python=">=3.12")

    def launch(self, job: Job) -> Launch:
        if job.model is None:
            raise UsageError(
                "preset:openhands needs a model.",
                "Name one with --model, as LiteLLM does: openai/NAME, anthropic/NAME …",
            )
        script = write_file(job.place.home, _RUNNER.name, _RUNNER.read_bytes())
        given = {
            "server": GATEWAY,
            "model": _ANY.sub("openai/", job.model),
            "base_url": job.base_url,
            "prompt": job.prompt,
            "pictures": [
                f"data:{picture.media_type};base64,{base64_of(picture)}" for picture in job.pictures
            ],
        }
        return Launch(
            command=(*job.program, str(script)), folder=job.place.workspace, stdin=json.dumps(given).encode()
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        last: dict[str, Any] = {}
        answer = None
        for event in events:
            if event.get("type") in ("result", "failed"):
                last = event
            answer = _said(event) or answer
        if last.get("status") == _FINISHED and code == 0:
            return Outcome(answer=answer, usage=_usage(last.get("metrics")))
        stop = f"it ended as {last['status']}" if last.get("status") else ""
        return Outcome.failed(str(last.get("problem") or stop or errors), asked_model=_asked_model(last))


def _asked_model(last: dict[str, Any]) -> bool:
    """Whether a request to the model failed: LiteLLM and the SDK name such errors alike."""
    return "litellm." in str(last.get("problem")) or str(last.get("kind")).startswith("LLM")


def _said(event: dict[str, Any]) -> str | None:
    """Return a message of the agent: a plain one, or that of its tool `finish`."""
    inner = event.get("event")
    if not isinstance(inner, dict) or inner.get("source") != "agent":
        return None
    action, message = inner.get("action"), inner.get("llm_message")
    if isinstance(action, dict) and isinstance(action.get("message"), str):
        return str(action["message"])
    return text_of(message)


def _usage(metrics: Any) -> Usage | None:
    values = metrics if isinstance(metrics, dict) else {}
    counts = values.get("accumulated_token_usage")
    if not isinstance(counts, dict):
        return None
    return Usage(
        whole_number(counts, "prompt_tokens"),
        whole_number(counts, "completion_tokens"),
        None,
        cost_in(values, "accumulated_cost"),
    )
