"""Serve a local web page until Ctrl-C."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio

from m3bench.cli.console import print_line, remarks

if TYPE_CHECKING:
    from starlette.applications import Starlette


def show_page(make_app: Callable[[str], Starlette], *, port: int, browser: bool) -> None:
    """Serve an app whose paths begin with a token, and print its address."""
    token = secrets.token_urlsafe(32)
    anyio.run(_serve, make_app(token), token, port, browser)


async def _serve(app: Starlette, token: str, port: int, browser: bool) -> None:
    from m3bench.apps.web import serve  # noqa: PLC0415

    stop = anyio.Event()

    def ready(address: str) -> None:
        print_line(address)
        remarks().print("open this address in a browser on this machine; stop with Ctrl-C")
        if browser:
            import webbrowser  # noqa: PLC0415

            webbrowser.open(address)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(stop_on_signal, stop)
        await serve(app, token, stop, ready, port)
        tasks.cancel_scope.cancel()


async def stop_on_signal(stop: anyio.Event) -> None:
    """Set the event at SIGINT or SIGTERM."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            stop.set()
            return
