"""Sounds, films and changed files in the viewer, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from m3bench.apps.viewer.api import Parameters
from m3bench.apps.viewer.web import viewer_app
from m3bench.apps.web import UNKNOWN, bytes_response, played_type
from m3bench.core import Media, Step, TaskFile, UsageError
from m3bench.hosting import Changes
from m3bench.media import CODECS, Sound, write_sound
from m3bench.media.film import write_film
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import PLAIN, api_over, attempt_of, call, make_run, picture

if TYPE_CHECKING:
    pass

TASK = msgspec.structs.replace(
    PLAIN, images=("photo.png",), files=(TaskFile("order.wav", "audio/wav", inline=False),)
)


def beep(seconds: float = 1.5) -> Sound:
    times = np.arange(int(8_000 * seconds), dtype=np.float32) / 8_000
    wave = 0.3 * np.sin(2 * np.pi * 440 * times)
    return Sound(wave[:, None].astype(np.float32), 8_000)


def film() -> bytes:
    return write_film([np.full((90, 160, 3), 10 * number, np.uint8) for number in range(20)], 10)


@pytest.mark.parametrize("suffix", sorted(CODECS))
def test_sounds_are_known_by_their_bytes(suffix: str) -> None:
    assert played_type(write_sound(beep(0.2), suffix)).startswith("audio/")


@pytest.mark.parametrize("data", [b"", b"RIFF", b"<html>", picture(), b"RIFF0000WEBP"])
def test_other_bytes_are_not_played(data: bytes) -> None:
    assert played_type(data) == UNKNOWN


def test_films_are_played_and_served_in_parts() -> None:
    data = film()
    assert played_type(data) == "video/mp4"
    whole = bytes_response(data, "a.mp4")
    assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
    part = bytes_response(data, "a.mp4", "bytes=10-19")
    assert (part.status_code, part.body) == (206, data[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(data)}"
    assert bytes_response(data, "a.mp4", "bytes=5-").body == data[5:]
    assert bytes_response(data, "a.mp4", f"bytes={len(data)}-").status_code == 416
    assert bytes_response(data, "a.mp4", "bytes=9-2").status_code == 416
    assert bytes_response(data, "a.mp4", "lines=1-2").status_code == 200


def media_run(root: Path) -> None:
    heard = Media(media_type="audio/wav", data=write_sound(beep(), ".wav"), uri="order.wav")
    attempt = msgspec.structs.replace(
        attempt_of(TASK, Step((call("audio/play", {"path": "order.wav"}, "played", heard),)), answer="done"),
        changes=Changes(added=("clip.mp4", "jingle.mp3"), changed=("photo.png",)),
        workspace="workspaces/media",
    )
    folder = make_run(root / "town", [TASK], [attempt])
    workspace = folder.path / "workspaces" / "media"
    workspace.mkdir(parents=True)
    (workspace / "clip.mp4").write_bytes(film())
    (workspace / "jingle.mp3").write_bytes(write_sound(beep(), ".mp3"))
    (workspace / "photo.png").write_bytes(picture("crimson"))


GIVEN = {"photo.png": picture("teal"), "order.wav": write_sound(beep(), ".wav")}


@pytest.fixture
def viewer(tmp_path: Path) -> Iterator[Viewer]:
    media_run(tmp_path)
    library, api = api_over(tmp_path)
    api._assets["town"] = lambda _: GIVEN
    with browser() as opened, served(viewer_app(api, TOKEN)) as address:
        shown = Viewer(opened, address, link("town", TASK.id, "files"))
        yield shown
        shown.close()
    library.close()


_LOADED = """player => new Promise((done, failed) => {
  if (player.readyState >= 1) done(player.duration);
  player.onloadedmetadata = () => done(player.duration);
  player.onerror = () => failed(player.error.message);
})"""


_PLAYED = """async (player) => {
  player.muted = true;
  const moved = new Promise((done) => {
    player.addEventListener("timeupdate", () => player.currentTime > 0 && done());
  });
  await player.play();
  await moved;
  player.pause();
  return player.currentTime;
}"""


@pytest.mark.slow
def test_sounds_and_films_are_played_and_changes_compared(viewer: Viewer) -> None:
    page = viewer.page
    assert page.locator("#task audio").evaluate(_LOADED) == pytest.approx(1.5, abs=0.05)
    assert page.locator("#files video").evaluate(_LOADED) == pytest.approx(2.0, abs=0.1)
    assert page.locator("#files audio").evaluate(_LOADED) == pytest.approx(1.5, abs=0.2)
    for player in (page.locator("#task audio"), page.locator("#files video")):
        assert player.evaluate(_PLAYED) > 0
    pictures = page.locator("#files .before-after img")
    pictures.nth(1).wait_for()
    sources = pictures.evaluate_all("images => images.map(image => image.src)")
    assert len(set(sources)) == 2
    pictures.nth(1).click()
    page.locator("figure.large img").wait_for()
    assert viewer.complaints == []


def test_only_files_of_the_task_are_given_out(tmp_path: Path) -> None:
    media_run(tmp_path)
    library, api = api_over(tmp_path)
    api._assets["town"] = lambda _: GIVEN | {"hidden.txt": b"secret"}
    asked = {"run": "town", "task": TASK.id}
    api.run_version(Parameters(asked))
    assert api.input(Parameters({**asked, "path": "photo.png"})) == GIVEN["photo.png"]
    for name in ("hidden.txt", "../photo.png", ""):
        with pytest.raises(UsageError, match="no such file"):
            api.input(Parameters({**asked, "path": name}))
    library.close()
