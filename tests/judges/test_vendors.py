from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges.vendors import same_vendor_judges, vendor


@pytest.mark.parametrize(
    ("model", "house"),
    [
        ("openai/gpt-5", "openai"),
        ("openai/o3-mini", "openai"),
        ("openrouter/openai/gpt-oss-120b", "openai"),
        ("anthropic/claude-sonnet-4-5", "anthropic"),
        ("openrouter/anthropic/claude-opus-4", "anthropic"),
        ("bedrock/us.anthropic.claude-3-7-sonnet", "anthropic"),
        ("google/gemini-2.5-pro", "google"),
        ("ollama/gemma3:27b", "google"),
        ("openrouter/x-ai/grok-4-fast", "x-ai"),
        ("any/grok-4", "x-ai"),
        ("openrouter/qwen/qwen2.5-vl-72b-instruct", "qwen"),
        ("ollama/qwq", "qwen"),
        ("openrouter/meta-llama/llama-4-scout", "meta"),
        ("together/Meta-Llama-3.1-70B", "meta"),
        ("openrouter/z-ai/glm-4.5v", "z-ai"),
        ("deepseek/deepseek-r1-distill-llama-70b", "deepseek"),
        ("local/smollm2", "hugging face"),
        ("openrouter/mistralai/pixtral-12b", "mistral"),
        # Served behind OpenAI's wire, made by somebody else.
        ("openai/qwen3-vl", "qwen"),
        # Nothing is known of the name, but whose address it is.
        ("openai/some-new-one", "openai"),
        ("openrouter/x-ai/unheard-of", "x-ai"),
        ("any/unheard-of", None),
        ("oracle/of-delphi", None),
        ("", None),
    ],
)
def test_the_maker_is_known_by_the_name(model: str, house: str | None) -> None:
    assert vendor(model) == house


@given(st.text())
def test_any_name_has_at_most_one_maker(name: str) -> None:
    assert vendor(name) == vendor(name.upper()) or vendor(name) is None or not name.isascii()


def test_judges_of_the_house_of_the_judged_are_named() -> None:
    judges = ["openai/gpt-4o", "openrouter/openai/o3", "google/gemini-2.5-pro", "any/unheard-of"]
    assert same_vendor_judges(judges, "openai/gpt-5") == {
        "openai/gpt-4o": "openai",
        "openrouter/openai/o3": "openai",
    }
    assert same_vendor_judges(judges, "any/unheard-of") == {}
    assert same_vendor_judges(judges, None) == {}
