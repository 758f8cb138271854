"""Types of the forum: communities, posts and comments."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Community(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    """The same in every world; part of post ids."""
    name: str
    subject: str
    """The subject, as used in a sentence."""
    category: str
    title: str
    """Title of the encyclopedia article about the subject, or empty."""
    members: int


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A thread at the world's time."""

    id: str
    community: Community
    slot: int
    title: str
    author: str
    flair: str
    created: datetime
    score: int
    upvote_ratio: float
    num_comments: int

    @property
    def permalink(self) -> str:
        return f"/r/{self.community.name}/comments/{self.id}/{slug(self.title)}/"


class Comment(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    author: str
    body: str
    score: int
    created: datetime
    depth: int
    """1 for a reply to the post itself."""
    replies: tuple[Comment, ...] = ()

    @property
    def size(self) -> int:
        """Return the number of comments including replies."""
        return 1 + sum(reply.size for reply in self.replies)


def slug(title: str) -> str:
    """Return the title as part of a URL."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return "_".join(words)[:50].strip("_")
