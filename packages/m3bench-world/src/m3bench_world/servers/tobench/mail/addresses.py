"""Recipients of mails."""

from __future__ import annotations

import re
from collections.abc import Iterable

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument
from m3bench_world import World

MOST_RECIPIENTS = 50
_LONGEST = 320
_ADDRESS = re.compile(r"[^@\s<>,;\"()\[\]]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}", re.IGNORECASE)


def bare_address(mailbox: str) -> str:
    """Return the address in `Name <address>`, in lower case."""
    inner = mailbox.rpartition("<")[2].partition(">")[0] if "<" in mailbox else mailbox
    return inner.strip().lower()


def parse_recipients(given: Iterable[str], name: str, world: World) -> list[str]:
    """Return each recipient once, with the name of the address book.

    Raises:
        BadArgument: A text is not an address; contacts with a similar name are suggested.
    """
    found: dict[str, str] = {}
    for text in given:
        address = bare_address(text) if len(text) <= _LONGEST else ""
        if not _ADDRESS.fullmatch(address):
            raise BadArgument(name, f"'{text[:60]}' is not an address{_advice(text, world)}")
        person = world.office.by_address.get(address)
        found[address] = person.mailbox if person else address
    if len(found) > MOST_RECIPIENTS:
        raise BadArgument(name, f"there are {len(found)} recipients; the maximum is {MOST_RECIPIENTS}")
    return list(found.values())


def without(mailboxes: Iterable[str], excluded: Iterable[str]) -> list[str]:
    """Return mailboxes but those with the addresses of others, each once."""
    known = {bare_address(each) for each in excluded}
    found = {bare_address(each): each for each in mailboxes}
    return [each for address, each in found.items() if address not in known]


def _advice(text: str, world: World) -> str:
    people = {person.name: person.address for person in world.mailbox.contacts}
    near = [people[each] for each in near_misses(text[:80], people, limit=3)]
    return f"; did you mean {', '.join(near)}?" if near else "; write it as name@domain.example"
