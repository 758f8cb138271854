"""What is hidden is hidden under every name that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.confinement import file_system


def mounts(arguments: list[str]) -> dict[str, str]:
    """Each mounted path, with the last thing that is mounted there."""
    kinds: dict[str, str] = {}
    for index, word in enumerate(arguments):
        if word in ("--ro-bind", "--bind"):
            kinds[arguments[index + 2]] = f"{word} {arguments[index + 1]}"
        elif word == "--tmpfs":
            kinds[arguments[index + 1]] = word
    return kinds


def test_hidden_folders_and_files_are_covered(tmp_path: Path) -> None:
    shown, secret, file = tmp_path / "shown", tmp_path / "shown" / "run", tmp_path / "shown" / "tasks.jsonl"
    secret.mkdir(parents=True)
    file.touch()
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    covered = mounts(list(file_system([shown], [], [secret, file, outside])))
    assert covered[str(shown)] == f"--ro-bind {shown}"
    assert covered[str(secret)] == "--tmpfs"
    assert covered[str(file)] == "--ro-bind /dev/null"
    assert str(outside) not in covered, "what is not seen need not be covered"


def test_another_name_for_the_same_folder_shows_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "real" / "run").mkdir(parents=True)
    (tmp_path / "alias").symlink_to("real")
    covered = mounts(list(file_system([tmp_path / "alias"], [], [tmp_path / "real" / "run"])))
    assert covered[str(tmp_path / "alias" / "run")] == "--tmpfs"


def test_what_is_shown_below_a_hidden_folder_is_seen_and_the_workspace_comes_last(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "hidden" / "environment"
    folder.mkdir(parents=True)
    arguments = list(file_system([tmp_path / "a", folder], [tmp_path / "a" / "hidden"], [folder.parent]))
    places = [arguments.index(str(path)) for path in (tmp_path / "a", folder.parent, folder)]
    assert places == sorted(places)
    assert arguments[-3:] == ["--bind", str(folder.parent), str(folder.parent)]


def test_a_folder_that_is_asked_for_and_hidden_is_hidden(tmp_path: Path) -> None:
    assert mounts(list(file_system([tmp_path], [], [tmp_path])))[str(tmp_path)] == "--tmpfs"


@pytest.mark.parametrize(
    "place",
    ["lib/python3.11/site-packages", "src", "packages/a/src", ".", ".venv/lib/python3.12/site-packages"],
)
@pytest.mark.parametrize(
    ("name", "folder"), [("m3bench", "suites"), ("m3bench_suites", "released"), ("m3bench_world", "servers")]
)
def test_other_installations_of_our_packages_are_hidden(
    place: str, name: str, folder: str, tmp_path: Path
) -> None:
    package = tmp_path / place / name
    (package / folder).mkdir(parents=True)
    (tmp_path / "other" / name).mkdir(parents=True)
    covered = mounts(list(file_system([tmp_path, tmp_path / "other"], [])))
    assert covered[str(package)] == "--tmpfs"
    assert str(tmp_path / "other" / name) not in covered, "only its name is the same"
