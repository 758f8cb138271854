"""Calls that pay money back."""

from __future__ import annotations

from m3bench.suites import CallResult, PlannedCall, call


def give_refund(order: str, cents: int, reason: str, *uses: CallResult) -> PlannedCall:
    """Pay back a part of an order."""
    return call("orders/refund_order", *uses, order_id=order, amount_cents=cents, reason=reason)


def give_credit(account: str, cents: int, reason: str, *uses: CallResult) -> PlannedCall:
    """Credit an amount to an account."""
    return call("accounts/add_credit", *uses, account_id=account, amount_cents=cents, reason=reason)
