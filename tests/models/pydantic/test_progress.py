"""Whether a model is still writing, by what arrives of its streamed reply."""

from __future__ import annotations

import pytest

from m3bench.models.pydantic.transport import ReplyProgress, note_progress, watched_reply

EVENT = b'data: {"choices":[{"delta":{"content":"tick"}}]}\n\n'


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize(
    ("piece", "times", "writes"),
    [
        (EVENT, 20, True),
        (EVENT * 20, 1, True),
        (EVENT, 3, False),
        (b": OPENROUTER PROCESSING\n\n", 100, False),
        (b'event: ping\ndata: {"type": "ping"}\n\n', 100, False),
        (b"", 100, False),
    ],
)
def test_events_count_and_signs_of_life_do_not(piece: bytes, times: int, writes: bool) -> None:
    progress = ReplyProgress(Clock())
    for _ in range(times):
        progress.take(piece)
    assert progress.is_writing(1.0) is writes


def test_who_stopped_writing_hangs() -> None:
    clock = Clock()
    progress = ReplyProgress(clock)
    progress.take(EVENT * 20)
    clock.time = 0.9
    assert progress.is_writing(1.0)
    clock.time = 1.1
    assert not progress.is_writing(1.0)
    progress.take(b": still here\n\n")
    assert not progress.is_writing(1.0)


def test_only_the_reply_that_is_received_inside_is_watched() -> None:
    note_progress(EVENT * 20)
    with watched_reply() as outer:
        with watched_reply() as inner:
            note_progress(EVENT * 20)
        assert inner.is_writing(60.0)
        assert not outer.is_writing(60.0)
    note_progress(EVENT * 20)
    assert not outer.is_writing(60.0)
