"""Calls of the PDF server, and the texts it returns."""

from __future__ import annotations

from m3bench.suites import CallResult, PlanError, PlannedCall, call

SERVER = "pdf-agent-mcp"


def read_pdf(file: str, *uses: CallResult) -> PlannedCall:
    """Return the call for the text of all pages."""
    return call(f"{SERVER}/extract_text", *uses, path=file)


def pdf_lines(found: CallResult) -> list[str]:
    """Return the lines of all pages. Raise `PlanError` if there are none."""
    data = found.data
    if not isinstance(data, dict) or not data.get("pages"):
        raise PlanError(f"{found.tool} returned no pages: {found.text[:200]}")
    return [line for page in data["pages"] for line in page["text"].splitlines()]


def after(found: CallResult, label: str) -> str:
    """Return the rest of the first line that starts with a label."""
    for line in pdf_lines(found):
        if line.startswith(label):
            return line.removeprefix(label).strip()
    raise PlanError(f"{found.tool} returned no line with {label!r}.")


def bar_rows(found: CallResult, width: int) -> list[list[str]]:
    """Return the lines with so many parts between bars, without the first, which is the header."""
    rows = [[part.strip() for part in line.split("|")] for line in pdf_lines(found)]
    return [row for row in rows if len(row) == width][1:]
