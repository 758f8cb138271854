"""What ATIF 1.8 demands of a document, in our own words: keys, types, order of steps, ids of calls."""

from __future__ import annotations

from typing import Any

ROOT = {
    "schema_version",
    "session_id",
    "trajectory_id",
    "agent",
    "steps",
    "notes",
    "final_metrics",
    "continued_trajectory_ref",
    "extra",
    "subagent_trajectories",
}
AGENT = {"name", "version", "model_name", "tool_definitions", "extra"}
AGENT_ONLY = {"model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"}
STEP = AGENT_ONLY | {
    "step_id",
    "timestamp",
    "source",
    "message",
    "observation",
    "is_copied_context",
    "llm_call_count",
    "extra",
}
CALL = {"tool_call_id", "function_name", "arguments", "extra"}
RESULT = {"source_call_id", "content", "subagent_trajectory_ref", "extra"}
METRICS = {
    "prompt_tokens",
    "completion_tokens",
    "cached_tokens",
    "cost_usd",
    "prompt_token_ids",
    "completion_token_ids",
    "logprobs",
    "extra",
}
PICTURES = {"image/jpeg", "image/png", "image/gif", "image/webp"}


def check_document(document: dict[str, Any]) -> None:
    assert document.keys() <= ROOT
    assert document["schema_version"] == "ATIF-v1.8"
    assert document["agent"].keys() <= AGENT
    assert all(isinstance(document["agent"][key], str) for key in ("name", "version"))
    assert document["steps"]
    for number, step in enumerate(document["steps"], start=1):
        assert step["step_id"] == number
        _check_step(step)


def _check_step(step: dict[str, Any]) -> None:
    assert step.keys() <= STEP
    assert step["source"] in ("system", "user", "agent")
    assert step["source"] == "agent" or not AGENT_ONLY & step.keys()
    assert step.get("metrics", {}).keys() <= METRICS
    _check_content(step["message"])
    ids = set()
    for call in step.get("tool_calls", ()):
        assert call.keys() <= CALL
        assert isinstance(call["arguments"], dict)
        assert isinstance(call["function_name"], str)
        ids.add(call["tool_call_id"])
    assert len(ids) == len(step.get("tool_calls", ()))
    for result in step.get("observation", {}).get("results", ()):
        assert result.keys() <= RESULT
        assert result["source_call_id"] in ids
        _check_content(result["content"])


def _check_content(content: Any) -> None:
    if isinstance(content, str):
        return
    for part in content:
        if part["type"] == "text":
            assert part.keys() == {"type", "text"}
            continue
        assert part.keys() == {"type", "source"}
        assert part["source"].keys() == {"media_type", "path"}
        is_picture = part["source"]["media_type"] in PICTURES
        assert part["type"] == ("image" if is_picture else "audio")
