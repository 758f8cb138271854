"""Medicines and diagnoses."""

from __future__ import annotations

from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import join_names, sentence


class Drugs(Kind):
    name = "drug"

    def draft(self, key: str) -> Draft:
        drug = self.world.pharmacy.find(key)
        if drug is None:
            return Draft(description="medicine", summary=f"{key} is a medicine.", sources=("drugs",))
        brands = {brand.casefold() for brand in drug.brands}
        names = [*drug.brands[:4], *(name for name in drug.names if name not in brands)][:6]
        also = f" It is also known as {join_names(names)}." if names else ""
        sold = "without a prescription" if drug.otc else "on prescription"
        number = f" Its DrugBank number is {drug.drugbank}." if drug.drugbank else ""
        summary = f"{key.strip()} is a medicine ({drug.kind.title}) that is sold {sold}.{also}{number}"
        sections = [Section("Action", sentence(drug.kind.action))] if drug.kind.action else []
        if drug.indications:
            sections.append(Section("Uses", f"It is used for {join_names(drug.indications)}."))
        products = [f"{product.form} ({', '.join(product.strengths)})" for product in drug.products[:4]]
        if products:
            sections.append(Section("Products", f"Sold as {join_names(products)}."))
        return Draft(
            description=f"medicine, {drug.kind.title}",
            summary=summary,
            sections=tuple(sections),
            links=("Medicine", *drug.indications),
            sources=("drugs", "labels") if drug.invented else ("drugs",),
        )


MOST_BELOW = 8
"""Subcategories that the table keeps."""


class DiagnosisColumns(msgspec.Struct):
    key: list[str]
    section: list[str]
    chapter: list[str]
    below: list[tuple[str, ...]]


class Diagnoses(Kind):
    name = "diagnosis"

    @cached_property
    def _columns(self) -> DiagnosisColumns:
        return read_table("diagnosis", DiagnosisColumns)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self._columns.key)}

    def draft(self, key: str) -> Draft:
        table, row = self._columns, self._rows[key]
        title = self.title(key)
        chapter = table.chapter[row].partition(" (")[0]
        below = table.below[row]
        many = "at least " if len(below) == MOST_BELOW else ""
        parts = f" It is divided into {many}{len(below)} subcategories." if below else ""
        summary = (
            f"{title} is a diagnosis of the classification ICD-10-CM with the code {key}. It belongs to "
            f"the section “{table.section[row]}” in the chapter “{chapter}”.{parts}"
        )
        siblings = [
            name
            for other, part in zip(table.key, table.section, strict=True)
            if part == table.section[row] and other != key and (name := self._book.title_of(self.name, other))
        ]
        sections = [Section("Subcategories", "\n".join(below))] if below else []
        if siblings:
            sections.append(Section("Same section", f"{', '.join(siblings[:10])}."))
        return Draft(
            description=f"diagnosis, ICD-10-CM {key}",
            summary=summary,
            sections=tuple(sections),
            links=("Medicine", *siblings[:10]),
            sources=("icd10",),
        )
