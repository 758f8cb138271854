"""Opening models by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from m3bench.core import MissingExtraError, UsageError
from m3bench.models import ModelMisconfigured, Request, Settings
from m3bench.models.defaults import ModelDefaults
from m3bench.models.providers import open_model
from m3bench.models.pydantic import PydanticModel
from m3bench.testing.provider import FakeProvider
from tests.models.wires import HELLO, NAMES, WIRES, ask


@pytest.mark.parametrize("wire", WIRES)
def test_without_a_key_a_model_at_ones_own_address_can_be_asked(
    wire: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in (
        "M3BENCH_API_KEY",
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GOOGLE_API_KEY",
        "GEMINI_API_KEY",
    ):
        monkeypatch.delenv(variable, raising=False)
    name = next(each for each in NAMES.values() if wire in each)
    with FakeProvider(["hi"]) as fake:
        model = open_model(name, base_url=fake.url(wire))
        assert isinstance(model, PydanticModel)
        assert (model.name, ask(model, HELLO)[0].text) == (name, "hi")


def test_addresses_in_the_environment_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    model = open_model("openai/gpt-4o")
    assert isinstance(model, PydanticModel)
    assert str(model._model.base_url).rstrip("/") == "https://api.openai.com/v1"


def test_settings_go_over_the_defaults_and_under_the_requests() -> None:
    with FakeProvider(["one", "two"]) as fake:
        model = open_model(
            "vllm/m",
            base_url=fake.url("openai"),
            settings=Settings(temperature=0.3, seed=1),
            defaults=ModelDefaults(temperature=0.9, top_p=0.5),
        )
        assert isinstance(model, PydanticModel)
        ask(model, HELLO, Request(HELLO.messages, settings=Settings(temperature=0.0)))
    first, second = (seen.body for seen in fake.seen)
    assert (first["temperature"], first["top_p"], first["seed"]) == (0.3, 0.5, 1)
    assert (second["temperature"], second["top_p"], second["seed"]) == (0.0, 0.5, 1)


def test_names_and_keys_are_checked_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError):
        open_model("gpt-5")
    with pytest.raises(ModelMisconfigured, match="OPENAI_API_KEY"):
        open_model("openai/gpt-5")


@pytest.mark.parametrize("package", ["pydantic_ai", "httpx2"])
def test_a_missing_package_is_an_extra_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for loaded in [name for name in sys.modules if name.startswith("m3bench.models.pydantic")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=r"m3bench\[models\]"):
        open_model("vllm/m", base_url="http://127.0.0.1:9")


@pytest.mark.slow
def test_only_the_provider_that_is_asked_for_is_loaded() -> None:
    script = (
        "import sys; from m3bench.models.providers import open_model\n"
        "heavy = {'pydantic_ai', 'openai', 'anthropic', 'google.genai', 'httpx2', 'genai_prices'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "open_model('x/m', base_url='http://127.0.0.1:9')\n"
        "print(sorted({'openai', 'anthropic', 'google.genai'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['openai']"]
