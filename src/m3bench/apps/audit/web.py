"""The page and what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Literal, Protocol, TypeVar

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from m3bench.apps.audit import viewing
from m3bench.apps.audit.decisions import known_spelling, person_named
from m3bench.apps.audit.desk import Desk, Outdated
from m3bench.apps.audit.editing import Change
from m3bench.apps.audit.items import Item
from m3bench.apps.audit.pairing import Pair, PairDesk
from m3bench.apps.audit.pictures import picture_of
from m3bench.apps.audit.preference import Side
from m3bench.apps.audit.viewing import View
from m3bench.apps.web import Endpoint, json_response, local_app, place_in, read_body
from m3bench.core import Task, UsageError
from m3bench.suites import Suite


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends: always who, and on which item."""

    person: str
    item: int


class ChangeBody(Body, frozen=True, forbid_unknown_fields=True):
    seen: str
    change: Change


class VerdictBody(Body, frozen=True, forbid_unknown_fields=True):
    seen: str
    verdict: Literal["approved", "rejected", "open"]
    reason: str = ""


class CallBody(Body, frozen=True, forbid_unknown_fields=True):
    """A call that is being typed."""

    name: str
    text: str


class PreferenceBody(Body, frozen=True, forbid_unknown_fields=True):
    side: Side


class Shown(Protocol):
    """What one item of the page is of."""

    @property
    def suite(self) -> Suite: ...
    @property
    def task(self) -> Task: ...


_Shown = TypeVar("_Shown", bound=Shown)
_Body = TypeVar("_Body", bound=Body)


class Service(Generic[_Shown]):
    """Items before people: what can be asked about each, and what can be sent."""

    def __init__(
        self,
        items: Sequence[_Shown],
        people: Callable[[], list[str]],
        overview: Callable[[str], View],
        asked: Mapping[str, Callable[[str, _Shown], View]],
    ) -> None:
        self._items, self._people, self._overview = items, people, overview
        self._routes: list[BaseRoute] = [
            Route("/api/overview", self._show_overview),
            Route("/api/picture", self._show_picture),
            *(Route(f"/api/{name}", self._asking(view)) for name, view in asked.items()),
        ]

    def takes(self, name: str, kind: type[_Body], act: Callable[[str, _Shown, _Body], View]) -> None:
        """Something that the page may send, and what it is told then."""

        async def endpoint(request: Request) -> Response:
            body = await read_body(request, kind)
            return json_response(act(self._person(body.person), self._item(body.item), body))

        self._routes.append(Route(f"/api/{name}", endpoint, methods=["POST"]))

    def app(self, token: str) -> Starlette:
        return local_app("m3bench.apps.audit", token, self._routes, {Outdated: 409})

    async def _show_overview(self, request: Request) -> Response:
        return json_response(self._overview(self._asker(request)))

    async def _show_picture(self, request: Request) -> Response:
        chosen = self._item(place_in(request, "item"))
        data, kind = await to_thread.run_sync(
            picture_of, chosen.suite, chosen.task, place_in(request, "picture", "0")
        )
        headers = {"Content-Disposition": "inline" if kind.startswith("image/") else "attachment"}
        return Response(data, media_type=kind, headers=headers)

    def _asking(self, view: Callable[[str, _Shown], View]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            return json_response(view(self._asker(request), self._item(place_in(request, "item"))))

        return endpoint

    def _asker(self, request: Request) -> str:
        return self._person(request.query_params.get("person", ""))

    def _person(self, name: str) -> str:
        return known_spelling(person_named(name), self._people())

    def _item(self, index: int) -> _Shown:
        if not 0 <= index < len(self._items):
            raise UsageError("There is no such item.", "Load the page again.")
        return self._items[index]


def audit_app(desk: Desk, token: str) -> Starlette:
    """The app for auditing references."""
    item_view = partial(viewing.item_view, desk)

    def change(person: str, item: Item, body: ChangeBody) -> View:
        desk.change(person, item, body.seen, body.change)
        return item_view(person, item)

    def decide(person: str, item: Item, body: VerdictBody) -> View:
        if body.verdict == "open":
            desk.withdraw(person, item)
        else:
            desk.decide(person, item, body.seen, body.verdict, body.reason)
        return item_view(person, item)

    def check(_: str, item: Item, body: CallBody) -> View:
        return {"objections": desk.objections(item, body.name, body.text)}

    asked = {"item": item_view, "tools": partial(viewing.tools_view, desk)}
    service = Service(desk.items, desk.people, partial(viewing.overview, desk), asked)
    service.takes("change", ChangeBody, change)
    service.takes("decide", VerdictBody, decide)
    service.takes("check", CallBody, check)
    return service.app(token)


def pairs_app(desk: PairDesk, token: str) -> Starlette:
    """The app for blind choices between two trajectories."""
    pair_view = partial(viewing.pair_view, desk)

    def prefer(person: str, pair: Pair, body: PreferenceBody) -> View:
        desk.prefer(person, pair, body.side)
        return pair_view(person, pair)

    overview = partial(viewing.pairs_overview, desk)
    service = Service(desk.pairs, desk.people, overview, {"item": pair_view})
    service.takes("prefer", PreferenceBody, prefer)
    return service.app(token)
