"""What a library writes, as bytes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from m3bench.media import written_bytes


def test_a_picture_is_written_in_the_format_asked_for() -> None:
    picture = Image.new("RGB", (3, 2), "white")
    data = written_bytes(picture.save, "PNG", compress_level=1)
    assert Image.open(io.BytesIO(data)).size == (3, 2)
    with pytest.raises(KeyError):
        written_bytes(picture.save, "no format")
