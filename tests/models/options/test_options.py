"""Settings, headers, prices and abilities that a user states of a model."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import FormatError, UsageError
from m3bench.core.redaction import SECRET, isolated_secrets, redactor
from m3bench.models import (
    ModelFacts,
    ModelPrice,
    Settings,
    defaults_for,
    expand_headers,
    learn_facts,
    parse_headers,
    parse_settings,
    price_of,
    user_models,
)

FILE = """
[qwen]
model = "vllm/Qwen/Qwen3-VL"
base_url = "http://127.0.0.1:1/v1"
settings = { temperature = 0.7, effort = "low", extra_body = { top_k = 20 } }
headers = { X-Team = "${TEAM_KEY}" }
context_window = 32768
price = { input = 0.2, output = 0.6 }

["openai/gpt-5"]
tool_limit = 20
"""


@pytest.fixture(autouse=True)
def _secrets() -> Iterator[None]:
    with isolated_secrets():
        yield


def test_settings_are_typed() -> None:
    given = ["temperature=0.5", "max-tokens=7", "effort=HIGH", "stop=a|b", "parallel=no", "seed=3"]
    assert parse_settings(given, '{"top_k": 2}') == Settings(
        temperature=0.5, max_tokens=7, reasoning_effort="high", stop=("a", "b"), parallel_tool_calls=False,
        seed=3, extra_body={"top_k": 2},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("temprature=1", "Did you mean temperature"),
        ("temperature", "has no value"),
        ("temperature=hot", "does not fit"),
        ("temperature=nan", "does not fit"),
        ("temperature=-1", "out of range"),
        ("max_tokens=1.5", "does not fit"),
        ("effort=huge", "does not fit"),
        ("extra_body={}", "no setting"),
    ],
)
def test_wrong_settings_are_refused(setting: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_settings([setting])


def test_a_setting_is_given_once() -> None:
    with pytest.raises(UsageError, match="max_tokens is given twice"):
        parse_settings(["max_tokens=1", "max-completion-tokens=2"])


@given(st.text(max_size=40), st.none() | st.text(max_size=40))
def test_any_text_is_a_setting_or_refused(text: str, body: str | None) -> None:
    with contextlib.suppress(UsageError):
        assert isinstance(parse_settings([text], body), Settings)


@pytest.mark.parametrize("body", ["[1]", "{", "NaN", '{"a": NaN}', "[" * 5_000])
def test_a_body_is_a_json_object(body: str) -> None:
    with pytest.raises(UsageError, match="--extra-body is not"):
        parse_settings([], body)


def test_secrets_in_headers_come_from_the_environment_and_are_redacted() -> None:
    headers = parse_headers(["X-Team=${TEAM_KEY}", "X-Plain=blue"])
    assert headers == {"X-Team": "${TEAM_KEY}", "X-Plain": "blue"}
    sent = expand_headers(headers, {"TEAM_KEY": "hush-hush-1234"})
    assert sent["X-Team"] == "hush-hush-1234"
    assert redactor().text("it was hush-hush-1234") == f"it was {SECRET}"
    with pytest.raises(UsageError, match="TEAM_KEY is not set"):
        expand_headers(headers, {})


def test_a_literal_secret_is_redacted() -> None:
    parse_headers(["Authorization=Bearer abcdef123456"])
    assert "abcdef123456" not in redactor().text("Bearer abcdef123456")


@pytest.mark.parametrize("header", ["X-Team", "X-Team=", "a b=1", "Host=x", "X=a\nb", "X=é"])
def test_headers_that_cannot_be_sent_are_refused(header: str) -> None:
    with pytest.raises(UsageError):
        parse_headers([header])


def test_stated_facts_override_what_is_known() -> None:
    known = defaults_for("openai/gpt-4o")
    learn_facts("openai/gpt-4o", ModelFacts(context_window=5, price=ModelPrice(input=1, output=2)))
    try:
        assert defaults_for("openai/gpt-4o").context_window == 5
        assert defaults_for("openai/gpt-4o").output_limit == known.output_limit
        assert price_of("openai/gpt-4o", 1_000_000, 500_000) == 2.0
    finally:
        learn_facts("openai/gpt-4o", None)
    assert defaults_for("openai/gpt-4o") == known


def test_cached_tokens_have_their_own_price() -> None:
    assert ModelPrice(input=2, output=0, cached=1).cost(1_000_000, 0, 500_000) == 1.5
    with pytest.raises(ValueError, match="0 or more"):
        ModelPrice(input=-1, output=0)


def test_models_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(FILE)
    found = user_models({"M3BENCH_MODELS_FILE": str(tmp_path / "m.toml")})
    qwen = found["qwen"].ref
    assert (qwen.name, qwen.base_url, qwen.settings.reasoning_effort) == (
        "vllm/Qwen/Qwen3-VL", "http://127.0.0.1:1/v1", "low",
    )  # fmt: skip
    assert qwen.settings.extra_body == {"top_k": 20}
    assert qwen.facts == ModelFacts(context_window=32768, price=ModelPrice(input=0.2, output=0.6))
    assert found["openai/gpt-5"].ref.facts == ModelFacts(tool_limit=20)
    assert user_models({"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nmodel = 'x/y'\ncontext_windw = 3", r"\[a\], context_windw, line 3: unknown key"),
        ("[a]\nmodel = 'x/y'\ncontext_window = 'big'", r"\[a\], context_window, line 3: Expected"),
        ("[a]\nmodel = 'y'", "it names no model"),
        ("[a]\nmodel = 'x/y'\nsettings = {temperature = 99}", "out of range"),
        ("[a]\nmodel = 'x/y'\nheaders = {Host = '1'}", "cannot be set"),
        ("[a]\nmodel = 'x/y'\nprice = {input = 1}", "output"),
        ("[a]\nmodel = 'x/y'\nprice = {input = -1, output = 1}", "0 or more"),
        ("a = 1", "expected a table"),
        ("[a\n", "is not TOML"),
    ],
)  # fmt: skip
def test_mistakes_in_a_file_are_located(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(FormatError, match=message):
        user_models({"M3BENCH_MODELS_FILE": str(tmp_path / "m.toml")})


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nowhere\.toml: cannot be read"):
        user_models({"M3BENCH_MODELS_FILE": str(tmp_path / "nowhere.toml")})


def test_settings_of_a_request_come_before_those_of_the_model() -> None:
    merged = defaults_for("x/y").merged(
        Settings(seed=1, extra_body={"a": 1}), Settings(seed=2, top_p=0.5, extra_body={"a": 2, "b": 3})
    )
    assert (merged.seed, merged.top_p, merged.extra_body) == (1, 0.5, {"a": 1, "b": 3})
