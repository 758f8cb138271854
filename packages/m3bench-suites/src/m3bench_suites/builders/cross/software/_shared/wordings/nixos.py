"""Wordings of `nixos`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

LAG = Wording(
    request=(
        'List the channels. Search the packages of the one with the status stable for "{query}", and take '
        "the first {most} results. Look up each of them in unstable; a package lags if its version there "
        "is another one. For each lagging package, get its version history and count the releases that "
        "are newer than the stable version. Name the package with the most days between the dates of its "
        "stable and its unstable version, with both versions, these days and its number of newer "
        "releases; give the number of lagging packages and the sum of the releases they lag by. If the "
        "days are at least {days}, look up the version of that package in the channel that is at its end "
        "of life, and the commit that pins it; otherwise look up the package in the stable channel, and "
        "give its licence, and the commit that pins the release right after the stable one."
    ),
    fuzzy=(
        "I run the stable release of my distribution and wonder what I miss. Search its packages for "
        '"{query}" and take the {most} on top. Which of them are at another version in the unstable '
        "channel, and by how many releases are they behind there? I need the number of those that are "
        "behind, the sum of the releases, and the one that is worst off, that is, with the most days "
        "between the releases of its stable and its unstable version: both versions, these days, and how "
        "many releases it is behind. If it is {days} days or more, tell me what version of it the channel "
        "that has reached its end of life carries, and the commit to pin it. If it is less, I want its "
        "licence in stable and the commit for the release that came right after the one in stable."
    ),
)

SHELLS = Wording(
    request=(
        "List the Home Manager options and the nix-darwin options under programs, and take the modules "
        "(the second part of the names) that both have. Look up the package of the same name in the "
        "stable channel for each; leave out modules without one. Get the version histories of the "
        "packages found and count the releases since {since}, that day included. Name the package with "
        "the latest release, with its date and its count, and give the sum over all. How many options "
        "does Home Manager have under its module, and how many nix-darwin? If its stable version and its "
        "newest release have the same major number, find the commit for the stable version; otherwise "
        "look up its version in channel 24.11 and find the commit for that one."
    ),
    fuzzy=(
        "Some programs can be set up both by the manager for home directories and by the one for Macs, "
        "each under programs. Which of these exist as packages of exactly that name in the stable "
        "channel? Count what each of them has released since {since}, that day included: which of them "
        "has the latest release, on which day, how many are there of that one, and how many of all "
        "together? How many options does its module have in the one system and in the other? If the "
        "stable channel carries the same major version of it as its newest release, give me the commit "
        "that pins the stable version. If the major version has moved on, I would like to know which "
        "version channel 24.11 has, and the commit for that."
    ),
)
