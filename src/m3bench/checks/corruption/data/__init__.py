"""Corrupted data: files with one difference, as they were given, or of another format."""

from m3bench.checks.corruption.data.archives import ARCHIVE_CORRUPTORS
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.corruption.data.databases import DATABASE_CORRUPTORS
from m3bench.checks.corruption.data.documents import DOCUMENT_CORRUPTORS
from m3bench.checks.corruption.data.images import IMAGE_CORRUPTORS
from m3bench.checks.corruption.data.pages import PAGE_CORRUPTORS
from m3bench.checks.corruption.data.repositories import REPOSITORY_CORRUPTORS
from m3bench.checks.corruption.data.structured import STRUCTURED_CORRUPTORS
from m3bench.checks.corruption.data.tables import TABLE_CORRUPTORS
from m3bench.checks.corruption.data.texts import TEXT_CORRUPTORS

DATA_CORRUPTORS = {
    **TEXT_CORRUPTORS,
    **STRUCTURED_CORRUPTORS,
    **TABLE_CORRUPTORS,
    **DATABASE_CORRUPTORS,
    **DOCUMENT_CORRUPTORS,
    **PAGE_CORRUPTORS,
    **REPOSITORY_CORRUPTORS,
    **ARCHIVE_CORRUPTORS,
    **IMAGE_CORRUPTORS,
}
"""Functions that make failing outcomes, by check class."""

__all__ = ["DATA_CORRUPTORS", "Corruptions", "Corruptors", "with_contents"]
