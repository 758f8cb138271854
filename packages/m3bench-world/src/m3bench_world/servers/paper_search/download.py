"""Downloads of PDFs into the workspace."""

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
    save_pdf,
)


def download_arxiv(context: ToolContext, paper_id: ArxivId, save_path: SavePath = "./downloads") -> Answer:
    """Download the PDF of an arXiv paper into the workspace. Returns the path of the file."""
    return Answer(save_pdf(context, "arxiv", paper_id, save_path))


def download_pubmed(context: ToolContext, paper_id: Pmid, save_path: SavePath = "./downloads") -> Answer:
    """Download the PDF of an open-access PubMed article into the workspace. Returns the path of the file;
    articles that are not open access are refused with a word on how to get on."""
    return Answer(save_pdf(context, "pubmed", paper_id, save_path))


def download_biorxiv(
    context: ToolContext, paper_id: BiorxivDoi, save_path: SavePath = "./downloads"
) -> Answer:
    """Download the PDF of a bioRxiv preprint into the workspace. Returns the path of the file."""
    return Answer(save_pdf(context, "biorxiv", paper_id, save_path))


def download_medrxiv(
    context: ToolContext, paper_id: MedrxivDoi, save_path: SavePath = "./downloads"
) -> Answer:
    """Download the PDF of a medRxiv preprint into the workspace. Returns the path of the file."""
    return Answer(save_pdf(context, "medrxiv", paper_id, save_path))


def download_iacr(context: ToolContext, paper_id: IacrId, save_path: SavePath = "./downloads") -> Answer:
    """Download the PDF of a Cryptology ePrint paper into the workspace. Returns the path of the file."""
    return Answer(save_pdf(context, "iacr", paper_id, save_path))
