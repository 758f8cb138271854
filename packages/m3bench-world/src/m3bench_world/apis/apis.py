"""OpenAPI documents by id."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from m3bench_world.apis.document import write_document
from m3bench_world.apis.generated import draw_spec, services
from m3bench_world.apis.handwritten import KNOWN, read_spec
from m3bench_world.apis.types import Spec

if TYPE_CHECKING:
    from m3bench_world.world import World


class Apis:
    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.document = lru_cache(maxsize=8)(self._document)

    @staticmethod
    def ids() -> tuple[str, ...]:
        return (*KNOWN, *services())

    def spec(self, name: str) -> Spec | None:
        """Return the routes, parameters and schemas of a service."""
        if name in KNOWN:
            return read_spec(name)
        service = services().get(name)
        return draw_spec(self._chance, service) if service else None

    def _document(self, name: str) -> dict[str, Any] | None:
        spec = self.spec(name)
        return write_document(spec) if spec else None

    @staticmethod
    def domains() -> dict[str, str]:
        """Return the domains of the invented services, with their owners."""
        return {f"{service.id}.example": service.title for service in services().values()}


def host_of(document: dict[str, Any]) -> str:
    """Return the host of a document's server."""
    return urlsplit(document["servers"][0]["url"]).hostname or ""
