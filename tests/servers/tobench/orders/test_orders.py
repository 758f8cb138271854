"""The server `orders`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.asking import Asking
from tests.servers.tobench.sessions import WORLD, Session, pick

SERVER = "orders"
FRESH = pick("BRI", "orders", lambda order: order["status"] == "placed")
THERE = pick("BRI", "orders", lambda order: order["status"] == "delivered" and not order["refunds"])
REFUNDED = pick(
    "BRI", "orders", lambda order: order["payment"]["refunded_cents"] == order["payment"]["paid_cents"]
)
VOUCHERS = list(WORLD.service.companies["BRI"].vouchers.values())


def test_orders_are_found_and_refunded_once(ask: Asking) -> None:
    data = ask("find_orders", company="Brindle & Oak", customer_id=THERE["customer_id"], limit=50).data
    assert THERE["id"] in [order["id"] for order in data["orders"]]
    assert ask("get_order", order_id=THERE["id"].lower()).data == THERE
    paid = THERE["payment"]["paid_cents"]
    part = ask("refund_order", order_id=THERE["id"], reason="late", amount_cents=100).data
    assert (part["refunded_cents"], part["left_cents"]) == (100, paid - 100)
    assert ask("refund_order", order_id=THERE["id"], reason="late", amount_cents=paid).is_error
    assert ask("refund_order", order_id=THERE["id"], reason="late").data["left_cents"] == 0
    again = ask("refund_order", order_id=THERE["id"], reason="late")
    assert "refunded completely already" in again.text
    order = ask("get_order", order_id=THERE["id"]).data
    assert order["payment"]["refunded_cents"] == paid
    assert len(order["refunds"]) == 2


def test_nothing_is_found_for_what_does_not_exist(ask: Asking) -> None:
    assert "Not found" in ask("get_order", order_id="BRI-O11111").text
    assert "Not found" in ask("find_orders", company="Nobody Ltd").text
    assert "not an id in orders" in ask("get_order", order_id="BRI-C1001").text
    assert ask("find_orders", company="BRI", query="zeppelin").is_error
    assert ask("find_orders", company="BRI", placed_from="yesterday").is_error


def test_orders_are_found_by_product_day_and_status(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    name = THERE["items"][0]["name"]
    found = session("find_orders", company="BRI", query=name.lower(), status="delivered", limit=50)
    assert all(name in order["items"] and order["status"] == "delivered" for order in found["orders"])
    day = THERE["placed_at"][:10]
    listed = session("find_orders", company="BRI", placed_from=day, placed_to=day, limit=50)["orders"]
    assert THERE["id"] in [order["id"] for order in listed]


def test_shipments_and_products_and_vouchers_are_shown(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    assert session("track_shipment", order_id=THERE["id"])["late"] is False
    assert session("list_products", company="BRI", in_stock=True)["products"]
    assert session.refusal("list_products", company="BRI", query="zeppelin")
    assert [session("check_voucher", voucher=voucher["id"])["expired"] for voucher in VOUCHERS] == [
        False,
        False,
        True,
    ]


def test_only_what_is_not_shipped_can_be_cancelled(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    assert "is delivered" in session.refusal("cancel_order", order_id=THERE["id"], reason="late")
    product = FRESH["items"][0]["product_id"]
    stock = session.record("products", product)["stock"]
    session("cancel_order", order_id=FRESH["id"], reason="changed mind")
    after = session.record("orders", FRESH["id"])
    assert (after["status"], after["payment"]["refunded_cents"]) == ("cancelled", FRESH["total_cents"])
    assert session.record("products", product)["stock"] == stock + FRESH["items"][0]["quantity"]
    assert session.refusal("cancel_order", order_id=FRESH["id"], reason="again")


def test_a_line_is_refunded_or_replaced_once(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    given = {"order_id": THERE["id"], "line": 1, "reason": "broken"}
    first = session("refund_item", **given)
    assert first["refunded_cents"] == THERE["items"][0]["quantity"] * THERE["items"][0]["unit_price_cents"]
    assert "refunded already" in session.refusal("refund_item", **given)
    assert "refunded already" in session.refusal("replace_item", **given)
    assert "has the lines" in session.refusal("refund_item", **(given | {"line": 99}))


def test_a_replacement_is_a_new_order_and_needs_stock(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    products = WORLD.service.companies["BRI"].products
    shipped = [
        (order["id"], item["line"], products[item["product_id"]]["stock"] >= item["quantity"])
        for order in WORLD.service.companies["BRI"].orders.values()
        for item in order["items"]
        if order["status"] in ("shipped", "delivered")
    ]
    here = next(each for each in shipped if each[2])
    gone = next(each for each in shipped if not each[2])
    made = session("replace_item", order_id=here[0], line=here[1], reason="broken")
    new = session("get_order", order_id=made["replacement_id"])
    assert (new["id"], new["total_cents"]) == ("BRI-O90001", 0)
    assert "nothing to refund" in session.refusal("refund_item", order_id=new["id"], line=1, reason="x")
    assert new["replaces"] == {"order_id": here[0], "line": here[1]}
    assert "has a stock of" in session.refusal("replace_item", order_id=gone[0], line=gone[1], reason="x")
    assert "is placed" in session.refusal("replace_item", order_id=FRESH["id"], line=1, reason="x")


def test_no_more_is_returned_than_was_delivered(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    given = {"order_id": THERE["id"], "line": 1, "reason": "too small"}
    quantity = THERE["items"][0]["quantity"]
    assert "can be returned" in session.refusal("create_return_label", **given, quantity=quantity + 1)
    session("create_return_label", **given, quantity=quantity)
    assert "registered" in session.refusal("create_return_label", **given)
    assert session.record("orders", THERE["id"])["payment"]["refunded_cents"] == 0


def test_an_address_changes_before_the_shipment(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    address = {"street": "9 New Road", "city": "Ulm", "postcode": "89073"}
    session("change_delivery_address", order_id=FRESH["id"], **address)
    found = session.record("orders", FRESH["id"])["shipment"]["address"]
    assert found == {**address, "country": "Germany"}
    assert session.refusal("change_delivery_address", order_id=THERE["id"], **address)
    assert session.refusal("change_delivery_address", order_id=FRESH["id"], **(address | {"city": "x" * 130}))


def test_vouchers_work_once_and_in_time(tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    percent, _, expired = (voucher["id"] for voucher in VOUCHERS)
    assert "expired" in session.refusal("apply_voucher", order_id=FRESH["id"], voucher=expired)
    made = session("apply_voucher", order_id=FRESH["id"], voucher=percent)
    assert made["discount_cents"] == FRESH["subtotal_cents"] // 10
    assert made["total_cents"] == FRESH["total_cents"] - made["discount_cents"]
    assert "already" in session.refusal("apply_voucher", order_id=FRESH["id"], voucher=percent)
    other = pick("BRI", "orders", lambda order: order["status"] == "placed" and order != FRESH)
    assert "was used" in session.refusal("apply_voucher", order_id=other["id"], voucher=percent)
    assert "different" in session.refusal(
        "apply_voucher", order_id=other["id"], voucher=pick("KES", "vouchers")["id"]
    )


@pytest.mark.parametrize("price", [-1, 10**9])
def test_a_price_is_adjusted_downwards(price: int, tmp_path: Path) -> None:
    session = Session(tmp_path, "orders")
    item = THERE["items"][0]
    given = {"order_id": THERE["id"], "line": 1, "reason": "seen cheaper"}
    assert session.refusal("adjust_price", **given, unit_price_cents=price)
    lower = item["unit_price_cents"] - 50
    made = session("adjust_price", **given, unit_price_cents=lower)
    assert made["refunded_cents"] == 50 * item["quantity"]
    assert session.refusal("adjust_price", **given, unit_price_cents=lower)
    spent = {"order_id": REFUNDED["id"], "reason": "x"}
    assert session.refusal("refund_order", **spent)
