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
    found = DigestSet()
    for digest in added:
        found.add(digest)
    assert len(found) == len(set(added))
    assert [digest in found for digest in [*added, *others]] == [
        digest in set(added) for digest in [*added, *others]
    ]


def test_it_grows() -> None:
    names = [hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest() for number in range(5_000)]
    found = DigestSet()
    for name in names[:-1]:
        found.add(name)
    assert len(found) == len(names) - 1
    assert all(name in found for name in names[:-1])
    assert names[-1] not in found


def test_digests_with_the_same_place_are_kept_apart() -> None:
    alike = [f"{number:016x}{7:016x}" for number in range(40)]
    found = DigestSet()
    for digest in alike[:20]:
        found.add(digest)
    assert [digest in found for digest in alike] == [True] * 20 + [False] * 20


@pytest.mark.parametrize("text", ["", "0", "x" * 32, "0x" + "0" * 30, "A" * 32])
def test_what_is_no_digest_is_never_in_it(text: str) -> None:
    found = DigestSet()
    found.add("0" * 32)
    assert text not in found
