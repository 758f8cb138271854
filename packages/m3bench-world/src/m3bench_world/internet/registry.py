"""Registered domains: those of the lists, those of other parts of the world, and look-alikes by chance."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property, lru_cache

import msgspec

from m3bench_world.authors import person
from m3bench_world.internet.lookalikes import lookalikes
from m3bench_world.internet.tables import Named, named_domains, providers, providers_of, registrars
from m3bench_world.internet.types import Contact, Domain, Provider
from m3bench_world.world import World

TOP_LEVELS = frozenset(
    (
        "com", "net", "org", "co", "io", "info", "biz", "shop", "online", "site", "store", "xyz", "app",
        "dev", "us", "eu", "cc", "example", "de", "fr", "uk", "nl", "ch", "at", "es", "it", "se", "no", "ai",
        "me", "tv", "space", "cloud", "tech", "edu", "gov", "ca", "au", "jp", "br", "in", "pl",
    )
)  # fmt: skip
_REGISTERED = {
    "omission": 0.09, "transposition": 0.07, "tld-swap": 0.3, "dictionary": 0.09, "homoglyph": 0.08,
    "repetition": 0.05, "hyphenation": 0.05, "vowel-swap": 0.03, "replacement": 0.012, "insertion": 0.006,
    "bitsquatting": 0.012, "addition": 0.02,
}  # fmt: skip
"""How likely it is that a look-alike is registered."""
_ANY = 0.008
"""How likely it is that any other name is registered."""
_MOST = max(_REGISTERED.values())
_EARLIEST = date(2004, 1, 1)
ACTORS = 7
"""Groups that register look-alikes of many owners."""
_BRANDS = ("Site Services", "Media", "Domains", "Trade", "Consulting", "Web")


class Registry:
    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        self._today = world.now.date()
        self.domain = lru_cache(maxsize=4_000)(self._domain)
        self._fuzzers = lru_cache(maxsize=64)(_fuzzers)

    @cached_property
    def listed(self) -> dict[str, Named]:
        """Domains that always exist: of the list, of providers and registrars, and of web services."""
        found = dict(named_domains())
        for provider in providers():
            found[provider.domain] = Named(provider.domain, provider.name, provider.country, "provider", 2, 4)
        for registrar in registrars():
            found.setdefault(
                registrar.domain, Named(registrar.domain, registrar.name, "US", "provider", 2, 4)
            )
        for name, organisation in self._world.apis.domains().items():
            found.setdefault(name, Named(name, organisation, "US", "service", 4, 9))
        return found

    def _domain(self, name: str) -> Domain | None:
        """Return a registered domain, or None."""
        if name.rpartition(".")[2] not in TOP_LEVELS:
            return None
        made = self._listed(name) or self._software(name) or self._by_chance(name)
        return made if made and made.created <= self._today else None

    def _listed(self, name: str) -> Domain | None:
        named = self.listed.get(name)
        if named is None:
            return None
        if named.kind == "suspect":
            return self._suspect(named)
        organisation = Contact(named.organisation, named.country, f"domains@{name}")
        hosts = self._hosts(name, named.kind)
        return self._made(name, named.kind, organisation, hosts, few=named.few, many=named.many)

    def _software(self, name: str) -> Domain | None:
        """Return the domain of a package's home page."""
        label, _, top = name.rpartition(".")
        if top != "example" or "." in label or self._world.nix.entry(label) is None:
            return None
        project = Contact(f"{label} project", "DE", f"hostmaster@{name}")
        return self._made(name, "software", project, self._hosts(name, "software"), few=1, many=4)

    def _by_chance(self, name: str) -> Domain | None:
        luck = self._chance.share("dom luck", name)
        if luck >= _MOST:
            return None
        relation = self._relation(name)
        if relation is None:
            return self._stranger(name, "other") if luck < _ANY else None
        original, fuzzer = relation
        return self._lookalike(name, original) if luck < _REGISTERED[fuzzer] else None

    def _relation(self, name: str) -> tuple[str, str] | None:
        """Return the listed domain that a name resembles, and how; the likeliest kind of several."""
        found = []
        for listed in self.listed:
            if not _may_resemble(name, listed):
                continue
            fuzzer = self._fuzzers(listed).get(name)
            if fuzzer:
                found.append((_REGISTERED[fuzzer], listed, fuzzer))
        return max(found)[1:] if found else None

    def _lookalike(self, name: str, original: str) -> Domain | None:
        whose = self._chance.share("dom whose", name)
        if whose < 0.25 and (owner := self.domain(original)):
            created = owner.created + timedelta(days=self._chance.whole(90, 1_500, "dom defence", name))
            return msgspec.structs.replace(
                owner, name=name, kind="lookalike", created=created, owner_domain=original, few=0, many=1
            )
        if whose < 0.65:
            return self._of_actor(name, self._chance.whole(0, ACTORS - 1, "dom actor", name))
        return self._stranger(name, "lookalike")

    def _suspect(self, named: Named) -> Domain:
        made = self._of_actor(named.name, self._chance.whole(0, ACTORS - 1, "dom actor", named.name))
        created = date(2025, 8, 8) + timedelta(days=self._chance.whole(0, 70, "dom suspect", named.name))
        return msgspec.structs.replace(made, kind="suspect", created=created, few=named.few, many=named.many)

    def _of_actor(self, name: str, actor: int) -> Domain:
        """Return a domain of a group: its registrant, registrar, network and name servers tell it."""
        chance = self._chance
        who = person(chance, "dom actor", actor)
        family = who.split()[-1]
        organisation = f"{family} {chance.pick(_BRANDS, 'dom actor name', actor)}"
        mailbox = (
            "".join(letter for letter in family.lower() if letter.isascii() and letter.isalpha()) or "owner"
        )
        email = f"{mailbox}{chance.whole(10, 99, 'dom actor mail', actor)}@letterbox-mail.example"
        network = chance.pick(providers_of("lax"), "dom actor network", actor)
        made = self._made(
            name,
            "lookalike",
            Contact(organisation, network.country, email),
            (network, network if chance.happens(0.6, "dom actor mx", name) else None),
            few=0,
            many=3,
            servers=(f"ns1.{network.domain}", f"ns2.{network.domain}"),
        )
        registrar = registrars()[-1 - actor % 2]
        created = date(2024, 3, 1) + timedelta(days=chance.whole(0, 760, "dom actor day", name))
        return msgspec.structs.replace(made, registrar=registrar, created=created, is_signed=False)

    def _stranger(self, name: str, kind: str) -> Domain:
        hidden = Contact(
            "REDACTED FOR PRIVACY", self._chance.pick(("US", "IS", "PA"), "dom hidden", name), ""
        )
        return self._made(name, kind, hidden, self._hosts(name, "small"), few=0, many=4)

    def _hosts(self, name: str, kind: str) -> tuple[Provider, Provider | None]:
        """Return who runs the web hosts and the mail of a domain."""
        own = next((provider for provider in providers() if provider.domain == name), None)
        if own:
            return own, own
        kinds = ("cloud", "cloud", "hosting") if kind in ("site", "company", "service") else ("hosting",)
        web = self._chance.pick(providers_of(*kinds), "dom web", name)
        if kind == "small" and self._chance.happens(0.4, "dom no mail", name):
            return web, None
        other = self._chance.pick(providers_of("mail"), "dom mail", name)
        return web, other if self._chance.happens(0.7, "dom mail away", name) else web

    def _made(
        self,
        name: str,
        kind: str,
        registrant: Contact,
        hosts: tuple[Provider, Provider | None],
        *,
        few: int,
        many: int,
        servers: tuple[str, ...] = (),
    ) -> Domain:
        chance = self._chance
        dns = chance.pick((*providers_of("dns"), hosts[0]), "dom dns", name)
        latest = date(2023, 12, 31) if kind in ("site", "company", "service") else date(2026, 3, 1)
        days = chance.whole(0, (latest - _EARLIEST).days, "dom created", name)
        return Domain(
            name=name,
            kind=kind,
            registrar=chance.pick(registrars(), "dom registrar", name),
            registrant=registrant,
            created=date(2015, 6, 1)
            if kind in ("provider", "software")
            else _EARLIEST + timedelta(days=days),
            servers=servers or (f"ns1.{dns.domain}", f"ns2.{dns.domain}"),
            web=hosts[0],
            mail=hosts[1],
            is_signed=chance.happens(0.35, "dom signed", name),
            owner_domain=name,
            few=few,
            many=many,
        )


def _fuzzers(name: str) -> dict[str, str]:
    return {lookalike.name: lookalike.fuzzer for lookalike in lookalikes(name)}


def _may_resemble(name: str, listed: str) -> bool:
    """Return False for pairs that no change of `lookalikes` can turn into each other."""
    label, _, top = name.partition(".")
    other, _, other_top = listed.partition(".")
    if top != other_top:
        return label == other
    if abs(len(label) - len(other)) > 1 and other not in label:
        return False
    return other in label or label[:1] == other[:1] or label[-2:] == other[-2:]
