"""Networks as ONNX files in the folder `model`, each with a card (JSON) that says what it knows."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.servers.kit import Unavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

THREADS = 1
"""With one thread the same picture gives the same numbers, and a server leaves the other cores alone."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What every network's card says. `figures` are those measured on scenes it was not trained on."""

    model: str
    sha256: str
    input: int
    stride: int
    figures: dict[str, Any] = {}


AnyCard = TypeVar("AnyCard", bound=Card)


class Network:
    """One picture (or several of one size) in, the maps out, in the order of the file."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name

    def __call__(self, pixels: Floats) -> list[Floats]:
        maps: list[Floats] = self._session.run(None, {self._input: pixels})
        return maps


def folder() -> Traversable:
    """Where the networks are."""
    return files("m3bench.servers.dinox") / "model"


def read_card(name: str, kind: type[AnyCard], place: Traversable | None = None) -> AnyCard:
    """A card by the name of its file. Says what is missing where there is none."""
    try:
        data = ((place or folder()) / name).read_bytes()
        return msgspec.json.decode(data, type=kind)
    except OSError:
        raise Unavailable(
            f"This tool cannot look at pictures: the network's card '{name}' is not installed. "
            "Nothing in the call can mend that; train one with scripts/train_detector.py."
        ) from None
    except msgspec.MsgspecError as problem:
        raise Unavailable(f"The network's card '{name}' cannot be read: {problem}.") from None


def open_network(card: Card, place: Traversable | None = None) -> Network:
    """The network of a card, checked against its hash."""
    try:
        data = ((place or folder()) / card.model).read_bytes()
    except OSError:
        raise Unavailable(
            f"This tool cannot look at pictures: the network '{card.model}' is not installed. "
            "Nothing in the call can mend that; train one with scripts/train_detector.py."
        ) from None
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise Unavailable(f"The network '{card.model}' is not the one its card describes; install it anew.")
    return Network(_session(data))


def _session(data: bytes) -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - loaded on first use

    options = SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 4
    return InferenceSession(data, sess_options=options, providers=["CPUExecutionProvider"])


@cache
def load_network(name: str, kind: type[AnyCard]) -> tuple[AnyCard, Network]:
    """A card and its network from the folder `model`, loaded once per process."""
    card = read_card(name, kind)
    return card, open_network(card)
