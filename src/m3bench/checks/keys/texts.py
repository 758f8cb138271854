"""Keys that are text: yes or no, a date, a code, a name, or a longer statement."""

from __future__ import annotations

import re

from m3bench.checks.fields import Expected, date_parts, mismatch, same_code, same_date, same_name
from m3bench.checks.keys.agreement import (
    Agreement,
    final_statement,
    is_claimed,
    is_qualified,
    is_stated,
    refuses,
    without_lead,
    without_markup,
)
from m3bench.checks.reading import alike, committed, date_spans, evades_more, phrase, places, words
from m3bench.core import AnswerField, FieldType

_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
_YES_NO = AnswerField("answer", FieldType.YES_NO, "whether it is so")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.:/-]{4,40}|\d+(?:\.\d+){2,5}")
_OPEN = re.compile(
    r"\b(?:maybe|perhaps|possibly|could be|might|either|unsure|not sure|uncertain|guess|it depends)\b"
    r"|\b(?:yes|no|true|false)\s*(?:or|/)\s*(?:yes|no|true|false)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:wrong|incorrect|untrue|unclear|probably|likely|presumably|if|unless)\b", re.IGNORECASE
)
_LONGEST_NAME = 8
"""Words of a key that is compared as a name."""
_WHOLE_DATE = 3
_FILLERS = frozenset(
    "a an and are as at be by called for from has have in is it its of on that the there this to was were"  # noqa: SIM905
    " which with you your here i found so based answer".split()
)


def compare_text(answer: str, key: str, request: str) -> Agreement:
    """Compare an answer with a key in words."""
    if phrase(without_markup(answer)) == phrase(without_markup(key)) and phrase(key):
        return Agreement(True, "says the same as the key")
    plain = without_markup(key).rstrip(".").strip()
    if plain.casefold() in _TRUTHS:
        return compare_truth(answer, _TRUTHS[plain.casefold()])
    if len(date_parts(plain) or ()) == _WHOLE_DATE:
        return _compare_date(answer, plain, request)
    if len(words(plain)) > _LONGEST_NAME or "\n" in plain:
        return _without_the_key(answer, plain)
    return _compare_name(answer, plain, request)


def compare_truth(answer: str, wanted: bool) -> Agreement:
    """Compare the first word of an answer with yes or no."""
    text = without_lead(final_statement(answer))
    said = [value for value in (True, False) if mismatch(_YES_NO, Expected(value=value), text) is None]
    word = "yes" if wanted else "no"
    if _OPEN.search(text):
        return Agreement(False, f"leaves it open; expected {word}")
    if _DENIED.search(text):
        return Agreement(None, f"qualifies what it says; expected {word}")
    if not said:
        failed = refuses(answer) and phrase(answer) not in _TRUTHS
        return Agreement(False if failed else None, f"says neither yes nor no; expected {word}")
    return Agreement(said[0] is wanted, f"says {'yes' if said[0] else 'no'}; expected {word}")


def _compare_date(answer: str, key: str, request: str) -> Agreement:
    text = final_statement(answer)
    dates = list(dict.fromkeys(text[start:end] for start, end in date_spans(text)))
    right = [date for date in dates if same_date(date, key)]
    if not right:
        if refuses(answer) or len(dates) == 1:
            said = f"says {dates[0]}" if dates else "gives no answer"
            return Agreement(False, f"{said}; expected {key}")
        return Agreement(None, f"does not give the date in figures; expected {key}")
    kept = committed(text)
    claimed = [date for date in right if date in kept and is_stated(date, text)]
    if not claimed or _offers_choice(text, dates):
        return Agreement(False, f"leaves the date open; expected {key}")
    if is_qualified(text, request):
        return Agreement(None, f"qualifies what it says; expected {key}")
    if len(dates) > len(right):
        return Agreement(None, f"names other dates as well; expected {key}")
    return Agreement(True, f"says {right[0]}")


def _offers_choice(text: str, dates: list[str]) -> bool:
    either = "|".join(re.escape(date) for date in dates)
    return len(dates) > 1 and re.search(rf"(?:{either})\s*(?:or|/)\s*(?:on )?(?:{either})", text) is not None


def _compare_name(answer: str, key: str, request: str) -> Agreement:
    statement = final_statement(answer)
    same = same_code if _CODE.fullmatch(key) else same_name
    if same(without_lead(statement), key) and not evades_more(statement, key):
        return Agreement(True, f"says {key}")
    said = words(statement)
    if not places(key, said):
        return _without_the_key(answer, key)
    if not is_claimed(key, statement):
        return Agreement(False, f"negates, doubts or merely lists {key}")
    if _says_nothing_else(statement, key, request):
        return Agreement(True, f"says {key}, and nothing that is not in the question")
    return Agreement(None, f"names {key}, among other things")


def _says_nothing_else(statement: str, key: str, request: str) -> bool:
    """Return whether an answer has no word besides the key, the words of the question and fillers.

    A key whose words are all in the question is one of several that it offers: then this proves nothing.
    """
    asked = {word.text for word in words(request)}
    wanted = [word.text for word in words(key)]
    if all(any(alike(word, other) for other in asked) for word in wanted):
        return False
    if committed(statement) != statement:
        return False
    rest = [word.text for word in words(statement) if word.text not in _FILLERS]
    return all(any(alike(word, other) for other in (*wanted, *asked)) for word in rest)


def _without_the_key(answer: str, key: str) -> Agreement:
    """Other words may mean the same, unless there are none or the key is a code."""
    if refuses(answer) and not refuses(key):
        return Agreement(False, f"gives no answer; expected {key[:80]}")
    if _CODE.fullmatch(key):
        return Agreement(False, f"does not state {key}")
    return Agreement(None, "is worded differently from the key")
