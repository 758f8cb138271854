"""The compact set of digests holds exactly what was added."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.runs.store.digest_set import DigestSet

digests = st.binary(min_size=16, max_size=16).map(bytes.hex)


@given(st.lists(digests), st.lists(digests))
def test_it_holds_what_a_set_holds(added: list[str], others: list[str]) -> None:
    digests = DigestSet()
    for digest in added:
        digests.add(digest)
    assert len(digests) == len(set(added))
    assert [digest in digests for digest in [*added, *others]] == [
        digest in set(added) for digest in [*added, *others]
    ]


def test_it_grows() -> None:
    names = [hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest() for number in range(5_000)]
    digests = DigestSet()
    for name in names[:-1]:
        digests.add(name)
    assert len(digests) == len(names) - 1
    assert all(name in digests for name in names[:-1])
    assert names[-1] not in digests


def test_digests_with_the_same_place_are_kept_apart() -> None:
    alike = [f"{number:016x}{7:016x}" for number in range(40)]
    digests = DigestSet()
    for digest in alike[:20]:
        digests.add(digest)
    assert [digest in digests for digest in alike] == [True] * 20 + [False] * 20


@pytest.mark.parametrize("text", ["", "0", "x" * 32, "0x" + "0" * 30, "A" * 32])
def test_what_is_no_digest_is_never_in_it(text: str) -> None:
    digests = DigestSet()
    digests.add("0" * 32)
    assert text not in digests
