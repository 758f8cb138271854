"""Prices, cancelling and refunding."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import BadArgument, about, check_text
from m3bench_world.servers.tobench.orders.server import (
    BEFORE_SHIPMENT,
    Line,
    OrderId,
    add_refund,
    get_line,
    get_order_of,
    left_to_refund,
    server,
)
from m3bench_world.servers.tobench.service_records import (
    Reason,
    ServiceRecords,
    check_cents,
    note_event,
    refused,
)
from m3bench_world.service import Record


@server.change
def apply_voucher(
    records: ServiceRecords,
    order_id: OrderId,
    voucher: Annotated[str, about("The voucher's code, such as BRI-V123.")],
) -> Record:
    """Apply a voucher to an order that is not shipped and has none. The discount is refunded to the means of
    payment. A voucher can be used once, until it expires."""
    order = get_order_of(records, order_id, *BEFORE_SHIPMENT)
    found = records.get("vouchers", voucher, "voucher")
    records.same_company(order, found)
    if order["voucher"]:
        raise refused(f"order {order['id']} has the voucher {order['voucher']} already")
    _require_valid(found, order, records.time[:10])
    subtotal = order["subtotal_cents"]
    discount = min(found["amount_cents"] or subtotal * found["percent"] // 100, subtotal)
    add_refund(records, order, discount, f"voucher {found['id']}")
    order |= {"voucher": found["id"], "discount_cents": discount}
    _add_up(order)
    records.put("orders", order)
    records.put("vouchers", found | {"used_by": order["id"]})
    return {"order_id": order["id"], "discount_cents": discount, "total_cents": order["total_cents"]}


def _require_valid(voucher: Record, order: Record, today: str) -> None:
    if voucher["used_by"]:
        raise refused(f"voucher {voucher['id']} was used for {voucher['used_by']}")
    if voucher["valid_until"] < today:
        raise refused(f"voucher {voucher['id']} expired on {voucher['valid_until']}")
    if order["subtotal_cents"] < voucher["least_cents"]:
        raise refused(f"voucher {voucher['id']} needs goods for at least {voucher['least_cents']} cents")


@server.change
def adjust_price(
    records: ServiceRecords,
    order_id: OrderId,
    line: Line,
    unit_price_cents: Annotated[int, about("The new, lower price of one piece, in cents.")],
    reason: Reason,
) -> Record:
    """Lower the price of a line afterwards, for example to a competitor's price, and refund the difference
    for all its pieces."""
    why = check_text(reason, "reason")
    order = get_order_of(records, order_id, *BEFORE_SHIPMENT, "shipped", "delivered")
    item = get_line(order, line)
    if not 0 <= unit_price_cents < item["unit_price_cents"]:
        problem = f"it must be from 0 to {item['unit_price_cents'] - 1}, below the price of line {line}"
        raise BadArgument("unit_price_cents", problem)
    cents = item["quantity"] * (item["unit_price_cents"] - unit_price_cents)
    if order["subtotal_cents"] - cents < order["discount_cents"]:
        raise refused(f"the discount of {order['id']} would exceed the price of its goods")
    add_refund(records, order, cents, why, line)
    item["unit_price_cents"] = unit_price_cents
    _add_up(order)
    note_event(order, records.time, f"price of line {line} adjusted")
    records.put("orders", order)
    return {"order_id": order["id"], "line": line, "refunded_cents": cents}


def _add_up(order: Record) -> None:
    order["subtotal_cents"] = sum(item["quantity"] * item["unit_price_cents"] for item in order["items"])
    order["total_cents"] = order["subtotal_cents"] - order["discount_cents"] + order["shipping_cents"]


@server.change
def cancel_order(records: ServiceRecords, order_id: OrderId, reason: Reason) -> Record:
    """Cancel an order that is not shipped yet. What was paid goes back to the means of payment, and the goods
    go back into stock."""
    why = check_text(reason, "reason")
    order = get_order_of(records, order_id, *BEFORE_SHIPMENT)
    cents = left_to_refund(order)
    if cents:
        add_refund(records, order, cents, why)
    for item in order["items"]:
        product = records.get("products", item["product_id"], "order_id")
        records.put("products", product | {"stock": product["stock"] + item["quantity"]})
    note_event(order, records.time, f"cancelled: {why}")
    records.put("orders", order | {"status": "cancelled"})
    return {"order_id": order["id"], "status": "cancelled", "refunded_cents": cents}


@server.change
def refund_order(
    records: ServiceRecords,
    order_id: OrderId,
    reason: Reason,
    amount_cents: Annotated[int | None, about("Cents to refund; by default all that is left.")] = None,
) -> Record:
    """Refund an order, wholly or in part, to its means of payment. No more than was paid can be refunded. The
    order keeps its status; nothing is cancelled or returned."""
    why = check_text(reason, "reason")
    amount = check_cents(amount_cents, "amount_cents") if amount_cents is not None else None
    order = get_order_of(records, order_id)
    left = left_to_refund(order)
    if left == 0:
        raise refused(f"order {order['id']} was refunded completely already")
    key = add_refund(records, order, amount or left, why)
    records.put("orders", order)
    return {
        "order_id": order["id"],
        "refund_id": key,
        "refunded_cents": amount or left,
        "left_cents": left_to_refund(order),
    }


@server.change
def refund_item(records: ServiceRecords, order_id: OrderId, line: Line, reason: Reason) -> Record:
    """Refund one line of an order: its price times its quantity, less its part of the discount. A line can be
    refunded once."""
    why = check_text(reason, "reason")
    order = get_order_of(records, order_id)
    item = get_line(order, line)
    price = item["quantity"] * item["unit_price_cents"]
    cents = price - price * order["discount_cents"] // max(order["subtotal_cents"], 1)
    key = add_refund(records, order, cents, why, line)
    item["status"] = "refunded"
    records.put("orders", order)
    return {"order_id": order["id"], "line": line, "refund_id": key, "refunded_cents": cents}
