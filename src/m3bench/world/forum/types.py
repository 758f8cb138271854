"""What a forum is made of: communities, posts and comments."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Community(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    """The same in every world; a part of the ids of its posts."""
    name: str
    subject: str
    """What people talk about, as it stands in a sentence."""
    category: str
    title: str
    """The article of the encyclopedia about the subject; empty where there is none."""
    members: int


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A thread as it stands at the world's present."""

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
    """1 for an answer to the post itself."""
    replies: tuple[Comment, ...] = ()

    @property
    def size(self) -> int:
        """The comment with all that hangs below it."""
        return 1 + sum(reply.size for reply in self.replies)


def slug(title: str) -> str:
    """The title as a part of an address."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return "_".join(words)[:50].strip("_")
