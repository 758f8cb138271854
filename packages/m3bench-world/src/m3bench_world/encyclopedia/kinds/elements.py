"""The chemical elements."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from m3bench_world.encyclopedia.article import Draft, Entry, Section
from m3bench_world.encyclopedia.compiled import read_text
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import article_for

SYNTHETIC_FROM = 95


class Elements(Kind):
    name = "element"
    well_known = True

    @cached_property
    def _rows(self) -> dict[str, list[str]]:
        lines = read_text("elements.tsv").splitlines()[1:]
        return {row[1]: row for row in (line.split("\t") for line in lines)}

    def entries(self) -> Iterable[Entry]:
        for title, (_, _, others, number, *_) in self._rows.items():
            aliases = (*(other for other in others.split(";") if other), f"Element {number}")
            yield Entry(self.name, title, title, f"{title} (element)", aliases, "chemical element metal atom")

    def draft(self, key: str) -> Draft:
        symbol, _, _, number, mass, group, state, found = self._rows[key]
        name = key.partition(" (")[0]
        is_state = "of unknown state" if state == "unknown" else article_for(state)
        made = (
            " It does not occur in nature in more than traces and is made artificially."
            if int(number) >= SYNTHETIC_FROM
            else ""
        )
        summary = (
            f"{name} is a chemical element with the symbol {symbol} and atomic number {number}. "
            f"It is {article_for(group)}, {is_state} at room temperature, with a standard atomic mass "
            f"of about {mass}. Discovery: {found}.{made}"
        )
        neighbours = [row[1] for row in self._rows.values() if abs(int(row[3]) - int(number)) == 1]
        same = [row[1] for row in self._rows.values() if row[5] == group and row[1] != key]
        return Draft(
            description=f"chemical element, symbol {symbol}",
            summary=summary,
            sections=(
                Section(
                    "Properties", f"Symbol {symbol}; atomic number {number}; mass {mass}; {group}; {state}."
                ),
                Section("Periodic table", f"Next to it stand {' and '.join(neighbours)}."),
            ),
            links=("Periodic table", "Atom", *neighbours, *same[:8]),
        )
