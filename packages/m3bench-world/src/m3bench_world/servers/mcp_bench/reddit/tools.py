"""Hot threads of a community and one thread with its comments, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from m3bench.servers.kit import (
    Answer,
    NotFound,
    Proof,
    Server,
    about,
    check_limit,
    check_offset,
    check_text,
)
from m3bench_world.forum import Comment, Post
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.reddit import server as original

MOST_THREADS = 100
MOST_COMMENTS = 250
DEEPEST = 10
SITE = "https://reddit.com"
RULE = "\n---\n"

server = Server(
    "Reddit",
    "A forum: hot threads of its communities (subreddits), and what is said in them.",
    sources=original.sources,
    proof=Proof("fetch_reddit_hot_threads", {"subreddit": "books", "limit": 2}),
)


@server.tool
def fetch_reddit_hot_threads(
    context: ToolContext,
    subreddit: Annotated[str, about("Name of the community, such as 'MachineLearning', without 'r/'.")],
    limit: Annotated[int, about("How many threads, 1 to 100.")] = 10,
) -> Answer:
    """The hot threads of a subreddit, hottest first, as blocks of text: title, post id, author, score, number
    of comments, time, flair and link. fetch_reddit_post_content takes the post id."""
    forum = context.world.forum
    name = check_text(subreddit, "subreddit")
    community = forum.community(name)
    if community is None:
        raise NotFound(f"no subreddit '{name[:60]}'", forum.near(name))
    posts = forum.hot(community, check_limit(limit, "limit", MOST_THREADS))
    head = f"{len(posts)} hot threads of r/{community.name} ({community.members:,} members)"
    return Answer(RULE.join([head, *("\n".join(_post(post)) for post in posts)]))


@server.tool
def fetch_reddit_post_content(
    context: ToolContext,
    post_id: Annotated[str, about("Id of a thread, such as '1o8i418', or its link.")],
    comment_limit: Annotated[int, about("How many top-level comments, 0 to 250, the best first.")] = 20,
    comment_depth: Annotated[int, about("How many levels of comments, 1 (top level only) to 10.")] = 3,
) -> Answer:
    """One thread as text: what is known of it, its content, and its comments, replies indented below what
    they answer. Where the depth cuts replies off, their number is given."""
    forum = context.world.forum
    wanted = check_text(post_id, "post_id")
    limit = min(check_offset(comment_limit, "comment_limit"), MOST_COMMENTS)
    depth = check_limit(comment_depth, "comment_depth", DEEPEST)
    post = forum.post(wanted)
    if post is None:
        raise NotFound(f"no thread with the id '{wanted[:60]}'; take one from fetch_reddit_hot_threads")
    comments = forum.comments(post)
    parts = [
        "\n".join([*_post(post), f"Subreddit: r/{post.community.name}"]),
        f"Content:\n{forum.text(post)}",
        (
            f"Discussion: the best {min(limit, len(comments))} of {len(comments)} at the top level, "
            f"{depth} level{'s' * (depth > 1)} deep"
        ),
    ]
    shown = "\n".join(line for comment in comments[:limit] for line in _comment(comment, depth))
    return Answer("\n\n".join([*parts, shown] if shown else parts))


def _post(post: Post) -> list[str]:
    return [
        f"Title: {post.title}",
        f"Post ID: {post.id}",
        f"Author: {post.author}",
        f"Score: {post.score} ({post.upvote_ratio:.0%} upvoted)",
        f"Comments: {post.num_comments}",
        f"Posted: {post.created.isoformat(timespec='seconds')}",
        f"Flair: {post.flair}",
        f"Link: {SITE}{post.permalink}",
    ]


def _comment(comment: Comment, depth: int) -> Iterator[str]:
    indent = "  " * (comment.depth - 1)
    body = comment.body.replace("\n", f"\n{indent}  ")
    yield f"{indent}- {comment.author} (score {comment.score}): {body}"
    if comment.depth < depth:
        for reply in comment.replies:
            yield from _comment(reply, depth)
    elif comment.size > 1:
        count = comment.size - 1
        yield f"{indent}  ({count} {'reply' if count == 1 else 'replies'} not shown)"
