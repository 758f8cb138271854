"""(27) NixOS Diagnostic: which packages a screen speaks of, whether they exist, and settings besides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites.m3._shared.finding import first_sentence, read_all, rows, sure
from m3bench.suites.m3._shared.scenery import fitting, series
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, Wanted, want
from m3bench.world.nix import find_channel

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_CHANNELS = ("unstable", "25.05", "24.11")
_OPTIONS = (
    "services.openssh.enable",
    "networking.firewall.enable",
    "services.printing.enable",
    "virtualisation.docker.enable",
    "hardware.bluetooth.enable",
    "documentation.man.enable",
)
"""On or off by default, so that the opposite is a wrong answer."""
_TOPICS = ("zsh", "git", "tmux", "fish", "firefox", "alacritty", "neovim", "kitty", "bat", "starship")
_COMMON = frozenset(("just", "most", "task", "dust", "zsh", "fish", "git", "tmux", "packages", "python"))
_SHORT = 3
_MOST_CHECKED = 5
_TOLD = 3
_SHORT_COMMITS = (7, 8, 10, 12)
_ROUND, _STOPPED = 4, 1
"""One task of each round asks for more packages than the screen has."""


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


class Settings(msgspec.Struct, frozen=True):
    """The default of the NixOS option, the Home Manager options, and the default of the first of them."""

    default: str
    options: list[str]
    first_default: str


def make(draw: TaskDraw) -> Blueprint:
    channel = draw.pick(_CHANNELS, "channel")
    stops = draw.number % _ROUND == _STOPPED
    fewest, most = (2, _MOST_CHECKED - 1) if stops else (3, 99)
    screen = fitting(
        draw,
        draw.photo_name(),
        "code_screen",
        lambda scene: fewest <= len(scene.facts["packages"]) <= most and _suits(draw, scene, channel),
        among=series(draw),
    )
    facts = screen.scene.facts
    names = tuple(facts["packages"][:_MOST_CHECKED])
    ask = Ask(
        screen,
        names,
        len(names) + 1 if stops else draw.pick((2, 3, 3), "least"),
        channel,
        draw.pick(_options(draw, channel), "option"),
        draw.pick(_topics(draw, names), "topic"),
        "" if stops else facts["missing"],
    )
    return Blueprint(
        id=draw.id,
        family="NixOS Diagnostic",
        request=_request(draw, ask),
        fuzzy_request=_fuzzy(draw, ask),
        servers=("ocr", "nixos", "wiki"),
        form=_form(ask),
        plans=(lambda: _plan(ask, read=True), lambda: _plan(ask, read=False)),
        pictures=(screen.picture,),
        level="L2" if stops else "L3",
        extra={"modalities": ["text", "image"], **({"solvable": False} if stops else {})},
        key_facts=tuple(name for each in names if len(name := _plain(each)) > _SHORT),
    )


def _plain(name: str) -> str:
    """As code imports it, without the set that it belongs to."""
    return name.rpartition(".")[2]


def _options(draw: TaskDraw, channel: str) -> list[str]:
    nix, chosen = draw.world.nix, find_channel(channel)
    assert chosen is not None
    known = nix.options("nixos")
    return [each for each in _OPTIONS if each in known and nix.has_option(known[each], chosen)]


def _topics(draw: TaskDraw, names: tuple[str, ...]) -> list[str]:
    known = draw.world.nix.options("home")
    return [each for each in _TOPICS if f"programs.{each}.enable" in known and each not in names]


def _suits(draw: TaskDraw, scene: Scene, channel: str) -> bool:
    """Every package is in the channel, has an article of its own, and no name that everybody says."""
    world, chosen = draw.world, find_channel(channel)
    assert chosen is not None
    for name in scene.facts["packages"]:
        entry, article = world.nix.entry(name), world.encyclopedia.article(_plain(name))
        if entry is None or not world.nix.has_package(entry, chosen):
            return False
        if article is None or "package" not in article.description or _plain(name) in _COMMON:
            return False
    return True


def _request(draw: TaskDraw, ask: Ask) -> str:
    fix = (
        " Something is missing there: name the package that the error is about, and the commit of the "
        "package set with its newest version."
        if ask.missing
        else ""
    )
    return draw.phrased(
        "{screen} shows code or a terminal. Which packages does it use (what comes with the language "
        "itself does not count; the first five are enough)? Check each in the NixOS channel {channel} "
        "and give its version there. If fewer than {least} of them exist, stop and say so. Otherwise "
        "tell me the default of the option {option} in that channel, the first three Home Manager "
        "options for {topic} with the default of the first of them, and what the encyclopedia says, in a "
        "line, about each of the first three packages.{fix}",
        "Please go through the packages in {screen} in order, at most five, leaving out standard modules, "
        "and see whether the NixOS channel {channel} has them, and in which version. With fewer than "
        "{least} found, report just that. With {least} or more, go on: what is the default of {option} "
        "there, which three Home Manager options come first for {topic} (and what is the default of the "
        "first), and what does the encyclopedia say about the first three packages, in a sentence each?{fix}",
        "I want to move what {screen} shows to NixOS {channel}. List the version that the channel has of "
        "each package used there (up to five, none from the standard library). Should fewer than {least} be "
        "available, leave it at that. If not, add: the default value of {option} in the channel, the top "
        "three Home Manager options for {topic}, the default of the first of these, and a brief "
        "encyclopedia description of the first three packages.{fix}",
        screen=ask.screen.name,
        channel=ask.channel,
        least=ask.least,
        option=ask.option,
        topic=ask.topic,
        fix=fix,
    )


def _fuzzy(draw: TaskDraw, ask: Ask) -> str:
    fix = (
        " And what is the missing one in the error: which commit has its newest version?"
        if ask.missing
        else ""
    )
    return draw.phrased(
        "Would what I have in {screen} work on NixOS {channel}? Look at the packages (five at most, not "
        "the built-in ones) and their versions there. Unless at least {least} exist, don't bother with the "
        "rest. The rest: what {option} is by default, the first three Home Manager settings for {topic} and "
        "the first one's default, and who or what the first three packages are, by the encyclopedia.{fix}",
        "Check {screen} against NixOS {channel} for me: which of the (up to five) packages are there, "
        "what versions? If {least} or more are, also the default of {option}, three Home Manager options on "
        "{topic}, what the first defaults to, and an encyclopedia line for the first three packages. If "
        "not, that's all.{fix}",
        "Migrating {screen} to NixOS {channel}: package versions please (no standard modules, first "
        "five). Fewer than {least}? Then stop. Else I need {option}'s default, the top three of Home "
        "Manager for {topic} with the first one's default, and some encyclopedia background on the first "
        "three packages.{fix}",
        screen=ask.screen.name,
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
    options = [str(each["name"]) for each in rows(topic, "results")]
    sure(options[0].endswith(".enable"), f"{options[0]} is neither on nor off")
    (setting,) = yield [want("nixos/home_manager_info", topic, name=options[0])]
    articles = others[: len(ask.names[:_TOLD])]
    settings = Settings(option.data["default"], options, setting.data["default"])
    newest = others[-1].data["versions"][0] if ask.missing else None
    return _solution(ask, versions, settings, articles, newest)


def _pinning(ask: Ask, searches: Sequence[Found]) -> list[Wanted]:
    if not ask.missing:
        return []
    search = searches[ask.names.index(ask.missing)]
    return [want("nixos/nixhub_package_versions", search, package_name=ask.missing, limit=1)]


def _version(name: str, found: Found) -> str:
    versions = [each["version"] for each in rows(found, "results") if each["name"] == name]
    sure(versions, f"the search does not find {name}")
    return str(versions[0])


def _solution(
    ask: Ask,
    versions: dict[str, str],
    settings: Settings,
    articles: Sequence[Found],
    newest: dict[str, Any] | None,
) -> Solution:
    sentences = [first_sentence(each.data["summary"]) for each in articles]
    answer = (
        f"{_versions_told(ask, versions)} {ask.option} is {settings.default} by default. The first Home "
        f"Manager options for {ask.topic} are {join(settings.options)}; {settings.options[0]} is "
        f"{settings.first_default} by default. {' '.join(sentences)}"
    )
    fields = {
        **_found_fields(versions, enough=True),
        "option_default": _on_or_off(settings.default),
        "home_manager_options": Expected(items=tuple(Expected(name) for name in settings.options)),
        "first_option_default": _on_or_off(settings.first_default),
        "purposes": Expected(
            rows=tuple(
                {"package": _named(name), "purpose": _purpose(sentence)}
                for name, sentence in zip(ask.names, sentences, strict=False)
            )
        ),
    }
    if newest is not None:
        commit = str(newest["commit"])
        answer += f" The error is about {_plain(ask.missing)}; {newest['version']} is in the commit {commit}."
        fields["missing_package"] = _named(ask.missing)
        fields["commit"] = Expected(commit, also=tuple(commit[:length] for length in _SHORT_COMMITS))
    return Solution(answer=answer, fields=fields)


def _stopped(ask: Ask, versions: dict[str, str]) -> Solution:
    count = len(versions)
    empty = {field.name: Expected() for field in _form(ask).fields}
    return Solution(
        answer=(
            f"{_versions_told(ask, versions)} That is only {count} of the {ask.least} that are needed to go "
            "on, so I stop here."
        ),
        fields=empty | _found_fields(versions, enough=False),
    )


def _versions_told(ask: Ask, versions: dict[str, str]) -> str:
    text = join([f"{_plain(name)} {version}" for name, version in versions.items()])
    return f"In the channel {ask.channel} there are {text}."


def _found_fields(versions: dict[str, str], *, enough: bool) -> dict[str, Expected]:
    return {
        "packages": Expected(
            rows=tuple(
                {"name": _named(name), "version": Expected(version)} for name, version in versions.items()
            )
        ),
        "enough": Expected(enough, grounds=()),
    }


def _named(name: str) -> Expected:
    """A package as code imports it, or as an attribute of the package set."""
    plain = _plain(name)
    return Expected(plain, also=(name,) if name != plain else ())


def _on_or_off(default: str) -> Expected:
    sure(default in ("true", "false"), f"the default {default} is neither on nor off")
    return Expected(default == "true", grounds=())


def _purpose(sentence: str) -> Expected:
    """What an article's first sentence says after "is", as a whole or without what kind of thing it is."""
    said = re.sub(r"^.*?\b(?:is|are)\s+(?:an?\s+|the\s+)?", "", sentence).rstrip(".")
    shorter = said.partition("software package for ")[2]
    return Expected(said, also=tuple(text for text in (sentence, shorter) if text))


def _form(ask: Ask) -> AnswerForm:
    name, text = FieldType.NAME, FieldType.TEXT
    missing = (
        AnswerField("missing_package", name, "the package that the error on the screen is about"),
        AnswerField("commit", FieldType.CODE, "the commit of the package set with its newest version"),
    )
    return AnswerForm(
        (
            AnswerField(
                "packages",
                FieldType.RECORD,
                "the packages that were checked and exist in the channel",
                many=True,
                fields=(
                    AnswerField("name", name, "the package"),
                    AnswerField("version", name, "its version in the channel"),
                ),
            ),
            AnswerField("enough", FieldType.YES_NO, "whether there are enough of them to go on"),
            AnswerField("option_default", FieldType.YES_NO, "the default of the NixOS option"),
            AnswerField("home_manager_options", name, "the first three Home Manager options", many=True),
            AnswerField("first_option_default", FieldType.YES_NO, "the default of the first of these"),
            AnswerField(
                "purposes",
                FieldType.RECORD,
                "the first three packages",
                many=True,
                fields=(
                    AnswerField("package", name, "the package"),
                    AnswerField("purpose", text, "what it is, in the words of the encyclopedia"),
                ),
            ),
            *(missing if ask.missing else ()),
        )
    )


FAMILY = Family(
    number=27,
    name="nixos_diagnostic",
    title="NixOS Diagnostic",
    goal="Check the packages that a screen shows in a NixOS channel, and go on only where enough are there.",
    make=make,
)
