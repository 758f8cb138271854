"""Wordings of `osint_openapi_math`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

BACKENDS = Wording(
    request=(
        "Get the overviews of the APIs {names}. For the domain of each server (without api.), look up the "
        "registration and enumerate the zone; list the domains whose first name server in the "
        "registration is not that of the zone, with both. Port-scan the host of each server. Calculate "
        "the mean of the latencies and the median of the requests a minute in the overviews. If the mean "
        "is at least {limit} s, take the host with the highest latency, otherwise the one with the "
        "lowest: look up its address and the network of that address, and name who runs it and in which "
        "city. Calculate how far its latency is from the mean, and how many requests an hour its service "
        "allows. Name the registrar of its domain, the registrar of the domain of that one's abuse "
        "mailbox, and the city of the network that the domain of the latter's mailbox resolves to."
    ),
    fuzzy=(
        "We rely on the web services {names} and want to know what they stand on. How quickly do the "
        "hosts they name as their servers answer a probe on average, and what is the median of the "
        "requests a minute they allow? If the average is {limit} seconds or more, go after the slowest "
        "host, otherwise after the fastest: whose network is its address in, in which city, how far is "
        "its latency from the average, and how many requests an hour does its service allow? Which "
        "registrar has its domain, which one has the domain of that registrar's abuse mailbox, and in "
        "which city is the network of the mailbox domain of the latter? And since I trust no registry: "
        "for which of the services' domains does the registration name another first name server than the "
        "zone does? No mental arithmetic, please; use the calculator."
    ),
)

QUOTAS = Wording(
    request=(
        "Get the overviews of the APIs {names}, and every operation in them whose id begins with list. "
        "The quota of an API is its requests a minute times the largest default size of a page (limit or "
        "per_page) among these operations; calculate it for each. Calculate the sum and the mean of the "
        "quotas. List the APIs whose version in the overview differs from that in the documents, with "
        "both. For the API with the highest quota, resolve the host of its server, name who runs the "
        "network of that address, and port-scan the host. If port 22 is open there, name the registrar of "
        "its domain (the host without api.), the day it expires, and the registrar of the domain of that "
        "registrar's abuse mailbox; otherwise enumerate the zone of the domain and give its first name "
        "server, its number of subdomains, and the latency of that name server in a port scan."
    ),
    fuzzy=(
        "I am to copy a lot of data out of {names}, and want to know where it goes fastest. For each, "
        "multiply the requests a minute it allows by the largest preset page (limit or per_page) of its "
        "operations whose ids begin with list. Give me these figures, their sum and their mean, all from "
        "the calculator. By the way, where does a service's overview state another version than the pages "
        "of its operations? For the service with the highest figure, whose network is its host's address "
        "in? If port 22 is open on that host, I need the registrar of the service's domain, the day it "
        "expires, and who registers the domain of that registrar's abuse mailbox; if it is not, the first "
        "name server in its zone, the latency with which that server answers a probe, and how many "
        "subdomains a search of the zone turns up."
    ),
)
