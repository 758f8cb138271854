"""The forum: hot threads of any community, and threads with their comments."""

from __future__ import annotations

from functools import cached_property

from m3bench_world.forum.communities import Communities
from m3bench_world.forum.growth import Growth, PostIds, base36, last_slot, present
from m3bench_world.forum.types import Comment, Community, Post
from m3bench_world.forum.wording import Wording
from m3bench_world.world import World

LIVELY_SLOTS = 45
"""Latest threads that can be hot, in addition to the requested number."""
DEEPEST = 8
REPLY_REACH = 15
REPLY_SHARE = 0.5


class Forum:
    """The forum. Threads are computed from the seed, the community, their slot and the time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._now = present(world.now)
        self._ids = PostIds(world.chance)
        self._wording = Wording(world)

    @cached_property
    def communities(self) -> Communities:
        return Communities(self._world)

    def community(self, name: str) -> Community | None:
        """Return a community by name, in any spelling, or None."""
        return self.communities.find(name)

    def near(self, name: str) -> list[str]:
        return self.communities.near(name)

    def hot(self, community: Community, limit: int) -> list[Post]:
        """Return the hottest threads first: high scores, and not too old."""
        last = last_slot(community, self._now)
        slots = range(max(0, last - LIVELY_SLOTS - 3 * limit), last + 1)
        alive = [
            (growth, slot) for slot in slots if (growth := self._growth(community, slot)).born <= self._now
        ]
        alive.sort(key=lambda pair: (-pair[0].heat(self._now), pair[1]))
        posts: dict[str, Post] = {}
        for _, slot in alive:
            post = self._post(community, slot)
            posts.setdefault(post.title, post)
            if len(posts) == limit:
                break
        return list(posts.values())

    def post(self, post_id: str) -> Post | None:
        """Return a post by id, full name or URL; None if it does not exist yet or at all."""
        found = self._ids.decode(post_id)
        community = self.communities.numbered(found[0]) if found else None
        if found is None or community is None or self._growth(community, found[1]).born > self._now:
            return None
        return self._post(community, found[1])

    def text(self, post: Post) -> str:
        """Return the text of a post."""
        template = self._wording.template(post.community, post.slot)
        return self._wording.fill(template[2], post.community, self._growth(post.community, post.slot))

    def comments(self, post: Post) -> tuple[Comment, ...]:
        """Return the comment tree with `post.num_comments` comments, best first on every level."""
        growth = self._growth(post.community, post.slot)
        depths: list[int] = []
        below: dict[int, list[int]] = {}
        for number in range(post.num_comments):
            parent = self._parent(growth, number)
            if parent >= 0 and depths[parent] >= DEEPEST:
                parent = -1
            depths.append(1 if parent < 0 else depths[parent] + 1)
            below.setdefault(parent, []).append(number)
        return self._branch(post, growth, below, -1, 1)

    def _branch(
        self, post: Post, growth: Growth, below: dict[int, list[int]], parent: int, depth: int
    ) -> tuple[Comment, ...]:
        branch = [
            self._comment(post, growth, number, depth, self._branch(post, growth, below, number, depth + 1))
            for number in below.get(parent, ())
        ]
        return tuple(sorted(branch, key=lambda comment: (-comment.score, comment.created, comment.id)))

    def _comment(
        self, post: Post, growth: Growth, number: int, depth: int, replies: tuple[Comment, ...]
    ) -> Comment:
        born = growth.comment_born(number)
        age = min(1.0, max(0.0, (self._now - born).total_seconds() / 36_000))
        liked = growth.share("comment", number, "liked") ** 4 * post.score * 0.4 * age / depth
        bits = self._world.chance.bits("forum comment", post.id, number)
        return Comment(
            id=base36(bits % 36**7),
            author=self._wording.author(post.id, number),
            body=self._wording.comment(post.community, growth, number, reply=depth > 1),
            score=1 + round(liked),
            created=born,
            depth=depth,
            replies=replies,
        )

    def _parent(self, growth: Growth, number: int) -> int:
        """Return the comment that this one answers; -1 for the post itself."""
        if number == 0 or growth.share("comment", number, "answers") >= REPLY_SHARE:
            return -1
        reach = min(number, REPLY_REACH)
        return number - 1 - int(growth.share("comment", number, "parent") * reach)

    def _growth(self, community: Community, slot: int) -> Growth:
        return Growth(self._world.chance, community, slot)

    def _post(self, community: Community, slot: int) -> Post:
        growth = self._growth(community, slot)
        flair, title, _ = self._wording.template(community, slot)
        return Post(
            id=self._ids.encode(community.number, slot),
            community=community,
            slot=slot,
            title=self._wording.fill(title, community, growth),
            author=self._wording.author(community.number, slot),
            flair=flair,
            created=growth.born,
            score=growth.score(self._now),
            upvote_ratio=round(0.74 + 0.25 * growth.share("ratio"), 2),
            num_comments=growth.comments(self._now),
        )
