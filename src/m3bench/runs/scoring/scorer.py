"""A scorer that knows the tools of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from m3bench.encoders import Encoder, shared_encoder
from m3bench.runs import store
from m3bench.runs.serving import RunSchemas
from m3bench.scoring import DEFAULT_PROFILE, Profile, Schemas, Scorer, get_profile
from m3bench.servers import bundled_equivalences


def run_scorer(
    runs: Iterable[Path],
    *,
    profile: str | Profile = DEFAULT_PROFILE,
    encoder: str | Encoder = "minilm",
    cache: bool = True,
    tools: Callable[[Schemas], Schemas] = lambda known: known,
) -> Scorer:
    """Return a scorer that knows the tool schemas of these runs and of the bundled servers.

    Args:
        runs: Run folders. Other paths are skipped.
        profile: The scoring profile, by name or as an object.
        encoder: The text encoder, by name or as an object.
        cache: Keep vectors on disk for later runs.
        tools: Adds to or overrides the known schemas.
    """
    vectors = shared_encoder(encoder, persistent=cache) if isinstance(encoder, str) else encoder
    known = tools(RunSchemas(run for run in runs if store.is_run(run)))
    return Scorer(get_profile(profile), vectors, tools=known, equivalences=bundled_equivalences())
