"""What is made or imported when it is needed."""

from m3bench.core.lazy.containers import LateMapping, LazyMapping, LazySequence, chunks
from m3bench.core.lazy.names import lazy_names

__all__ = ["LateMapping", "LazyMapping", "LazySequence", "chunks", "lazy_names"]
