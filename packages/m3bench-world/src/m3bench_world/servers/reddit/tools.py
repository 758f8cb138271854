"""The two tools of the forum: hot posts of a community, and one post with its comments."""

from __future__ import annotations

from typing import Annotated, Any

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

MOST_POSTS = 100
MOST_COMMENTS = 250
DEEPEST = 10
SITE = "https://reddit.com"

server = Server(
    "Reddit-MCP-Server",
    "A forum: hot threads of its communities (subreddits) and their comments.",
    sources=("forum", "encyclopedia"),
    proof=Proof("search_hot_posts", {"subreddit": "books", "limit": 2}),
)


@server.tool
def search_hot_posts(
    context: ToolContext,
    subreddit: Annotated[
        str,
        about(
            "Name of the community, such as 'technology', 'apple' or 'AskReddit'; 'r/' before it is ignored."
        ),
    ] = "MachineLearning",
    limit: Annotated[int, about("How many posts, 1 to 100.")] = 5,
) -> Answer:
    """The hot posts of a subreddit, hottest first: id, title, author, score, number of comments, time
    and link. Pass an id to `get_post_content` for the text and the comments."""
    forum = context.world.forum
    name = check_text(subreddit, "subreddit")
    community = forum.community(name)
    if community is None:
        raise NotFound(f"no subreddit '{name[:60]}'", forum.near(name))
    posts = forum.hot(community, check_limit(limit, "limit", MOST_POSTS))
    return Answer(
        {
            "subreddit": community.name,
            "subscribers": community.members,
            "as_of": context.world.now.isoformat(timespec="seconds"),
            "posts": [_post(post) for post in posts],
        }
    )


@server.tool
def get_post_content(
    context: ToolContext,
    post_id: Annotated[str, about("Id of a post, such as '1o8i418', or its link.")],
    comment_limit: Annotated[
        int, about("How many top-level comments to give, 0 to 250, the best first.")
    ] = 10,
    comment_depth: Annotated[int, about("How many levels of replies to give, 1 (top level only) to 10.")] = 2,
) -> Answer:
    """One post with its text and its tree of comments. `num_comments` counts all comments, `comments_shown`
    those that the limit and the depth let through; `hidden_replies` says how many were left out below one."""
    forum = context.world.forum
    wanted = check_text(post_id, "post_id")
    shown = min(check_offset(comment_limit, "comment_limit"), MOST_COMMENTS)
    depth = check_limit(comment_depth, "comment_depth", DEEPEST)
    post = forum.post(wanted)
    if post is None:
        raise NotFound(f"no post with the id '{wanted[:60]}'; take one from search_hot_posts")
    comments = [_comment(comment, depth) for comment in forum.comments(post)[:shown]]
    return Answer(
        {
            "post": _post(post) | {"subreddit": post.community.name, "selftext": forum.text(post)},
            "comments": comments,
            "comments_shown": sum(_count_comments(comment) for comment in comments),
        }
    )


def _post(post: Post) -> dict[str, Any]:
    return {
        "id": post.id,
        "title": post.title,
        "author": post.author,
        "score": post.score,
        "upvote_ratio": post.upvote_ratio,
        "num_comments": post.num_comments,
        "created_utc": post.created.isoformat(timespec="seconds"),
        "link_flair_text": post.flair,
        "is_self": True,
        "permalink": post.permalink,
        "url": SITE + post.permalink,
    }


def _comment(comment: Comment, depth: int) -> dict[str, Any]:
    shown = comment.replies if comment.depth < depth else ()
    entry = {
        "id": comment.id,
        "author": comment.author,
        "score": comment.score,
        "created_utc": comment.created.isoformat(timespec="seconds"),
        "body": comment.body,
        "replies": [_comment(reply, depth) for reply in shown],
    }
    hidden = comment.size - 1 if comment.replies and not shown else 0
    return entry | ({"hidden_replies": hidden} if hidden else {})


def _count_comments(entry: dict[str, Any]) -> int:
    return 1 + sum(_count_comments(reply) for reply in entry["replies"])
