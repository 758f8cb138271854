"""Jobs for the tests of helper processes."""

from __future__ import annotations

import os


def reverse(payload: bytes) -> bytes:
    return payload[::-1]


def pid(_: bytes) -> bytes:
    return str(os.getpid()).encode()


def fail(payload: bytes) -> bytes:
    raise ValueError(payload.decode())


def chatter(_: bytes) -> bytes:
    print("what a library says")
    return b"done"


def loop(_: bytes) -> bytes:
    while True:
        pass


def swell(_: bytes) -> bytes:
    kept = [bytearray(2**24) for _ in range(200)]
    return str(len(kept)).encode()


def die(_: bytes) -> bytes:
    os._exit(1)


def environment(_: bytes) -> bytes:
    return repr(dict(os.environ)).encode()
