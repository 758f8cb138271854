"""Packages, options and flakes hang together and are the same for the same seed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.nix import CHANNELS, SYSTEMS, Nix, find_channel
from m3bench_world.nix.packages import LICENCES, SERIES, Release


@pytest.fixture(scope="module")
def nix() -> Nix:
    return World().nix


def test_names_are_written_once_and_descriptions_say_something(nix: Nix) -> None:
    packages = nix.packages()
    assert len(packages) > 1_500
    assert len({entry.name for entry in packages}) == len(packages)
    assert all(len(entry.description) > 2 and entry.category for entry in packages)
    assert all(set(entry.licences) <= LICENCES.keys() for entry in packages)


def numbers(release: Release) -> list[int]:
    return [int(part) for part in release.version.split(".")]


@given(st.integers(0, 1_800))
@settings(max_examples=60, deadline=None)
def test_versions_rise_with_time_and_from_channel_to_channel(place: int) -> None:
    nix = World().nix
    entry = nix.packages()[place]
    history = nix.history(entry)
    assert history == sorted(history, key=lambda release: release.released)
    assert [numbers(release) for release in history] == sorted(map(numbers, history))
    assert len({release.version for release in history}) == len(history)
    known = [release.version for release in history]
    shown = [nix.version(entry, channel) for channel in reversed(CHANNELS)]
    places = [known.index(version) for version in shown if version is not None]
    assert places == sorted(places)
    for channel, version in zip(reversed(CHANNELS), shown, strict=True):
        assert nix.has_package(entry, channel) == (version is not None)


def test_names_with_a_series_keep_to_it(nix: Nix) -> None:
    for name, series in SERIES.items():
        entry = nix.entry(name)
        assert entry is not None
        assert entry.name == name
        version = nix.version(entry, CHANNELS[0])
        assert version is not None
        assert version.startswith(f"{series}.")


def test_the_past_does_not_change_with_the_clock() -> None:
    now = World().nix
    then = World(now=datetime(2024, 1, 1, tzinfo=UTC)).nix
    for entry in now.packages()[::200]:
        old = then.history(entry)
        assert now.history(entry)[: len(old)] == old


def test_another_seed_gives_other_versions() -> None:
    first, same, other = World(7).nix, World(7).nix, World(8).nix
    entries = first.packages()[:50]
    assert [first.package(entry, CHANNELS[0]) for entry in entries] == [
        same.package(entry, CHANNELS[0]) for entry in entries
    ]
    assert [first.history(entry) for entry in entries] != [other.history(entry) for entry in entries]


def test_common_names_lead_to_their_packages(nix: Nix) -> None:
    for name in ("numpy", "python3Packages.numpy", "python312Packages.numpy", "pkgs.python3Packages.numpy"):
        entry = nix.entry(name)
        assert entry is not None
        assert entry.name == "python3Packages.numpy"
    assert nix.entry("no-such-thing") is None
    assert "ripgrep" in nix.programs["rg"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_options_are_complete(nix: Nix, system: str) -> None:
    options = nix.options(system)
    assert list(options) == sorted(options)
    for option in options.values():
        assert option.type
        assert option.default
        assert option.description.endswith(".")
        if option.type == "boolean":
            assert {option.default, option.example} == {"true", "false"}
    assert "programs.zsh.enable" in options


def test_there_are_a_few_thousand_options(nix: Nix) -> None:
    assert len(nix.options("nixos")) > 3_000
    assert "services.openssh.enable" in nix.options("nixos")


@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_searched_for(text: str) -> None:
    index = World().nix.flake_index
    assert len(index.find(text)) + len(index.near(text)) >= 0


def test_all_words_must_occur_and_names_come_first(nix: Nix) -> None:
    index = nix.package_index
    assert index.find("numpy") == ["python3Packages.numpy"]
    assert index.find("pillow_simd") == ["python3Packages.pillow-simd"]
    assert index.find("time")[0] == "time"
    assert "jq" in index.find("json processor")
    assert {"nginx", "lighttpd", "apacheHttpd"} & set(index.find("web server")[:4])
    assert index.find("numpy nonsense") == []
    assert index.find("...") == []
    assert "python3Packages.fastapi" in index.near("fakeapi_loader")


@pytest.mark.parametrize(
    ("name", "channel"),
    [("stable", "25.05"), ("nixos-24.11", "24.11"), ("Unstable", "unstable"), ("19.03", None)],
)
def test_channels_have_other_names(name: str, channel: str | None) -> None:
    found = find_channel(name)
    assert (found.name if found else None) == channel
