"""Freeze what the encyclopedia says about places, films, people, drugs and diagnoses.

The articles are based on the tables of `m3bench-world`, which take too long to load for one title.
This script selects the places and films that get an article, and writes their facts and titles to small
tables beside the encyclopedia. Run it again after `compile_world.py`:

    python scripts/compile_articles.py
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import msgspec

from m3bench_world import World
from m3bench_world.atlas import Place, distance
from m3bench_world.data import unpacked_table
from m3bench_world.encyclopedia.article import Entry
from m3bench_world.encyclopedia.builder import build_index
from m3bench_world.forum.communities import subjects_of

ROOT = Path(__file__).resolve().parent.parent / "src" / "m3bench" / "world"
TARGET = ROOT / "encyclopedia" / "tables"
LARGEST_PLACES = 3_000
ENGLISH_SPEAKING = ("US", "GB", "CA", "AU", "NZ", "IE")
SMALLEST_ENGLISH = 80_000
FILMS = 2_400
ROLES = {"cast": 18, "directors": 8}
"""Minimum number of films for a person to get an article."""
INDEXED = ("title", "qualified", "aliases", "words")

Row = dict[str, Any]


def table(name: str) -> dict[str, list[Any]]:
    loaded: dict[str, list[Any]] = json.loads(unpacked_table(f"{name}.json.z"))
    return loaded


def write(name: str, columns: dict[str, Any], folder: Path = TARGET) -> None:
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    target = folder / f"{name}.json.z"
    target.write_bytes(zlib.compress(text, 9))
    print(f"{name}: {len(next(iter(columns.values()))):,} rows, {target.stat().st_size / 1e3:.0f} kB")


def select_places(world: World) -> list[Place]:
    large = table("places_large")
    countries = world.atlas.countries()
    capitals = {found.id for country in countries if country.capital and (found := capital(world, country))}
    wanted = [
        identity
        for rank, identity in enumerate(large["id"])
        if rank < LARGEST_PLACES
        or identity in capitals
        or (large["country"][rank] in ENGLISH_SPEAKING and large["population"][rank] >= SMALLEST_ENGLISH)
    ]
    wanted += sorted(capitals - set(wanted))
    return [place for identity in wanted if (place := world.atlas.place(identity))]


def capital(world: World, country: Any) -> Place | None:
    found = world.atlas.search(country.capital, country.iso, 1)
    return found[0] if found else None


def place_titles(places: list[Place]) -> dict[int, tuple[str, str]]:
    """Return short and long titles. The long title is used if a larger place has the short one."""
    titles: dict[int, tuple[str, str]] = {}
    taken: set[str] = set()
    for place in places:
        wide = place.region if place.country in ENGLISH_SPEAKING and place.region else place.country_name
        options = [place.name, f"{place.name}, {wide}", f"{place.name}, {place.region}, {place.country_name}"]
        longer = next(
            option for option in [*options[1:], f"{options[1]} ({place.id})"] if option not in taken
        )
        title = place.name if place.name not in taken else longer
        taken |= {title, longer}
        titles[place.id] = (title, longer)
    return titles


def place_rows(world: World) -> list[Row]:
    places = select_places(world)
    titles = place_titles(places)
    alternates = dict(zip(table("places_large")["id"], table("places_large")["alternates"], strict=True))
    codes = {country.capital: country.iso for country in world.atlas.countries()}
    rows = []
    for place in places:
        title, longer = titles[place.id]
        airport = world.atlas.nearest_airports(place.lat, place.lng, 1)[0]
        near = [other for other in world.atlas.nearest(place.lat, place.lng, 60) if other.id in titles]
        rows.append(
            {
                "key": str(place.id),
                "title": title,
                "qualified": longer,
                "aliases": place_aliases(place, longer, alternates.get(place.id, [])),
                "words": f"city {place.region} {place.country_name}",
                "name": place.name,
                "lat": place.lat,
                "lng": place.lng,
                "country": place.country,
                "region": place.region,
                "population": place.population,
                "capital": codes.get(place.name) == place.country,
                "timezone": world.atlas.timezone(place.lat, place.lng),
                "airport": [airport.name, airport.iata, round(airport.elevation)],
                "airport_km": round(distance(place.lat, place.lng, airport.lat, airport.lng) / 1000),
                "near": [[str(other.id), kilometres(place, other)] for other in near if other.id != place.id][
                    :4
                ],
            }
        )
    return rows


def kilometres(place: Place, other: Place) -> int:
    return round(distance(place.lat, place.lng, other.lat, other.lng) / 1000)


def place_aliases(place: Place, longer: str, alternates: list[str]) -> list[str]:
    aliases = [longer, f"{place.name}, {place.country_name}"]
    if place.country == "US":
        aliases += [f"{place.name}, {place.region_code}", f"{place.name} city"]
    readable = (name for name in alternates if name[0].isupper() and not name.isupper() and name.isascii())
    aliases += [*readable][:3]
    return [alias for alias in dict.fromkeys(aliases) if alias != place.name]


def film_rows() -> list[Row]:
    films = table("films")
    ranked = sorted(
        range(len(films["imdb"])), key=lambda at: (-(films["box_office"][at] or 0), films["imdb"][at])
    )
    known = Counter(name for names in films["cast"] for name in parts(names))
    rows = []
    for at in ranked[:FILMS]:
        title, year = films["title"][at], films["year"][at]
        rows.append(
            {
                "key": films["imdb"][at],
                "title": title,
                "qualified": f"{title} ({year} film)",
                "aliases": [f"{title} (film)", f"{title} ({year} film)"],
                "words": f"film movie {year}",
                "year": year,
                "runtime": films["runtime"][at],
                "genres": parts(films["genres"][at]),
                "directors": parts(films["directors"][at]),
                "writers": parts(films["writers"][at])[:4],
                "cast": sorted(parts(films["cast"][at]), key=lambda name: (-known[name], name))[:8],
                "countries": parts(films["countries"][at]),
                "languages": parts(films["languages"][at]),
                "box_office": films["box_office"][at],
            }
        )
    return rows


def parts(text: str | None) -> list[str]:
    """Split names at commas. "Jr." belongs to the name before it."""
    return [part for part in (text or "").replace(", Jr.", " Jr.").split(", ") if part]


def person_rows() -> list[Row]:
    films = table("films")
    worked: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for role in ROLES:
        for at, names in enumerate(films[role]):
            for name in parts(names):
                worked[name][role].append(at)
    rows = []
    for name, roles in sorted(worked.items()):
        if " " not in name or not any(len(roles[role]) >= least for role, least in ROLES.items()):
            continue
        titles = {role: recent(films, roles[role]) for role in ROLES}
        spans = [films["year"][at] for role in ROLES for at in roles[role]]
        rows.append(
            {
                "key": name,
                "title": name,
                "qualified": f"{name} (film person)",
                "aliases": [],
                "words": "actor film" if len(roles["cast"]) > len(roles["directors"]) else "director film",
                "acted": titles["cast"],
                "directed": titles["directors"],
                "counts": [len(roles["cast"]), len(roles["directors"])],
                "years": [min(spans), max(spans)],
                "genres": common_genres(films, [at for role in ROLES for at in roles[role]]),
            }
        )
    return rows


def recent(films: dict[str, list[Any]], places: list[int]) -> list[list[Any]]:
    """Return the eight films with the largest revenue, ordered by year."""
    best = sorted(places, key=lambda at: (-(films["box_office"][at] or 0), films["imdb"][at]))[:8]
    return sorted([films["title"][at], films["year"][at]] for at in best)


def common_genres(films: dict[str, list[Any]], places: list[int]) -> list[str]:
    counted = Counter(genre for at in places for genre in parts(films["genres"][at]))
    return sorted(counted, key=lambda genre: (-counted[genre], genre))[:3]


def drug_rows() -> list[Row]:
    drugs = table("drugs")
    rows = []
    for name, drugbank, common, names in zip(
        *(drugs[key] for key in ("name", "drugbank", "common", "names")), strict=True
    ):
        if common and len(name) <= 28 and not any(mark in name for mark in (",", "(", " and ")):
            rows.append(
                {
                    "key": name,
                    "title": name.strip(),
                    "qualified": f"{name.strip()} (medicine)",
                    "aliases": [other for other in names if " " not in other][:4],
                    "words": "medicine drug medication",
                    "drugbank": drugbank,
                }
            )
    return rows


def diagnosis_rows() -> list[Row]:
    diagnoses, sections = table("icd"), table("icd_sections")
    below: dict[str, list[str]] = defaultdict(list)
    for code, title in zip(diagnoses["code"], diagnoses["title"], strict=True):
        if len(code) == 5:
            below[code[:3]].append(f"{code} {title}")
    rows = []
    for code, title, section in zip(*(diagnoses[key] for key in ("code", "title", "section")), strict=True):
        unclear = title.lower().startswith(("other", "unspecified")) or " not " in title
        if len(code) != 3 or len(title) > 50 or unclear or code[0] in "VWXYZSTU":
            continue
        rows.append(
            {
                "key": code,
                "title": title,
                "qualified": f"{title} (diagnosis)",
                "aliases": [code, *([title.split(" [")[0]] if " [" in title else [])],
                "words": "disease diagnosis ICD-10",
                "section": sections["title"][section],
                "chapter": sections["chapter"][section],
                "below": below[code][:8],
            }
        )
    return rows


def park_rows(world: World) -> list[Row]:
    return [
        {
            "key": park.code,
            "title": park.full_name,
            "qualified": f"{park.full_name} ({park.state})",
            "aliases": [] if park.name == park.full_name else [park.name],
            "words": f"park nature {' '.join(park.states)}",
        }
        for park in world.parks.all()
    ]


def company_rows(world: World) -> list[Row]:
    rows: dict[str, Row] = {}
    for ticker in world.stock_market.tickers():
        company = world.stock_market.find(ticker).company
        rows.setdefault(
            company.name,
            {
                "key": company.ticker,
                "title": company.name,
                "qualified": f"{company.name} (company)",
                "aliases": [alias for alias in (company.short_name, company.ticker) if alias != company.name],
                "words": f"company {company.industry}",
            },
        )
    return list(rows.values())


def landmark_rows(world: World) -> list[Row]:
    rows = []
    parks = {park.full_name for park in world.parks.all()}
    # Parks are also on the map, but have their own articles.
    for name in (name for name in world.atlas.famous_names() if name not in parks):
        landmark = world.atlas.famous(name)
        assert landmark is not None
        place = landmark.place
        rows.append(
            {
                "key": name,
                "title": name,
                "qualified": "",
                "aliases": [f"{name}, {place.name}"],
                "words": f"landmark {landmark.kind} {place.name} {place.country_name}",
                "what": landmark.kind,
                "lat": landmark.lat,
                "lng": landmark.lng,
                "town": place.name,
                "country": place.country_name,
            }
        )
    return rows


def package_rows(world: World) -> list[Row]:
    """Return packages with unambiguous names."""
    return [
        {
            "key": entry.name,
            "title": entry.plain_name,
            "qualified": "",
            "aliases": [] if entry.name == entry.plain_name else [entry.name],
            "words": f"software package {entry.category}",
        }
        for entry in world.nix.packages()
    ]


def food_rows(world: World) -> list[Row]:
    return [
        {
            "key": food.name,
            "title": food.name[0].upper() + food.name[1:],
            "qualified": "",
            "aliases": list(food.aliases),
            "words": "food nutrition",
            "entry": food.entry,
        }
        for food in world.pantry.common_foods()
    ]


def entries(world: World) -> list[Entry]:
    """Return all entries, handwritten kinds first so that their titles stay short. Write the tables."""
    tables = {
        "place": place_rows(world),
        "landmark": landmark_rows(world),
        "park": park_rows(world),
        "food": food_rows(world),
        "company": company_rows(world),
        "drug": drug_rows(),
        "diagnosis": diagnosis_rows(),
        "film": film_rows(),
        "person": person_rows(),
        "package": package_rows(world),
    }
    found = world.encyclopedia.own_entries()
    for kind, rows in tables.items():
        for row in rows:
            title, qualified, aliases, words = (row.pop(field) for field in INDEXED)
            found.append(Entry(kind, row["key"], title, qualified, tuple(aliases), words))
        if len(rows[0]) > 1:
            write(kind, {field: [row[field] for row in rows] for field in rows[0]})
    return found


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    index, postings = build_index(entries(World()))
    write("index", msgspec.to_builtins(index))
    write("postings", msgspec.to_builtins(postings))
    write("subjects", msgspec.to_builtins(subjects_of(index)), ROOT / "forum" / "data")


if __name__ == "__main__":
    main()
