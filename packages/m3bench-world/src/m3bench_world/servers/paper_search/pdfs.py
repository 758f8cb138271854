"""PDFs of papers: downloads into the workspace, and their texts."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, ToolFailure, about, check_text
from m3bench_world.papers import Paper
from m3bench_world.servers.context import ToolContext

LONGEST_TEXT = 30_000
SavePath = Annotated[
    str, about("Folder in the workspace for the PDF, such as ./downloads; it is made if need be.")
]
ArxivId = Annotated[
    str, about("arXiv identifier from search_arxiv, with or without version, such as 2504.67373v1.")
]
Pmid = Annotated[str, about("PubMed identifier (PMID) from search_pubmed, such as 59993255.")]
BiorxivDoi = Annotated[str, about("bioRxiv DOI from search_biorxiv, such as 10.1101/2025.03.02.812345.")]
MedrxivDoi = Annotated[str, about("medRxiv DOI from search_medrxiv, such as 10.1101/2025.03.02.25812345.")]
IacrId = Annotated[str, about("ePrint identifier from search_iacr: year and number, such as 2025/7672.")]


def find_paper(context: ToolContext, archive: str, paper_id: str, name: str = "paper_id") -> Paper:
    text = check_text(paper_id, name)
    papers = context.world.papers
    paper = papers.paper(text, archive)
    if paper is None:
        near = papers.near_ids(archive, text)
        raise NotFound(f"no paper '{text[:80]}' in {archive}; take an identifier from a search", near)
    return paper


def save_pdf(context: ToolContext, archive: str, paper_id: str, save_path: str) -> str:
    """Write a paper's PDF and return its path relative to the workspace."""
    paper = _require_open_access(find_paper(context, archive, paper_id))
    record = context.world.papers.record(paper.home_id)
    assert record is not None
    target = _place(context, paper, save_path)
    written = context.files.write(target, context.world.papers.pdf(record), "save_path")
    return context.files.relative(written)


def read_pdf(context: ToolContext, archive: str, paper_id: str, save_path: str) -> str:
    """Return the text of a paper's PDF, downloading it if necessary."""
    paper = _require_open_access(find_paper(context, archive, paper_id))
    target = _place(context, paper, save_path)
    if not context.files.inside(target, "save_path").is_file():
        save_pdf(context, archive, paper_id, save_path)
    text = _extract_text(_own_copy(context, paper, target))
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}\n[cut: {len(text):,} characters in all; the PDF lies at {target}]"


def _place(context: ToolContext, paper: Paper, save_path: str) -> str:
    folder = context.files.inside(save_path, "save_path")
    return context.files.relative(folder / f"{paper.home_id.replace('/', '_')}.pdf")


def _require_open_access(paper: Paper) -> Paper:
    if paper.open_access:
        return paper
    raise ToolFailure(
        f"'{paper.title}' ({paper.id}) is not open access: {paper.archive} offers no PDF. Its abstract is "
        f"in the "
        f"search results; the publisher's page is https://doi.org/{paper.doi}. Look for a paper with "
        f"open_access true.",
        "not_found",
    )


def _own_copy(context: ToolContext, paper: Paper, target: str) -> bytes:
    """Return the paper's PDF if the file is as it was downloaded. Other files are never opened: the PDF
    library must not read untrusted input."""
    record = context.world.papers.record(paper.home_id)
    assert record is not None
    data = context.files.read(target, "save_path")
    if data != context.world.papers.pdf(record):
        raise BadArgument(
            "save_path", f"'{target}' already exists and is not this paper; choose another folder"
        )
    return data


def _extract_text(data: bytes) -> str:
    document = import_module("pypdfium2").PdfDocument(data)  # a large library without types
    try:
        pages = [_page_text(document, number) for number in range(len(document))]
    finally:
        document.close()
    return "\n\n".join(pages).replace("\r\n", "\n")


def _page_text(document: Any, number: int) -> str:
    page = document[number]
    text_page = page.get_textpage()
    text: str = text_page.get_text_range()
    text_page.close()
    page.close()
    return text


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
