"""The world: a seed and a time determine everything in it. Its parts are built on first use."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
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

    def __init__(self, seed: int = DEFAULT_SEED, now: datetime = DEFAULT_NOW) -> None:
        if now.tzinfo is None:
            raise ValueError("the world's clock needs a time zone: pass an aware datetime")
        self.seed = seed
        self.now = now.astimezone(UTC)
        self.chance = Chance(seed)

    @cached_property
    def errata(self) -> Errata:
        """Mistakes of sources, which contradict other sources."""
        from m3bench_world.errata import Errata

        return Errata(self)

    @cached_property
    def atlas(self) -> Atlas:
        """Places, countries, airports, points of interest; elevation and time zone of any point."""
        from m3bench_world.atlas import Atlas

        return Atlas(self)

    @cached_property
    def roads(self) -> Roads:
        """The road network: routes, distances, times."""
        from m3bench_world.roads import Roads

        return Roads(self)

    @cached_property
    def sky(self) -> Sky:
        """Sun and weather."""
        from m3bench_world.sky import Sky

        return Sky(self)

    @cached_property
    def air(self) -> Air:
        """Air quality."""
        from m3bench_world.air import Air

        return Air(self)

    @cached_property
    def parks(self) -> Parks:
        """National parks, with campgrounds, alerts, visitor centres and events."""
        from m3bench_world.parks import Parks

        return Parks(self)

    @cached_property
    def space(self) -> Space:
        """Space weather, asteroids, exoplanets, rovers, pictures of Earth."""
        from m3bench_world.space import Space

        return Space(self)

    @cached_property
    def money(self) -> Money:
        """Exchange rates between currencies."""
        from m3bench_world.money import Money

        return Money(self)

    @cached_property
    def exchange(self) -> Exchange:
        """Crypto instruments and their candles."""
        from m3bench_world.exchange import Exchange

        return Exchange(self)

    @cached_property
    def stock_market(self) -> StockMarket:
        """Listed companies and their shares."""
        from m3bench_world.stock_market import StockMarket

        return StockMarket(self)

    @cached_property
    def garage(self) -> Garage:
        """Car brands, models and prices."""
        from m3bench_world.garage import Garage

        return Garage(self)

    @cached_property
    def icons(self) -> Icons:
        """A library of icons."""
        from m3bench_world.icons import Icons

        return Icons(self)

    @cached_property
    def nix(self) -> Nix:
        """Packages, options, channels and flakes."""
        from m3bench_world.nix import Nix

        return Nix(self)

    @cached_property
    def pharmacy(self) -> Pharmacy:
        """Drugs: names, labels, adverse events."""
        from m3bench_world.pharmacy import Pharmacy

        return Pharmacy(self)

    @cached_property
    def clinic(self) -> Clinic:
        """Diagnoses, trials and health topics."""
        from m3bench_world.clinic import Clinic

        return Clinic(self)

    @cached_property
    def genome(self) -> Genome:
        """Human genes, their variants and the diseases tied to them."""
        from m3bench_world.genome import Genome

        return Genome(self)

    @cached_property
    def studies(self) -> Studies:
        """Clinical trials in detail, organizations, interventions and biomarkers."""
        from m3bench_world.studies import Studies

        return Studies(self)

    @cached_property
    def regulator(self) -> Regulator:
        """Approvals, labels, safety reports, recalls and shortages of drugs; reports on devices."""
        from m3bench_world.regulator import Regulator

        return Regulator(self)

    @cached_property
    def pantry(self) -> Pantry:
        """Foods and what is in them."""
        from m3bench_world.pantry import Pantry

        return Pantry(self)

    @cached_property
    def papers(self) -> Papers:
        """Scientific papers of several archives."""
        from m3bench_world.papers import Papers

        return Papers(self)

    @cached_property
    def library(self) -> Library:
        """Books and authors."""
        from m3bench_world.library import Library

        return Library(self)

    @cached_property
    def museum(self) -> Museum:
        """Museum departments and objects."""
        from m3bench_world.museum import Museum

        return Museum(self)

    @cached_property
    def nature(self) -> Nature:
        """Species of animals and plants."""
        from m3bench_world.nature import Nature

        return Nature(self)

    @cached_property
    def encyclopedia(self) -> Encyclopedia:
        """Articles about whatever the world knows."""
        from m3bench_world.encyclopedia import Encyclopedia

        return Encyclopedia(self)

    @cached_property
    def forum(self) -> Forum:
        """Communities, threads and comments."""
        from m3bench_world.forum import Forum

        return Forum(self)

    @cached_property
    def service(self) -> Service:
        """Companies and the records of their customer service."""
        from m3bench_world.service import Service

        return Service(self)

    @cached_property
    def shops(self) -> Shops:
        """Products, prices and sellers."""
        from m3bench_world.shops import Shops

        return Shops(self)

    @cached_property
    def films(self) -> Films:
        """Films, series and the people in them."""
        from m3bench_world.films import Films

        return Films(self)

    @cached_property
    def model_hub(self) -> ModelHub:
        """Models, data sets, spaces, collections and daily papers of a hub."""
        from m3bench_world.model_hub import ModelHub

        return ModelHub(self)

    @cached_property
    def manuals(self) -> Manuals:
        """Documentation of software libraries, by version."""
        from m3bench_world.manuals import Manuals

        return Manuals(self)

    @cached_property
    def apis(self) -> Apis:
        """OpenAPI documents of web services."""
        from m3bench_world.apis import Apis

        return Apis(self)

    @cached_property
    def internet(self) -> Internet:
        """Domains, zones, networks and hosts."""
        from m3bench_world.internet import Internet

        return Internet(self)

    @cached_property
    def fruit(self) -> Orchard:
        """Fruits and their botany."""
        from m3bench_world.fruit import Orchard

        return Orchard(self)

    @cached_property
    def hexagrams(self) -> Hexagrams:
        """The 64 hexagrams, and casts of coins."""
        from m3bench_world.hexagrams import Hexagrams

        return Hexagrams(self)

    @cached_property
    def conferences(self) -> Conferences:
        """Conferences and their calls for papers."""
        from m3bench_world.conferences import Conferences

        return Conferences(self)

    @cached_property
    def games(self) -> Games:
        """Video games: prices, players and ranks."""
        from m3bench_world.games import Games

        return Games(self)

    @cached_property
    def pools(self) -> Pools:
        """Liquidity pools of decentralized exchanges."""
        from m3bench_world.pools import Pools

        return Pools(self)

    @cached_property
    def office(self) -> Office:
        """A company: its staff, customers and suppliers."""
        from m3bench_world.office import Office

        return Office(self)

    @cached_property
    def mailbox(self) -> Mailbox:
        """The mails of one of the staff, with attachments."""
        from m3bench_world.mailbox import Mailbox

        return Mailbox(self)

    @cached_property
    def agenda(self) -> Agenda:
        """Calendars of the staff, and rooms."""
        from m3bench_world.agenda import Agenda

        return Agenda(self)

    @cached_property
    def handbook(self) -> Handbook:
        """Policies of companies, by topic and version."""
        from m3bench_world.handbook import Handbook

        return Handbook(self)

    @cached_property
    def audio(self) -> Audio:
        """Recordings of speech, music and signals."""
        from m3bench_world.audio import Audio

        return Audio(self)

    @cached_property
    def video(self) -> Video:
        """Short films, with what happens in them."""
        from m3bench_world.video import Video

        return Video(self)

    @cached_property
    def documents(self) -> Documents:
        """Office documents: scanned and fillable forms, PDFs, letters, decks and tables."""
        from m3bench_world.documents import Documents

        return Documents(self)

    @cached_property
    def web(self) -> Web:
        """Web pages of a shop, a city, a hotel and others, with forms."""
        from m3bench_world.web import Web

        return Web(self)
