"""From a draft to a task: what can be said against it before it is tried, and the task itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from m3bench.checks import read_checks
from m3bench.core import (
    Difficulty,
    FormatError,
    Reference,
    Shortcut,
    Task,
    TaskFile,
    TaskWorld,
    UsageError,
    path_problem,
)
from m3bench.core.text import did_you_mean
from m3bench.forge.scenarios.records import Draft, Steps, points_of_draft
from m3bench.forge.tasks import leaks
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets, media_type
from m3bench.worlds import WorldFile

_FEWEST_POINTS = 3


def draft_problems(draft: Draft, tools: Collection[str], servers: Collection[str]) -> list[str]:
    """Return what is wrong with a draft, as far as it can be told without trying it."""
    return [
        *_unknown(draft, tools, servers),
        *(f"the request: {leak}" for leak in leaks(draft.request, list(tools), list(servers))),
        *_asset_problems(draft),
        *_check_problems(draft),
    ]


def built_task(
    draft: Draft,
    *,
    name: str,
    slice_: str,
    area: str,
    difficulty: Difficulty,
    reference: Reference,
    careless: Mapping[Shortcut, Reference],
    world: TaskWorld,
) -> Task:
    """Return the task of a draft whose calls were executed."""
    points, checks = points_of_draft(draft)
    files = [asset.as_file() for asset in draft.assets]
    media = tuple(file for file in files if isinstance(file, WorldFile))
    data = tuple(file for file in files if isinstance(file, DataFile))
    types = {name: media_type(name) for name in (*(file.name for file in media), *file_assets(data))}
    return Task(
        id=name, family=slice_, request=draft.request, fuzzy_request=draft.fuzzy_request,
        images=tuple(name for name, kind in types.items() if kind.startswith("image/")),
        files=tuple(TaskFile(name, kind) for name, kind in types.items() if not kind.startswith("image/")),
        role=draft.role, rules=draft.rules, user=draft.user, servers=draft.servers, difficulty=difficulty,
        kind=area, time_sensitive=False, answer=draft.answer, references=(reference,), checks=tuple(checks),
        points=tuple(points), shortcuts=dict(careless), closed_loop=draft.closed_loop or None,
        world_files=media, data_files=data, world=world,
    )  # fmt: skip


def _unknown(draft: Draft, tools: Collection[str], servers: Collection[str]) -> Iterator[str]:
    for server in draft.servers:
        if server not in servers:
            yield f"there is no server {server!r}. {did_you_mean(server, servers)}".strip()
    used: list[Steps] = [draft.steps, *draft.careless.values()]
    for name in dict.fromkeys(call.tool for steps in used for step in steps for call in step):
        if name not in tools:
            yield f"there is no tool {name!r}. {did_you_mean(name, tools)}".strip()
        elif name.partition("/")[0] not in (*draft.servers, "user"):
            yield f"{name} is used, but its server is not among the servers of the task"


def _asset_problems(draft: Draft) -> Iterator[str]:
    for asset in draft.assets:
        if (problem := path_problem(asset.name)) is not None:
            yield f"the file name {asset.name!r} {problem}"
        elif isinstance(made := asset.as_file(), DataFile):
            try:
                file_assets([made])
            except UsageError as error:
                yield error.message


def _check_problems(draft: Draft) -> Iterator[str]:
    if len(draft.points) < _FEWEST_POINTS:
        yield f"there are {len(draft.points)} evaluation points; at least {_FEWEST_POINTS} are needed"
    for point in draft.points:
        try:
            read_checks(point.checks, point.text)
        except FormatError as error:
            yield error.message
