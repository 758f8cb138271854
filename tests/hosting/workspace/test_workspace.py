from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.hosting.workspace import workspace as module
from m3bench.hosting.workspace.workspace import Changes, Item, Kind, Workspace, changes
from tests.hanging import HANG_SECONDS

NAMES = st.text("abc", min_size=1, max_size=2)
FOLDERS = st.dictionaries(NAMES, st.binary(max_size=3), max_size=4)


def test_assets_of_all_kinds_are_copied_and_the_folder_is_fresh(tmp_path: Path) -> None:
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "in" / "sub" / "a.txt").write_bytes(b"a")
    picture = tmp_path / "in" / "p.png"
    picture.write_bytes(b"\x89PNG")
    picture.chmod(0o400)
    assets: dict[str, Path | bytes] = {"deep/p.png": picture, "folder": tmp_path / "in", "notes.md": b"hi"}
    with (
        Workspace.create(tmp_path / "runs", assets) as first,
        Workspace.create(tmp_path / "runs", {}) as second,
    ):
        assert first.path != second.path
        assert (first.path / "deep/p.png").read_bytes() == b"\x89PNG"
        assert (first.path / "folder/sub/a.txt").read_bytes() == b"a"
        assert (first.path / "notes.md").read_bytes() == b"hi"
        assert (first.path / "deep/p.png").stat().st_mode & 0o200, "a copy can be changed"
        assert second.manifest() == module.Manifest()
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "..", "", ".", "a\\b", "C:x", "a\0b"])
def test_names_that_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"outside the workspace|not a valid asset name"):
        Workspace.create(tmp_path / "runs", {name: b""})
    assert not (tmp_path / "runs").exists()


def test_links_inside_an_asset_are_refused_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to("/etc/passwd")
    with pytest.raises(UsageError, match="'a/link' is a symbolic link"):
        Workspace.create(tmp_path / "runs", {"a": tmp_path / "in"})
    assert list((tmp_path / "runs").iterdir()) == []


def test_an_asset_that_is_missing_or_special_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=r"'x' does not exist: .*gone"):
        Workspace.create(tmp_path, {"x": tmp_path / "gone"})
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        Workspace.create(tmp_path, {"x": tmp_path / "pipe"})


@pytest.mark.parametrize("names", [("a", "a/b"), ("a/b", "a"), ("a", "./a")])
def test_assets_in_each_others_place_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="conflicts with another asset"):
        Workspace.create(tmp_path, {names[0]: b"1", names[1]: b"2"})


def test_a_given_name_is_used_once(tmp_path: Path) -> None:
    assert Workspace.create(tmp_path, {}, name="t1").path == (tmp_path / "t1").resolve()
    with pytest.raises(UsageError, match="already exists"):
        Workspace.create(tmp_path, {}, name="t1")
    with pytest.raises(UsageError, match="outside the workspace"):
        Workspace.create(tmp_path, {}, name="../t1")


def test_a_manifest_tells_files_folders_and_links_apart_and_follows_none(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_bytes(b"s")
    space = Workspace.create(tmp_path / "runs", {"b.txt": b"xyz"})
    (space.path / "a").mkdir()
    (space.path / "a" / "out").symlink_to(outside)
    (space.path / "loop").symlink_to(".")
    os.mkfifo(space.path / "pipe")
    manifest = space.manifest()
    assert list(manifest.items) == ["a", "a/out", "b.txt", "loop"]
    assert manifest.items["a"] == Item(Kind.FOLDER)
    assert manifest.items["a/out"] == Item(Kind.LINK, target=str(outside))
    assert manifest.items["b.txt"] == Item(Kind.FILE, 3, hashlib.sha256(b"xyz").hexdigest())
    assert manifest.notes == ("pipe: special file, skipped",)
    space.remove()
    assert (outside / "secret").read_bytes() == b"s"


def test_a_huge_file_is_listed_without_a_hash(tmp_path: Path) -> None:
    with Workspace.create(tmp_path, {}) as space:
        with (space.path / "huge").open("wb") as file:
            file.truncate(module.HASH_LIMIT + 1)
        manifest = space.manifest()
    assert manifest.items["huge"] == Item(Kind.FILE, module.HASH_LIMIT + 1)
    assert "too large" in manifest.notes[0]


def test_changes_name_what_was_added_changed_and_removed(tmp_path: Path) -> None:
    with Workspace.create(tmp_path, {"keep": b"1", "edit": b"1", "drop": b"1", "kind": b"1"}) as space:
        before = space.manifest()
        assert not changes(before, space.manifest())
        (space.path / "edit").write_bytes(b"2")
        (space.path / "drop").unlink()
        (space.path / "kind").unlink()
        (space.path / "kind").symlink_to("keep")
        (space.path / "new").mkdir()
        (space.path / "new" / "file").touch()
        changed = changes(before, space.manifest())
    assert changed == Changes(added=("new", "new/file"), changed=("edit", "kind"), removed=("drop",))


def test_removal_copes_with_odd_permissions(tmp_path: Path) -> None:
    space = Workspace.create(tmp_path, {"a/b/c.txt": b"1"})
    (space.path / "a/b/c.txt").chmod(0)
    (space.path / "a/b").chmod(0)
    (space.path / "a").chmod(0o500)
    space.path.chmod(0o500)
    space.remove()
    space.remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user, who is bound by permissions")
def test_permissions_are_met_by_a_user_who_is_bound_by_them(tmp_path: Path) -> None:
    """Root may do everything, so the real case is a process that gives up being root."""
    script = """
import os, sys
from pathlib import Path
from m3bench.hosting.workspace.workspace import Workspace
root = Path(sys.argv[1])
os.setgid(65534); os.setuid(65534)
space = Workspace.create(root, {"a/b.txt": b"1", "c.txt": b"22"})
(space.path / "c.txt").chmod(0)
(space.path / "a").chmod(0)
manifest = space.manifest()
print(sorted(manifest.items), manifest.items["c.txt"].sha256, manifest.notes)
space.remove()
print(list(root.iterdir()))
"""
    with tempfile.TemporaryDirectory() as folder:
        os.chown(folder, 65534, 65534)
        done = subprocess.run(
            [sys.executable, "-c", script, folder],
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
    notes = (
        "a/: cannot be listed (Permission denied)",
        "c.txt: no permission to read, listed without a hash",
    )
    assert done.stdout.splitlines() == [
        f"['a', 'c.txt'] None {notes}",
        "[]",
    ], done.stderr


@settings(max_examples=40)
@given(FOLDERS, FOLDERS)
def test_manifests_are_equal_exactly_where_contents_are(
    files: dict[str, bytes], others: dict[str, bytes]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Workspace.create(Path(folder), files) as first, Workspace.create(Path(folder), others) as second:
            before, after = first.manifest(), second.manifest()
        assert (before == after) == (files == others)
        assert bool(changes(before, after)) == (files != others)
        assert set(changes(before, after).added) == others.keys() - files.keys()
        assert set(changes(before, after).removed) == files.keys() - others.keys()
