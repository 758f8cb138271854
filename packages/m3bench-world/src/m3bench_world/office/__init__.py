"""The company that the owner of mailbox and calendar works for, and the people it deals with."""

from m3bench_world.office.office import Office
from m3bench_world.office.people import Group, Person, address_of
from m3bench_world.office.zones import find_zone

__all__ = ["Group", "Office", "Person", "address_of", "find_zone"]
