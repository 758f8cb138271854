"""What is known of models by their names."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from m3bench.models import Settings
from m3bench.models.defaults import ModelDefaults, defaults_for


def test_a_model_is_known_wherever_it_is_served() -> None:
    known = defaults_for("openai/gpt-4o")
    assert known == defaults_for("openrouter/openai/gpt-4o") == defaults_for("mygateway/GPT-4o-2024-11-20")
    assert (known.context_window, known.tool_limit, known.output_limit) == (128000, 128, 16384)


def test_longer_prefixes_have_the_last_word_and_inherit_the_rest() -> None:
    assert defaults_for("openai/gpt-4o").audio is False
    audio = defaults_for("openai/gpt-4o-audio-preview")
    assert (audio.audio, audio.pictures, audio.context_window) == (True, False, 128000)
    assert defaults_for("vllm/Qwen/Qwen3-8B").pictures is False
    assert defaults_for("vllm/Qwen/Qwen3-VL-8B-Instruct").pictures is True


@pytest.mark.parametrize(
    "name", ["openai/o3", "openai/gpt-5-mini", "openai/gpt-6-sol", "anthropic/claude-opus-5"]
)
def test_models_that_reason_are_asked_without_a_temperature(name: str) -> None:
    merged = defaults_for(name).merged(Settings(temperature=0.5, top_p=0.9, seed=7))
    assert merged == Settings(seed=7)


def test_a_model_nobody_knows_has_unknown_limits() -> None:
    unknown = defaults_for("acme/brand-new-1")
    assert (unknown.context_window, unknown.tool_limit, unknown.output_limit) == (None, None, None)
    assert unknown.pictures
    assert unknown.native_tools
    assert unknown.temperature == 0.1


def test_the_local_model_reads_no_pictures_and_calls_no_tools() -> None:
    local = defaults_for("local/smollm2")
    assert (local.pictures, local.native_tools, local.context_window) == (False, False, 8192)


def test_what_is_asked_for_goes_over_the_defaults_the_nearest_first() -> None:
    known = ModelDefaults(temperature=0.1, top_p=0.8, max_tokens=500, output_limit=1000)
    merged = known.merged(Settings(temperature=0.0), Settings(temperature=0.7, max_tokens=9000))
    assert merged == Settings(temperature=0.0, top_p=0.8, max_tokens=1000)


def test_every_entry_of_the_file_is_valid() -> None:
    entries = json.loads((files("m3bench.models") / "models.json").read_text())
    known = [defaults_for(f"x/{prefix}") for prefix in entries]
    assert len(known) == len(entries) > 50
    for each in known:
        assert each.context_window is None or each.context_window >= (each.output_limit or 0) > -1
        assert each.temperature is None or 0 <= each.temperature <= 2
    assert all(prefix == prefix.lower() for prefix in entries)
