"""The server `Reddit`: the forum of `Reddit-MCP-Server` as text."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Reddit"


def fields(block: str) -> dict[str, str]:
    """The lines `Name: value` of a block."""
    return dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)


def test_threads_are_those_of_the_original(ask: Asking, tmp_path: Path) -> None:
    there = InProcess("Reddit-MCP-Server", tmp_path, World())
    head, *blocks = ask("fetch_reddit_hot_threads", subreddit="r/MachineLearning", limit=5).text.split(
        "\n---\n"
    )
    posts = there("search_hot_posts", subreddit="MachineLearning", limit=5).data["posts"]
    assert head == "5 hot threads of r/MachineLearning (3,000,000 members)"
    for block, post in zip(blocks, posts, strict=True):
        shown = fields(block)
        assert (shown["Title"], shown["Post ID"], shown["Author"], shown["Link"]) == (
            post["title"],
            post["id"],
            post["author"],
            post["url"],
        )
        assert shown["Score"].split()[0] == str(post["score"])
        assert shown["Comments"] == str(post["num_comments"])


def test_a_thread_has_the_comments_of_the_original(ask: Asking, tmp_path: Path) -> None:
    there = InProcess("Reddit-MCP-Server", tmp_path, World())
    post = there("search_hot_posts", subreddit="gaming", limit=1).data["posts"][0]
    text = ask("fetch_reddit_post_content", post_id=post["id"], comment_limit=4, comment_depth=2).text
    same = there("get_post_content", post_id=post["id"], comment_limit=4, comment_depth=2).data
    assert same["post"]["selftext"] in text
    comments = re.findall(r"^( *)- (\S+) \(score (\d+)\): ", text, re.MULTILINE)
    expected = [
        (indent, one["author"], str(one["score"]))
        for top in same["comments"]
        for indent, one in [("", top), *(("  ", reply) for reply in top["replies"])]
    ]
    assert comments == expected
    deeper = ask("fetch_reddit_post_content", post_id=post["url"], comment_limit=4, comment_depth=5).text
    assert len(deeper) > len(text)
    assert "not shown" in text
    assert "- " not in ask("fetch_reddit_post_content", post_id=post["id"], comment_limit=0).text[-60:]


def test_communities_that_tasks_name_exist_and_others_are_not_found(ask: Asking) -> None:
    for name in ("artificial", "gaming", "cryptocurrency", "ethereum"):
        assert not ask("fetch_reddit_hot_threads", subreddit=name, limit=1).is_error
    assert "Did you mean" in ask("fetch_reddit_hot_threads", subreddit="MachineLerning").text
    assert "no thread with the id" in ask("fetch_reddit_post_content", post_id="zzzzzzz").text
    assert ask("fetch_reddit_hot_threads", subreddit="gaming", limit=0).is_error
    assert ask("fetch_reddit_post_content", post_id="x", comment_depth=0).is_error
