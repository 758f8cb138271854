"""Names, addresses and keys."""

from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.models import ModelMisconfigured
from m3bench.models.endpoint import PROVIDERS, endpoint_of

OPENAI = {"OPENAI_API_KEY": "sk-openai"}


def test_a_provider_is_reached_at_its_own_address_with_its_own_key() -> None:
    opening = endpoint_of("openai/gpt-5", None, 10, OPENAI)
    assert (opening.wire, opening.model, opening.key, opening.own) == ("openai", "gpt-5", "sk-openai", True)
    assert opening.address == "https://api.openai.com/v1"


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai/gpt-5", "OPENAI_API_KEY"),
        ("anthropic/claude-opus-5", "ANTHROPIC_API_KEY"),
        ("google/gemini-2.5-pro", "GOOGLE_API_KEY"),
        ("openrouter/meta-llama/llama-4-scout", "OPENROUTER_API_KEY"),
    ],
)
def test_a_missing_key_is_named(name: str, variable: str) -> None:
    with pytest.raises(ModelMisconfigured, match=variable):
        endpoint_of(name, None, 10, {"M3BENCH_API_KEY": "only-for-addresses-of-ones-own", variable: "  "})


def test_google_has_two_variables() -> None:
    assert endpoint_of("google/gemini-2.5-pro", None, 10, {"GEMINI_API_KEY": "g"}).key == "g"


def test_ollama_needs_no_key_and_gets_none_of_another() -> None:
    opening = endpoint_of("ollama/llama3.2:3b", None, 10, OPENAI)
    assert (opening.model, opening.address) == ("llama3.2:3b", "http://localhost:11434/v1")
    assert opening.key != "sk-openai"


@pytest.mark.parametrize(
    ("environ", "key"),
    [
        ({"M3BENCH_API_KEY": " mine\n", "OPENAI_API_KEY": "sk-openai"}, "mine"),
        (OPENAI, "none-needed"),
        ({}, "none-needed"),
    ],
)
def test_an_address_of_ones_own_takes_any_prefix(environ: dict[str, str], key: str) -> None:
    opening = endpoint_of("vllm/Qwen/Qwen3-8B", "http://127.0.0.1:8000", 10, environ)
    assert (opening.wire, opening.prefix, opening.model) == ("openai", "vllm", "Qwen/Qwen3-8B")
    assert (opening.address, opening.key, opening.own) == ("http://127.0.0.1:8000/v1", key, False)


@pytest.mark.parametrize(
    ("name", "given", "used"),
    [
        ("openai/x", "http://h:1/v1/", "http://h:1/v1"),
        ("openai/x", "http://h:1/llm/v4", "http://h:1/llm/v4"),
        ("anthropic/x", "https://h/v1", "https://h"),
        ("google/x", "https://h/gate/v1beta/", "https://h/gate"),
    ],
)
def test_addresses_are_put_as_the_clients_want_them(name: str, given: str, used: str) -> None:
    assert endpoint_of(name, given, 10, {}).address == used


@pytest.mark.parametrize("name", ["gpt-5", "", "/gpt-5", "openai/", "mystery/model"])
def test_other_names_are_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(UsageError, match="Unknown model") as caught:
        endpoint_of(name, None, 10, OPENAI)
    assert all(f"{prefix}/" in (caught.value.hint or "") for prefix in PROVIDERS)


@pytest.mark.parametrize(
    "address", ["localhost:8000", "ftp://h/v1", "http://", "http://h:notaport", "http://[::1"]
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(UsageError, match="not a valid address"):
        endpoint_of("openai/x", address, 10, {})


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("nan")])
def test_a_time_out_is_above_zero(timeout: float) -> None:
    with pytest.raises(UsageError, match="time-out"):
        endpoint_of("openai/gpt-5", None, timeout, OPENAI)


def test_what_cannot_be_a_key_is_refused_without_showing_it() -> None:
    with pytest.raises(ModelMisconfigured, match="OPENAI_API_KEY") as caught:
        endpoint_of("openai/gpt-5", None, 10, {"OPENAI_API_KEY": "sk-secret\nX-Evil: 1"})
    assert "secret" not in f"{caught.value!s} {caught.value!r}"


def test_neither_key_nor_password_is_shown() -> None:
    opening = endpoint_of("openai/x", "http://me:hush@h:1/v1", 10, OPENAI)
    assert repr(opening) == "ModelEndpoint('openai/x', 'http://h:1/v1')"
