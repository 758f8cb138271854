"""(27) NixOS Diagnostic: which packages a screen speaks of, whether they exist, and settings besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import AnswerNames, Called, CalledBefore, Claim, Claims, NotCalled
from m3bench.suites.m3._shared.finding import first_sentence, fitting, gist, listed, read_all, rows, sure
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, Wanted, want
from m3bench.world.nix import channel_named

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_CHANNELS = ("unstable", "25.05", "24.11")
_OPTIONS = (
    "services.openssh.enable",
    "networking.firewall.enable",
    "services.printing.enable",
    "virtualisation.docker.enable",
    "time.timeZone",
)
_TOPICS = ("zsh", "git", "tmux", "fish", "firefox", "alacritty", "neovim")
_COMMON = frozenset(("just", "most", "task", "dust", "zsh", "fish", "git", "tmux", "packages", "python"))
_SHORT = 3
_MOST_CHECKED = 5
_TOLD = 3
_SHORT_COMMIT = 7

Told = tuple[str, list[Claim]]
"""What an answer says, and what of it must be there."""


class Ask(msgspec.Struct, frozen=True):
    screen: Pictured
    names: tuple[str, ...]
    """Packages as attributes, in the order of the screen; five at most."""
    least: int
    """How many must be there to go on."""
    channel: str
    option: str
    topic: str
    missing: str
    """The package that an error on the screen speaks of; empty where it is not asked for."""


def make(lot: Lot) -> Blueprint:
    channel = lot.pick(_CHANNELS, "channel")
    fewest = 2 if lot.whole(0, 3, "few") == 0 else 3
    screen = fitting(lot, "screen.png", "code_screen", lambda scene: _suits(lot, scene, channel, fewest))
    facts = screen.scene.facts
    names = tuple(facts["packages"][:_MOST_CHECKED])
    least = lot.pick((2, 3, 3, 3), "least")
    ask = Ask(
        screen,
        names,
        least,
        channel,
        lot.pick(_options(lot, channel), "option"),
        lot.pick(_topics(lot, names), "topic"),
        facts["missing"] if len(names) >= least else "",
    )
    return Blueprint(
        id=lot.id,
        family="NixOS Diagnostic",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("ocr", "nixos", "wiki"),
        plans=(lambda: _plan(ask, read=True), lambda: _plan(ask, read=False)),
        pictures=(screen.picture,),
        level="L2" if len(names) < ask.least else "L3",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(name for each in names if len(name := _plain(each)) > _SHORT),
    )


def _plain(name: str) -> str:
    """As code imports it, without the set that it belongs to."""
    return name.rpartition(".")[2]


def _options(lot: Lot, channel: str) -> list[str]:
    nix, chosen = lot.world.nix, channel_named(channel)
    assert chosen is not None
    known = nix.options("nixos")
    return [each for each in _OPTIONS if each in known and nix.has_option(known[each], chosen)]


def _topics(lot: Lot, names: tuple[str, ...]) -> list[str]:
    known = lot.world.nix.options("home")
    return [each for each in _TOPICS if f"programs.{each}.enable" in known and each not in names]


def _suits(lot: Lot, scene: Scene, channel: str, fewest: int) -> bool:
    """Every package is in the channel, has an article of its own, and no name that everybody says."""
    world, chosen = lot.world, channel_named(channel)
    assert chosen is not None
    for name in scene.facts["packages"]:
        entry, article = world.nix.entry(name), world.encyclopedia.article(_plain(name))
        if entry is None or not world.nix.has_package(entry, chosen):
            return False
        if article is None or "package" not in article.description or _plain(name) in _COMMON:
            return False
    return len(scene.facts["packages"]) >= fewest


def _request(lot: Lot, ask: Ask) -> str:
    fix = (
        " Something is missing there: name the package that the error is about, and the commit of the "
        "package set with its newest version."
        if ask.missing
        else ""
    )
    return lot.phrased(
        "screen.png shows code or a terminal. Which packages does it use (what comes with the language "
        "itself does not count; the first five are enough)? Check each in the NixOS channel {channel} and "
        "give its version there. If fewer than {least} of them exist, stop and say so. Otherwise tell me "
        "the default of the option {option} in that channel, the first three Home Manager options for "
        "{topic} with the default of the first of them, and a line of encyclopedia background on each of "
        "the first three packages.{fix}",
        "Please go through the packages in screen.png in order, at most five, leaving out standard modules, "
        "and see whether the NixOS channel {channel} has them, and in which version. With fewer than "
        "{least} found, report just that. With {least} or more, go on: what is the default of {option} "
        "there, which three Home Manager options come first for {topic} (and what is the default of the "
        "first), and what does the encyclopedia say about the first three packages, in a sentence each?{fix}",
        "I want to move what screen.png shows to NixOS {channel}. List the version that the channel has of "
        "each package used there (up to five, none from the standard library). Should fewer than {least} be "
        "available, leave it at that. If not, add: the default value of {option} in the channel, the top "
        "three Home Manager options for {topic}, the default of the first of these, and a brief "
        "encyclopedia description of the first three packages.{fix}",
        channel=ask.channel,
        least=ask.least,
        option=ask.option,
        topic=ask.topic,
        fix=fix,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    fix = (
        " And what is the missing one in the error: which commit has its newest version?"
        if ask.missing
        else ""
    )
    return lot.phrased(
        "Would what I have in screen.png work on NixOS {channel}? Look at the packages (five at most, not "
        "the built-in ones) and their versions there. Unless at least {least} exist, don't bother with the "
        "rest. The rest: what {option} is by default, the first three Home Manager settings for {topic} and "
        "the first one's default, and who or what the first three packages are, by the encyclopedia.{fix}",
        "Check screen.png against NixOS {channel} for me: which of the (up to five) packages are there, "
        "what versions? If {least} or more are, also the default of {option}, three Home Manager options on "
        "{topic}, what the first defaults to, and an encyclopedia line for the first three packages. If "
        "not, that's all.{fix}",
        "Migrating screen.png to NixOS {channel}: package versions please (no standard modules, first "
        "five). Fewer than {least}? Then stop. Else I need {option}'s default, the top three of Home "
        "Manager for {topic} with the first one's default, and some encyclopedia background on the first "
        "three packages.{fix}",
        channel=ask.channel,
        least=ask.least,
        option=ask.option,
        topic=ask.topic,
        fix=fix,
    )


def _plan(ask: Ask, *, read: bool) -> Plan:
    looked: list[Found] = []
    if read:
        looked = list((yield [want("ocr/perform_ocr", input_data=ask.screen.name)]))
        read_all(looked[0], [_plain(name) for name in ask.names])
    searches = yield [
        want("nixos/nixos_search", *looked, query=_plain(name), channel=ask.channel) for name in ask.names
    ]
    versions = {name: _version(name, each) for name, each in zip(ask.names, searches, strict=True)}
    if len(versions) < ask.least:
        return _stopped(ask, versions)
    found = yield [
        want("nixos/nixos_info", *searches, name=ask.option, type="option", channel=ask.channel),
        want("nixos/home_manager_search", *searches, query=ask.topic, limit=_TOLD),
        *(want("wiki/summary", *searches, title=_plain(name)) for name in ask.names[:_TOLD]),
        *_pinning(ask, searches),
    ]
    option, topic, *others = found
    first = rows(topic, "results")[0]["name"]
    (setting,) = yield [want("nixos/home_manager_info", topic, name=first)]
    told = [_options_told(ask, option, topic, setting), _articles_told(others[: len(ask.names[:_TOLD])])]
    if ask.missing:
        told.append(_pin_told(ask, others[-1]))
    return _solution(ask, versions, told)


def _pinning(ask: Ask, searches: Sequence[Found]) -> list[Wanted]:
    if not ask.missing:
        return []
    search = searches[ask.names.index(ask.missing)]
    return [want("nixos/nixhub_package_versions", search, package_name=ask.missing, limit=1)]


def _version(name: str, found: Found) -> str:
    versions = [each["version"] for each in rows(found, "results") if each["name"] == name]
    sure(versions, f"the search does not find {name}")
    return str(versions[0])


def _options_told(ask: Ask, option: Found, topic: Found, setting: Found) -> Told:
    names = [each["name"] for each in rows(topic, "results")]
    default, first = option.data["default"], setting.data["default"]
    return (
        (
            f"{ask.option} is {default} by default. The first Home Manager options for {ask.topic} are "
            f"{listed(names)}; {names[0]} is {first} by default."
        ),
        [
            Claim(f"the default of {ask.option}", any_of=_ways_to_say(default)),
            Claim(f"Home Manager options for {ask.topic}", all_of=tuple(names)),
            Claim(f"the default of {names[0]}", any_of=_ways_to_say(first)),
        ],
    )


def _ways_to_say(default: str) -> tuple[str, ...]:
    off = ("off", "disabled", "not enabled")
    return (
        default,
        *{"false": off, "true": ("on", "enabled"), "null": ("unset", "none", "not set")}.get(default, ()),
    )


def _articles_told(articles: Sequence[Found]) -> Told:
    texts = [first_sentence(each.data["summary"]) for each in articles]
    claims = [
        Claim(
            f"what {each.data['title']} is", all_of=(each.data["title"].partition(" (")[0],), any_of=telling
        )
        for each, text in zip(articles, texts, strict=True)
        if (telling := gist(text, each.data["title"], "software package library"))
    ]
    return " ".join(texts), claims


def _pin_told(ask: Ask, pinned: Found) -> Told:
    newest = pinned.data["versions"][0]
    text = (
        f"The error is about {_plain(ask.missing)}; its newest version, {newest['version']}, is in the "
        f"commit {newest['commit']}."
    )
    return text, [Claim("the commit to pin", any_of=(newest["commit"], newest["commit"][:_SHORT_COMMIT]))]


def _versions_told(ask: Ask, versions: dict[str, str]) -> Told:
    text = listed([f"{_plain(name)} {version}" for name, version in versions.items()])
    claims = [
        Claim(f"the version of {_plain(name)}", all_of=(_plain(name), each))
        for name, each in versions.items()
    ]
    return f"In the channel {ask.channel} there are {text}.", claims


def _solution(ask: Ask, versions: dict[str, str], told: list[Told]) -> Solution:
    parts = [_versions_told(ask, versions), *told]
    return Solution(
        answer=" ".join(text for text, _ in parts),
        checks=(
            AnswerNames(all_of=tuple(_plain(name) for name in ask.names)),
            Claims(tuple(claim for _, claims in parts for claim in claims)),
            Called("nixos/nixos_search|nixos/nixos_info", at_least=len(ask.names)),
            CalledBefore("nixos/home_manager_search", "nixos/home_manager_info"),
        ),
    )


def _stopped(ask: Ask, versions: dict[str, str]) -> Solution:
    text, claims = _versions_told(ask, versions)
    count = len(versions)
    return Solution(
        answer=f"{text} That is only {count} of the {ask.least} that are needed to go on, so I stop here.",
        checks=(
            AnswerNames(all_of=tuple(_plain(name) for name in ask.names)),
            Claims(
                (
                    *claims,
                    Claim("that it stops", any_of=("stop", "stopped", "stopping", "fewer", "only", "less")),
                )
            ),
            Called("nixos/nixos_search|nixos/nixos_info", at_least=count),
            NotCalled("nixos/home_manager_search"),
        ),
    )


FAMILY = Family(
    number=27,
    name="nixos_diagnostic",
    title="NixOS Diagnostic",
    goal="Check the packages that a screen shows in a NixOS channel, and go on only where enough are there.",
    make=make,
)
