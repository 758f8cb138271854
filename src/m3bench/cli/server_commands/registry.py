"""`m3bench servers import` and `servers export`: `server.json` of the MCP registry, and configurations."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from typer import Argument, Option

from m3bench.cli.console import print_json, print_line, remark
from m3bench.core import FormatError, UsageError
from m3bench.core.text import did_you_mean
from m3bench.formats import check_writable, write_atomically
from m3bench.hosting import entries_of
from m3bench.hosting.server_json import (
    Publication,
    export_entry,
    import_server,
    parse_server_json,
    read_server_json,
)

_GROUP = "mcpServers"


def import_server_file(
    file: Annotated[Path, Argument(help="A server.json of the MCP registry.", show_default=False)],
    *,
    to: Annotated[
        Path | None,
        Option(metavar="CONFIG", help="Add the server to this configuration [default: print it]."),
    ] = None,
    name: Annotated[str | None, Option(help="Name of the server [default: as in the file].")] = None,
    use: Annotated[
        str | None,
        Option(metavar="npm|pypi|oci|remote", help="Which of its packages or remotes [default: the first]."),
    ] = None,
) -> None:
    """Convert a server.json of the MCP registry to an entry of a client configuration.

    Secrets and other values that a user has to give become `${NAME}`.
    """
    if use not in (None, "npm", "pypi", "oci", "remote"):
        raise UsageError(f"--use {use} is not known.", "Choose npm, pypi, oci or remote.")
    read = read_server_json(file)
    imported = import_server(read.server, use=use)
    name = name or imported.name
    ignored = (f"{field} is not part of the schema and is ignored" for field in read.unknown)
    for note in (*imported.notes, *ignored):
        remark(note)
    if to is None:
        print_json({_GROUP: {name: imported.entry}})
        return
    write_atomically(to, [_joined(to, name, imported.entry)])
    print_line(f"Added {name} to {to}. Try it: m3bench servers check --config {to}")


def _joined(path: Path, name: str, entry: Mapping[str, Any]) -> bytes:
    """Return the text of a configuration with one more server."""
    check_writable(path)
    data: Any = {}
    if path.exists():
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            hint = "Print the entry without --to, and add it by hand."
            raise UsageError(f"{path} is not plain JSON, and is left as it is.", hint) from None
    group = data.get(_GROUP, {}) if isinstance(data, dict) else None
    if not isinstance(group, dict) or (data and _GROUP not in data):
        hint = "Name another file with --to."
        raise UsageError(f'{path} has no object "{_GROUP}", and is left as it is.', hint)
    if name in group:
        hint = "Choose another --name."
        raise UsageError(f"{path} has a server {name} already, and is left as it is.", hint)
    joined = {**data, _GROUP: {**group, name: dict(entry)}}
    return json.dumps(joined, indent=2, ensure_ascii=False).encode() + b"\n"


def export_server(
    config: Annotated[Path, Argument(help="A client configuration.", show_default=False)],
    *,
    to: Annotated[
        Path | None, Option(metavar="FILE", help="The server.json to write [default: print it].")
    ] = None,
    server: Annotated[str | None, Option(help="Which server, if there are several.")] = None,
    name: Annotated[
        str | None, Option(metavar="NAMESPACE/NAME", help="Name in the registry: io.github.user/server.")
    ] = None,
    version: Annotated[str | None, Option(help="Version [default: the package's, or 0.1.0].")] = None,
    description: Annotated[str | None, Option(help="What it does, in at most 100 characters.")] = None,
) -> None:
    """Write a server of a client configuration as a server.json of the MCP registry, without its secrets."""
    if to is not None:
        if to.exists():
            raise UsageError(f"{to} exists already, and is left as it is.", "Name another file with --to.")
        check_writable(to)
    chosen, entry = _chosen(config, server)
    plain = re.sub("[^A-Za-z0-9]", "-", chosen).strip("-") or "server"
    about = Publication(name or f"com.example/{plain}", version, description)
    made = msgspec.to_builtins(export_entry(chosen, entry, about))
    parse_server_json(made, file=str(to or "server.json"))
    missing = [flag for flag, value in (("--name", name), ("--description", description)) if value is None]
    if missing:
        remark(f"before you publish it, give {' and '.join(missing)}")
    if to is None:
        print_json(made)
        return
    write_atomically(to, [json.dumps(made, indent=2, ensure_ascii=False).encode() + b"\n"])
    print_line(f"Wrote {to}: {made['name']} {made['version']}")


def _chosen(config: Path, server: str | None) -> tuple[str, Mapping[str, Any]]:
    entries = entries_of(config)
    if not entries:
        raise FormatError("has no servers", file=str(config))
    names = ", ".join(entries)
    if server is None and len(entries) > 1:
        raise UsageError(f"{config} has {len(entries)} servers.", f"Name one with --server: {names}")
    wanted = server or next(iter(entries))
    if wanted not in entries:
        hint = did_you_mean(wanted, entries, f"Its servers: {names}.")
        raise UsageError(f"{config} has no server {wanted!r}.", hint)
    return wanted, entries[wanted]
