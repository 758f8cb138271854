"""Finding orders, shipments, products and vouchers."""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import NotFound, about, check_limit
from m3bench_world.servers.tobench.orders.server import OrderId, get_order_of, server
from m3bench_world.servers.tobench.service_records import (
    MOST_SHOWN,
    CompanyName,
    Limit,
    ServiceRecords,
    check_day,
    contains_words,
    shorten,
)
from m3bench_world.service import Record


@server.lookup
def find_orders(
    records: ServiceRecords,
    company: CompanyName,
    customer_id: Annotated[str | None, about("Only orders of this customer.")] = None,
    query: Annotated[str, about("Words of a product's name, a tracking number or an order id.")] = "",
    status: Annotated[
        Literal["placed", "processing", "shipped", "delivered", "cancelled"] | None,
        about("Only orders with this status."),
    ] = None,
    placed_from: Annotated[str | None, about("First day, as YYYY-MM-DD.")] = None,
    placed_to: Annotated[str | None, about("Last day, as YYYY-MM-DD.")] = None,
    limit: Limit = 10,
) -> Record:
    """Find orders of a company, the newest first. Amounts are in cents."""
    first, last = check_day(placed_from, "placed_from"), check_day(placed_to, "placed_to") or "9999-99"
    most = check_limit(limit, "limit", MOST_SHOWN)
    found = [
        order
        for order in records.all("orders", records.company(company)).values()
        if customer_id in (None, order["customer_id"])
        and status in (None, order["status"])
        and first <= order["placed_at"][:10] <= last
        and contains_words(
            query, order["id"], order["shipment"]["tracking"], *(item["name"] for item in order["items"])
        )
    ]
    if not found:
        raise NotFound("no order fits; search with fewer conditions")
    found.sort(key=lambda order: (order["placed_at"], order["id"]), reverse=True)
    listed = [
        shorten(order, "id", "customer_id", "status", "placed_at", "total_cents", "currency")
        | {"items": [item["name"] for item in order["items"]]}
        for order in found[:most]
    ]
    return {"total": len(found), "orders": listed}


@server.lookup
def get_order(records: ServiceRecords, order_id: OrderId) -> Record:
    """Return an order with its lines, prices, payment, refunds, returns and shipment. Amounts are
    in cents."""
    return get_order_of(records, order_id)


@server.lookup
def track_shipment(records: ServiceRecords, order_id: OrderId) -> Record:
    """Return where the shipment of an order is, when it is expected, and whether it is late."""
    order = get_order_of(records, order_id)
    shipment = order["shipment"]
    on_the_way = order["status"] != "cancelled" and shipment["delivered_at"] is None
    late = on_the_way and shipment["expected_at"] < records.time
    return {"order_id": order["id"], "status": order["status"], "late": late, **shipment}


@server.lookup
def list_products(
    records: ServiceRecords,
    company: CompanyName,
    query: Annotated[str, about("Words of the product's name; empty for all.")] = "",
    in_stock: Annotated[bool, about("Only products in stock.")] = False,
) -> Record:
    """List the goods of a company with price in cents and stock."""
    found = [
        shorten(product, "id", "name", "price_cents", "currency", "stock")
        for product in records.all("products", records.company(company)).values()
        if product["kind"] == "goods"
        and contains_words(query, product["name"], product["id"])
        and (product["stock"] > 0 or not in_stock)
    ]
    if not found:
        raise NotFound(f"no product with '{query[:60]}'")
    return {"products": found}


@server.lookup
def check_voucher(
    records: ServiceRecords, voucher: Annotated[str, about("The voucher's code, such as BRI-V123.")]
) -> Record:
    """Return what a voucher is worth, until when it is valid, and whether it was used."""
    found = records.get("vouchers", voucher, "voucher")
    return found | {"expired": found["valid_until"] < records.time[:10]}
