"""Wordings of `nixos_context7`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

PINS = Wording(
    request=(
        "For {names}, take the newest version in the documentation index and the newest release in the "
        "version history of the Nix package (Python libraries are in python3Packages). List those that "
        "differ, with both versions. Find the release date of the version in the index for each of these, "
        "and name the library whose index is the most days behind its newest release, with the days. For "
        "that library, look up its version in the stable channel and when it was released, and count the "
        "documentation snippets on {topic} for that version and for the newest release. If the stable "
        "version was released before the one in the index, look up the version in channel 24.11, the "
        "commit that pins it, and its number of snippets on {topic}; otherwise count the snippets on "
        "{topic} for the version in the index."
    ),
    fuzzy=(
        "We document our stack with the manuals' index, but I think it lags behind what our distribution "
        "packages. For {names}: where is the newest version in the index not the newest release that was "
        "packaged, and which are the two? Which of these is the most days behind, from the release the "
        "index knows to the newest one, and by how many? Take that library. Which version does the stable "
        "channel carry, from which day, and how many snippets on {topic} do the manuals have for it, and "
        "how many for the newest release? If what is in stable came out earlier than the version the "
        "index knows, tell me what channel 24.11 carries, the commit that pins it, and how many snippets "
        "on {topic} it has. If not, how many has the version that the index knows?"
    ),
)

GROWTH = Wording(
    request=(
        "For {names}, look up the Nix package in channel 24.11 (Python libraries are in python3Packages) "
        "and its version history. Name the package with the most releases after its version in that "
        "channel, and give their number and the sum over all packages. Find the library in the "
        "documentation index, and count the snippets on {topic} for its version of channel 24.11 and for "
        "its newest release. If the newest release has more, count them for all releases in between, too: "
        "name the oldest release after that version that has as many as the newest one, its date, and the "
        "commit that pins it. Otherwise give the version in the stable channel, its number of snippets on "
        "{topic}, and the commit that pins it."
    ),
    fuzzy=(
        "We are still on channel 24.11 and use {names} from there. How many releases came after the "
        "version we have, for all of these together, and for which of them are there the most, and how "
        "many? I would like to know whether its manual has moved as well: how many snippets on {topic} "
        "are there for the version we have, and for the newest release? If there are more now, find the "
        "oldest release after ours that already had as many as the newest one has: which is it, from "
        "which day, and which commit pins it? If there are not, tell me the version in the stable channel "
        "instead, how many snippets on {topic} it has, and the commit for it."
    ),
)
