"""Sums stay consistent whatever is called, and a killed process loses or doubles nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.records import RecordStore
from m3bench.servers import ToolFailure
from m3bench_world.service import Record
from tests.servers.tobench.sessions import WORLD, Session

ORDERS = [key for key, each in WORLD.service.companies["KES"].orders.items() if not each["refunds"]][:6]
BOOKINGS = [
    key for key, each in WORLD.service.companies["AEL"].bookings.items() if each["status"] == "confirmed"
][:4]
OFFERS = [
    key for key, each in WORLD.service.companies["AEL"].offers.items() if each["starts_at"] > "2025-11-06"
][:8]
ACCOUNTS = list(WORLD.service.companies["FER"].accounts)[:4]
VOUCHERS = list(WORLD.service.companies["KES"].vouchers)

_ORDER, _BOOKING, _ACCOUNT = (st.sampled_from(ids) for ids in (ORDERS, BOOKINGS, ACCOUNTS))
_LINE, _CENTS, _WHY = st.integers(1, 3), st.integers(1, 20_000), st.just("because")


def _call(name: str, **arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(name), st.fixed_dictionaries(arguments))


CALLS = st.one_of(
    _call("orders/cancel_order", order_id=_ORDER, reason=_WHY),
    _call("orders/refund_order", order_id=_ORDER, reason=_WHY),
    _call("orders/refund_order", order_id=_ORDER, reason=_WHY, amount_cents=_CENTS),
    _call("orders/refund_item", order_id=_ORDER, line=_LINE, reason=_WHY),
    _call("orders/replace_item", order_id=_ORDER, line=_LINE, reason=_WHY),
    _call("orders/apply_voucher", order_id=_ORDER, voucher=st.sampled_from(VOUCHERS)),
    _call("orders/adjust_price", order_id=_ORDER, line=_LINE, unit_price_cents=_CENTS, reason=_WHY),
    _call(
        "bookings/change_booking",
        booking_id=_BOOKING,
        offer_id=st.sampled_from(OFFERS),
        waive_fee=st.booleans(),
    ),
    _call("bookings/cancel_booking", booking_id=_BOOKING, reason=_WHY, waive_fee=st.booleans()),
    _call(
        "bookings/upgrade_booking",
        booking_id=_BOOKING,
        class_name=st.just("Flex"),
        free_of_charge=st.booleans(),
    ),
    _call("bookings/add_extra", booking_id=_BOOKING, extra=st.sampled_from(["Meal", "Seat with legroom"])),
    _call("accounts/transfer", from_account_id=_ACCOUNT, to_account_id=_ACCOUNT, amount_cents=_CENTS),
    _call("accounts/add_credit", account_id=_ACCOUNT, amount_cents=_CENTS, reason=_WHY),
)


def require_sound(records: dict[str, dict[str, Record]]) -> None:
    for order in records["orders"].values():
        goods = sum(item["quantity"] * item["unit_price_cents"] for item in order["items"])
        assert order["subtotal_cents"] == goods
        assert order["total_cents"] == goods - order["discount_cents"] + order["shipping_cents"] >= 0
        refunded = sum(refund["amount_cents"] for refund in order["refunds"])
        assert order["payment"]["refunded_cents"] == refunded <= order["payment"]["paid_cents"]
    for booking in records["bookings"].values():
        parts = booking["price_cents"] + booking["extras_cents"] + booking["fees_cents"]
        assert (
            booking["total_cents"] == parts == sum(payment["amount_cents"] for payment in booking["payments"])
        )
    for account in records["accounts"].values():
        assert account["balance_cents"] == sum(
            transaction["amount_cents"] for transaction in account["transactions"]
        )
    for offer in records["offers"].values():
        assert all(class_["places_left"] >= 0 for class_ in offer["classes"])
    assert all(product.get("stock", 0) >= 0 for product in records["products"].values())


def stored(workspace: Path) -> dict[str, dict[str, Record]]:
    names = ("orders", "bookings", "accounts", "offers", "products")
    return {name: RecordStore(workspace).all(name, {}) for name in names}


def require_kept(records: dict[str, dict[str, Record]]) -> None:
    """Goods and places are neither made nor lost."""
    booked = {key: BOOKED[key] | records["bookings"].get(key, {}) for key in BOOKED}
    for key, offer in records["offers"].items():
        before = WORLD.service.companies["AEL"].offers[key]
        for new, old in zip(offer["classes"], before["classes"], strict=True):
            taken = [
                sum(
                    booking["guests"]
                    for booking in bookings.values()
                    if (booking["offer_id"], booking["class"]) == (key, new["name"])
                    and booking["status"] != "cancelled"
                )
                for bookings in (BOOKED, booked)
            ]
            assert new["places_left"] + taken[1] == old["places_left"] + taken[0]


BOOKED = {key: WORLD.service.companies["AEL"].bookings[key] for key in BOOKINGS}


def run(calls: list[tuple[str, dict[str, Any]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"  # records lie beside it
        workspace.mkdir()
        session = Session(workspace)
        for name, arguments in calls:
            try:
                session(name, **arguments)
            except ToolFailure:
                continue
        records = stored(session.workspace)
    require_sound(records)
    require_kept(records)


@settings(max_examples=8, deadline=None)
@given(st.lists(CALLS, min_size=4, max_size=10))
def test_sums_stay_consistent(calls: list[tuple[str, dict[str, Any]]]) -> None:
    run(calls)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(st.lists(CALLS, min_size=8, max_size=30))
def test_sums_stay_consistent_in_long_sequences(calls: list[tuple[str, dict[str, Any]]]) -> None:
    run(calls)


def test_what_does_not_add_up_is_noticed(tmp_path: Path) -> None:
    Session(tmp_path)("orders/refund_order", order_id=ORDERS[0], reason="late")
    records = stored(tmp_path)
    records["orders"][ORDERS[0]]["payment"]["refunded_cents"] += 1
    with pytest.raises(AssertionError):
        require_sound(records)


_KILLED = """
import os, signal, sys
from pathlib import Path
from m3bench.servers import Files, ToolContext, load
from m3bench_world.servers.tobench.service_records.records import ServiceRecords
from m3bench_world import World

kept, moment = ServiceRecords.put, int(sys.argv[2])
class Seen:
    count = 0

def put(self, table, record):
    kept(self, table, record)
    Seen.count += 1
    if Seen.count == moment:
        os.kill(os.getpid(), signal.SIGKILL)

ServiceRecords.put = put
context = ToolContext(World(), Files(Path(sys.argv[1])))
source, target = sys.argv[3:]
given = {"from_account_id": source, "to_account_id": target, "amount_cents": 700}
for _ in range(2):
    load("accounts").call(context, "transfer", given)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("moment", "done"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)])
def test_a_killed_process_loses_and_doubles_nothing(moment: int, done: int, tmp_path: Path) -> None:
    source, target = ACCOUNTS[:2]
    program = [sys.executable, "-c", _KILLED, str(tmp_path), str(moment), source, target]
    ended = subprocess.run(program, env=os.environ, check=False)
    assert ended.returncode == (-signal.SIGKILL if moment < 5 else 0)
    session = Session(tmp_path, "accounts")
    before = [WORLD.service.companies["FER"].accounts[key]["balance_cents"] for key in (source, target)]
    after = [session.record("accounts", key)["balance_cents"] for key in (source, target)]
    assert after == [before[0] - 700 * done, before[1] + 700 * done]
    assert len(RecordStore(tmp_path).changes()) == 2 * done
    session("transfer", from_account_id=source, to_account_id=target, amount_cents=700)
    require_sound(stored(tmp_path))
