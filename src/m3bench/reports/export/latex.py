"""Tables for papers: LaTeX with booktabs, numbers rounded as on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from m3bench.judges import escape_invisible
from m3bench.reports.page import interval, is_number, shown, shown_columns
from m3bench.reports.study import Column, Row, Table

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": r"$-$",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "→": r"$\rightarrow$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "≈": r"$\approx$",
    "×": r"$\times$",
    "·": r"\textperiodcentered{}",
    "³": r"\textsuperscript{3}",
    "κ": r"$\kappa$",
    "±": r"$\pm$",
    "°": r"\textdegree{}",
    "\N{NO-BREAK SPACE}": "~",
    "\n": " ",
    "\t": " ",
}
_TO_ESCAPE = re.compile("|".join(map(re.escape, _SPECIAL)))
_LONG_FROM = 45


def latex_table(table: Table) -> str:
    """Return the shown columns as LaTeX, over several pages if there are many rows."""
    return "".join(latex_lines(table))


def latex_lines(table: Table) -> Iterator[str]:
    """Yield the lines of `latex_table`."""
    columns = shown_columns(table)
    layout = "".join("r" if is_number(column) else "l" for column in columns)
    environment = "longtable" if len(table.rows) > _LONG_FROM else "tabular"
    needed = r"\usepackage{booktabs}" + (r" and \usepackage{longtable}" if environment == "longtable" else "")
    title = " ".join(escape_invisible(table.title).split())
    head = " & ".join(escaped(column.title) for column in columns)
    before = (
        f"% {title}; requires {needed}",
        rf"\begin{{{environment}}}{{{layout}}}",
        r"\toprule",
        rf"{head} \\",
        r"\midrule",
        *([r"\endhead"] if environment == "longtable" else []),
    )
    rows = (rf"{' & '.join(_cell(column, row) for column in columns)} \\" for row in table.rows)
    for line in chain(before, rows, (r"\bottomrule", rf"\end{{{environment}}}")):
        yield f"{line}\n"


def escaped(text: str) -> str:
    """Escape all characters that are special in LaTeX."""
    return _TO_ESCAPE.sub(lambda match: _SPECIAL[match[0]], escape_invisible(text))


def _cell(column: Column, row: Row) -> str:
    text = escaped(shown(row.get(column.key), column.kind))
    ends = interval(row, column)
    # A row that starts with a bracket would be parsed as an option of the previous line.
    text = f"{{{text}}}" if text.startswith(("[", "*")) else text
    return text if not ends else rf"{text} {{\scriptsize [{escaped(ends)}]}}"
