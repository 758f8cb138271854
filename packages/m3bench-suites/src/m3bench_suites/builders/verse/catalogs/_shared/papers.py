"""Papers for tasks: categories with one newest preprint, and subjects that archives know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from m3bench.suites import PlanError
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_world import World

ARXIV, BY_DOI = "paper_search/search_arxiv", "paper_search/get_crossref_paper_by_doi"
CATEGORIES = {
    "cs.CV": "computer vision",
    "cs.AI": "artificial intelligence",
    "cs.LG": "machine learning",
    "cs.CL": "computational linguistics",
    "cs.RO": "robotics",
    "cs.SE": "software engineering",
    "cs.HC": "human-computer interaction",
    "q-bio.NC": "neurons and cognition",
    "q-bio.QM": "quantitative methods in biology",
    "physics.ao-ph": "atmospheric and oceanic physics",
    "physics.soc-ph": "physics and society",
    "econ.EM": "econometrics",
    "stat.ML": "statistical machine learning",
    "quant-ph": "quantum physics",
    "astro-ph.GA": "astrophysics of galaxies",
}
SUBJECTS = {
    "pubmed": ("asthma", "migraine", "hypertension", "psoriasis", "epilepsy", "pneumonia", "gout"),
    "medrxiv": ("asthma", "migraine", "hypertension", "psoriasis", "epilepsy", "pneumonia", "gout"),
    "biorxiv": ("zebra", "shark", "penguin", "salmon", "wolf", "elephant", "dolphin"),
    "arxiv": ("zebra", "shark", "penguin", "salmon", "wolf", "elephant", "dolphin"),
}
"""Subjects by archive."""


def fresh_categories(draw: TaskDraw, count: int, *, changing: int) -> list[str]:
    """Draw categories of arXiv that have one newest preprint, now and a day later.

    In the first `changing` of them it is another one a day later. Raise `PlanError` if there are too few.
    """
    later = World(draw.world.seed, draw.world.now + timedelta(days=1))
    new: list[str] = []
    same: list[str] = []
    for category in draw.sample(tuple(CATEGORIES), len(CATEGORIES), "category"):
        papers = [newest(world, category) for world in (draw.world, later)]
        if None not in papers:
            (same if papers[0] == papers[1] else new).append(category)
        if len(new) >= changing and len(new) + len(same) >= count:
            return [*new, *same][:count]
    raise PlanError(f"{draw.id}: too few categories have new preprints.")


def newest(world: World, category: str) -> str | None:
    """Return the newest preprint of a category; None if there are several of its day."""
    first, second = world.papers.search("arxiv", f"cat:{category}", 2, sort="published")
    return first.id if first.published > second.published else None


def subject(draw: TaskDraw, archives: Sequence[str], least: int = 2) -> str:
    """Draw a subject on which each of the archives has papers that are free to read."""
    known = [each for each in SUBJECTS[archives[0]] if all(each in SUBJECTS[one] for one in archives)]
    for chosen in draw.sample(known, len(known), "subject"):
        found = [draw.world.papers.search(archive, chosen, 10) for archive in archives]
        if all(sum(paper.open_access for paper in papers) >= least for papers in found):
            return chosen
    raise PlanError(f"{draw.id}: no subject has enough papers.")


def is_oldest_clear(days: Sequence[date]) -> bool:
    """Return whether one of the days is before all others."""
    first, second = sorted(days)[:2]
    return first < second
