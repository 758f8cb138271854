"""The ways to start Chromium: never without a sandbox, unless a person says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from m3bench.rendering import RenderingUnavailable
from m3bench.rendering.chromium import browser, launch
from m3bench.rendering.chromium.launch import NO_SANDBOX, Launch, launches
from m3bench.rendering.chromium.options import OPTIONS

NESTED = [Launch(bubblewrap=True, own_sandbox=True), Launch(bubblewrap=True, own_sandbox=False)]
OWN, NONE = Launch(bubblewrap=False, own_sandbox=True), Launch(bubblewrap=False, own_sandbox=False)


def machine(monkeypatch: pytest.MonkeyPatch, *, user: int, problem: str | None) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(launch, "sandbox_problem", lambda: problem)
    monkeypatch.delenv(NO_SANDBOX, raising=False)


@pytest.mark.parametrize(
    ("user", "problem", "allowed"),
    [(0, None, NESTED), (1000, None, [*NESTED, OWN]), (1000, "none.", [OWN]), (0, "none.", [])],
)
def test_ways(user: int, problem: str | None, allowed: list[Launch], monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, user=user, problem=problem)
    assert list(launches()) == allowed
    monkeypatch.setenv(NO_SANDBOX, "1")
    assert list(launches()) == [*allowed, NONE]
    monkeypatch.setenv(NO_SANDBOX, "0")
    assert list(launches()) == allowed


def test_root_without_bubblewrap_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, user=0, problem="bubblewrap is not installed.")
    monkeypatch.setattr(browser, "find_chromium", lambda: "/usr/bin/chromium")
    with pytest.raises(RenderingUnavailable) as problem:
        browser.start_browser()
    said = str(problem.value)
    assert "bubblewrap is not installed." in said
    assert "as an ordinary user" in said
    assert f"set {NO_SANDBOX}=1" in said


def test_only_the_ways_that_say_so_are_without_its_own_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for way in (*NESTED, OWN, NONE):
        command = way.command(["/usr/bin/chromium", *OPTIONS], tmp_path)
        assert ("--no-sandbox" in command) is not way.own_sandbox
        assert ("--unshare-net" in command) is way.bubblewrap
        assert "--die-with-parent" not in command, "the thread that starts it may end before it"


def test_no_proxy_that_somebody_could_be() -> None:
    (proxy,) = [option for option in OPTIONS if option.startswith("--proxy-server=")]
    assert ".invalid:" in proxy
