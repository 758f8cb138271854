"""Answers are read up to a limit, whatever they are packed in; proxies of the environment are used."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import AsyncIterator
from unittest import mock

import httpx2
import pytest

from m3bench.models.pydantic.transport import BoundedTransport, _proxy_for

pytestmark = pytest.mark.anyio

LARGEST = 10_000


class Endless(httpx2.AsyncByteStream):
    """Counts what is taken from it."""

    taken = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            self.taken += 1
            yield b"x" * 1_000


def client(stream: httpx2.AsyncByteStream | bytes, **headers: str) -> httpx2.AsyncClient:
    def answer(_: httpx2.Request) -> httpx2.Response:
        if isinstance(stream, bytes):
            return httpx2.Response(200, headers=headers, content=stream)
        return httpx2.Response(200, headers=headers, stream=stream)

    return httpx2.AsyncClient(transport=BoundedTransport(httpx2.MockTransport(answer), LARGEST))


async def test_an_answer_within_the_limit_is_passed_on() -> None:
    async with client(b"y" * LARGEST, etag="1") as http:
        answer = await http.get("http://h/")
    assert (answer.content, answer.headers["etag"]) == (b"y" * LARGEST, "1")


async def test_an_endless_answer_is_left_at_the_limit() -> None:
    endless = Endless()
    async with client(endless) as http:
        with pytest.raises(httpx2.ReadError, match="exceeds 10000 bytes"):
            await http.get("http://h/")
    assert endless.taken == 11


async def test_a_packed_answer_is_unpacked_once() -> None:
    async with client(gzip.compress(b"hello"), **{"content-encoding": "gzip"}) as http:
        answer = await http.get("http://h/")
    assert answer.text == "hello"


async def test_a_small_answer_that_unpacks_to_a_large_one_is_left() -> None:
    packed = gzip.compress(b"0" * (LARGEST + 1))
    assert len(packed) < 100
    async with client(packed, **{"content-encoding": "gzip"}) as http:
        with pytest.raises(httpx2.ReadError, match="exceeds 10000 bytes"):
            await http.get("http://h/")


async def test_garbage_that_claims_to_be_packed_is_an_error_of_the_wire() -> None:
    async with client(b"no gzip at all", **{"content-encoding": "gzip"}) as http:
        with pytest.raises(httpx2.DecodingError):
            await http.get("http://h/")
    with pytest.raises(zlib.error):
        zlib.decompress(b"no gzip at all", 31)


@pytest.mark.parametrize(
    ("address", "proxy"),
    [
        ("https://api.example.com/v1", "http://proxy:3128"),
        ("http://api.example.com/v1", None),
        ("https://inside.example.org/v1", None),
        ("https://127.0.0.1:8000/v1", None),
    ],
)
def test_the_proxy_of_the_environment_is_used_where_it_is_meant(address: str, proxy: str | None) -> None:
    environment = {"HTTPS_PROXY": "proxy:3128", "NO_PROXY": "127.0.0.1,.example.org"}
    with mock.patch.dict(os.environ, environment, clear=True):
        assert _proxy_for(address) == proxy


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"error": {"message": "busy", "code": 429}}', 429),
        (b'{"error": {"message": "no such model", "code": "model_not_found"}}', 502),
        (b'{"error": "upstream died", "id": 1}', 502),
        (b'{"error": {"code": 200}}', 502),
        (b'{"error": {"code": 99999}}', 502),
        (b'{"error": null, "choices": []}', 200),
        (b'{"error": {"code": 429}, "choices": [{}]}', 200),
        (b'{"error": {"code": 429', 200),
        (b'["error"]', 200),
        (b'"error"', 200),
        (b'{"error": ' + b"[" * 100_000, 200),
    ],
)
async def test_an_error_with_status_200_gets_the_status_it_names(body: bytes, status: int) -> None:
    transport = BoundedTransport(httpx2.MockTransport(lambda _: httpx2.Response(200, content=body)))
    async with httpx2.AsyncClient(transport=transport) as http:
        answer = await http.get("http://h/")
    assert (answer.status_code, answer.content) == (status, body)
