"""Models that run on this machine, without a key."""

from m3bench.models.local.entries import LOCAL_MODELS, LocalEntry, local_entry
from m3bench.models.local.model import REPLY_SECONDS, local_model
from m3bench.models.local.store import ModelStore

__all__ = ["LOCAL_MODELS", "REPLY_SECONDS", "LocalEntry", "ModelStore", "local_entry", "local_model"]
