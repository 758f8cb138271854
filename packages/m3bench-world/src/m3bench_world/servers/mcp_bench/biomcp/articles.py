"""Articles and preprints: the same papers that Paper Search finds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.text import cut, document, fields, page_of, section
from m3bench_world.servers.mcp_bench.biomcp.variants import tumor_summary

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.papers import Paper

MOST_FOUND = 300
RECENT_YEARS = 3
LONGEST_ABSTRACT = 700
LONGEST_TEXT = 24_000
_MARKS = re.compile(r'[\[\]()":“”]')


def find_articles(
    world: World,
    *,
    genes: Iterable[str] = (),
    variants: Iterable[str] = (),
    diseases: Iterable[str] = (),
    chemicals: Iterable[str] = (),
    keywords: Iterable[str] = (),
    preprints: bool = True,
    enough: int = 20,
) -> list[Paper]:
    """Return papers that name everything asked for; if there are none, those that name a part.

    With genes or variants, papers on them come first, then the newest; else the best matches of each archive.
    """
    gene_terms = [_gene_term(world, gene) for gene in genes]
    symbols = [term.partition(" ")[0] for term in gene_terms]
    changes = [_variant_term(world, variant, symbols) for variant in variants]
    illnesses = [_disease_term(world, disease) for disease in diseases]
    others = [_plain(word) for word in (*chemicals, *keywords)]
    strict = [term for term in (*gene_terms, *changes, *illnesses, *others) if term]
    if not strict:
        return []
    genetic = bool(gene_terms or changes)
    archives = ("pubmed", "biorxiv", "medrxiv") if preprints else ("pubmed",)
    needed = [term for term in (*gene_terms, *changes) if term] or strict[:1]
    for terms in (strict, [*needed, *(term for term in illnesses if term)], needed):
        query = " AND ".join(f"({term.replace('|', ' OR ')})" for term in dict.fromkeys(terms))
        found = _in_archives(world, archives, query, enough, genes_only=genetic)
        if found and not genetic:
            return found
        if found:
            order = sorted(found, key=lambda paper: (paper.published, paper.id), reverse=True)
            return sorted(order, key=lambda paper: not _is_on(paper, symbols))
    return []


def _in_archives(
    world: World, archives: tuple[str, ...], query: str, enough: int, *, genes_only: bool
) -> list[Paper]:
    """Return the best match of each archive, then the second; of the last years if they have enough."""
    recent = world.now.date() - timedelta(days=365 * RECENT_YEARS)
    found: list[Paper] = []
    for since in (recent, None):
        lists = [_search(world, archive, query, since, genes_only=genes_only) for archive in archives]
        found = [paper for turn in zip_longest(*lists) for paper in turn if paper]
        if len(found) >= enough:
            break
    return found


def _is_on(paper: Paper, symbols: list[str]) -> bool:
    """Return whether the subject of a paper is one of the genes, or a variant of one."""
    return re.split(r"[ *]", paper.keywords[0])[0] in symbols


def _search(world: World, archive: str, query: str, since: date | None, *, genes_only: bool) -> list[Paper]:
    try:
        return world.papers.search(archive, query, MOST_FOUND, since, genes_only=genes_only)
    except ValueError as problem:  # `InvalidQuery`; naming it would load all archives with this module
        raise BadArgument("keywords", str(problem)) from None


def _plain(text: str) -> str:
    words = _MARKS.sub(" ", text).split()
    return " ".join(word for word in words if word not in ("AND", "OR", "NOT", "ANDNOT"))


def _gene_term(world: World, text: str) -> str:
    gene = world.genome.gene(text)
    return f"{gene.symbol} gene" if gene else _plain(text)


def _variant_term(world: World, text: str, symbols: list[str]) -> str:
    names = [*(f"{symbol} {text}" for symbol in symbols), text]
    known = next((found for name in names if (found := world.genome.known_variant(name))), None)
    return f'abs:"{known.title}"' if known else _plain(text.removeprefix("p."))


def _disease_term(world: World, text: str) -> str:
    disease = world.genome.disease(text)
    return disease.name if disease else _plain(text)


def paper_id(paper: Paper) -> str:
    """Return the identifier that article_getter and Paper Search take: a PMID, or a DOI."""
    return paper.home_id


def article_searcher(
    context: ToolContext,
    chemicals: p.Chemicals = None,
    diseases: p.Diseases = None,
    genes: p.Genes = None,
    keywords: p.Keywords = None,
    variants: p.Variants = None,
    include_preprints: Annotated[bool, about("Also search preprints of bioRxiv and medRxiv.")] = True,
    include_cbioportal: Annotated[
        bool, about("Add how often tumors have a change in the first gene.")
    ] = True,
    page: p.Page = 1,
    page_size: p.PageSize = 10,
) -> Answer:
    """Search articles and preprints by genes, variants, diseases, chemicals and keywords; all of them must
    fit. Gives PMID or DOI, title, journal, authors, date and abstract; papers on the genes come first,
    then the newest. Pass the PMID or DOI to article_getter."""
    symbols = p.several(genes, "genes")
    asked = {
        "genes": symbols,
        "variants": p.several(variants, "variants"),
        "diseases": p.several(diseases, "diseases"),
        "chemicals": p.several(chemicals, "chemicals"),
        "keywords": p.several(keywords, "keywords"),
    }
    if not any(asked.values()):
        raise BadArgument(
            "genes", "nothing is asked for; pass genes, variants, diseases, chemicals or keywords"
        )
    wanted = min(page * page_size, MOST_FOUND)
    found = find_articles(context.world, **asked, preprints=include_preprints, enough=wanted)
    shown, note = page_of(found, page, page_size, "articles", "try fewer or other terms")
    longest = LONGEST_ABSTRACT if len(shown) <= 25 else 250
    summary = tumor_summary(context.world, symbols[0]) if include_cbioportal and symbols else ""
    listed = [_listed(paper, longest) for paper in shown]
    return Answer(document("# Articles", note, *listed, summary), sources=("papers", "genes", "genomics"))


def _listed(paper: Paper, longest: int) -> str:
    authors = ", ".join(paper.authors[:4]) + (" et al." if len(paper.authors) > 4 else "")
    body = fields(
        **_numbers(paper),
        journal=paper.journal,
        authors=authors,
        date=paper.published.isoformat(),
        url=paper.url,
    )
    return section(paper.title, f"{body}\n\n{cut(paper.abstract, longest)}")


def _numbers(paper: Paper) -> dict[str, str]:
    if paper.home != "pubmed":
        return {"DOI": paper.doi, "preprint": "not peer reviewed"}
    return {
        "PMID": paper.home_id,
        "PMC": f"PMC{paper.home_id}" if paper.open_access else "",
        "DOI": paper.doi,
    }


def get_article(world: World, text: str) -> Paper:
    """Return the article with a PMID, a PMC id or a DOI."""
    bare = check_text(text, "pmid").removeprefix("PMID:").strip()
    paper = world.papers.paper(re.sub(r"(?i)^PMC", "", bare))
    if paper is None or (bare.upper().startswith("PMC") and not paper.open_access):
        raise NotFound(f"no article '{bare[:60]}'; pass a PMID, PMC id or DOI that article_searcher gave")
    return paper


def _citations(world: World, paper: Paper) -> int:
    """Return how often a paper was cited, by this copy of its record. Some copies contradict the archives."""
    return world.errata.whole("article copies", paper.home_id, paper.citations)


def article_text(world: World, paper: Paper) -> str:
    """Return an article in Markdown, with its full text if it is open."""
    body = fields(
        **_numbers(paper),
        journal=paper.journal,
        authors=paper.authors,
        date=paper.published.isoformat(),
        keywords=paper.keywords,
        citations=_citations(world, paper),
        open_access=paper.open_access,
        url=paper.url,
    )
    parts = [section(paper.title, body, 1), section("Abstract", paper.abstract)]
    record = world.papers.record(paper.home_id) if paper.open_access else None
    if record is None:
        parts.append("The full text is not open.")
    else:
        text = world.papers.full_text(record)
        parts += [section(one.heading, "\n\n".join(one.paragraphs)) for one in text.sections]
        parts.append(section("References", "\n".join(text.references)))
    return cut(document(*parts), LONGEST_TEXT)


def article_getter(
    context: ToolContext,
    pmid: Annotated[str, about("A PMID such as 59940082, a PMC id, or the DOI of an article or preprint.")],
) -> Answer:
    """Get one article: bibliographic data, abstract, and the full text where it is open."""
    paper = get_article(context.world, pmid)
    return Answer(article_text(context.world, paper), sources=("papers",))
