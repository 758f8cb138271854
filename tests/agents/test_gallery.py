"""The gallery: which pictures an attempt has, and which its calls made."""

from __future__ import annotations

from pathlib import Path

from m3bench.agents.gallery import Gallery
from m3bench.core import Call, Outcome

DONE = [Call("pictures/draw", {}, outcome=Outcome.SUCCESS)]


def test_pictures_of_the_task_are_given_and_not_taken_again(tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(b"map")
    gallery = Gallery(tmp_path, ["map.png", "absent.png"])
    gallery.take(DONE)
    assert [(each.uri, each.media_type, each.data) for each in gallery.given] == [
        ("map.png", "image/png", b"map")
    ]
    assert gallery.made == []


def test_pictures_that_appear_are_taken_once_wherever_they_lie(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path)
    gallery.take(DONE)
    assert gallery.made == []
    deep = tmp_path / "out" / "small"
    deep.mkdir(parents=True)
    (deep / "b.jpg").write_bytes(b"b")
    (tmp_path / "out" / "a.png").write_bytes(b"a")
    (tmp_path / "notes.txt").write_text("no picture")
    gallery.take(DONE)
    gallery.take(DONE)
    assert [each.uri for each in gallery.made] == ["out/a.png", "out/small/b.jpg"]


def test_links_and_folders_are_no_pictures(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret.png").write_bytes(b"secret")
    workspace = tmp_path / "workspace"
    (workspace / "folder.png").mkdir(parents=True)
    (workspace / "link.png").symlink_to(elsewhere / "secret.png")
    (workspace / "linked").symlink_to(elsewhere, target_is_directory=True)
    gallery = Gallery(workspace)
    gallery.take(DONE)
    assert gallery.made == []


def test_nothing_is_looked_for_where_no_call_ran(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path)
    (tmp_path / "new.png").write_bytes(b"new")
    gallery.take([Call("pictures/draw", {}, outcome=Outcome.INVALID_ARGUMENTS)])
    assert gallery.made == []
