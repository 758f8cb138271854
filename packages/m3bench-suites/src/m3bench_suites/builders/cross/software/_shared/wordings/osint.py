"""Wordings of `osint`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

COPYCATS = Wording(
    request=(
        "Scan for registered look-alikes of {domain}, and look up the registration of each and of "
        "{domain} itself. A look-alike is foreign if its registrant organization is another one (hidden "
        "ones count as foreign). Count them and name the one created last, with the date. Enumerate the "
        "zone of each foreign one, and list all whose first name server there differs from the one in the "
        "scan, with both. Port-scan the foreign ones for which the scan lists an IPv4 address: sum up "
        "their open ports, and name the one with the lowest latency, who runs the network of its address, "
        "the registrar of the domain of that network's abuse mailbox, and the city of the network that "
        "the domain of that registrar's mailbox resolves to. If the zone of the one created last has a "
        "mail server, name who runs the network of its first mail server's address, otherwise of its "
        "first name server's."
    ),
    fuzzy=(
        "Somebody keeps registering names that look like ours, {domain}, and it must stop. Skip the ones "
        "we hold ourselves; anyone else, hidden owners included, is a stranger. How many strangers' names "
        "are there, and which is the latest, registered when? I don't trust the scan for such names: "
        "where does it claim another first name server than the zone itself has? For those strangers to "
        "which the scan gives an ordinary IPv4 address, how many ports stand open in total, and which of "
        "them answers quickest? Who runs the network that one sits in, and at which registrar is the "
        "domain of that network's abuse mailbox, and in which city is the network where that registrar's "
        "own mailbox domain lives? And for the latest name: if its zone has a mail server, whose network "
        "is the first of these in, and if it has none, whose network is its first name server in?"
    ),
)

ESTATE = Wording(
    request=(
        "Enumerate the zone of {domain} and port-scan every subdomain found, except www. A host is "
        "exposed if any of the ports 3306, 5432 and 3389 is open on it. List the exposed hosts, count all "
        "open ports of all scanned hosts, and name the host with the highest latency. Who runs the "
        "network of that host's address? At which registrar is the domain of that network's abuse mailbox "
        "registered, who runs the network of the address that the domain of this registrar's abuse "
        "mailbox resolves to, and at which registrar is the domain of the abuse mailbox of that network? "
        "If at least {many} hosts are exposed, give the abuse mailbox of the registrar of {domain}; "
        "otherwise give the number of registered look-alikes of {domain}."
    ),
    fuzzy=(
        "I took over the machines below {domain} and have no idea what is reachable. Leave www aside and "
        "knock on everything else under that name. Which hosts leave a database or a remote desktop open "
        "(ports 3306, 5432 and 3389 are what I mean), how many open ports are there altogether, and which "
        "host is slowest to answer? For the slowest I need the chain of people to write to: whose network "
        "it is in, which registrar holds the domain of that network's abuse mailbox, in whose network the "
        "domain of that registrar's own abuse mailbox lives, and which registrar holds the domain of the "
        "abuse mailbox of this last network. Should {many} or more hosts be that careless, give me the "
        "abuse mailbox at the registrar of our own domain; if it is fewer, I would rather know how many "
        "look-alikes of our name are registered."
    ),
)
