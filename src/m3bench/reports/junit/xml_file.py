"""Write test cases as JUnit XML, piece by piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.reports.junit.cases import Case, CaseKind

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped: controls, surrogates, U+FFFE and U+FFFF."""
_CASES = 500
_LONGEST_MESSAGE = 1_000


def write_junit(path: Path, name: str, suites: dict[str, Callable[[], Iterable[Case]]]) -> None:
    """Write a JUnit file.

    Args:
        path: The file.
        name: The name of the whole, as CI systems show it.
        suites: Functions that yield the cases, by the name of their suite. They are called twice: the counts
            come before the cases.
    """
    write_atomically(path, junit_chunks(name, suites))


def junit_chunks(name: str, suites: dict[str, Callable[[], Iterable[Case]]]) -> Iterator[bytes]:
    """Yield a JUnit document in pieces."""
    counted = {title: _counts(cases()) for title, cases in suites.items()}
    counted = {title: counts for title, counts in counted.items() if counts["tests"] or title == name}
    whole: Counter[str] = sum(counted.values(), Counter())
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites{_head(name, whole)}>\n'.encode()
    for title, counts in counted.items():
        yield f"  <testsuite{_head(title, counts)}>\n".encode()
        cases = map(_case, suites[title]())
        while group := "".join(islice(cases, _CASES)):
            yield group.encode()
        yield b"  </testsuite>\n"
    yield b"</testsuites>\n"


def _counts(cases: Iterable[Case]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for case in cases:
        counts.update({"tests": 1, case.kind.value: 1, "milliseconds": round(case.seconds * 1000)})
    return counts


def _head(name: str, counts: Counter[str]) -> str:
    return _attributes(
        name=name,
        tests=str(counts["tests"]),
        failures=str(counts[CaseKind.FAILURE.value]),
        errors=str(counts[CaseKind.ERROR.value]),
        skipped=str(counts[CaseKind.SKIPPED.value]),
        time=f"{counts['milliseconds'] / 1000:.3f}",
    )


def _case(case: Case) -> str:
    head = _attributes(classname=case.group, name=case.name, time=f"{case.seconds:.3f}")
    inside = [*_properties(case.properties), *_result(case)]
    if not inside:
        return f"    <testcase{head}/>\n"
    return f"    <testcase{head}>\n{''.join(inside)}    </testcase>\n"


def _properties(properties: dict[str, str]) -> Iterator[str]:
    if properties:
        listed = "".join(f"<property{_attributes(name=n, value=v)}/>" for n, v in properties.items())
        yield f"      <properties>{listed}</properties>\n"


def _result(case: Case) -> Iterator[str]:
    if case.kind is CaseKind.PASSED:
        return
    message = case.message[:_LONGEST_MESSAGE]
    if case.kind is CaseKind.SKIPPED:
        yield f"      <skipped{_attributes(message=message)}/>\n"
        return
    head = _attributes(message=message, type=case.type)
    body = escape(xml_text("\n".join(case.lines)))
    yield f"      <{case.kind.value}{head}>{body}</{case.kind.value}>\n"


def _attributes(**values: str) -> str:
    # Line breaks in attributes would become spaces.
    breaks = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    return "".join(f" {name}={quoteattr(xml_text(value), breaks)}" for name, value in values.items())


def xml_text(text: str) -> str:
    """Return the text without secrets, and with U+FFFD for what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", redactor().text(text))
