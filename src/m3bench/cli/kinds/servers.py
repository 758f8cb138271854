"""List servers, and install and remove those of the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typer import Exit

from m3bench.cli.console import output, remark, remarks
from m3bench.cli.installing import CONCURRENCY, install_with_progress
from m3bench.cli.kinds.table import InstallRequest, ListRequest
from m3bench.cli.sandbox_option import use_sandbox
from m3bench.cli.selection import collection_by_server, configured_servers
from m3bench.cli.tables import print_entries
from m3bench.core import BUILT_IN, RegistryEntry, UsageError
from m3bench.hosting import CatalogEntry, Environments, load_catalog
from m3bench.hosting.catalog import preset_entries, presets
from m3bench.reports import print_servers
from m3bench.runs.serving import needed_packages
from m3bench.servers import INSTALLED, SERVERS
from m3bench.suites import SUITES, SuiteRef, WorldRef, find_suite


def list_servers(request: ListRequest) -> None:
    """List bundled, plugin and installed servers; with --all, the whole catalog."""
    if request.configs:
        print_servers(output(), [(spec, None) for spec in configured_servers(request.configs)])
        return
    catalog, environments = load_catalog(), Environments()
    known = _print_own(request.names)
    entries = catalog.search(" ".join(request.names))
    rows = [(catalog.spec(entry.name, environments), entry) for entry in entries]
    shown = [row for row in rows if request.everything or row[0].available]
    if shown or not known:
        print_servers(output(), shown)
    if len(shown) < len(rows):
        remarks().print(f"{len(rows) - len(shown)} more in the catalog are not installed: --all shows them.")


def _print_own(words: Sequence[str]) -> int:
    """Print bundled servers and those of plugins that contain all words. Return their number."""
    collections = collection_by_server()
    rows = list(SERVERS.entries())
    for word in words:
        on_request = INSTALLED[word].on_request if word in INSTALLED else {}
        for name, server in on_request.items():
            collections[name] = word
            rows.append(RegistryEntry(name, BUILT_IN, server.purpose.rstrip(".")))
    wanted = [word.casefold() for word in words]
    text = {row.name: f"{row.name} {row.summary} {collections.get(row.name, '')}".casefold() for row in rows}
    found = [row for row in rows if all(word in text[row.name] for word in wanted)]
    if found:
        print_entries("Server", found, collections)
        output().print()
    return len(found)


def install_servers(request: InstallRequest) -> None:
    """Install servers of the catalog, each in its own environment, and keep the lists of their tools."""
    entries = _chosen(request.names, request.preset)
    done = install_with_progress(
        entries, sandbox=use_sandbox(request.sandbox),
        at_once=request.concurrency or CONCURRENCY, again=request.again,
    )  # fmt: skip
    failed = [installation for installation in done if installation.problem]
    for installation in failed:
        remark(f"{installation.entry.name}: {installation.problem}")
    tools = sum(installation.tools or 0 for installation in done)
    output().print(f"{len(done) - len(failed)} of {len(done)} servers are ready: {tools} tools")
    if failed:
        raise Exit(1)


def remove_servers(names: tuple[str, ...]) -> None:
    """Remove installed servers with their environments."""
    if not names:
        raise UsageError("No server was named.", "Installed servers: m3bench list servers")
    environments = Environments()
    for name in names:
        output().print(f"{name}: {'removed' if environments.remove(name) else 'was not installed'}")


def _chosen(names: Sequence[str], preset: str | None) -> list[CatalogEntry]:
    if not names and preset is None:
        hint = f"Name servers of the catalog, or a preset: {', '.join(presets())}, or a suite such as verse."
        raise UsageError("No server was named.", hint)
    catalog = load_catalog()
    chosen = [*map(catalog.find, names), *(_preset(preset) if preset else ())]
    return list({entry.name: entry for entry in chosen}.values())


def _preset(name: str) -> Iterable[CatalogEntry]:
    """Return the servers of a preset, or those of the catalog that a suite needs."""
    if name in presets() or name not in SUITES:
        return preset_entries(name)
    suite = find_suite(SuiteRef(name=name), WorldRef())
    return needed_packages(sorted({server for task in suite.tasks for server in task.servers})).values()
