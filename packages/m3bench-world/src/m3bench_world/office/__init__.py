"""The company that the owner of mailbox and calendar works for, and the people it deals with."""

from m3bench_world.office.office import Group, Office, Person, address_of, find_zone

__all__ = ["Group", "Office", "Person", "address_of", "find_zone"]
