"""Companies, and the records that their customer service works on: customers, orders, bookings, accounts,
tickets."""

from m3bench_world.service.company import TABLES, Company
from m3bench_world.service.service import Service
from m3bench_world.service.tables import Record, stamp
from m3bench_world.service.tickets import RESPONSE_HOURS, due_at

__all__ = ["RESPONSE_HOURS", "TABLES", "Company", "Record", "Service", "due_at", "stamp"]
