"""The world: a seed and a time determine everything in it. Its parts are built on first use."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING

from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
from m3bench_world.chance import Chance

if TYPE_CHECKING:
    from m3bench_world.agenda import Agenda
    from m3bench_world.air import Air
    from m3bench_world.apis import Apis
    from m3bench_world.atlas import Atlas
    from m3bench_world.audio import Audio
    from m3bench_world.clinic import Clinic
    from m3bench_world.conferences import Conferences
    from m3bench_world.documents import Documents
    from m3bench_world.encyclopedia import Encyclopedia
    from m3bench_world.errata import Errata
    from m3bench_world.exchange import Exchange
    from m3bench_world.films import Films
    from m3bench_world.forum import Forum
    from m3bench_world.fruit import Orchard
    from m3bench_world.games import Games
    from m3bench_world.garage import Garage
    from m3bench_world.genome import Genome
    from m3bench_world.handbook import Handbook
    from m3bench_world.hexagrams import Hexagrams
    from m3bench_world.icons import Icons
    from m3bench_world.internet import Internet
    from m3bench_world.library import Library
    from m3bench_world.mailbox import Mailbox
    from m3bench_world.manuals import Manuals
    from m3bench_world.model_hub import ModelHub
    from m3bench_world.money import Money
    from m3bench_world.museum import Museum
    from m3bench_world.nature import Nature
    from m3bench_world.nix import Nix
    from m3bench_world.office import Office
    from m3bench_world.pantry import Pantry
    from m3bench_world.papers import Papers
    from m3bench_world.parks import Parks
    from m3bench_world.pharmacy import Pharmacy
    from m3bench_world.pools import Pools
    from m3bench_world.regulator import Regulator
    from m3bench_world.roads import Roads
    from m3bench_world.service import Service
    from m3bench_world.shops import Shops
    from m3bench_world.sky import Sky
    from m3bench_world.space import Space
    from m3bench_world.stock_market import StockMarket
    from m3bench_world.studies import Studies
    from m3bench_world.video import Video
    from m3bench_world.web import Web


class World:
    """All data of the servers. A part is imported, and its data loaded, on first use."""

    errata: Errata
    """Mistakes of sources, which contradict other sources."""
    atlas: Atlas
    """Places, countries, airports, points of interest; elevation and time zone of any point."""
    roads: Roads
    """The road network: routes, distances, times."""
    sky: Sky
    """Sun and weather."""
    air: Air
    """Air quality."""
    parks: Parks
    """National parks, with campgrounds, alerts, visitor centres and events."""
    space: Space
    """Space weather, asteroids, exoplanets, rovers, pictures of Earth."""
    money: Money
    """Exchange rates between currencies."""
    exchange: Exchange
    """Crypto instruments and their candles."""
    stock_market: StockMarket
    """Listed companies and their shares."""
    garage: Garage
    """Car brands, models and prices."""
    icons: Icons
    """A library of icons."""
    nix: Nix
    """Packages, options, channels and flakes."""
    pharmacy: Pharmacy
    """Drugs: names, labels, adverse events."""
    clinic: Clinic
    """Diagnoses, trials and health topics."""
    genome: Genome
    """Human genes, their variants and the diseases tied to them."""
    studies: Studies
    """Clinical trials in detail, organizations, interventions and biomarkers."""
    regulator: Regulator
    """Approvals, labels, safety reports, recalls and shortages of drugs; reports on devices."""
    pantry: Pantry
    """Foods and what is in them."""
    papers: Papers
    """Scientific papers of several archives."""
    library: Library
    """Books and authors."""
    museum: Museum
    """Museum departments and objects."""
    nature: Nature
    """Species of animals and plants."""
    encyclopedia: Encyclopedia
    """Articles about whatever the world knows."""
    forum: Forum
    """Communities, threads and comments."""
    service: Service
    """Companies and the records of their customer service."""
    shops: Shops
    """Products, prices and sellers."""
    films: Films
    """Films, series and the people in them."""
    model_hub: ModelHub
    """Models, data sets, spaces, collections and daily papers of a hub."""
    manuals: Manuals
    """Documentation of software libraries, by version."""
    apis: Apis
    """OpenAPI documents of web services."""
    internet: Internet
    """Domains, zones, networks and hosts."""
    fruit: Orchard
    """Fruits and their botany."""
    hexagrams: Hexagrams
    """The 64 hexagrams, and casts of coins."""
    conferences: Conferences
    """Conferences and their calls for papers."""
    games: Games
    """Video games: prices, players and ranks."""
    pools: Pools
    """Liquidity pools of decentralized exchanges."""
    office: Office
    """A company: its staff, customers and suppliers."""
    mailbox: Mailbox
    """The mails of one of the staff, with attachments."""
    agenda: Agenda
    """Calendars of the staff, and rooms."""
    handbook: Handbook
    """Policies of companies, by topic and version."""
    audio: Audio
    """Recordings of speech, music and signals."""
    video: Video
    """Short films, with what happens in them."""
    documents: Documents
    """Office documents: scanned and fillable forms, PDFs, letters, decks and tables."""
    web: Web
    """Web pages of a shop, a city, a hotel and others, with forms."""

    def __init__(self, seed: int = DEFAULT_SEED, now: datetime = DEFAULT_NOW) -> None:
        if now.tzinfo is None:
            raise ValueError("the world's clock needs a time zone: pass an aware datetime")
        self.seed = seed
        self.now = now.astimezone(UTC)
        self.chance = Chance(seed)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Build a part on first use: `atlas` is the `Atlas` of `m3bench_world.atlas`."""
            kind = World.__annotations__.get(name)
            if kind is None:
                raise AttributeError(f"the world has no part {name!r}")
            part = getattr(import_module(f"m3bench_world.{name}"), kind)(self)
            setattr(self, name, part)
            return part
