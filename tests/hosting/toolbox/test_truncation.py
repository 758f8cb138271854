from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Content, Data, Media, Result, Text
from m3bench.hosting.toolbox.truncation import MEDIA_LIMIT, TEXT_LIMIT, cut

NOTE_ROOM = 200


class BlobKeeper:
    """Keeps what it is given, under the hash of it."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[bytes, str]] = {}

    def __call__(self, data: bytes, media_type: str) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = (data, media_type)
        return digest


def text_of(result: Result) -> str:
    return "".join(part.text for part in result.content if isinstance(part, Text))


def test_what_fits_is_the_same_object() -> None:
    result = Result((Text("x" * TEXT_LIMIT), Media(data=b"x" * MEDIA_LIMIT)), is_error=True)
    assert cut(result, keep=BlobKeeper()) is result


def test_long_text_is_cut_with_a_note() -> None:
    keeper, text = BlobKeeper(), "abcé" * 10
    result = Result((Text(text),), is_error=True)
    shown = cut(result, limit=12, keep=keeper)
    ((digest, kept),) = keeper.kept.items()
    note = f"[Truncated: showing 12 of 40 characters. The full content is stored as {digest}.]"
    assert shown == Result((Text(f"abcéabcéabcé\n{note}"),), is_error=True)
    assert result == Result((Text(text),), is_error=True)
    assert kept == (text.encode(), "text/plain; charset=utf-8")


def test_without_a_place_to_keep_it_the_note_says_so() -> None:
    shown = cut(Result((Text("abcdef"),)), limit=3)
    assert text_of(shown) == "abc\n[Truncated: showing 3 of 6 characters. The full content was not stored.]"


def test_data_stays_data_where_it_fits_and_becomes_its_beginning_where_not() -> None:
    keeper, value = BlobKeeper(), {"zeta": ["é" * 50], "alpha": 1}
    whole_text = json.dumps(value, ensure_ascii=False)
    fits = Result((Data(value),))
    assert cut(fits, limit=len(whole_text)) is fits
    (part,) = cut(fits, limit=20, keep=keeper).content
    assert isinstance(part, Text)
    assert part.text.startswith(f"{whole_text[:20]}\n[Truncated: showing 20 of {len(whole_text)} characters")
    ((kept, media_type),) = keeper.kept.values()
    assert json.loads(kept) == value
    assert media_type == "application/json"


def test_the_limit_is_for_all_text_together_and_other_parts_stay_in_place() -> None:
    keeper, picture = BlobKeeper(), Media(media_type="image/png", data=b"png")
    content = (Text("a" * 6), picture, Data([1]), Text("b" * 6), Text("c" * 6), picture, Data("d"))
    shown = cut(Result(content), limit=12, keep=keeper)
    assert shown.content[:3] == (Text("aaaaaa"), picture, Data([1]))
    note, last = shown.content[3:]
    assert isinstance(note, Text)
    assert note.text.startswith("bbb\n[Truncated: showing 12 of 24 characters")
    assert last == picture
    ((kept, _),) = keeper.kept.values()
    assert kept.decode() == 'aaaaaa\n[1]\nbbbbbb\ncccccc\n"d"'


def test_thousands_of_parts_get_one_note() -> None:
    keeper = BlobKeeper()
    shown = cut(Result(tuple(Text("line") for _ in range(5_000))), limit=100, keep=keeper)
    assert len(shown.content) == 26
    assert len(keeper.kept) == 1


def test_media_over_the_limit_is_left_out_whole() -> None:
    keeper = BlobKeeper()
    small, big = Media(media_type="image/png", data=b"s" * 40), Media(media_type="audio/wav", data=b"b" * 90)
    linked = Media(media_type="video/mp4", uri="https://example.org/v")
    result = Result((Text("see"), small, big, small, small, linked))
    shown = cut(result, media_limit=100, keep=keeper)
    digest = hashlib.sha256(big.data or b"").hexdigest()
    assert shown.content[:2] == (Text("see"), small)
    assert shown.content[2] == Text(
        "[Omitted: audio/wav, 90 bytes exceed the limit of 100 for one result. "
        f"The full content is stored as {digest}.]"
    )
    assert shown.content[3] == small
    assert isinstance(shown.content[4], Text)
    assert shown.content[5] == linked
    assert result.content[2] == big
    assert keeper.kept[digest] == (big.data, "audio/wav")


def test_text_and_media_are_cut_independently() -> None:
    shown = cut(Result((Media(data=b"12345"), Text("abcdef"))), limit=2, media_limit=2)
    left_out, text = shown.content
    assert isinstance(left_out, Text)
    assert left_out.text.startswith("[Omitted: application/octet-stream, 5 bytes")
    assert isinstance(text, Text)
    assert text.text.startswith("ab\n[Truncated: showing 2 of 6")


@pytest.mark.parametrize(("limit", "shown"), [(1, "a"), (2, "a"), (3, "a\ud83d\ude00"), (0, "")])
def test_surrogate_pairs_are_not_split(limit: int, shown: str) -> None:
    text = text_of(cut(Result((Text("a\ud83d\ude00b"),)), limit=limit))
    assert text.partition("[Truncated")[0].rstrip("\n") == shown


def test_half_surrogates_can_be_kept() -> None:
    keeper = BlobKeeper()
    cut(Result((Text("ab\ud800"),)), limit=1, keep=keeper)
    ((kept, _),) = keeper.kept.values()
    assert kept.decode("utf-8", "surrogatepass") == "ab\ud800"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PARTS = (
    st.builds(Text, st.text(max_size=40))
    | st.builds(Data, JSON)
    | st.builds(lambda data: Media(media_type="image/png", data=data), st.none() | st.binary(max_size=40))
)


def size(part: Content) -> int:
    return len(part.text) if isinstance(part, Text) else len(json.dumps(part.value, ensure_ascii=False))  # type: ignore[union-attr]


@given(st.lists(PARTS, max_size=8).map(tuple), st.integers(0, 100), st.integers(0, 60), st.booleans())
def test_what_is_shown_is_within_the_limits_and_nothing_is_lost(
    content: tuple[Content, ...], limit: int, media_limit: int, is_error: bool
) -> None:
    keeper, result = BlobKeeper(), Result(content, is_error)
    shown = cut(result, limit=limit, media_limit=media_limit, keep=keeper)
    assert shown.is_error is is_error
    media = [part for part in shown.content if isinstance(part, Media)]
    assert sum(len(part.data or b"") for part in media) <= media_limit
    notes = sum(
        isinstance(part, Text) and "The full content is stored as" in part.text for part in shown.content
    )
    textual = [part for part in shown.content if not isinstance(part, Media)]
    assert sum(map(size, textual)) <= limit + notes * NOTE_ROOM
    text_of(shown).encode()
    for part in content:
        assert part in shown.content or any(_holds(kept, part) for kept, _ in keeper.kept.values())


def _holds(kept: bytes, part: Any) -> bool:
    if isinstance(part, Media):
        return kept == part.data
    text = part.text if isinstance(part, Text) else json.dumps(part.value, ensure_ascii=False)
    return text.encode() in kept
