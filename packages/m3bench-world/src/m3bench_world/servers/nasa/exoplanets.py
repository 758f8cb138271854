"""Exoplanets, selected with a small query language."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, NotFound, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.query import EXAMPLE, Query, parse
from m3bench_world.servers.nasa.server import OptionalText, server
from m3bench_world.space import ALIASES, COLUMNS, Planet

TABLES = ("exoplanets", "ps", "pscomppars")
DEFAULT_ROWS = 20
MOST_CELLS = 2_000
MAIN_COLUMNS = (
    "pl_name",
    "hostname",
    "discoverymethod",
    "disc_year",
    "pl_orbper",
    "pl_orbsmax",
    "pl_rade",
    "pl_bmasse",
    "pl_eqt",
    "st_spectype",
    "st_teff",
    "sy_dist",
    "sy_pnum",
)


@server.tool
def get_exoplanet_data(
    context: ToolContext,
    query: Annotated[
        OptionalText,
        about(
            f"For example: {EXAMPLE}. Or only a condition: disc_year >= 2020. Knows and, or, not, like, in, "
            "between, count(*), min, max, avg, sum."
        ),
    ] = msgspec.UNSET,
    table: Annotated[str, about("exoplanets; ps and pscomppars are other names for it.")] = "exoplanets",
    format: Annotated[str, about("json or csv.")] = "json",
) -> Answer:
    """Query the catalogue of planets of other stars. Columns: pl_name, hostname, pl_letter, discoverymethod,
    disc_year, sy_pnum, pl_orbper (days), pl_orbsmax (au), pl_orbeccen, pl_rade and pl_bmasse (Earth = 1),
    pl_dens, pl_insol, pl_eqt (K), st_spectype, st_teff (K), st_mass, st_rad, st_lum, sy_dist (parsecs),
    sy_vmag, ra, dec. Gives 20 rows unless a limit is set, and the number of all matches."""
    form = check_choice(format, "format", ("json", "csv"))
    check_choice(table, "table", TABLES)
    text = "" if query is msgspec.UNSET else check_text(query, "query")
    parsed = parse(text, COLUMNS, ALIASES)
    if parsed.table is not None:
        check_choice(parsed.table, "query", TABLES)
    found = [planet for planet in context.world.space.exoplanets if parsed.test(planet)]
    if parsed.totals:
        names, rows = _totals(parsed, found)
    else:
        names, rows = _rows(parsed, found)
        if not rows and parsed.limit != 0:
            raise NotFound("no planet fits the query; widen its conditions")
    if form == "csv":
        return Answer(_csv(names, rows))
    listed = [dict(zip(names, row, strict=True)) for row in rows]
    return Answer({"total": len(found), "returned": len(listed), "rows": listed})


def _rows(parsed: Query, found: list[Planet]) -> tuple[Sequence[str], list[list[Any]]]:
    for column, descending in reversed(parsed.order):
        found = sorted(found, key=attrgetter(column), reverse=descending)
    names = list(dict.fromkeys(parsed.columns)) or MAIN_COLUMNS
    wanted = DEFAULT_ROWS if parsed.limit is None else parsed.limit
    most = min(wanted, MOST_CELLS // len(names))
    return names, [[getattr(planet, name) for name in names] for planet in found[:most]]


def _totals(parsed: Query, found: list[Planet]) -> tuple[Sequence[str], list[list[Any]]]:
    names = [f"{function}({column})" for function, column in parsed.totals]
    return names, [[_total(function, column, found) for function, column in parsed.totals]]


def _total(function: str, column: str, found: list[Planet]) -> Any:
    if function == "count":
        return len(found)
    values = [getattr(planet, column) for planet in found]
    if not values:
        return None
    if function in ("min", "max"):
        return min(values) if function == "min" else max(values)
    if isinstance(values[0], str):
        return None
    total = sum(values)
    return round(total / len(values) if function == "avg" else total, 4)


def _csv(names: Sequence[str], rows: list[list[Any]]) -> str:
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return sheet.getvalue()
