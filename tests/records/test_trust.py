"""Which changes count: those that a call reports."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import RECEIPTS_KEY, Call, Result, records_folder
from m3bench.records import FILE_NAME, CallInfo, Receipt, RecordsDamaged, RecordStore, trusted_changes
from m3bench.records.changes import digest_of
from m3bench.records.trust import is_same_value

ARGUMENTS = {"order": "A1", "note": "/files/note.txt", "amounts": [1, 2.5]}


REFUND = [("orders", "A1", {"state": "refunded"})]


def reported(numbers: Any, arguments: Any = ARGUMENTS, name: str = "orders/refund") -> Call:
    """A call with receipts for the refund: whole numbers become receipts, the rest stays."""
    receipts = numbers
    if isinstance(numbers, list):
        receipts = [
            str(Receipt(number, digest_of(REFUND))) if isinstance(number, int) else number
            for number in numbers
        ]
    return Call(name, arguments, result=Result(meta={RECEIPTS_KEY: receipts}))


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    records = RecordStore(tmp_path)
    receipt = records.change(
        CallInfo("orders", "refund", ARGUMENTS), {("orders", "A1"): {"state": "refunded"}}
    )
    assert receipt == (1, digest_of(REFUND))
    return records


@pytest.mark.parametrize(
    "arguments",
    [
        ARGUMENTS,
        {**ARGUMENTS, "note": "${WORKSPACE}/note.txt"},
        '{"order": "A1", "note": "${WORKSPACE}/note.txt", "amounts": [1, 2.5]}',
    ],
)
def test_a_reported_change_is_trusted(store: RecordStore, arguments: Any) -> None:
    assert [change.key for change in trusted_changes(store, [reported([1], arguments)])] == ["A1"]


@pytest.mark.parametrize(
    "call",
    [
        Call("orders/refund", ARGUMENTS, result=Result()),
        Call("orders/refund", ARGUMENTS),
        reported("1"),
        reported([]),
        reported(["1", None, "x:y", ":"]),
    ],
)
def test_a_change_that_no_call_reports_is_not(store: RecordStore, call: Call) -> None:
    assert trusted_changes(store, [call]) == []


@pytest.mark.parametrize(
    "call",
    [
        reported([2]),
        reported(["1:"]),
        reported([f"1:{digest_of([])}"]),
        reported([1], {**ARGUMENTS, "order": "A2"}),
        reported([1], {**ARGUMENTS, "note": "${WORKSPACE}/other.txt"}),
        reported([1], {**ARGUMENTS, "amounts": [True, 2.5]}),
        reported([1], name="orders/cancel"),
        reported([1], None),
        reported([1], {**ARGUMENTS, "amounts": [float("nan")]}),
    ],
)
def test_a_report_without_its_change_is_an_alarm(store: RecordStore, call: Call) -> None:
    with pytest.raises(RecordsDamaged, match="not in the database"):
        trusted_changes(store, [call])


def test_what_an_agent_writes_itself_counts_for_nothing(store: RecordStore, tmp_path: Path) -> None:
    store.change(CallInfo("orders", "refund", {"order": "B2"}), {("orders", "B2"): {"state": "refunded"}})
    assert [change.key for change in trusted_changes(store, [reported([1])])] == ["A1"]
    with closing(sqlite3.connect(records_folder(tmp_path) / FILE_NAME)) as database, database:
        database.execute("DELETE FROM changes WHERE number = 1")
    with pytest.raises(RecordsDamaged):
        trusted_changes(store, [reported([1])])


def test_a_value_that_an_agent_edits_is_an_alarm(store: RecordStore, tmp_path: Path) -> None:
    with closing(sqlite3.connect(records_folder(tmp_path) / FILE_NAME)) as database, database:
        database.execute('UPDATE changes SET value = \'{"state":"cancelled"}\'')
    with pytest.raises(RecordsDamaged):
        trusted_changes(store, [reported([1])])


@settings(max_examples=20)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
    st.text(alphabet="abc/", max_size=5),
)
def test_a_value_equals_itself_with_the_folder_filled_in(value: Any, rest: str) -> None:
    assert is_same_value(value, value)
    folder = f"/{rest}"
    assert is_same_value([value, "a ${WORKSPACE}/b ${WORKSPACE}"], [value, f"a {folder}/b {folder}"])
    assert not is_same_value([value, "a ${WORKSPACE}/b"], [value, f"a {folder}/c"])


def test_calls_in_flight_wait_for_each_other(tmp_path: Path) -> None:
    store = RecordStore(tmp_path)

    def count(_: int) -> int:
        def decide(number: int) -> dict[tuple[str, str], dict[str, Any] | None]:
            seen = (store.get("counters", "c") or {"value": 0})["value"]
            return {("counters", "c"): {"value": seen + 1}, ("entries", f"e{number}"): {}}

        return store.update(CallInfo("counting", "add", {}), decide).number

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(count, range(30))) == list(range(1, 31))
    assert store.get("counters", "c") == {"value": 30}
    assert len(store.changed("entries")) == 30


def test_a_decision_against_changes_nothing(store: RecordStore) -> None:
    def refuse(_: int) -> dict[tuple[str, str], dict[str, Any] | None]:
        raise LookupError

    with pytest.raises(LookupError):
        store.update(CallInfo("orders", "refund", {}), refuse)
    assert store.update(CallInfo("orders", "refund", {}), lambda _: {}).number == 0
    assert len(store.changes()) == 1
    assert store.change(CallInfo("orders", "refund", {}), {("orders", "A1"): None}).number == 2


def test_an_older_copy_that_is_put_back_is_an_alarm(tmp_path: Path) -> None:
    store, file = RecordStore(tmp_path), records_folder(tmp_path) / FILE_NAME
    first = store.change(CallInfo("desk", "open", {}), {("orders", "A0"): {}})
    older = file.read_bytes()
    wrong = store.change(CallInfo("desk", "refund", {}), {("orders", "A1"): {"state": "refunded"}})
    file.write_bytes(older)
    right = store.change(CallInfo("desk", "refund", {}), {("orders", "A2"): {"state": "refunded"}})
    assert wrong.number == right.number

    def call(name: str, receipt: Receipt) -> Call:
        return Call(name, {}, result=Result(meta={RECEIPTS_KEY: [str(receipt)]}))

    honest = [call("desk/open", first), call("desk/refund", right)]
    assert len(trusted_changes(store, honest)) == 2
    with pytest.raises(RecordsDamaged, match="not in the database"):
        trusted_changes(store, [*honest, call("desk/refund", wrong)])
