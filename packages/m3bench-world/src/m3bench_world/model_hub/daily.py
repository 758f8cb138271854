"""Papers on the hub: the daily list, and which paper belongs to a model, a data set or a space."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench_world.model_hub.types import Entry
from m3bench_world.papers import Paper, vocabulary
from m3bench_world.world import World

TOPICS = ("language", "vision", "machinelearning", "robotics", "computing", "security")
"""Topics of `world.papers` from which the daily list is chosen."""
MOST_DAYS = 6
MOST_PAPERS = 30


def bare_id(arxiv_id: str) -> str:
    """Return an arXiv id without its version."""
    return arxiv_id.rpartition("v")[0] if "v" in arxiv_id else arxiv_id


class Reading:
    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        self._found: dict[str, str] = {}

    def daily(self) -> list[Paper]:
        """Return the papers chosen today: those of the last days, newest first."""
        papers = self._world.papers
        today = self._world.now.date()
        since = today - timedelta(days=MOST_DAYS)
        known = vocabulary()
        keys = [
            key
            for topic in TOPICS
            for subject in known.by_topic[topic]
            for key in papers.shelf.keys("arxiv", subject, since)
            if since <= papers.shelf.published(key) <= today
        ]
        keys.sort(key=lambda key: (-papers.shelf.published(key).toordinal(), key.code))
        chosen = (papers.paper(papers.shelf.record(key).native) for key in keys[:MOST_PAPERS])
        return [paper for paper in chosen if paper]

    def upvotes(self, arxiv_id: str, published: date) -> int:
        """Return the votes for a paper. They only grow."""
        days = max(0, (self._world.now.date() - published).days)
        most = 4 + 180 * self._chance.share("hub votes", bare_id(arxiv_id)) ** 3
        return int(most * (1 - 0.5 ** (days / 3 + 0.3)))

    def paper_of(self, entry: Entry) -> str:
        """Return the newest paper about the entry's subject from before its creation."""
        if entry.id not in self._found:
            self._found[entry.id] = self._paper_of(entry)
        return self._found[entry.id]

    def _paper_of(self, entry: Entry) -> str:
        subjects = vocabulary().find(entry.subject)
        if not subjects or self._chance.happens(0.15, "hub without paper", entry.id):
            return ""
        shelf = self._world.papers.shelf
        month = entry.created.year * 12 + entry.created.month - 1
        back = self._chance.whole(0, 3, "hub paper", entry.id)
        earlier = (key for key in shelf.keys("arxiv", subjects[0]) if key.month < month - back)
        key = next(earlier, None)
        return bare_id(shelf.record(key).native) if key else ""
