"""What goes on record."""

from __future__ import annotations

from m3bench.core import Call, Media, Result, Step, Trajectory
from m3bench.forge.references.records import without_bytes


def test_pictures_are_kept_by_their_hash() -> None:
    picture = Call("a/b", {}, result=Result((Media(media_type="image/png", data=b"bytes"),)))
    light = without_bytes(Trajectory(task_id="t", steps=(Step((picture, Call("c/d"))),)))
    result = light.steps[0].calls[0].result
    assert result is not None
    part = result.content[0]
    assert isinstance(part, Media)
    assert part.data is None
    assert part.digest is not None
    assert light.steps[0].calls[1] == Call("c/d")
