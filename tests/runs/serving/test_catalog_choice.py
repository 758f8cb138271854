from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.hosting import Environments, parse_mode
from m3bench.hosting.catalog import presets
from m3bench.runs import run_settings
from m3bench.runs.serving import THIRD_PARTY, run_servers, server_specs
from m3bench.runs.serving.run_servers import catalog_choice
from tests.hosting.installed import SHARED, TASK, install_small

OTHER = "mcp-dice"


@pytest.fixture
def environments(own_servers: Environments) -> Environments:
    for name in (SHARED, TASK, THIRD_PARTY["excel"]):
        install_small(own_servers, name)
    return own_servers


@pytest.mark.parametrize("mode", ["max", "retrieve:5", "oracle+1", "standard+2"])
def test_modes_that_draw_take_all_that_is_installed(mode: str, environments: Environments) -> None:
    assert catalog_choice(parse_mode(mode), set(), environments) == sorted([SHARED, TASK])
    assert catalog_choice(parse_mode(mode), {OTHER}, environments) == [OTHER, *sorted([SHARED, TASK])]


@pytest.mark.parametrize("mode", ["oracle", "standard"])
def test_other_modes_take_what_tasks_need_installed_or_not(mode: str, environments: Environments) -> None:
    assert catalog_choice(parse_mode(mode), {OTHER, TASK, "math"}, environments) == [OTHER, TASK]
    assert catalog_choice(parse_mode(mode), set(), environments) == []


def test_a_named_set_must_be_installed_and_the_message_says_how(environments: Environments) -> None:
    with pytest.raises(UsageError) as caught:
        catalog_choice(parse_mode("max:65"), set(), environments)
    assert "max:65 mounts 38 servers of the catalog, and 36 of them are not installed" in str(caught.value)
    assert "chuk-mcp-chart, chuk-mcp-map" in str(caught.value)
    assert "and 31 more" in str(caught.value)
    assert caught.value.hint == "Install them: m3bench install servers --preset verse-65"
    with pytest.raises(UsageError) as caught:
        catalog_choice(parse_mode("max:all"), set(), environments)
    assert "max:all mounts 158 servers of the catalog, and 156 of them" in str(caught.value)


def test_a_named_set_is_the_same_whatever_else_is_installed(
    own_servers: Environments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_servers, "presets", lambda: {**presets(), "verse-65": (SHARED, TASK)})
    for name in (SHARED, TASK, OTHER):
        install_small(own_servers, name)
    assert catalog_choice(parse_mode("max:65"), set(), own_servers) == sorted([SHARED, TASK])
    assert OTHER in catalog_choice(parse_mode("max"), set(), own_servers)


def test_specs_of_a_run(environments: Environments) -> None:
    def names(mode: str, required: set[str], **more: object) -> list[str]:
        settings = run_settings("smoke", "idle", mode=mode, **more)
        return [spec.name for spec in server_specs(settings, required)]

    assert names("oracle", {"math", "excel"}) == []
    assert names("oracle", {TASK}) == [TASK]
    assert names("max", {"math"}) == sorted([SHARED, TASK])
    missing = server_specs(run_settings("smoke", "idle"), {OTHER})
    assert missing[0].unavailable_because == f"not installed: m3bench install servers {OTHER}"
