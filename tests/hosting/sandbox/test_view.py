"""What is hidden is hidden under every name that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

import m3bench
from m3bench.core import UsageError
from m3bench.hosting.sandbox import mode as sandbox_mode
from m3bench.hosting.sandbox.mode import SandboxMode, SandboxState, sandbox_state
from m3bench.hosting.sandbox.view import file_system, hidden_always, holds_home, runs_below


def mounts(arguments: list[str]) -> dict[str, str]:
    """Each mounted path, with the last thing that is mounted there."""
    found: dict[str, str] = {}
    for place, word in enumerate(arguments):
        if word in ("--ro-bind", "--bind"):
            found[arguments[place + 2]] = f"{word} {arguments[place + 1]}"
        elif word == "--tmpfs":
            found[arguments[place + 1]] = word
    return found


def test_hidden_folders_and_files_are_covered(tmp_path: Path) -> None:
    shown, secret, file = tmp_path / "shown", tmp_path / "shown" / "run", tmp_path / "shown" / "tasks.jsonl"
    secret.mkdir(parents=True)
    file.touch()
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    found = mounts(list(file_system([shown], [], [secret, file, outside])))
    assert found[str(shown)] == f"--ro-bind {shown}"
    assert found[str(secret)] == "--tmpfs"
    assert found[str(file)] == "--ro-bind /dev/null"
    assert str(outside) not in found, "what is not seen need not be covered"


def test_another_name_for_the_same_folder_shows_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "real" / "run").mkdir(parents=True)
    (tmp_path / "alias").symlink_to("real")
    found = mounts(list(file_system([tmp_path / "alias"], [], [tmp_path / "real" / "run"])))
    assert found[str(tmp_path / "alias" / "run")] == "--tmpfs"


def test_what_is_shown_below_a_hidden_folder_is_seen_and_the_workspace_comes_last(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "hidden" / "environment"
    folder.mkdir(parents=True)
    arguments = list(file_system([tmp_path / "a", folder], [tmp_path / "a" / "hidden"], [folder.parent]))
    places = [arguments.index(str(path)) for path in (tmp_path / "a", folder.parent, folder)]
    assert places == sorted(places)
    assert arguments[-3:] == ["--bind", str(folder.parent), str(folder.parent)]


def test_a_folder_that_is_asked_for_and_hidden_is_hidden(tmp_path: Path) -> None:
    assert mounts(list(file_system([tmp_path], [], [tmp_path])))[str(tmp_path)] == "--tmpfs"


def test_run_folders_are_found(tmp_path: Path) -> None:
    for name in ("runs/one", ".venv/two", "a/b/c/d/three"):
        (tmp_path / name).mkdir(parents=True)
        for file in ("manifest.json", "tasks.jsonl"):
            (tmp_path / name / file).touch()
    assert runs_below(tmp_path) == [tmp_path / "runs" / "one"]


def test_the_package_and_the_home_folder_are_always_hidden() -> None:
    assert {Path.home().resolve(), Path(m3bench.__file__).parent} <= set(hidden_always())


def test_a_user_without_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert hidden_always() == [Path(m3bench.__file__).parent]
    assert not holds_home(tmp_path)
    assert holds_home(Path("/")), "all of the machine is never shown"


@pytest.mark.parametrize(
    "place", ["lib/python3.11/site-packages", "src", ".", ".venv/lib/python3.12/site-packages"]
)
def test_other_installations_of_the_package_are_hidden(place: str, tmp_path: Path) -> None:
    package = tmp_path / place / "m3bench"
    (package / "suites").mkdir(parents=True)
    (tmp_path / "other" / "m3bench").mkdir(parents=True)
    found = mounts(list(file_system([tmp_path, tmp_path / "other"], [])))
    assert found[str(package)] == "--tmpfs"
    assert str(tmp_path / "other" / "m3bench") not in found, "only its name is the same"


def test_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: None)
    for mode in (SandboxMode.AUTO, SandboxMode.REQUIRE):
        assert sandbox_state(mode) == SandboxState(mode, in_force=True)
        assert sandbox_state(mode).warning is None
    off = sandbox_state(SandboxMode.OFF)
    assert not off.in_force
    assert "disabled" in (off.warning or "")


def test_modes_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: "it is missing. Install it.")
    state = sandbox_state(SandboxMode.AUTO)
    assert (state.in_force, state.reason) == (False, "it is missing. Install it.")
    assert "can read references" in (state.warning or "")
    with pytest.raises(UsageError, match=r"Sandboxes do not work here: it is missing\. Install it\."):
        sandbox_state(SandboxMode.REQUIRE)
