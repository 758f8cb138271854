"""The server, and what its tools share: order lines and refunds."""

from __future__ import annotations

from typing import Annotated, Final

from m3bench.servers.kit import BadArgument, Proof, about
from m3bench_world.servers.tobench.service_records import RecordServer, ServiceRecords, note_event, refused
from m3bench_world.service import Record

server = RecordServer(
    "orders",
    "Find and track orders; cancel, refund, replace and return them.",
    Proof("find_orders", {"company": "BRI", "limit": 2}),
)

OrderId = Annotated[str, about("Id of the order, such as BRI-O20101.")]
Line = Annotated[int, about("Number of the line in the order, from 1.")]
BEFORE_SHIPMENT: Final = ("placed", "processing")


def get_order_of(records: ServiceRecords, order_id: str, *statuses: str) -> Record:
    """Return an order; refuse if it has another status."""
    order = records.get("orders", order_id, "order_id")
    if statuses and order["status"] not in statuses:
        wanted = " or ".join(statuses)
        raise refused(f"order {order['id']} is {order['status']}; this needs an order that is {wanted}")
    return order


def get_line(order: Record, line: int) -> Record:
    """Return a line that was neither refunded nor replaced."""
    item: Record | None = next((line_item for line_item in order["items"] if line_item["line"] == line), None)
    if item is None:
        raise BadArgument("line", f"order {order['id']} has the lines 1 to {len(order['items'])}")
    if item["status"] != "ordered":
        raise refused(f"line {line} of {order['id']} was {item['status']} already")
    return item


def left_to_refund(order: Record) -> int:
    paid: int = order["payment"]["paid_cents"]
    return paid - int(order["payment"]["refunded_cents"])


def add_refund(
    records: ServiceRecords, order: Record, cents: int, reason: str, line: int | None = None
) -> str:
    """Refund an amount to the order's means of payment, and return the id of the refund."""
    left = left_to_refund(order)
    if not cents:
        raise refused(f"there is nothing to refund: it was free in {order['id']}")
    if cents > left:
        paid = order["payment"]["paid_cents"]
        raise refused(f"{left} of {paid} cents paid for {order['id']} are left to refund, not {cents}")
    number = order["id"].partition("-O")[2]
    key = f"{order['company']}-R{number}-{len(order['refunds']) + 1}"
    order["refunds"].append(
        {"id": key, "amount_cents": cents, "reason": reason, "line": line, "at": records.time}
    )
    order["payment"]["refunded_cents"] += cents
    note_event(order, records.time, f"refunded {cents} cents")
    return key
