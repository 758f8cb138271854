"""The page and what it asks for."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from m3bench.audit import viewing
from m3bench.audit.decisions import known_spelling, person_named
from m3bench.audit.desk import Change, Desk, Outdated
from m3bench.audit.pairing import PairDesk
from m3bench.audit.pictures import picture_of
from m3bench.audit.preference import Side
from m3bench.core import M3BenchError, UsageError

_PAGE = {
    "": ("index.html", "text/html"),
    "style.css": ("style.css", "text/css"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    **{
        name: (name, "text/javascript")
        for name in ("main.js", "dom.js", "graph.js", "steps.js", "audit.js", "pairs.js", "asking.js")
    },
}
_LONGEST_BODY = 1 << 21

_Body = TypeVar("_Body")
Endpoint = Callable[[Request], Awaitable[Response]]


class ChangeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends with an edit."""

    person: str
    item: int
    seen: str
    change: Change


class VerdictBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    item: int
    seen: str
    verdict: Literal["approved", "rejected", "open"]
    reason: str = ""


class PreferenceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    item: int
    side: Side


def audit_app(desk: Desk, token: str) -> Starlette:
    """The app for auditing references."""

    async def overview(request: Request) -> Response:
        return _json(viewing.overview(desk, _person(request, desk)))

    async def item(request: Request) -> Response:
        chosen = desk.items[_index(request, len(desk.items))]
        return _json(viewing.item_view(desk, _person(request, desk), chosen))

    async def picture(request: Request) -> Response:
        chosen = desk.items[_index(request, len(desk.items))]
        return await _picture(request, chosen.suite, chosen.task)

    async def change(request: Request) -> Response:
        body = await _body(request, ChangeBody)
        person, chosen = _known(body.person, desk), desk.items[_within(body.item, len(desk.items))]
        desk.change(person, chosen, body.seen, body.change)
        return _json(viewing.item_view(desk, person, chosen))

    async def decide(request: Request) -> Response:
        body = await _body(request, VerdictBody)
        person, chosen = _known(body.person, desk), desk.items[_within(body.item, len(desk.items))]
        if body.verdict == "open":
            desk.withdraw(person, chosen)
        else:
            desk.decide(person, chosen, body.seen, body.verdict, body.reason)
        return _json(viewing.item_view(desk, person, chosen))

    return _app(token, {"change": change, "decide": decide}, overview, item, picture)


def pairs_app(desk: PairDesk, token: str) -> Starlette:
    """The app for blind choices between two trajectories."""

    async def overview(request: Request) -> Response:
        return _json(viewing.pairs_overview(desk, _person(request, desk)))

    async def pair(request: Request) -> Response:
        chosen = desk.pairs[_index(request, len(desk.pairs))]
        return _json(viewing.pair_view(desk, _person(request, desk), chosen))

    async def picture(request: Request) -> Response:
        chosen = desk.pairs[_index(request, len(desk.pairs))]
        return await _picture(request, chosen.suite, chosen.task)

    async def prefer(request: Request) -> Response:
        body = await _body(request, PreferenceBody)
        person, chosen = _known(body.person, desk), desk.pairs[_within(body.item, len(desk.pairs))]
        desk.prefer(person, chosen, body.side)
        return _json(viewing.pair_view(desk, person, chosen))

    return _app(token, {"prefer": prefer}, overview, pair, picture)


def _app(
    token: str, posts: dict[str, Endpoint], overview: Endpoint, item: Endpoint, picture: Endpoint
) -> Starlette:
    gets = {"overview": overview, "item": item, "picture": picture}
    routes = [Route(f"/{name}", _page_file(*file)) for name, file in _PAGE.items()]
    routes += [Route(f"/api/{name}", endpoint) for name, endpoint in gets.items()]
    routes += [Route(f"/api/{name}", endpoint, methods=["POST"]) for name, endpoint in posts.items()]
    return Starlette(routes=[Mount(f"/{token}", routes=routes)], exception_handlers={M3BenchError: _refused})


def _page_file(name: str, media_type: str) -> Endpoint:
    async def serve(_: Request) -> Response:
        return Response(files("m3bench.audit").joinpath("page", name).read_bytes(), media_type=media_type)

    return serve


async def _refused(_: Request, error: Exception) -> Response:
    message, hint = (error.message, error.hint) if isinstance(error, M3BenchError) else (str(error), None)
    return _json({"problem": message, "hint": hint or ""}, 409 if isinstance(error, Outdated) else 422)


async def _picture(request: Request, suite: Any, task: Any) -> Response:
    number = request.query_params.get("picture", "0")
    index = int(number) if number.isdecimal() and len(number) < 6 else -1
    data, kind = await to_thread.run_sync(picture_of, suite, task, index)
    headers = {"Content-Disposition": "inline" if kind.startswith("image/") else "attachment"}
    return Response(data, media_type=kind, headers=headers)


async def _body(request: Request, kind: type[_Body]) -> _Body:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise UsageError("Only JSON is taken.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LONGEST_BODY:
            raise UsageError("That is too much at once.")
    try:
        return msgspec.convert(json.loads(bytes(data)), kind)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise UsageError(f"Not what was expected: {error}.", "Load the page again.") from None


def _person(request: Request, desk: Desk | PairDesk) -> str:
    return _known(request.query_params.get("person", ""), desk)


def _known(person: str, desk: Desk | PairDesk) -> str:
    return known_spelling(person_named(person), desk.people())


def _index(request: Request, count: int) -> int:
    text = request.query_params.get("item", "")
    return _within(int(text) if text.isdecimal() and len(text) < 10 else -1, count)


def _within(index: int, count: int) -> int:
    if not 0 <= index < count:
        raise UsageError("There is no such item.", "Load the page again.")
    return index


def _json(value: Any, status: int = 200) -> Response:
    # Plain ASCII: halves of surrogate pairs have no UTF-8 form.
    return Response(json.dumps(value), status, media_type="application/json")
