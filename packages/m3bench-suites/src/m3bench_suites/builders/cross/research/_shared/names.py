"""The tools of the group's servers, and tolerances."""

from __future__ import annotations

from m3bench.checks import Tolerance

HUB, PAPERS, EVENTS, WIKI = "Hugging Face/", "Paper Search/", "Call for Papers/get_events", "Wikipedia/"
MODELS, MODEL = f"{HUB}search-models", f"{HUB}get-model-info"
DATA_SETS, DATA_SET = f"{HUB}search-datasets", f"{HUB}get-dataset-info"
SPACES, SPACE = f"{HUB}search-spaces", f"{HUB}get-space-info"
COLLECTIONS, COLLECTION = f"{HUB}search-collections", f"{HUB}get-collection-info"
HUB_PAPER, DAILY = f"{HUB}get-paper-info", f"{HUB}get-daily-papers"
ARXIV, READ_ARXIV = f"{PAPERS}search_arxiv", f"{PAPERS}read_arxiv_paper"
SEMANTIC, READ_SEMANTIC = f"{PAPERS}search_semantic", f"{PAPERS}read_semantic_paper"
SCHOLAR = f"{PAPERS}search_google_scholar"
PUBMED, READ_PUBMED = f"{PAPERS}search_pubmed", f"{PAPERS}read_pubmed_paper"
MEDRXIV, READ_MEDRXIV = f"{PAPERS}search_medrxiv", f"{PAPERS}read_medrxiv_paper"
BIORXIV, READ_BIORXIV = f"{PAPERS}search_biorxiv", f"{PAPERS}read_biorxiv_paper"
ARTICLE = f"{WIKI}get_article"
HALF, TENTH = Tolerance(absolute=0.06), Tolerance(absolute=0.11)
"""For values that are rounded to one decimal, and for those where a step before may be rounded as well."""
