from __future__ import annotations

from m3bench.hosting.gateway.session import LEASE_SECONDS, OneSession


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_session_at_a_time_until_its_client_ends_it() -> None:
    session = OneSession(Clock())
    assert not session.is_taken
    with session.opening():
        assert session.is_taken  # two that begin at the same moment
        session.began("a")
    assert session.is_taken
    assert session.holds("a")
    session.ended("b")
    assert session.is_taken
    session.ended("a")
    assert not session.is_taken
    assert not session.holds("a")


def test_a_first_request_that_fails_leaves_the_door_open() -> None:
    session = OneSession(Clock())
    with session.opening():
        pass
    assert not session.is_taken


def test_a_client_without_a_stream_keeps_its_session_for_a_while() -> None:
    clock = Clock()
    session = OneSession(clock)
    session.began("a")
    clock.now += LEASE_SECONDS - 1
    with session.request("a", is_stream=False):
        clock.now += 10 * LEASE_SECONDS
        assert session.is_taken
    clock.now += LEASE_SECONDS - 1
    assert session.is_taken
    clock.now += 2
    assert not session.is_taken
    session.began("b")
    assert not session.holds("a")


def test_a_client_whose_stream_broke_is_gone() -> None:
    clock = Clock()
    session = OneSession(clock)
    session.began("a")
    with session.request("a", is_stream=True):
        clock.now += 10 * LEASE_SECONDS
        assert session.is_taken
        with session.request("a", is_stream=False):
            pass
        assert session.is_taken
    assert not session.is_taken
