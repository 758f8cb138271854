"""Words as subtitles."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.media.speech import Word

_SENTENCE_ENDS = (".", "?", "!")
_LONGEST_SECONDS = 6.0
_PAUSE = 0.8


def group_words(words: Sequence[Word], most_characters: int) -> list[list[Word]]:
    """Return the words of each subtitle: at most a sentence, six seconds and a number of letters."""
    groups: list[list[Word]] = []
    for word in words:
        held = groups[-1] if groups else []
        length = sum(len(each.text) + 1 for each in held) + len(word.text)
        fits = held and length <= most_characters and word.end - held[0].start <= _LONGEST_SECONDS
        if fits and not held[-1].text.endswith(_SENTENCE_ENDS) and word.start - held[-1].end <= _PAUSE:
            held.append(word)
        else:
            groups.append([word])
    return groups


def write_srt(groups: Sequence[Sequence[Word]]) -> str:
    """Return subtitles as SubRip."""
    blocks = [
        f"{number}\n{_clock(group[0].start, ',')} --> {_clock(_end(group), ',')}\n{_text(group)}\n"
        for number, group in enumerate(groups, 1)
    ]
    return "\n".join(blocks)


def write_vtt(groups: Sequence[Sequence[Word]]) -> str:
    """Return subtitles as WebVTT."""
    blocks = [
        f"{_clock(group[0].start, '.')} --> {_clock(_end(group), '.')}\n{_text(group)}\n" for group in groups
    ]
    return "\n".join(["WEBVTT\n", *blocks])


def _end(group: Sequence[Word]) -> float:
    return max(group[-1].end, group[0].start + 0.1)


def _text(group: Sequence[Word]) -> str:
    return " ".join(word.text for word in group)


def _clock(seconds: float, point: str) -> str:
    thousandths = round(seconds * 1_000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1_000:02}{point}{rest % 1_000:03}"
