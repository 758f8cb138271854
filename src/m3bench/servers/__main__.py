"""`python -m m3bench.servers NAME`: run one bundled server over stdio, or over HTTP."""

from __future__ import annotations

import argparse
import os
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from m3bench.core import M3BenchError
from m3bench.servers import LISTED, Server, load
from m3bench.servers.kit import Files, ToolContext
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED, make_world


def main() -> None:
    import anyio  # noqa: PLC0415 - with the SDK, it takes longer to import than all of the rest

    from m3bench.servers.sdk import serve, serve_over_http  # noqa: PLC0415

    options = _options()
    context = ToolContext(make_world(options.seed, options.now), Files(options.workspace))
    if options.http is None:
        anyio.run(serve, options.server, context, version("m3bench"))
    else:
        anyio.run(serve_over_http, options.server, context, version("m3bench"), options.http)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m m3bench.servers", description=__doc__)
    parser.add_argument(
        "server",
        type=_server,
        metavar="NAME",
        help=f"one of: {', '.join(LISTED)}, a synthetic one, or a plugin's",
    )
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help="which world (default: %(default)s)")
    parser.add_argument("--now", type=_moment, default=DEFAULT_NOW, help="its time, as 2025-11-05T15:00:00Z")
    parser.add_argument("--workspace", type=_folder, default=Path.cwd(), help="folder for files (default: .)")
    parser.add_argument("--http", type=int, metavar="PORT", help="serve on this machine at /mcp, not stdio")
    return parser.parse_args()


def _server(name: str) -> Server:
    try:
        return load(name)
    except M3BenchError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError("add a time zone, such as a Z at the end")
    return moment


def _folder(text: str) -> Path:
    folder = Path(text)
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{os.fspath(folder)} is not a folder")
    return folder


if __name__ == "__main__":
    main()
