"""The small language of `search`: `gene:BRAF AND disease:melanoma AND phase:PHASE3`, with plain words
beside."""

from __future__ import annotations

import re

import msgspec

from m3bench.servers.kit import BadArgument

FIELDS = {
    "gene": "genes",
    "genes": "genes",
    "variant": "variants",
    "variants": "variants",
    "rsid": "variants",
    "disease": "diseases",
    "diseases": "diseases",
    "drug": "chemicals",
    "chemical": "chemicals",
    "chemicals": "chemicals",
    "keyword": "keywords",
    "keywords": "keywords",
    "condition": "conditions",
    "conditions": "conditions",
    "intervention": "interventions",
    "interventions": "interventions",
    "phase": "phase",
    "status": "status",
    "significance": "significance",
}
"""Fields of a query, with the part of the request that each fills."""
_PARTS = re.compile(r"\s+(?:AND|&&)\s+")
_FIELD = re.compile(r"(?:articles?\.|trials?\.|variants?\.|genes?\.)?([A-Za-z_]+):\s*(.+)", re.DOTALL)
MOST_PARTS = 20


class Request(msgspec.Struct, kw_only=True):
    """What a search asks for."""

    genes: list[str] = []
    variants: list[str] = []
    diseases: list[str] = []
    chemicals: list[str] = []
    keywords: list[str] = []
    conditions: list[str] = []
    interventions: list[str] = []
    phase: str = ""
    status: str = ""
    significance: str = ""

    @property
    def words(self) -> list[str]:
        """Return every name that is asked for, in the order of the fields."""
        named = (self.genes, self.variants, self.chemicals, self.diseases, self.conditions)
        return [word for words in (*named, self.interventions, self.keywords) for word in words]

    @property
    def illnesses(self) -> list[str]:
        return list(dict.fromkeys((*self.conditions, *self.diseases)))

    @property
    def treatments(self) -> list[str]:
        return list(dict.fromkeys((*self.interventions, *self.chemicals)))


def parse(query: str, request: Request) -> Request:
    """Add the parts of a query to a request. Raises `BadArgument` for an unknown field."""
    parts = [part.strip(" ()") for part in _PARTS.split(query) if part.strip(" ()")]
    if len(parts) > MOST_PARTS:
        raise BadArgument("query", f"it has {len(parts)} parts; the maximum is {MOST_PARTS}")
    for part in parts:
        match = _FIELD.fullmatch(part)
        if match is None or match[1].casefold() in ("chr", "pmid", "doi", "mondo", "doid"):
            request.keywords.append(part)
            continue
        name, value = FIELDS.get(match[1].casefold()), match[2].strip(' "')
        if name is None or not value:
            known = ", ".join(FIELDS)
            raise BadArgument("query", f"'{match[1][:30]}:' is not a field with a value; fields are {known}")
        if name in ("phase", "status", "significance"):
            setattr(request, name, value)
        else:
            getattr(request, name).append(value)
    return request
