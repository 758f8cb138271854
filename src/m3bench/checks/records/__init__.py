"""Checks of the records that tools changed: orders, bookings, accounts, tickets and others."""

from m3bench.checks.records.order import RecordOrder, RecordStep
from m3bench.checks.records.states import RecordCreated, RecordState
from m3bench.checks.records.unchanged import AllowedChange, RecordUnchanged

__all__ = ["AllowedChange", "RecordCreated", "RecordOrder", "RecordState", "RecordStep", "RecordUnchanged"]
