"""Attempts as data for training: data sets of Hugging Face, conversations, and pairs of them."""

from m3bench.formats.training.huggingface import write_data_set
from m3bench.formats.training.pairs import write_preferences
from m3bench.formats.training.selection import Selection
from m3bench.formats.training.sft import write_sft

__all__ = ["Selection", "write_data_set", "write_preferences", "write_sft"]
