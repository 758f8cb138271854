from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from m3bench.runs.store.chain import (
    CHANGED,
    COPY,
    FOREIGN,
    GAP,
    NO_CHECKSUM,
    START,
    TAIL,
    Chain,
    is_intact,
    link_of,
    link_record,
    mark_of,
)

RUN, OTHER = "a" * 16, "b" * 16


def lines_of(count: int, run: str = RUN) -> list[bytes]:
    previous, lines = START, []
    for number in range(count):
        line, previous = link_record(msgspec.json.encode({"kind": "x", "number": number}), run, previous)
        lines.append(line)
    return lines


def problems(lines: list[bytes], *, run: str | None = RUN, required: bool = True) -> list[str | None]:
    chain = Chain(run, required=required)
    findings = [chain.take(line) for line in lines]
    return [None if finding is None else finding.problem for finding in findings]


def test_a_line_is_json_and_says_whose_it_is() -> None:
    line, check = link_record(b'{"a":1}', RUN, START)
    assert msgspec.json.decode(line) == {"a": 1, "run": RUN, "prev": START, "check": check}
    link = link_of(line)
    assert link == (RUN, START, check)
    assert is_intact(line, link)
    assert line[:-TAIL] + b"}" == b'{"a":1}'
    assert mark_of(line) == check


def test_nothing_is_said_of_a_chain_that_is_whole() -> None:
    assert problems(lines_of(5)) == [None] * 5
    assert problems(lines_of(5), run=None, required=False) == [None] * 5


@given(st.integers(0, 2), st.data())
def test_every_changed_byte_is_noticed(index: int, data: st.DataObject) -> None:
    lines = lines_of(3)
    corruptions = bytearray(lines[index])
    spot = data.draw(st.integers(0, len(corruptions) - 2))
    corruptions[spot] ^= data.draw(st.integers(1, 255))
    lines[index] = bytes(corruptions)
    seen = problems(lines)
    assert seen[index] in (CHANGED, NO_CHECKSUM)
    assert [problem for number, problem in enumerate(seen) if number != index] == [None, None]


def test_lines_that_are_missing_moved_copied_or_foreign_are_told_apart() -> None:
    first, second, third, fourth = lines_of(4)
    assert problems([first, third, fourth]) == [None, GAP, None]
    assert problems([second, third]) == [GAP, None]
    assert problems([first, third, second, fourth]) == [None, GAP, GAP, GAP]
    assert problems([first, second, first, third]) == [None, None, COPY, None]
    assert problems([first, lines_of(2, OTHER)[1], second]) == [None, FOREIGN, None]
    assert problems(lines_of(2, OTHER)) == [FOREIGN, FOREIGN]
    assert problems(lines_of(2, OTHER), run=None) == [None, None]


def test_lines_of_older_versions_stand_before_those_with_checksums_only() -> None:
    old = b'{"kind":"x"}\n'
    line, check = link_record(b'{"kind":"y"}', RUN, mark_of(old))
    assert problems([old, line], required=False) == [None, None]
    assert problems([old, line]) == [NO_CHECKSUM, None]
    assert problems([line, old], required=False) == [GAP, NO_CHECKSUM]
    chain = Chain(required=False)
    assert [chain.take(raw) for raw in (old, line)] == [None, None]
    assert (chain.unprotected, chain.reaches(check), chain.reaches("0" * 31 + "1")) == (1, True, False)
