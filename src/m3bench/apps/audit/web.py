"""The apps for audits and blind comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Literal, TypeVar

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from m3bench.apps.audit import views
from m3bench.apps.audit.decisions import match_known_name, parse_name
from m3bench.apps.audit.edits import Change
from m3bench.apps.audit.items import Item
from m3bench.apps.audit.pairs import Pair, PairSession
from m3bench.apps.audit.pictures import load_picture
from m3bench.apps.audit.preference import Side
from m3bench.apps.audit.session import AuditSession, EditConflict
from m3bench.apps.audit.views import View
from m3bench.apps.web import UNTRUSTED, Endpoint, index_param, json_response, local_app, read_body
from m3bench.core import UsageError


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the page, with the person and the item."""

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
    """A call that is being edited."""

    name: str
    text: str


class PreferenceBody(Body, frozen=True, forbid_unknown_fields=True):
    side: Side


_Item = TypeVar("_Item", bound=Item | Pair)
_Body = TypeVar("_Body", bound=Body)


class Service(Generic[_Item]):
    """The routes of an app: views of items, and actions on them."""

    def __init__(
        self,
        items: Sequence[_Item],
        people: Callable[[], list[str]],
        overview: Callable[[str], View],
        item_views: Mapping[str, Callable[[str, _Item], View]],
    ) -> None:
        self._items, self._people, self._overview = items, people, overview
        self._routes: list[BaseRoute] = [
            Route("/api/overview", self._show_overview),
            Route("/api/picture", self._show_picture),
            *(Route(f"/api/{name}", self._view_endpoint(view)) for name, view in item_views.items()),
        ]

    def add_action(self, name: str, kind: type[_Body], act: Callable[[str, _Item, _Body], View]) -> None:
        """Add a request that changes an item and returns its view."""

        async def endpoint(request: Request) -> Response:
            body = await read_body(request, kind)
            return json_response(act(self._person(body.person), self._item(body.item), body))

        self._routes.append(Route(f"/api/{name}", endpoint, methods=["POST"]))

    def app(self, token: str) -> Starlette:
        return local_app("m3bench.apps.audit", token, self._routes, {EditConflict: 409})

    async def _show_overview(self, request: Request) -> Response:
        return json_response(self._overview(self._request_person(request)))

    async def _show_picture(self, request: Request) -> Response:
        chosen, index = self._item(index_param(request, "item")), index_param(request, "picture", "0")
        data, kind = await to_thread.run_sync(load_picture, chosen.suite, chosen.task, index)
        shown = "inline" if kind.startswith("image/") else "attachment"
        return Response(data, media_type=kind, headers={"Content-Disposition": shown, **UNTRUSTED})

    def _view_endpoint(self, view: Callable[[str, _Item], View]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            return json_response(
                view(self._request_person(request), self._item(index_param(request, "item")))
            )

        return endpoint

    def _request_person(self, request: Request) -> str:
        return self._person(request.query_params.get("person", ""))

    def _person(self, name: str) -> str:
        return match_known_name(parse_name(name), self._people())

    def _item(self, index: int) -> _Item:
        if not 0 <= index < len(self._items):
            raise UsageError("There is no such item.", "Load the page again.")
        return self._items[index]


def audit_app(session: AuditSession, token: str) -> Starlette:
    """Return the app for auditing references."""
    item_view = partial(views.item_view, session)

    def change(person: str, item: Item, body: ChangeBody) -> View:
        session.change(person, item, body.seen, body.change)
        return item_view(person, item)

    def decide(person: str, item: Item, body: VerdictBody) -> View:
        if body.verdict == "open":
            session.withdraw(person, item)
        else:
            session.decide(person, item, body.seen, body.verdict, body.reason)
        return item_view(person, item)

    def check(_: str, item: Item, body: CallBody) -> View:
        return {"objections": session.objections(item, body.name, body.text)}

    item_views = {"item": item_view, "tools": partial(views.tools_view, session)}
    service = Service(session.items, session.people, partial(views.overview, session), item_views)
    service.add_action("change", ChangeBody, change)
    service.add_action("decide", VerdictBody, decide)
    service.add_action("check", CallBody, check)
    return service.app(token)


def pairs_app(session: PairSession, token: str) -> Starlette:
    """Return the app for blind comparisons of two trajectories."""
    pair_view = partial(views.pair_view, session)

    def prefer(person: str, pair: Pair, body: PreferenceBody) -> View:
        session.prefer(person, pair, body.side)
        return pair_view(person, pair)

    overview = partial(views.pairs_overview, session)
    service = Service(session.pairs, session.people, overview, {"item": pair_view})
    service.add_action("prefer", PreferenceBody, prefer)
    return service.app(token)
