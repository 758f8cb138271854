"""Text encoders: the protocol, the registry and the cache of vectors."""

from m3bench.encoders.caching import CachingEncoder, texts_per_commit
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.modelfree import ExactEncoder, HashingEncoder
from m3bench.encoders.onnx import OnnxEncoder
from m3bench.encoders.protocol import Encoder, Progress, Vectors
from m3bench.encoders.registry import (
    ENCODERS,
    EncoderFactory,
    check_encoder,
    encoder_names,
    is_encoder_name,
    known_encoders,
    load_encoder,
    register_encoder,
    shared_encoder,
    store_path,
)
from m3bench.encoders.store import VectorStore

__all__ = [
    "ENCODERS",
    "CachingEncoder",
    "Encoder",
    "EncoderError",
    "EncoderFactory",
    "ExactEncoder",
    "HashingEncoder",
    "OnnxEncoder",
    "Progress",
    "VectorStore",
    "Vectors",
    "check_encoder",
    "encoder_names",
    "is_encoder_name",
    "known_encoders",
    "load_encoder",
    "register_encoder",
    "shared_encoder",
    "store_path",
    "texts_per_commit",
]
