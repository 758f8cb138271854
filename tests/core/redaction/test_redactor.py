from __future__ import annotations

import base64
import html
import io
import json
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from m3bench.core import Call, Media, Result, Status, Step, Text, Trajectory
from m3bench.core.redaction import MIN_SECRET_LENGTH, RedactingStream, Redactor, forms_of

KEY = "sk-live-4f9Q/7bV+zX2mN8pL=0aWc"
ODD = "p\"a\\ss&<wörd>\n%'x/"
SECRETS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="${}"), min_size=6, max_size=40),
    min_size=1,
    max_size=4,
)


def encodings(secret: str) -> dict[str, str]:
    """What somebody who wants to smuggle a secret out would write."""
    data = secret.encode()
    aligned = {
        f"base64 behind {before}": base64.b64encode(b"x" * before + data + b"yz").decode()
        for before in range(3)
    }
    return {
        "plain": secret,
        "hex": data.hex(),
        "HEX": data.hex().upper(),
        "url": quote(secret, safe=""),
        "url path": quote(secret),
        "form": quote_plus(secret),
        "every byte": "".join(f"%{byte:02x}" for byte in data),
        "json": json.dumps(secret),
        "json, not ASCII": json.dumps(secret, ensure_ascii=False),
        "html": html.escape(secret),
        "repr": repr(secret),
        "urlsafe": base64.urlsafe_b64encode(data).decode(),
        **aligned,
    }


@pytest.mark.parametrize("secret", [KEY, ODD, "hunter2"])
@pytest.mark.parametrize("form", list(encodings(KEY)))
def test_every_encoding_is_known(secret: str, form: str) -> None:
    text = encodings(secret)[form]
    redactor = Redactor([secret])
    masked = redactor.text(f"before {text} after")
    assert "${SECRET}" in masked
    assert masked.startswith("before ")
    assert masked.endswith(" after")
    assert len(masked) <= len("before ${SECRET} after") + 9  # what base64 mixes with the neighbours, quotes
    assert redactor.data(f"before {text} after".encode()) == masked.encode()


def test_what_is_short_is_no_secret() -> None:
    assert forms_of("x" * (MIN_SECRET_LENGTH - 1)) == frozenset()
    assert not Redactor(["de", "8080", ""])
    assert Redactor(["x" * MIN_SECRET_LENGTH]).text("a xxxxxx b") == "a ${SECRET} b"


def test_a_key_that_was_cut_in_two_is_still_taken_out() -> None:
    masked = Redactor([KEY]).text(f"…{KEY[8:]} and {KEY[:-6]}…")
    assert KEY[8:20] not in masked
    assert KEY[:12] not in masked


def test_lines_of_a_private_key_are_secrets_by_themselves() -> None:
    lines = [f"MIIEvQIBADANBgkqhkiG9w0BAQEFAAS{number}" for number in range(3)]
    pem = "\n".join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----"])
    redactor = Redactor([pem])
    assert redactor.text(f"log: {lines[1]}") == "log: ${SECRET}"
    assert redactor.text("-----BEGIN PRIVATE KEY-----") == "-----BEGIN PRIVATE KEY-----"
    assert redactor.text(pem.replace("\n", "\r\n")) == "${SECRET}"


def test_secrets_that_overlap_go_as_one() -> None:
    assert Redactor(["abcdef", "defghi", "abc"]).text("xabcdefghix") == "x${SECRET}x"
    assert Redactor(["abcdef", "abcdefgh"]).text("abcdefgh abcdefg") == "${SECRET} ${SECRET}g"


class Colour(StrEnum):
    SECRET = "completed-it"


class Record(msgspec.Struct, frozen=True):
    password: str
    colour: Colour
    data: bytes = b""
    more: tuple[object, ...] = ()


def test_structs_keep_their_form_whatever_the_secrets_are() -> None:
    record = Record("my password", Colour.SECRET, b"password", ({"password": ["password", 1, None]},))
    masked = Redactor(["password", "completed-it"]).value(record)
    assert masked == Record(
        "my ${SECRET}", Colour.SECRET, b"${SECRET}", ({"${SECRET}": ["${SECRET}", 1, None]},)
    )


def test_documents_keep_the_names_of_their_fields() -> None:
    redactor = Redactor(["status", "correct-horse-9"])
    assert redactor.document(b'{"status":"correct-horse-9"}') == b'{"status":"${SECRET}"}'
    assert redactor.value({"x": "the status"}) == {"x": "the ${SECRET}"}


def test_what_holds_no_secret_is_the_same_object() -> None:
    call = Call("lab/echo", {"a": ["b", 5]}, result=Result((Text("t"), Media(data=b"\0\xff"))))
    trajectory = Trajectory(task_id="t", steps=(Step((call,)),), status=Status.COMPLETED)
    assert Redactor([KEY]).value(trajectory) is trajectory
    assert Redactor().value(trajectory) is trajectory


def test_a_picture_stays_a_picture(tmp_path: Path) -> None:
    info = PngInfo()
    info.add_text("Comment", f"made with {KEY}")
    buffer = io.BytesIO()
    Image.new("RGB", (9, 9), "red").save(buffer, "PNG", pnginfo=info)
    masked = Redactor([KEY]).data(buffer.getvalue())
    assert KEY.encode() not in masked
    assert len(masked) == len(buffer.getvalue())
    picture = Image.open(io.BytesIO(masked))
    picture.load()  # checks every sum
    assert picture.getpixel((4, 4)) == (255, 0, 0)
    assert picture.text["Comment"] == f"made with {'*' * len(KEY)}"  # type: ignore[attr-defined]


def test_comments_of_pictures_in_utf_16() -> None:
    data = b"\xff\xd8\0\xff" + KEY.encode("utf-16-le") + b"\0\0rest"
    assert Redactor([KEY]).data(data) == b"\xff\xd8\0\xff" + b"*" * 2 * len(KEY) + b"\0\0rest"


@pytest.mark.slow
@given(SECRETS, st.recursive(st.text(max_size=9), st.lists, max_leaves=4), st.sampled_from(["", "x", "xy"]))
def test_values_lose_every_secret_however_deep(secrets: list[str], value: object, before: str) -> None:
    redactor = Redactor(secrets)
    secret = secrets[0]
    record = {"a": [value, {secret: f"{before}{secret}"}], "b": (before + secret).encode() + b"!"}
    inner = json.dumps({"json": [record["a"], json.dumps(secret)]})
    masked: list[Any] = redactor.value([record, inner, Media(data=b"\0" + secret.encode("utf-16-le"))])
    assert secret not in masked[0]["a"][1]
    assert masked[0]["a"][1] == {"${SECRET}": f"{before}${{SECRET}}"} or before in secret
    assert json.dumps(secret)[1:-1] not in str(masked[1])
    assert secret.encode("utf-16-le") not in (masked[2].data or b"")


@given(SECRETS, st.data())
def test_no_cut_lets_a_secret_through(secrets: list[str], draw: st.DataObject) -> None:
    redactor = Redactor(secrets)
    spelled = sorted({form for secret in secrets for form in forms_of(secret)})
    pieces = draw.draw(st.lists(st.one_of(st.sampled_from(spelled), st.text(max_size=8)), max_size=6))
    data = "".join(pieces).encode("utf-8", "replace")
    stream, out, place = RedactingStream(lambda: redactor), b"", 0
    while place < len(data):
        size = draw.draw(st.integers(1, 12))
        out += stream.feed(data[place : place + size])
        place += size
    out += stream.finish()
    expected = redactor.needles().replace(data, b"${SECRET}")
    if b"\0" not in data:
        assert out == expected
    for secret in secrets:
        assert secret.encode() not in out.replace(b"${SECRET}", b"\n\n")


@given(SECRETS, st.text())
def test_redaction_is_idempotent_and_leaves_the_rest(secrets: list[str], text: str) -> None:
    redactor = Redactor(secrets)
    masked = redactor.text(text + secrets[0] + text)
    assert redactor.text(masked) == masked
    if not any(form in text for secret in secrets for form in forms_of(secret)):
        assert redactor.text(text) is text


def test_a_stream_gives_out_at_once_what_cannot_be_a_secret() -> None:
    redactor = Redactor([KEY])
    stream = RedactingStream(lambda: redactor)
    assert stream.feed(b"a line\n") == b"a line\n"
    assert stream.feed(KEY[:5].encode()) == b""
    assert stream.feed(b"!") == KEY[:5].encode() + b"!"
    assert b"".join(stream.feed(bytes([byte])) for byte in KEY.encode()) == b""
    assert stream.finish() == b"${SECRET}"


def test_a_stream_knows_secrets_that_came_later() -> None:
    known = [Redactor()]
    stream = RedactingStream(lambda: known[-1])
    assert stream.feed(b"early\n") == b"early\n"
    known.append(Redactor([KEY]))
    assert stream.feed(KEY.encode() + b"\n") == b"${SECRET}\n"
