"""Serve a local web page until Ctrl-C."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import anyio
from rich.text import Text

from m3bench.cli.console import output, remarks

if TYPE_CHECKING:
    from starlette.applications import Starlette


def show_page(app: Starlette, token: str, *, port: int, browser: bool) -> None:
    """Serve an app whose paths begin with the token, and print its address."""
    anyio.run(_serve, app, token, port, browser)


async def _serve(app: Starlette, token: str, port: int, browser: bool) -> None:
    from m3bench.apps.web import serve  # noqa: PLC0415

    stop = anyio.Event()

    def ready(address: str) -> None:
        output().print(Text(address), soft_wrap=True)
        remarks().print("open this address in a browser on this machine; stop with Ctrl-C")
        if browser:
            import webbrowser  # noqa: PLC0415

            webbrowser.open(address)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_stop_on_signal, stop)
        await serve(app, token, stop, ready, port)
        tasks.cancel_scope.cancel()


async def _stop_on_signal(stop: anyio.Event) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            stop.set()
            return
