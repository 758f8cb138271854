"""Making benchmarks: references from executors and judges, tasks from tools."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.forge.names import VERBS
    from m3bench.forge.names import parts as name_parts
    from m3bench.forge.names import plural as plural_name
    from m3bench.forge.names import specific as specific_words
    from m3bench.forge.names import subject as tool_subject
    from m3bench.forge.names import words as name_words
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["VERBS", "name_parts", "name_words", "plural_name", "specific_words", "tool_subject"]
