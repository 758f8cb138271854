"""`preset:NAME`, its options, and the model of a run."""

from __future__ import annotations

import pytest

from m3bench.agents import make_agent, preset_with_model, read_preset_spec
from m3bench.agents.preset_spec import own_model_name
from m3bench.core import UsageError
from m3bench.runs import run_settings
from m3bench.runs.settings import check_settings


@pytest.mark.parametrize(
    "text", ["codex", "codex:model=gpt-5", "codex:model=a/b:c,base_url=http://localhost:1/v1", "acp:a b=c,d"]
)
def test_a_spec_is_written_as_it_was_read(text: str) -> None:
    assert read_preset_spec(text).text == text


@pytest.mark.parametrize("text", ["codex:gpt-5", "codex:model=", "codex:size=3"])
def test_other_options_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="has no option"):
        read_preset_spec(text)


def test_the_model_of_a_run_goes_to_the_preset() -> None:
    settings = run_settings("smoke", "preset:codex", model="openai/gpt-5", base_url="http://localhost:1/v1")
    assert settings.agent == "preset:codex:model=openai/gpt-5,base_url=http://localhost:1/v1"
    assert (settings.model.name, settings.model.base_url) == (None, None)
    check_settings(run_settings("smoke", "preset:codex", agent_env=("HOME",)))
    plain = run_settings("smoke", "caller", model="openai/gpt-5")
    assert (plain.agent, plain.model.name) == ("caller", "openai/gpt-5")


def test_an_acp_agent_chooses_its_model_itself() -> None:
    with pytest.raises(UsageError, match="neither --model nor --base-url"):
        preset_with_model("preset:acp:agent", "openai/gpt-5", None)


@pytest.mark.parametrize(
    ("model", "own"),
    [
        ("anthropic/claude-x", "claude-x"),
        ("any/Qwen/Qwen3", "Qwen/Qwen3"),
        ("sonnet", "sonnet"),
        ("x/y", "x/y"),
    ],
)
def test_programs_get_the_name_that_their_provider_knows(model: str, own: str) -> None:
    assert own_model_name(model) == own


def test_an_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="no preset 'claude'") as caught:
        make_agent("preset:claude")
    assert "claude-code" in str(caught.value.hint)
