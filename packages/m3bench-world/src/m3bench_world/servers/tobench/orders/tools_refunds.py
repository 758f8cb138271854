"""Cancelling and refunding."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, about, check_text
from m3bench_world.servers.context import ToolContext
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
    change_records,
    check_cents,
    note_event,
    refused,
)


@server.tool(read_only=False)
def cancel_order(context: ToolContext, order_id: OrderId, reason: Reason) -> Answer:
    """Cancel an order that is not shipped yet. What was paid goes back to the means of payment, and the goods
    go back into stock."""
    why = check_text(reason, "reason")

    def work(records: ServiceRecords) -> dict[str, Any]:
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

    return change_records(context, work)


@server.tool(read_only=False)
def refund_order(
    context: ToolContext,
    order_id: OrderId,
    reason: Reason,
    amount_cents: Annotated[int | None, about("Cents to refund; by default all that is left.")] = None,
) -> Answer:
    """Refund an order, wholly or in part, to its means of payment. No more than was paid can be refunded. The
    order keeps its status; nothing is cancelled or returned."""
    why = check_text(reason, "reason")
    amount = check_cents(amount_cents, "amount_cents") if amount_cents is not None else None

    def work(records: ServiceRecords) -> dict[str, Any]:
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

    return change_records(context, work)


@server.tool(read_only=False)
def refund_item(context: ToolContext, order_id: OrderId, line: Line, reason: Reason) -> Answer:
    """Refund one line of an order: its price times its quantity, less its part of the discount. A line can be
    refunded once."""
    why = check_text(reason, "reason")

    def work(records: ServiceRecords) -> dict[str, Any]:
        order = get_order_of(records, order_id)
        item = get_line(order, line)
        price = item["quantity"] * item["unit_price_cents"]
        cents = price - price * order["discount_cents"] // max(order["subtotal_cents"], 1)
        key = add_refund(records, order, cents, why, line)
        item["status"] = "refunded"
        records.put("orders", order)
        return {"order_id": order["id"], "line": line, "refund_id": key, "refunded_cents": cents}

    return change_records(context, work)
