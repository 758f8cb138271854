"""Settings in parts, and flat on disk as they always were."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.hosting import ResourceLimits
from m3bench.models import Settings
from m3bench.runs import RunManifest, SettingsRecord, record_of, run_settings, settings_of
from m3bench.runs.store.documents import read_document, write_document
from m3bench.suites import Pictures

MANIFESTS = sorted((Path(__file__).parent / "manifests").glob("*.json"))


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_manifests_of_earlier_versions_are_written_again_byte_for_byte(file: Path, tmp_path: Path) -> None:
    manifest, stamp = read_document(file, RunManifest)
    assert stamp.intact
    through = msgspec.structs.replace(manifest, recorded=record_of(manifest.settings))
    write_document(tmp_path / "manifest.json", through)
    assert (tmp_path / "manifest.json").read_bytes() == file.read_bytes()


def test_the_parts_have_what_the_flat_form_says() -> None:
    manifest, _ = read_document(MANIFESTS[0], RunManifest)
    settings = manifest.settings
    assert (settings.suite.name, settings.suite.per_family, settings.agent) == ("m3", 1, "noisy:0.2")
    assert (settings.model.name, settings.world.seed) == (None, 7)


def test_defaults_stay_out_of_the_file() -> None:
    plain = msgspec.to_builtins(record_of(run_settings("smoke", "idle")))
    assert plain == {"suite": "smoke", "agent": "idle"}


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "model": st.none() | st.text(),
            "base_url": st.none() | st.text(),
            "families": st.lists(st.text()).map(tuple),
            "limit": st.none() | st.integers(0, 99),
            "pictures": st.sampled_from(Pictures),
            "model_settings": st.builds(Settings, temperature=st.none() | st.floats(0, 2)),
            "world_seed": st.integers(0, 2**31),
            "epochs": st.integers(1, 9),
            "configs": st.lists(st.text()).map(tuple),
            "cache": st.none() | st.text(),
            "text_only": st.booleans(),
            "context": st.none() | st.integers(1, 10**6),
            "agent_network": st.booleans(),
        },
    )
)
def test_the_flat_form_and_the_parts_say_the_same(options: dict[str, object]) -> None:
    record = SettingsRecord(suite="smoke", agent="idle", **options)  # type: ignore[arg-type]
    again = record_of(settings_of(record))
    assert again == record
    assert msgspec.json.encode(again) == msgspec.json.encode(record)
    assert run_settings("smoke", "idle", **json.loads(msgspec.json.encode(options))) == settings_of(record)


def test_unknown_and_wrong_options_are_named() -> None:
    with pytest.raises(UsageError, match=r"no option 'familys'.\nDid you mean families\?"):
        run_settings("smoke", "idle", familys=("x",))
    with pytest.raises(UsageError, match=r"Expected `int \| null`, got `str` - at `\$.limit`"):
        run_settings("smoke", "idle", limit="three")


def test_options_may_be_named_as_on_the_command_line() -> None:
    given = run_settings(
        "smoke", "caller", blind=True, max_reply_tokens=77, model_settings={"temperature": 0.5}, context=4096
    )
    flat = run_settings(
        "smoke", "caller", text_only=True, model_settings={"temperature": 0.5, "max_tokens": 77}, context=4096
    )
    assert given == flat
    assert (given.model.text_only, given.model.settings.max_tokens, given.model.context) == (True, 77, 4096)
    assert run_settings("smoke", "caller", max_reply_tokens=None) == run_settings("smoke", "caller")
    with pytest.raises(UsageError, match="max_tokens"):
        run_settings("smoke", "caller", max_reply_tokens="many")


def test_resource_limits_are_read_with_units_and_recorded_as_numbers() -> None:
    settings = run_settings("smoke", "idle", resource_limits={"memory": "2GB", "workspace_files": 7})
    assert settings.resource_limits == ResourceLimits(memory=2 * 10**9, workspace_files=7)
    recorded = msgspec.to_builtins(record_of(settings))["resource_limits"]
    assert (recorded["memory"], recorded["workspace-files"], recorded["processes"]) == (2 * 10**9, 7, 512)
    assert run_settings("smoke", "idle", resource_limits=recorded) == settings
    with pytest.raises(UsageError, match="not a size"):
        run_settings("smoke", "idle", resource_limits={"memory": "much"})
