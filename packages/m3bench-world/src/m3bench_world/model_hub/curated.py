"""Collections: items of one field or one owner, with notes."""

from __future__ import annotations

import re

from m3bench_world.chance import Chance
from m3bench_world.model_hub.naming import draw_creation, draw_hex, draw_owner, slugify
from m3bench_world.model_hub.tables import Guide, fields, guides
from m3bench_world.model_hub.types import Collection, DataSet, Entry, Item, Kind, Model, Space

_NOTES = (
    "A good first choice.", "Used in our course.", "Check the licence before use.", "Kept for comparison.",
    "Asked for by readers.", "To be looked at again.", "",
)  # fmt: skip
_TITLES = ("{} starter pack", "{}: models and data", "Best of {}", "{} toolbox")
_RANGE = re.compile(r"\{(\d+)-(\d+)\}")
ORGANISATIONS = (
    "google", "opus", "nvidia", "facebook", "microsoft", "Helsinki-NLP", "distilbert", "huggingface",
    "openai",
)  # fmt: skip
"""Well-known owners with collections of their own."""
_COVID = "covid19-literature"
_MOST: dict[Kind, int] = {"model": 4, "dataset": 3, "space": 2}
"""Most items of each kind in a collection of a field."""
_OWNED: tuple[Kind, ...] = ("model", "dataset")


class Stock:
    """Everything that a collection can hold."""

    def __init__(self, models: list[Model], data_sets: list[DataSet], spaces: list[Space]) -> None:
        self.groups: dict[Kind, list[Entry]] = {
            "model": list(models),
            "dataset": list(data_sets),
            "space": list(spaces),
        }

    def of_field(self, kind: Kind, slug: str) -> list[Entry]:
        return [entry for entry in self.groups[kind] if entry.field == slug]

    def of_author(self, kind: Kind, author: str) -> list[Entry]:
        return [entry for entry in self.groups[kind] if entry.author == author]


def invented_collections(chance: Chance, stock: Stock) -> list[Collection]:
    made = [
        _of_field(chance, stock, slug, number)
        for slug in fields()
        for number in range(chance.whole(1, 2, "hub collections", slug))
    ]
    made += [_of_guide(chance, stock, guide) for guide in guides()]
    made += [collection for owner in ORGANISATIONS for collection in _of_owner(chance, stock, owner)]
    made.append(_of_field(chance, stock, _COVID, 9, owner="nvidia"))
    return made


def _of_field(chance: Chance, stock: Stock, slug: str, number: int, owner: str = "") -> Collection:
    key = ("hub collection", slug, number)
    words = fields()[slug].title
    title = chance.pick(_TITLES, *key, "title").format(words)
    items = [
        _item(chance, kind, entry)
        for kind, most in _MOST.items()
        for entry in _some(chance, stock.of_field(kind, slug), most, *key, kind)
    ]
    about = f"What we use to {fields()[slug].purpose}. Every item was checked by hand."
    maker = owner or draw_owner(chance, *key)
    return _collection(
        chance,
        key,
        owner=maker,
        title=title,
        about=about,
        items=items,
        field=slug,
        known=bool(owner) or number == 0,
    )


def _of_guide(chance: Chance, stock: Stock, guide: Guide) -> Collection:
    key = ("hub collection", guide.title)
    entries = [(kind, entry) for kind in stock.groups for entry in stock.of_field(kind, guide.field)]
    entries.sort(key=lambda pair: (pair[1].created, pair[1].id))
    items = [
        Item(kind, entry.id, _filled(chance, note, guide.title))
        for note, (kind, entry) in zip(guide.notes, entries, strict=False)
    ]
    about = f"{guide.title}: {len(guide.notes)} rules, each beside an item that follows it."
    maker = draw_owner(chance, *key)
    return _collection(
        chance, key, owner=maker, title=guide.title, about=about, items=items, field=guide.field, known=True
    )


def _of_owner(chance: Chance, stock: Stock, owner: str) -> list[Collection]:
    """Return a collection for each task of which the owner has two items or more."""
    tasks: dict[str, list[Item]] = {}
    for kind in _OWNED:
        for entry in stock.of_author(kind, owner):
            task = entry.task if isinstance(entry, Model | DataSet) else ""
            tasks.setdefault(task, []).append(_item(chance, kind, entry))
    made = []
    for task, items in tasks.items():
        if len(items) > 1:
            title = f"{owner} {task.replace('-', ' ')}"
            about = f"Releases of {owner} for {task.replace('-', ' ')}."
            key = ("hub collection", title)
            made.append(
                _collection(
                    chance, key, owner=owner, title=title, about=about, items=items[:12], field="", known=True
                )
            )
    return made


def _collection(
    chance: Chance,
    key: tuple[object, ...],
    *,
    owner: str,
    title: str,
    about: str,
    items: list[Item],
    field: str,
    known: bool,
) -> Collection:
    return Collection(
        id=f"{owner}/{slugify(title)}-{draw_hex(chance, *key)}",
        field=field,
        subject=fields()[field].subject if field else "",
        created=draw_creation(chance, *key, known=known),
        popularity=round(chance.between(0.3, 2.4, *key, "popularity"), 2),
        title=title,
        description=about,
        items=tuple(items),
    )


def _some(chance: Chance, entries: list[Entry], most: int, *key: object) -> list[Entry]:
    ranked = sorted(entries, key=lambda entry: (chance.bits(*key, entry.id), entry.id))
    return ranked[: chance.whole(1, most, *key, "number")]


def _item(chance: Chance, kind: Kind, entry: Entry) -> Item:
    return Item(kind, entry.id, chance.pick(_NOTES, "hub note", entry.id))


def _filled(chance: Chance, note: str, title: str) -> str:
    return _RANGE.sub(
        lambda found: str(chance.whole(int(found[1]), int(found[2]), "hub rule", title, found[0])), note
    )
