"""What the servers of customer service share: access to records, ids, limits and refusals."""

from m3bench_world.servers.tobench.service_records.records import (
    CompanyName,
    Limit,
    Reason,
    ServiceRecords,
    change_records,
    check_cents,
    check_day,
    contains_words,
    note_event,
    refused,
    shorten,
)

__all__ = [
    "CompanyName",
    "Limit",
    "Reason",
    "ServiceRecords",
    "change_records",
    "check_cents",
    "check_day",
    "contains_words",
    "note_event",
    "refused",
    "shorten",
]
