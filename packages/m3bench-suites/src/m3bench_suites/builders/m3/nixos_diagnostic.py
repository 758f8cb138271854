"""(27) NixOS Diagnostic: check the packages on a screen in a NixOS channel, and look up settings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import first_sentence, require_text, rows
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import NOTHING, TaskSpec, require
from m3bench_world.nix import find_channel

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_CHANNELS = ("unstable", "25.05", "24.11")
_OPTIONS = (
    "services.openssh.enable",
    "networking.firewall.enable",
    "services.printing.enable",
    "virtualisation.docker.enable",
    "hardware.bluetooth.enable",
    "documentation.man.enable",
)
"""Boolean options, so that the opposite is a wrong answer."""
_TOPICS = ("zsh", "git", "tmux", "fish", "firefox", "alacritty", "neovim", "kitty", "bat", "starship")
_COMMON = frozenset(("just", "most", "task", "dust", "zsh", "fish", "git", "tmux", "packages", "python"))
_SHORT = 3
_MOST_CHECKED = 5
_TOLD = 3
_SHORT_COMMITS = (7, 8, 10, 12)
_OF_SETTINGS = ("option_default", "home_manager_options", "first_option_default", "purposes")
"""Fields that stay empty if there are too few packages."""
_STOP = Turn(1, of=4)
"""This task asks for more packages than the screen has."""


class Case(msgspec.Struct, frozen=True):
    screen: ScenePicture
    names: tuple[str, ...]
    """Attribute names of up to five packages, in the order of the screen."""
    least: int
    """Minimum number of packages to continue."""
    channel: str
    option: str
    topic: str
    missing: str
    """The package in an error on the screen, empty if not asked for."""


class Settings(msgspec.Struct, frozen=True):
    """The default of the NixOS option, the Home Manager options, and the default of the first of them."""

    default: str
    options: list[str]
    first_default: str


def nixos_diagnostic(draw: TaskDraw) -> TaskSpec:
    channel = draw.pick(_CHANNELS, "channel")
    stops = draw.is_turn(_STOP)
    fewest, most = (2, _MOST_CHECKED - 1) if stops else (3, 99)
    screen = find_picture(
        draw,
        draw.photo_name(),
        "code_screen",
        lambda scene: fewest <= len(scene.facts["packages"]) <= most and _suits(draw, scene, channel),
        numbers=scene_numbers(draw),
    )
    facts = screen.scene.facts
    names = tuple(facts["packages"][:_MOST_CHECKED])
    case = Case(
        screen,
        names,
        len(names) + 1 if stops else draw.pick((2, 3, 3), "least"),
        channel,
        draw.pick(_options(draw, channel), "option"),
        draw.pick(_topics(draw, names), "topic"),
        "" if stops else facts["missing"],
    )
    return TaskSpec(
        words={
            "screen": screen.name,
            "channel": channel,
            "least": case.least,
            "option": case.option,
            "topic": case.topic,
            "fix": bool(case.missing),
        },
        plans=(partial(_plan, case, read=True), partial(_plan, case, read=False)),
        pictures=(screen.picture,),
        level="L2" if stops else "L3",
        solvable=not stops,
        key_facts=tuple(name for package in names if len(name := _plain(package)) > _SHORT),
    )


def _plain(name: str) -> str:
    """Return the name of a package without its package set."""
    return name.rpartition(".")[2]


def _options(draw: TaskDraw, channel: str) -> list[str]:
    nix, chosen = draw.world.nix, find_channel(channel)
    assert chosen is not None
    known = nix.options("nixos")
    return [option for option in _OPTIONS if option in known and nix.has_option(known[option], chosen)]


def _topics(draw: TaskDraw, names: tuple[str, ...]) -> list[str]:
    known = draw.world.nix.options("home")
    return [topic for topic in _TOPICS if f"programs.{topic}.enable" in known and topic not in names]


def _suits(draw: TaskDraw, scene: Scene, channel: str) -> bool:
    """Return whether every package is in the channel, has an article, and is not a common word."""
    world, chosen = draw.world, find_channel(channel)
    assert chosen is not None
    for name in scene.facts["packages"]:
        entry, article = world.nix.entry(name), world.encyclopedia.article(_plain(name))
        if entry is None or not world.nix.has_package(entry, chosen):
            return False
        if article is None or "package" not in article.description or _plain(name) in _COMMON:
            return False
    return True


def _plan(case: Case, *, read: bool) -> Plan:
    ocr: list[CallResult] = []
    if read:
        ocr = list((yield [call("ocr/perform_ocr", input_data=case.screen.name)]))
        require_text(ocr[0], [_plain(name) for name in case.names])
    searches = yield [
        call("nixos/nixos_search", *ocr, query=_plain(name), channel=case.channel) for name in case.names
    ]
    versions = {name: _version(name, search) for name, search in zip(case.names, searches, strict=True)}
    if len(versions) < case.least:
        return _stop(case, versions)
    results = yield [
        call("nixos/nixos_info", *searches, name=case.option, type="option", channel=case.channel),
        call("nixos/home_manager_search", *searches, query=case.topic, limit=_TOLD),
        *(call("wiki/summary", *searches, title=_plain(name)) for name in case.names[:_TOLD]),
        *_pinning(case, searches),
    ]
    option, topic, *others = results
    options = [str(option["name"]) for option in rows(topic, "results")]
    require(options[0].endswith(".enable"), f"{options[0]} is neither on nor off.")
    (setting,) = yield [call("nixos/home_manager_info", topic, name=options[0])]
    articles = others[: len(case.names[:_TOLD])]
    settings = Settings(option.data["default"], options, setting.data["default"])
    newest = others[-1].data["versions"][0] if case.missing else None
    return _solution(case, versions, settings, articles, newest)


def _pinning(case: Case, searches: Sequence[CallResult]) -> list[PlannedCall]:
    if not case.missing:
        return []
    search = searches[case.names.index(case.missing)]
    return [call("nixos/nixhub_package_versions", search, package_name=case.missing, limit=1)]


def _version(name: str, result: CallResult) -> str:
    versions = [package["version"] for package in rows(result, "results") if package["name"] == name]
    require(versions, f"the search does not find {name}.")
    return str(versions[0])


def _solution(
    case: Case,
    versions: dict[str, str],
    settings: Settings,
    articles: Sequence[CallResult],
    newest: dict[str, Any] | None,
) -> Solution:
    sentences = [first_sentence(article.data["summary"]) for article in articles]
    answer = (
        f"{_describe_versions(case, versions)} {case.option} is {settings.default} by default. The first "
        f"Home Manager options for {case.topic} are {join(settings.options)}; {settings.options[0]} is "
        f"{settings.first_default} by default. {' '.join(sentences)}"
    )
    fields = {
        **_found_fields(versions, enough=True),
        "option_default": _on_or_off(settings.default),
        "home_manager_options": Expected(items=tuple(Expected(name) for name in settings.options)),
        "first_option_default": _on_or_off(settings.first_default),
        "purposes": Expected(
            rows=tuple(
                {"package": _expected_package(name), "purpose": _purpose(sentence)}
                for name, sentence in zip(case.names, sentences, strict=False)
            )
        ),
    }
    if newest is not None:
        commit = str(newest["commit"])
        answer += (
            f" The error is about {_plain(case.missing)}; {newest['version']} is in the commit {commit}."
        )
        fields["missing_package"] = _expected_package(case.missing)
        fields["commit"] = Expected(commit, also=tuple(commit[:length] for length in _SHORT_COMMITS))
    return Solution(answer=answer, fields=fields)


def _stop(case: Case, versions: dict[str, str]) -> Solution:
    count = len(versions)
    return Solution(
        answer=(
            f"{_describe_versions(case, versions)} That is only {count} of the {case.least} that are needed "
            "to go on, so I stop here."
        ),
        fields=_found_fields(versions, enough=False) | dict.fromkeys(_OF_SETTINGS, NOTHING),
    )


def _describe_versions(case: Case, versions: dict[str, str]) -> str:
    text = join([f"{_plain(name)} {version}" for name, version in versions.items()])
    return f"In the channel {case.channel} there are {text}."


def _found_fields(versions: dict[str, str], *, enough: bool) -> dict[str, Expected]:
    return {
        "packages": Expected(
            rows=tuple(
                {"name": _expected_package(name), "version": Expected(version)}
                for name, version in versions.items()
            )
        ),
        "enough": Expected(enough, grounds=()),
    }


def _expected_package(name: str) -> Expected:
    """Return the expected package, by its import name or its attribute name."""
    plain = _plain(name)
    return Expected(plain, also=(name,) if name != plain else ())


def _on_or_off(default: str) -> Expected:
    require(default in ("true", "false"), f"the default {default} is neither on nor off.")
    return Expected(default == "true", grounds=())


def _purpose(sentence: str) -> Expected:
    """Return the expected purpose: the first sentence of an article after "is", or a part of it."""
    purpose = re.sub(r"^.*?\b(?:is|are)\s+(?:an?\s+|the\s+)?", "", sentence).rstrip(".")
    shorter = purpose.partition("software package for ")[2]
    return Expected(purpose, also=tuple(text for text in (sentence, shorter) if text))


FAMILY = m3_family(
    number=27,
    name="nixos_diagnostic",
    title="NixOS Diagnostic",
    goal="Look up the packages on a screen in a NixOS channel, and continue only if enough are available.",
    servers=("ocr", "nixos", "wiki"),
    tasks=(nixos_diagnostic,),
)
