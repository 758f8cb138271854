"""Networks, each with a JSON card that describes it and has its hash.

Cards are beside this module, networks in the distribution `m3bench-world`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.servers.kit import Unavailable, network_turn, unloadable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

THREADS = 1
"""One thread, so that results are reproducible and a server does not occupy other cores."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """Fields of every model card. `figures` were measured on scenes outside the training set."""

    model: str
    sha256: str
    input: int
    stride: int
    figures: dict[str, Any] = {}


AnyCard = TypeVar("AnyCard", bound=Card)


class Network:
    """Runs a batch of pictures of one size and returns the output maps in the order of the file."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name

    def __call__(self, pixels: Floats) -> list[Floats]:
        with network_turn(pixels.nbytes):
            maps: list[Floats] = self._session.run(None, {self._input: pixels})
        return maps


def read_card(name: str, kind: type[AnyCard], place: Traversable | None = None) -> AnyCard:
    """Read a card by its file name. Raises `Unavailable` if it is missing or invalid."""
    try:
        data = ((place or files("m3bench_world.servers.dinox")) / name).read_bytes()
        return msgspec.json.decode(data, type=kind)
    except OSError:
        raise Unavailable(
            f"This tool cannot process pictures: model card '{name}' is not installed. "
            "Other arguments will not help; train a model with scripts/train_detector.py."
        ) from None
    except msgspec.MsgspecError as problem:
        raise Unavailable(f"Model card '{name}' cannot be read: {problem}.") from None


def open_network(card: Card, place: Traversable | None = None) -> Network:
    """Open the network of a card and verify its hash."""
    file = (place or files("m3bench_world") / "networks") / card.model
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        raise Unavailable(
            f"This tool cannot process pictures: model '{card.model}' is not installed. "
            "Other arguments will not help; train a model with scripts/train_detector.py."
        ) from None
    if found != card.sha256:
        raise Unavailable(f"Model '{card.model}' does not match the hash in its card; reinstall it.")
    # By path: a session keeps bytes that it was given.
    with as_file(file) as path:
        return Network(_session(path))


def _session(path: Path) -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - loaded on first use

    options = SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 4
    # An arena would keep its largest allocation for good.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return InferenceSession(path, sess_options=options, providers=["CPUExecutionProvider"])


@unloadable
@cache
def load_network(name: str, kind: type[AnyCard]) -> tuple[AnyCard, Network]:
    """Return a card and its network, loaded once per process."""
    card = read_card(name, kind)
    return card, open_network(card)
