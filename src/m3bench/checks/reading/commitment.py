"""What a text commits to: not what it negates, doubts, offers as an alternative, or merely lists.

Everything else is replaced by blanks, so that positions stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from m3bench.checks.reading.amounts import Amount, amounts
from m3bench.checks.reading.folding import places, stands, words
from m3bench.checks.reading.segments import LEVELS, segments

MAX_ANSWER = 12_000
"""Maximum length of an answer in characters. A longer one is a dump."""

_CLAUSE, _SENTENCE = LEVELS[:2]
_DENIAL = re.compile(
    r"\b(?:not|no|never|neither|nor|without|cannot|instead of|rather than|unlike|except|false|untrue|wrong"
    r"|incorrect|impossible|unable|refuse|sorry)\b|n['’]t\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|could be|may be|either|alternatively|unsure|uncertain|unclear"
    r"|guess\w*|it depends)\b|\?",
    re.IGNORECASE,
)
_BETWEEN_ALTERNATIVES = re.compile(
    r"\W*(?:[^\W\d]+\W+){0,2}?(?:\b(?:or|versus|vs|to)\b|[/–—-])\W*(?:[^\W\d]+\W+){0,3}?", re.IGNORECASE
)
_BETWEEN_LISTED = re.compile(
    r"\s*(?:[^\W\d]+\s*)?(?:[,;/|]\s*(?:(?:and|or)\s+)?|(?:and|or)\s+)[$€£¥]?", re.IGNORECASE
)
_OR_BEFORE = re.compile(
    r"(?:\bor\b|\bversus\b|\bvs\b|/)\s*(?:(?:the|an?|is|it is|perhaps)\s+)*\W*$", re.IGNORECASE
)
_OR_BEHIND = re.compile(r"^\W*(?:\([^)]*\)\W*)?(?:or|versus|vs)\b|^\s*/", re.IGNORECASE)
_ITEM_MARK = re.compile(r"^[\s>*•\d.)-]*")
_SEPARATOR = re.compile(r"\s*(?:,\s*(?:and|or)\s|[,;\n/|]|\s(?:and|or)\s)\s*")
_LONGEST_RUN, _LONGEST_LIST, _WORDS_OF_ITEM = 4, 5, 4


@lru_cache(maxsize=32)
def committed(text: str) -> str:
    """Return the text without clauses that negate or doubt."""
    spans = [
        (start, end)
        for start, end in segments(text, _CLAUSE)
        if _DENIAL.search(text, start, end) or _DOUBT.search(text, start, min(end + 1, len(text)))
    ]
    return _blanked(text, spans)


def claims_name(name: str, text: str, expected: Sequence[str]) -> bool:
    """Return whether a text claims a name, or one of several separated by bars.

    The name must not be negated, an alternative to another, or part of a list with mostly unexpected items.
    """
    return any(_claims(spelling, text, expected) for spelling in name.split("|"))


def _claims(name: str, text: str, expected: Sequence[str]) -> bool:
    if _DENIAL.search(name):  # "no people" is itself negative
        return stands(name, words(text))
    kept = _without_lists(committed(text), tuple(expected))
    said = words(kept)
    return any(
        not _is_alternative(kept, said[start].start, said[end - 1].end) for start, end in places(name, said)
    )


def _is_alternative(text: str, start: int, end: int) -> bool:
    return bool(
        _OR_BEFORE.search(text[max(0, start - 40) : start]) or _OR_BEHIND.search(text[end : end + 40])
    )


@lru_cache(maxsize=32)
def _without_lists(text: str, expected: tuple[str, ...]) -> str:
    """Remove enumerations of short, mostly unexpected items."""
    spans = [
        span
        for run in short_runs(text, _WORDS_OF_ITEM)
        for span in run
        if len(run) >= _LONGEST_LIST and _unexpected(text, run, expected) * 2 > len(run)
    ]
    return _blanked(text, spans)


def short_runs(text: str, most_words: int) -> Iterator[list[tuple[int, int]]]:
    """Yield runs of items of a few words with only separators between them."""
    run: list[tuple[int, int]] = []
    for start, end in segments(text, _SEPARATOR):
        item = text[start:end]
        short = 0 < len(words(_ITEM_MARK.sub("", item))) <= most_words
        if run and not short:
            yield run
            run = []
        if short:
            run.append((start, end))
    if run:
        yield run


def _unexpected(text: str, run: Sequence[tuple[int, int]], expected: Sequence[str]) -> int:
    items = [words(text[start:end]) for start, end in run]
    return sum(not any(stands(name, item) for name in expected) for item in items)


def single_amounts(text: str) -> list[Amount]:
    """Return the numbers of a text without alternatives and long lists."""
    numbers = amounts(text)
    linked = {index for group in _groups(numbers, text) for index in group}
    return [amount for index, amount in enumerate(numbers) if index not in linked]


def _groups(numbers: Sequence[Amount], text: str) -> list[list[int]]:
    """Return groups of numbers that follow each other closely: alternatives, and long lists."""
    kept: list[list[int]] = []
    for between, at_least in ((_BETWEEN_ALTERNATIVES, 2), (_BETWEEN_LISTED, _LONGEST_RUN)):
        groups: list[list[int]] = []
        for index, amount in enumerate(numbers):
            gap = text[numbers[index - 1].end : amount.start] if index else "\n"
            if "\n" not in gap and len(gap) < 60 and between.fullmatch(gap):
                groups[-1].append(index)
            else:
                groups.append([index])
        kept += [group for group in groups if len(group) >= at_least]
    return kept


def leaves_number_open(text: str, fits: Callable[[float], bool], is_known: Callable[[float], bool]) -> bool:
    """Return whether a text states a number only in doubt, denied, or beside others that are not known.

    A number that is stated once without any of these is certain.
    """
    numbers = amounts(text)
    known = [fits(amount.value) or is_known(amount.value) for amount in numbers]
    open_groups = [group for group in _groups(numbers, text) if not all(known[index] for index in group)]
    listed = {index for group in open_groups for index in group}
    meant = [index for index, amount in enumerate(numbers) if fits(amount.value)]
    return bool(meant) and all(index in listed or _is_doubted(text, numbers[index].start) for index in meant)


def leaves_name_open(name: str, text: str) -> bool:
    """Return whether a text has a name only in doubt or as an alternative to another."""
    if _DOUBT.search(name):  # a title may be a question
        return False
    said = words(text)
    spans = [(said[start].start, said[end - 1].end) for start, end in places(name, said)]
    return bool(spans) and all(
        _is_alternative(text, start, end) or _is_doubted(text, start, denied=False) for start, end in spans
    )


def _is_doubted(text: str, place: int, *, denied: bool = True) -> bool:
    """Return whether the clause at this place doubts what it says, or denies it right before it says it."""
    start, end = next(span for span in segments(text, _CLAUSE) if span[0] <= place < span[1])
    doubted = _DOUBT.search(text, start, min(end + 1, len(text)))
    lead = text[start:place].rpartition(":")[2]
    return bool(doubted or (denied and _DENIAL.search(lead)))


def contradicts_itself(text: str, fits: Callable[[float], bool]) -> bool:
    """Return whether the same sentence occurs with a number that fits and with one that does not."""
    said: dict[str, set[bool]] = {}
    for start, end in segments(text, _SENTENCE):
        sentence = text[start:end]
        numbers = amounts(sentence)
        if len(numbers) == 1:
            around = f"{sentence[: numbers[0].start]}#{sentence[numbers[0].end :]}"
            frame = " ".join(word.text for word in words(_ITEM_MARK.sub("", around)))
            if frame:
                said.setdefault(frame, set()).add(fits(numbers[0].value))
    return any(len(verdicts) > 1 for verdicts in said.values())


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        blank = re.sub(r"[^\n]", " ", text[start:end])
        text = text[:start] + blank + text[end:]
    return text
