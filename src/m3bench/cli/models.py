"""`m3bench models`: list models and providers, and fetch local models."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from rich.text import Text
from typer import Argument, Option, Typer

from m3bench.cli.console import output, print_line, remarks
from m3bench.cli.listing import folded_table
from m3bench.core import BUILT_IN
from m3bench.hosting.catalog import Progress
from m3bench.models import ANY_KEY, MODELS, PROVIDERS, defaults_for, user_models
from m3bench.models.local import LOCAL_MODELS, LocalEntry, ModelStore, local_entry

_MAX_STATUS_LENGTH = 70

models = Typer(
    help="List models and providers, and fetch local models that need no key.", no_args_is_help=True
)

Name = Annotated[str, Argument(help="Name of a local model, such as smollm2.")]


@models.command("list")
def list_models(
    names: Annotated[
        list[str] | None, Argument(help="Models to show the defaults of, such as openai/gpt-5.")
    ] = None,
) -> None:
    """List local models and providers, or show the defaults of the named models."""
    if names:
        _print_defaults(names)
        return
    _print_local(ModelStore())
    output().print()
    _print_providers()
    _print_own()


@models.command()
def fetch(
    name: Name, *, again: Annotated[bool, Option("--again", help="Fetch it even if it is present.")] = False
) -> None:
    """Fetch a model that runs on this machine, and its engine."""
    entry, store = local_entry(name), ModelStore()
    with _progress(entry) as progress:
        fetched = store.fetch(entry, progress, again=again)
    print_line(f"{entry.full_name} ({entry.title}) is in {fetched.folder}")


@models.command()
def remove(name: Name) -> None:
    """Remove a model that was fetched."""
    entry = local_entry(name)
    done = ModelStore().remove(entry)
    output().print(f"{entry.full_name}: {'removed' if done else 'was not fetched'}", markup=False)


@contextmanager
def _progress(entry: LocalEntry) -> Iterator[Progress]:
    """Show the installer's output: the last line on a terminal, otherwise all lines."""
    console, title = remarks(), f"fetching {entry.full_name}, about {entry.megabytes} MB"
    if not console.is_terminal:
        console.print(title, markup=False)
        yield lambda line: console.print(f"  {line}", markup=False, soft_wrap=True)
        return
    with console.status(title) as status:
        yield lambda line: status.update(Text(f"{title}: {line[:_MAX_STATUS_LENGTH]}"))


def _print_local(store: ModelStore) -> None:
    table = folded_table("Model", "What", "MB", "Context", "Licence", "Fetched")
    for entry in LOCAL_MODELS.values():
        facts = (entry.title, str(entry.megabytes), str(entry.context), entry.licence)
        table.add_row(entry.full_name, *facts, "yes" if store.find(entry) else "no")
    output().print(table)
    if not all(map(store.find, LOCAL_MODELS.values())):
        remarks().print("To fetch one: m3bench models fetch NAME")


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


def _print_defaults(names: list[str]) -> None:
    models = [msgspec.structs.asdict(defaults_for(name)) for name in names]
    table = folded_table("Default", *names)
    for field in models[0]:
        table.add_row(field.replace("_", " "), *(_format_value(model[field]) for model in models))
    output().print(table)


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
