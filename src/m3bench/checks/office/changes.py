"""The records of the servers `mail` and `calendar` that calls of the trajectory changed."""

from __future__ import annotations

from typing import Any, Final

from m3bench.checks.check import CheckFailed, Evidence
from m3bench.records import RecordsDamaged, RecordStore, trusted_changes

EVENTS: Final = "events"
OUTBOX: Final = "outbox"
"""The table of mails as they were sent. No tool changes it afterwards."""

Record = dict[str, Any]


def changed_records(evidence: Evidence, table: str) -> dict[str, Record]:
    """Return the records of a table as calls left them, by key. What no call reports does not count."""
    calls = [call for _, call in evidence.trajectory.calls()]
    try:
        changes = trusted_changes(RecordStore(evidence.workspace), calls)
    except RecordsDamaged as damage:
        raise CheckFailed(str(damage)) from None
    final = {change.key: change.value for change in changes if change.table == table}
    return {key: value for key, value in final.items() if value is not None}


def bare_address(mailbox: str) -> str:
    """Return the address in `Name <address>`, in lower case."""
    return mailbox.rpartition("<")[2].partition(">")[0].strip().lower()


def require_addresses(addresses: tuple[str, ...]) -> None:
    """Raise `ValueError` for a text that is not an address."""
    for address in addresses:
        if "@" not in address or address != bare_address(address):
            raise ValueError(f"{address!r} is not an address in lower case, such as 'ada@north.example'")
