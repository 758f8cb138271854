"""The language of prompts: groups of subjects, a background and a style, separated by commas.

three red apples on the left, a large blue cup in the center and two birds at the top, background meadow
"""

from __future__ import annotations

import re
from difflib import get_close_matches

import msgspec

from m3bench_world.illustrations import vocabulary as words

MOST_SUBJECTS = 40
"""In one picture."""
LONGEST_PROMPT = 1_000
_PARTS = re.compile(r"\s*[,;.\n]\s*|\s+(?:and|with|plus)\s+")
_JOINED = re.compile(r"\b(black|brown|red) and white\b")
_ARTICLE = re.compile(r"\b(?:the|its)\s+")
_PLACE = re.compile(
    r"\s*\b(?:(?:at|on|in|to)\s+)?((?:top|bottom|upper|lower)(?:[ -](?:left|right|center|centre|middle))?"
    r"|left|right|center|centre|middle)(?:[ -](?:corner|side|half|edge))?$"
)
_SETTING = re.compile(
    r"\s*\b(?:on|in|against|over|under|at)\s+(?:an?\s+)?([a-z]+)(?:\s+(?:background|backdrop|table))?$"
)
_STYLE = re.compile(
    r"(?:in\s+)?(?:an?\s+)?(?:style(?:\s+of)?[ :]+(?P<after>[a-z ]+)|(?P<before>[a-z ]+?)\s+style)"
)
_BACKGROUND = re.compile(
    r"(?:on\s+|in\s+|against\s+)?(?:an?\s+)?(?:(?:background|backdrop)[ :]+(?:an?\s+)?(?P<after>[a-z ]+)"
    r"|(?P<before>[a-z ]+?)\s+(?:background|backdrop))"
)
_NUMBER = re.compile(r"\d{1,4}")


class UnknownWord(ValueError):
    """A prompt that cannot be drawn. The message names what is known and near."""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Subjects of one kind."""

    subject: str
    count: int = 1
    colour: str | None = None
    size: str | None = None
    place: str | None = None

    def __str__(self) -> str:
        parts = (
            str(self.count),
            self.size,
            self.colour and self.colour.replace(" and ", "-and-"),
            self.subject,
        )
        said = " ".join(part for part in parts if part)
        return f"{said} at {self.place}" if self.place else said


class Prompt(msgspec.Struct, frozen=True):
    """What a picture shows. `str` gives a prompt that means the same."""

    groups: tuple[Group, ...]
    background: str = "white"
    style: str = "plain"

    def __str__(self) -> str:
        return ", ".join([*map(str, self.groups), f"background {self.background}", f"style {self.style}"])


def parse_prompt(text: str) -> Prompt:
    """Read a prompt.

    Raises:
        UnknownWord: A word is not known, a subject has no such colour, or there are too many subjects.
    """
    if not text.strip() or len(text) > LONGEST_PROMPT:
        raise UnknownWord(f"a prompt has 1 to {LONGEST_PROMPT:,} characters")
    plain = _JOINED.sub(r"\1-and-white", " ".join(text.casefold().replace("\n", ",").split()))
    groups: list[Group] = []
    background, style = "white", "plain"
    for part in _PARTS.split(_ARTICLE.sub("", plain)):
        if not part.strip():
            continue
        if match := _STYLE.fullmatch(part):
            style = _style(match["after"] or match["before"])
        elif match := _BACKGROUND.fullmatch(part):
            background = _background(match["after"] or match["before"])
        else:
            group, setting = _group(part)
            groups += [group] if group else []
            background = setting or background
    if sum(group.count for group in groups) > MOST_SUBJECTS:
        raise UnknownWord(f"a picture has at most {MOST_SUBJECTS} subjects")
    return Prompt(tuple(groups), background, style)


def _style(text: str) -> str:
    name = words.STYLE_WORDS.get(text.strip(), text.strip())
    return _known(name, words.STYLES, "style")


def _background(text: str) -> str:
    name = words.BACKGROUND_WORDS.get(text.strip(), text.strip())
    return _known(name, words.BACKGROUNDS, "background")


def _known(name: str, known: tuple[str, ...], what: str) -> str:
    if name in known:
        return name
    near = get_close_matches(name[:60], known, 3, 0.5)
    raise UnknownWord(f"no {what} {name[:60]!r}; {_hint(near, known)}")


def _hint(near: list[str], known: tuple[str, ...]) -> str:
    return f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known[:40])}"


def _group(part: str) -> tuple[Group | None, str | None]:
    """Read `[count] [size] [colour] subject [place] [setting]`."""
    part, setting = _setting(part)
    place = None
    if match := _PLACE.search(part):
        part, place = part[: match.start()], _place(match[1])
        if setting is None:
            part, setting = _setting(part)
    if not part.strip():
        if place is None and setting is not None:
            return None, setting
        raise UnknownWord("a place without a subject; write the subject before it")
    tokens = part.split()
    count = _count(tokens)
    size = _size(tokens)
    if not tokens:
        raise UnknownWord(f"no subject in {part[:60]!r}")
    colour, subject = _subject(tokens)
    return Group(subject, count, colour, size, place), setting


def _setting(part: str) -> tuple[str, str | None]:
    """Split off a background that is named as a setting: `on a meadow`."""
    match = _SETTING.search(part)
    name = words.BACKGROUND_WORDS.get(match[1], match[1]) if match else ""
    if match and name in words.BACKGROUNDS:
        return part[: match.start()], name
    return part, None


def _place(text: str) -> str:
    parts = [words.PLACE_WORDS.get(word, word) for word in re.split(r"[ -]", text)]
    if len(parts) == 2 and parts[1] == "center":
        return parts[0]
    return " ".join(parts)


def _count(tokens: list[str]) -> int:
    word = tokens[0]
    if word in words.COUNTS:
        return words.COUNTS[tokens.pop(0)]
    if _NUMBER.fullmatch(word):
        count = int(tokens.pop(0))
        if not 1 <= count <= MOST_SUBJECTS:
            raise UnknownWord(f"a count is from 1 to {MOST_SUBJECTS}, not {count}")
        return count
    return 1


def _size(tokens: list[str]) -> str | None:
    if " ".join(tokens) in words.by_folded_name():  # such as Big Ben
        return None
    if tokens and words.SIZE_WORDS.get(tokens[0], tokens[0]) in words.SIZES:
        word = tokens.pop(0)
        return words.SIZE_WORDS.get(word, word)
    return None


def _subject(tokens: list[str]) -> tuple[str | None, str]:
    """Read a colour of up to two words, and a subject."""
    for length in (0, 1, 2):
        name = words.by_folded_name().get(" ".join(tokens[length:]))
        if name is None:
            continue
        colour = " ".join(tokens[:length]).replace("-and-", " and ").replace("gray", "grey") or None
        return (None if colour is None else require_colour(name, colour)), name
    return None, find_subject(" ".join(tokens[-2:]) if len(tokens) > 2 else " ".join(tokens))


def find_subject(text: str) -> str:
    """Return the subject with this name, in singular or plural. Raises `UnknownWord` with similar ones."""
    folded = words.folded_name(" ".join(text.split()))[:80]
    known = words.by_folded_name()
    if folded in known:
        return known[folded]
    near = get_close_matches(folded, known, 4, 0.6) or get_close_matches(
        folded.rpartition(" ")[2], known, 4, 0.6
    )
    names = tuple(dict.fromkeys(known[word] for word in near))
    raise UnknownWord(f"no subject {folded!r}; {_hint(list(names[:3]), words.subject_names())}")


def require_colour(subject: str, colour: str) -> str:
    """Return a colour that the subject can have. Raises `UnknownWord`."""
    known = words.subject_colours(subject)
    if colour in known:
        return colour
    if not known:
        raise UnknownWord(f"{subject} has no choice of colour; leave {colour[:40]!r} out")
    raise UnknownWord(f"{subject} cannot be {colour[:40]!r}; it can be {', '.join(known)}")
