"""Office documents with exact truth: scanned forms, PDFs, fillable forms, letters, decks and tables."""

from m3bench_world.documents.documents import KINDS, Document, Documents
from m3bench_world.documents.packing import repacked

__all__ = ["KINDS", "Document", "Documents", "repacked"]
