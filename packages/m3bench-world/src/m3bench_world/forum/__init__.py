"""A forum of communities, threads and comments."""

from m3bench_world.forum.forum import Forum
from m3bench_world.forum.types import Comment, Community, Post

__all__ = ["Comment", "Community", "Forum", "Post"]
