"""Replacements, returns and addresses."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import BadArgument, about, check_text
from m3bench_world.servers.tobench.orders.server import (
    BEFORE_SHIPMENT,
    Line,
    OrderId,
    get_line,
    get_order_of,
    server,
)
from m3bench_world.servers.tobench.service_records import (
    Reason,
    ServiceRecords,
    note_event,
    refused,
)
from m3bench_world.service import Record

_LONGEST = 120


@server.change
def replace_item(records: ServiceRecords, order_id: OrderId, line: Line, reason: Reason) -> Record:
    """Send the goods of one line again, free of charge, as a new order. The order must be shipped or
    delivered, the line neither refunded nor replaced, and the goods in stock."""
    why = check_text(reason, "reason")
    order = get_order_of(records, order_id, "shipped", "delivered")
    item = get_line(order, line)
    product = records.get("products", item["product_id"], "order_id")
    if product["stock"] < item["quantity"]:
        raise refused(f"{product['name']} has a stock of {product['stock']}, not {item['quantity']}")
    key = records.new_id("orders", order["company"])
    records.put("orders", _replacement(records, order, item, key))
    records.put("products", product | {"stock": product["stock"] - item["quantity"]})
    item["status"] = "replaced"
    note_event(order, records.time, f"line {line} replaced by {key}: {why}")
    records.put("orders", order)
    return {"order_id": order["id"], "line": line, "replacement_id": key}


def _replacement(records: ServiceRecords, order: Record, item: Record, key: str) -> Record:
    sent_again = item | {"line": 1, "unit_price_cents": 0, "status": "ordered"}
    unsent = {"tracking": None, "shipped_at": None, "expected_at": None, "delivered_at": None}
    return order | {
        "id": key,
        "placed_at": records.time,
        "status": "processing",
        "items": [sent_again],
        **dict.fromkeys(("subtotal_cents", "discount_cents", "shipping_cents", "total_cents"), 0),
        "voucher": None,
        "payment": {"method": "none", "paid_cents": 0, "refunded_cents": 0},
        "refunds": [],
        "returns": [],
        "shipment": order["shipment"] | unsent,
        "replaces": {"order_id": order["id"], "line": item["line"]},
        "history": [{"at": records.time, "event": "placed"}],
    }


@server.change
def create_return_label(
    records: ServiceRecords,
    order_id: OrderId,
    line: Line,
    reason: Reason,
    quantity: Annotated[int, about("How many pieces are sent back.")] = 1,
) -> Record:
    """Register a return of goods from a delivered order and make the label for it. This refunds nothing."""
    why = check_text(reason, "reason")
    order = get_order_of(records, order_id, "delivered")
    item = get_line(order, line)
    registered = sum(sent_back["quantity"] for sent_back in order["returns"] if sent_back["line"] == line)
    left = item["quantity"] - registered
    if not left:
        raise refused(f"all pieces of line {line} of {order['id']} are registered for return already")
    if not 1 <= quantity <= left:
        raise BadArgument("quantity", f"from line {line}, 1 to {left} pieces can be returned")
    number = order["id"].partition("-O")[2]
    key = f"{order['company']}-L{number}-{len(order['returns']) + 1}"
    order["returns"].append(
        {"id": key, "line": line, "quantity": quantity, "reason": why, "status": "label sent"}
    )
    note_event(order, records.time, f"return {key}")
    records.put("orders", order)
    return {"order_id": order["id"], "return_id": key, "line": line, "quantity": quantity}


@server.change
def change_delivery_address(
    records: ServiceRecords,
    order_id: OrderId,
    street: Annotated[str, about("Street and number.")],
    city: Annotated[str, about("Name of the town.")],
    postcode: Annotated[str, about("Postcode there.")],
) -> Record:
    """Change where an order goes, as long as it is not shipped. The country and the customer's own address
    stay as they are."""
    given = {"street": street, "city": city, "postcode": postcode}
    clean = {name: check_text(value, name) for name, value in given.items()}
    if long := next((name for name, value in clean.items() if len(value) > _LONGEST), None):
        raise BadArgument(long, f"it has more than {_LONGEST} characters")
    order = get_order_of(records, order_id, *BEFORE_SHIPMENT)
    order["shipment"]["address"] |= clean
    note_event(order, records.time, "delivery address changed")
    records.put("orders", order)
    return {"order_id": order["id"], "address": order["shipment"]["address"]}
