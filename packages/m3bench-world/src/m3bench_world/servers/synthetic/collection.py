"""The servers by name. Names are read from the tables; a server is made when it is looked up first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m3bench.servers.kit import Proof, Server
from m3bench_world.servers.synthetic.changing import changing_tools
from m3bench_world.servers.synthetic.notation import applications
from m3bench_world.servers.synthetic.reading import reading_tools
from m3bench_world.servers.synthetic.table import Application


class SyntheticServers(Mapping[str, Server]):
    """Servers of business applications, by name. Importing it reads nothing."""

    def __init__(self) -> None:
        self._made: dict[str, Server] = {}

    def __getitem__(self, name: str) -> Server:
        if name not in self._made:
            self._made[name] = make_server(applications()[name])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in applications()

    def __iter__(self) -> Iterator[str]:
        return iter(applications())

    def __len__(self) -> int:
        return len(applications())


def make_server(application: Application) -> Server:
    """Return the server of an application, with tools for each kind of its records."""
    server = Server(
        application.name,
        application.purpose,
        sources=("applications",),
        strict=True,
        proof=Proof(f"list_{application.kinds[0].plural}", {"limit": 3}),
    )
    for kind in application.kinds:
        for tool in (*reading_tools(application, kind), *changing_tools(kind)):
            if tool.name in server.tools:
                raise ValueError(f"{application.name} has two tools called {tool.name}")
            server.tools[tool.name] = tool.bind(application, kind)
    return server


SYNTHETIC_SERVERS = SyntheticServers()
