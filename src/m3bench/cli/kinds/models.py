"""List models and providers, and install and remove local models."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from rich.text import Text

from m3bench.cli.console import output, print_line, remarks
from m3bench.cli.kinds.table import InstallRequest, ListRequest
from m3bench.cli.tables import folded_table
from m3bench.core import BUILT_IN, UsageError
from m3bench.hosting.catalog import Progress
from m3bench.models import ANY_KEY, MODELS, PROVIDERS, defaults_for, user_models
from m3bench.models.local import LOCAL_MODELS, LocalEntry, ModelStore, local_entry

_MAX_STATUS_LENGTH = 70


def list_models(request: ListRequest) -> None:
    """List local models and providers, or show the defaults of the named models."""
    if request.names:
        _print_defaults(request.names)
        return
    _print_local(ModelStore())
    output().print()
    _print_providers()
    _print_own()


def install_models(request: InstallRequest) -> None:
    """Fetch models that run on this machine, with their engine."""
    store = ModelStore()
    for entry in _entries(request.names):
        with _progress(entry) as progress:
            fetched = store.fetch(entry, progress, again=request.again)
        print_line(f"{entry.full_name} ({entry.title}) is in {fetched.folder}")


def remove_models(names: tuple[str, ...]) -> None:
    """Remove models that were fetched."""
    for entry in _entries(names):
        done = ModelStore().remove(entry)
        output().print(f"{entry.full_name}: {'removed' if done else 'was not installed'}", markup=False)


def _entries(names: tuple[str, ...]) -> list[LocalEntry]:
    if not names:
        raise UsageError("No model was named.", f"Models: {', '.join(LOCAL_MODELS)}.")
    return [local_entry(name) for name in names]


@contextmanager
def _progress(entry: LocalEntry) -> Iterator[Progress]:
    """Show the installer's output: the last line on a terminal, otherwise all lines."""
    console, title = remarks(), f"installing {entry.full_name}, about {entry.megabytes} MB"
    if not console.is_terminal:
        console.print(title, markup=False)
        yield lambda line: console.print(f"  {line}", markup=False, soft_wrap=True)
        return
    with console.status(title) as status:
        yield lambda line: status.update(Text(f"{title}: {line[:_MAX_STATUS_LENGTH]}"))


def _print_local(store: ModelStore) -> None:
    table = folded_table("Model", "What", "MB", "Context", "Licence", "Installed")
    for entry in LOCAL_MODELS.values():
        facts = (entry.title, str(entry.megabytes), str(entry.context), entry.licence)
        table.add_row(entry.full_name, *facts, "yes" if store.find(entry) else "no")
    output().print(table)
    if not all(map(store.find, LOCAL_MODELS.values())):
        remarks().print("To install one: m3bench install models NAME")


def _print_providers() -> None:
    table = folded_table("Provider", "Source", "Key")
    for name, provider in PROVIDERS.items():
        table.add_row(f"{name}/…", BUILT_IN, _key_state(provider.keys))
    for row in MODELS.entries():
        if row.source != BUILT_IN:
            what = f"broken: {row.problem}" if row.problem else row.summary
            table.add_row(Text(f"{row.name}/…"), Text(row.source), Text(what))
    table.add_row("any/…", BUILT_IN, f"with --base-url; {ANY_KEY}, if it needs one")
    output().print(table)


def _print_own() -> None:
    """Print the models of the user's file, if there is one."""
    own = user_models()
    if not own:
        return
    table = folded_table("Your model", "Model", "Address", "File")
    for name, model in own.items():
        table.add_row(*map(Text, (name, model.model, model.base_url or "–", str(model.file))))
    output().print()
    output().print(table)


def _key_state(variables: tuple[str, ...]) -> str:
    """Return whether a key is set, never the key itself."""
    if not variables:
        return "none needed"
    given = next((name for name in variables if os.environ.get(name)), None)
    return f"{given} is set" if given else f"{' or '.join(variables)} is not set"


def _print_defaults(names: Sequence[str]) -> None:
    models = [msgspec.structs.asdict(defaults_for(name)) for name in names]
    table = folded_table("Default", *names)
    for field in models[0]:
        table.add_row(field.replace("_", " "), *(_format_value(model[field]) for model in models))
    output().print(table)


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
