"""The forum's tools: lists and threads agree, and every limit is kept."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Reddit-MCP-Server"
TESTED = {"search_hot_posts", "get_post_content"}


def test_these_are_all_tools() -> None:
    assert set(load(SERVER).tools) == TESTED


def counted(comments: list[dict[str, Any]]) -> int:
    return sum(1 + counted(comment["replies"]) + comment.get("hidden_replies", 0) for comment in comments)


def depth(comments: list[dict[str, Any]]) -> int:
    return 1 + max(depth(comment["replies"]) for comment in comments) if comments else 0


@pytest.mark.parametrize("subreddit", ["technology", "AskReddit", "strawberries", "bellpepper", "canning"])
def test_hot_posts_can_be_opened_and_say_the_same(ask: Asking, subreddit: str) -> None:
    data = ask("search_hot_posts", subreddit=subreddit, limit=5).data
    assert data["subreddit"] == subreddit
    assert len(data["posts"]) == 5
    for post in data["posts"]:
        assert datetime.fromisoformat(post["created_utc"]) <= World().now
        assert (
            post["url"]
            == f"https://reddit.com/r/{subreddit}/comments/{post['id']}/" + post["url"].split("/")[-2] + "/"
        )
        heard = ask("get_post_content", post_id=post["id"], comment_limit=250, comment_depth=10).data
        opened = heard["post"]
        assert {key: opened[key] for key in post} == post
        assert opened["selftext"]
        assert counted(heard["comments"]) == heard["comments_shown"] == post["num_comments"]


def test_the_default_community_and_limit(ask: Asking) -> None:
    data = ask("search_hot_posts").data
    assert data["subreddit"] == "MachineLearning"
    assert len(data["posts"]) == 5


def test_comment_limit_and_depth_are_kept_and_the_rest_is_counted(ask: Asking) -> None:
    posts = ask("search_hot_posts", subreddit="movies", limit=10).data["posts"]
    post = max(posts, key=lambda post: post["num_comments"])
    short = ask("get_post_content", post_id=post["id"]).data
    assert len(short["comments"]) == 10
    assert depth(short["comments"]) <= 2
    flat = ask("get_post_content", post_id=post["url"], comment_limit=250, comment_depth=1).data
    assert depth(flat["comments"]) == 1
    assert flat["comments_shown"] == len(flat["comments"])
    assert counted(flat["comments"]) == post["num_comments"]
    assert ask("get_post_content", post_id=post["id"], comment_limit=0).data["comments"] == []


def test_the_best_comments_come_first(ask: Asking) -> None:
    post = ask("search_hot_posts", subreddit="books", limit=1).data["posts"][0]
    comments = ask("get_post_content", post_id=post["id"], comment_limit=50).data["comments"]
    scores = [comment["score"] for comment in comments]
    assert scores == sorted(scores, reverse=True)


def test_names_are_understood_in_any_spelling(ask: Asking) -> None:
    assert ask("search_hot_posts", subreddit="water bottle").data["subreddit"] == "waterbottle"
    assert ask("search_hot_posts", subreddit="r/ASKREDDIT").data["subreddit"] == "AskReddit"


def test_everything_is_marked_as_invented(ask: Asking) -> None:
    assert ask("search_hot_posts", subreddit="apple").sources == {
        "forum": "invented",
        "encyclopedia": "invented",
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("search_hot_posts", {"subreddit": "technolgy"}, "Did you mean: technology"),
        ("search_hot_posts", {"subreddit": "qwxzqwxz"}, "Not found"),
        ("search_hot_posts", {"subreddit": " "}, "subreddit"),
        ("search_hot_posts", {"subreddit": "apple", "limit": 0}, "limit"),
        ("get_post_content", {"post_id": "not an id"}, "Not found"),
        ("get_post_content", {"post_id": ""}, "post_id"),
        ("get_post_content", {"post_id": "1o8i418", "comment_depth": 0}, "comment_depth"),
        ("get_post_content", {"post_id": "1o8i418", "comment_limit": -1}, "comment_limit"),
        ("get_post_content", {"post_id": "zzzzzzz"}, "search_hot_posts"),
        ("get_post_content", {}, "post_id"),
    ],
)
def test_what_cannot_be_answered_is_told(
    ask: Asking, tool: str, arguments: dict[str, object], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text


def test_long_lists_stay_bounded(ask: Asking) -> None:
    heard = ask("search_hot_posts", subreddit="AskReddit", limit=10**9)
    assert len(heard.data["posts"]) == 100
    assert len(heard.text) < 60_000


def test_another_process_of_the_seed_opens_the_post(ask: Asking) -> None:
    post = ask("search_hot_posts", subreddit="apple", limit=1).data["posts"][0]
    other = InProcess(SERVER, ask.workspace, World())
    assert other("get_post_content", post_id=post["id"]).data["post"]["title"] == post["title"]
