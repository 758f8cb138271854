"""Wordings of `osint_time`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

DESKS = Wording(
    request=(
        "For the domains {names}, look up the registration and enumerate the zone of each. List those "
        "whose first name server in the registration differs from that in the zone, with both. Look up "
        "the network of each domain's address, and find the organization that runs most of them. "
        "Port-scan the domains in its network; name that with the highest latency, and convert the time "
        "of the scan from UTC to the time zone of the city of that organization. If it is before {closes} "
        "there, convert {closes} in that zone to {zone}, otherwise {opens}. Also give the registrar of "
        "the domain of the organization's abuse mailbox; resolve the domain of that registrar's own abuse "
        "mailbox, and give the city of the network of its address and the time there now."
    ),
    fuzzy=(
        "Customers report shady shops: {names}. Who hosts most of them, in which city, how many, and "
        "which of those is slowest to answer a probe? At which registrar is the domain of its abuse "
        "mailbox, in which city is the network where the domain of that registrar's own abuse mailbox "
        "lives, and what time is it there now? The host's desk works from {opens} to {closes}, local "
        "time; the probe notes a time in UTC, so what do clocks in that city say then? If the desk is "
        "still open at that moment, when does it close by the clocks here in {city} ({zone}); if it is "
        "already past {closes}, at what time here does it open? And for which of all these shops does the "
        "registry name another first name server than the zone does?"
    ),
)

RENEWALS = Wording(
    request=(
        "Look up the registrations of {names} and enumerate their zones. List the domains whose first "
        "name server in the registration differs from that in the zone, with both. Which domain expires "
        "first, and when? Get the time now in the time zone of the capital of its registrant's country. "
        "If it is from {opens} to before {closes} there, convert {closes} from that zone to {zone}, and "
        "take the abuse mailbox of the domain's registrar; otherwise look up the network of the domain's "
        "address, name who runs it, convert {opens} from the zone of its city to {zone}, and take its "
        "abuse mailbox. Give the registrar of the domain of that mailbox, the city of the network that "
        "the domain of this registrar's own abuse mailbox resolves to, and the time there now. Also "
        "port-scan the domain that expires last, and give its date and its number of open ports."
    ),
    fuzzy=(
        "Our partners are {names}. Which of these names runs out soonest and which latest, and when? How "
        "many ports does the latest leave open? For which does the registry name another first name "
        "server than the zone? About the soonest: partners pick up the phone from {opens} to {closes} on "
        "the clock of their capital, going by the country in the registration. If they would right now, "
        "tell me when they stop in {city} time ({zone}), and go on with the abuse mailbox of their "
        "registrar; if not, tell me who runs the network of their address and what time it is in {city} "
        "when clocks in its city show {opens}, and go on with its abuse mailbox. Which registrar holds "
        "the domain of that mailbox, in which city is the network where that registrar's own mailbox "
        "domain lives, and what time is it there?"
    ),
)
