"""What the servers of customer service share: access to records, ids, limits and refusals."""

from m3bench_world.servers.tobench.service_records.records import (
    MOST_SHOWN,
    CompanyName,
    Limit,
    Reason,
    RecordServer,
    ServiceRecords,
    change_records,
    check_cents,
    check_day,
    contains_words,
    listing,
    note_event,
    refused,
    shorten,
)

__all__ = [
    "MOST_SHOWN",
    "CompanyName",
    "Limit",
    "Reason",
    "RecordServer",
    "ServiceRecords",
    "change_records",
    "check_cents",
    "check_day",
    "contains_words",
    "listing",
    "note_event",
    "refused",
    "shorten",
]
