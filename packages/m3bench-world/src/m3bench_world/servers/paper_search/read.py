"""Texts of papers, read from their PDFs."""

from __future__ import annotations

from m3bench.servers.kit import Answer
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.paper_search.pdfs import (
    ArxivId,
    BiorxivDoi,
    IacrId,
    MedrxivDoi,
    Pmid,
    SavePath,
    read_pdf,
)


def read_arxiv_paper(context: ToolContext, paper_id: ArxivId, save_path: SavePath = "./downloads") -> Answer:
    """The full text of an arXiv paper, read from its PDF: abstract, sections, table and references. The PDF
    is downloaded into save_path unless it lies there already."""
    return Answer(read_pdf(context, "arxiv", paper_id, save_path))


def read_pubmed_paper(context: ToolContext, paper_id: Pmid, save_path: SavePath = "./downloads") -> Answer:
    """The full text of an open-access PubMed article, read from its PDF, which is downloaded if need be."""
    return Answer(read_pdf(context, "pubmed", paper_id, save_path))


def read_biorxiv_paper(
    context: ToolContext, paper_id: BiorxivDoi, save_path: SavePath = "./downloads"
) -> Answer:
    """The full text of a bioRxiv preprint, read from its PDF, which is downloaded if need be."""
    return Answer(read_pdf(context, "biorxiv", paper_id, save_path))


def read_medrxiv_paper(
    context: ToolContext, paper_id: MedrxivDoi, save_path: SavePath = "./downloads"
) -> Answer:
    """The full text of a medRxiv preprint, read from its PDF, which is downloaded if need be."""
    return Answer(read_pdf(context, "medrxiv", paper_id, save_path))


def read_iacr_paper(context: ToolContext, paper_id: IacrId, save_path: SavePath = "./downloads") -> Answer:
    """The full text of a Cryptology ePrint paper, read from its PDF, which is downloaded if need be."""
    return Answer(read_pdf(context, "iacr", paper_id, save_path))
