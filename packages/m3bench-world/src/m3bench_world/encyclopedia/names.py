"""Normalization of names: no case, accents or punctuation; singular."""

from __future__ import annotations

from m3bench.core import normalize

_PUNCTUATION = str.maketrans(dict.fromkeys(',-–_/:;!?"()[]&', " ") | dict.fromkeys(".'’"))
COMMON_WORDS = frozenset(
    ("a", "an", "and", "are", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with")
)


def name_key(text: str) -> str:
    """Return the lookup key of a title or an alias. Names with parentheses differ from bare names."""
    bare = text.lower() if text.isascii() else normalize(text)
    qualifier = " (" if "(" in bare else ""
    return " ".join(bare.translate(_PUNCTUATION).split()) + qualifier


def without_qualifier(title: str) -> str:
    """Return a title without its qualifier: `Orange (fruit)` → `Orange`."""
    return title[: title.rindex(" (")] if title.endswith(")") and " (" in title else title


def singular_keys(key: str) -> list[str]:
    """Return possible singular forms of a key."""
    forms = []
    if key.endswith("ies"):
        forms.append(key[:-3] + "y")
    if key.endswith("ves"):
        forms += [key[:-3] + "f", key[:-3] + "fe"]
    if key.endswith("es"):
        forms.append(key[:-2])
    if key.endswith("s") and not key.endswith("ss"):
        forms.append(key[:-1])
    return forms


def stem(word: str) -> str:
    """Return a common form of singular and plural."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, without stop words unless all are."""
    words = name_key(text).removesuffix(" (").split()
    return [stem(word) for word in words if word not in COMMON_WORDS] or [stem(word) for word in words]
