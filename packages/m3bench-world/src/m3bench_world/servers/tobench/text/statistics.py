"""Counts, readability, differences, case and order of lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_limit
from m3bench.workers import DocumentError, compare_lines
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.text.server import Output, Path, Text, given, looks, result, server

MOST_COMPARED = 4_000
MOST_DIFF = 1_000
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE = re.compile(r"[.!?…]+(?=\s|$)")
_VOWELS = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôû]+")


@server.tool
def count_words(
    context: ToolContext,
    text: Text = None,
    path: Path = None,
    top: Annotated[int, about("How many of the most frequent words to list, 1 to 50.")] = 10,
) -> Answer:
    """Count words, characters, lines, paragraphs and sentences of a text, and list the most frequent
    words."""
    source = given(context, text, path)
    words = [word.casefold() for word in _WORD.findall(source)]
    frequent = sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0]))
    data = {
        "words": len(words),
        "different_words": len(frequent),
        "characters": len(source),
        "characters_without_spaces": len("".join(source.split())),
        "lines": len(source.splitlines()),
        "paragraphs": sum(bool(part.strip()) for part in re.split(r"\n[ \t]*\n", source)),
        "sentences": _sentences(source),
        "frequent": [
            {"word": word[:60], "count": count} for word, count in frequent[: check_limit(top, "top", 50)]
        ],
    }
    return Answer(data, looked=looks(context, path, depth="metadata"))


def _sentences(text: str) -> int:
    return max(len(_SENTENCE.findall(text)), 1 if text.strip() else 0)


@server.tool
def readability(context: ToolContext, text: Text = None, path: Path = None) -> Answer:
    """Measure how easy an English text is to read: Flesch reading ease (higher is easier), Flesch-Kincaid
    grade, words per sentence, syllables per word, and reading time at 220 words a minute. Syllables are
    estimated from vowels."""
    source = given(context, text, path)
    words = _WORD.findall(source.lower())
    if not words:
        raise BadArgument("text", "it has no words")
    per_sentence = len(words) / _sentences(source)
    per_word = sum(_syllables(word) for word in words) / len(words)
    data = {
        "reading_ease": round(206.835 - 1.015 * per_sentence - 84.6 * per_word, 1),
        "grade": round(0.39 * per_sentence + 11.8 * per_word - 15.59, 1),
        "words_per_sentence": round(per_sentence, 2),
        "syllables_per_word": round(per_word, 2),
        "reading_minutes": round(len(words) / 220, 2),
    }
    return Answer(data, looked=looks(context, path, depth="metadata"))


def _syllables(word: str) -> int:
    found = len(_VOWELS.findall(word))
    silent = word.endswith("e") and not word.endswith(("le", "ee")) and found > 1
    return max(1, found - silent)


@server.tool
def diff(
    context: ToolContext,
    text: Text = None,
    path: Path = None,
    other_text: Annotated[str | None, about("The newer text. Pass either this or `other_path`.")] = None,
    other_path: Annotated[str | None, about("The file with the newer text.")] = None,
    context_lines: Annotated[int, about("Unchanged lines around each change, 1 to 10.")] = 3,
) -> Answer:
    """Compare two texts line by line. Returns a unified diff of up to 1,000 lines and the numbers of added
    and removed lines. Up to 4,000 lines each."""
    if (other_text is None) == (other_path is None):
        raise BadArgument("other_text", "pass either other_text or other_path")
    old, new = given(context, text, path).split("\n"), given(context, other_text, other_path).split("\n")
    if max(len(old), len(new)) > MOST_COMPARED:
        raise BadArgument("text", f"texts of more than {MOST_COMPARED:,} lines cannot be compared")
    around = check_limit(context_lines, "context_lines", 10)
    try:
        lines = compare_lines(old, new, (path or "old", other_path or "new"), around) if old != new else []
    except DocumentError as problem:
        raise BadArgument("text", str(problem)) from None
    added = sum(line.startswith("+") for line in lines[2:])
    removed = sum(line.startswith("-") for line in lines[2:])
    data = {
        "identical": old == new,
        "added_lines": added,
        "removed_lines": removed,
        "diff": "\n".join(line[:500] for line in lines[:MOST_DIFF])[:100_000],
    }
    return Answer(data, looked=looks(context, path, other_path))


@server.tool(read_only=False)
def change_case(
    context: ToolContext,
    case: Annotated[
        Literal["upper", "lower", "title", "sentence", "snake", "kebab", "camel"],
        about("snake, kebab and camel make one identifier of each line."),
    ],
    text: Text = None,
    path: Path = None,
    output_path: Output = None,
) -> Answer:
    """Change the case of a text: UPPER, lower, Title Case, Sentence case, snake_case, kebab-case or
    camelCase."""
    source = given(context, text, path)
    return result(context, "\n".join(_cased(line, case) for line in source.split("\n")), output_path)


def _cased(line: str, case: str) -> str:
    if case in ("upper", "lower"):
        return line.upper() if case == "upper" else line.lower()
    if case == "title":
        return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:].lower(), line)
    if case == "sentence":
        return re.sub(r"(^|[.!?]\s+)(\w)", lambda part: part[1] + part[2].upper(), line.lower())
    words = [word.lower() for word in re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", line))]
    if case == "camel":
        return "".join(word if not at else word[:1].upper() + word[1:] for at, word in enumerate(words))
    return ("_" if case == "snake" else "-").join(words)


@server.tool(read_only=False)
def sort_lines(
    context: ToolContext,
    text: Text = None,
    path: Path = None,
    by: Annotated[
        Literal["text", "number", "length"], about("What decides: letters, the first number, or the length.")
    ] = "text",
    descending: Annotated[bool, about("Whether the largest come first.")] = False,
    unique: Annotated[bool, about("Whether repeated lines are kept only once.")] = False,
    output_path: Output = None,
) -> Answer:
    """Sort the lines of a text; lines that are equal in order keep their places. Empty lines are dropped."""
    lines = [line for line in given(context, text, path).split("\n") if line.strip()]
    kept = list(dict.fromkeys(lines)) if unique else lines
    keys: dict[str, Callable[[str], Any]] = {"text": str.casefold, "number": _first_number, "length": len}
    kept.sort(key=keys[by], reverse=descending)
    return result(context, "\n".join(kept) + "\n" if kept else "", output_path, lines=len(kept))


def _first_number(line: str) -> float:
    match = re.search(r"-?\d{1,300}(?:\.\d{1,300})?", line)
    return float(match[0]) if match else float("inf")
