"""The forum: threads that stay themselves, grow with time and add up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.forum import Comment, Community, Forum
from m3bench_world.forum.communities import FIRST_GAME, subjects_of
from m3bench_world.forum.growth import COMMUNITY_BITS, SLOT_BITS, PostIds
from m3bench_world.games.catalogue import MOST_GAMES

WORLD = World()
FORUM = WORLD.forum
NAMES = ["AskReddit", "technology", "cartoons", "apple", "strawberries", "greenbeans", "paris", "Python"]


def community(name: str, forum: Forum = FORUM) -> Community:
    found = forum.community(name)
    assert found is not None, name
    return found


def flat(comments: tuple[Comment, ...]) -> list[Comment]:
    return [one for comment in comments for one in (comment, *flat(comment.replies))]


@pytest.mark.parametrize("name", NAMES)
def test_ids_lead_back_to_their_threads_in_any_world_of_the_seed(name: str) -> None:
    posts = FORUM.hot(community(name), 25)
    assert len(posts) == 25
    fresh = World().forum
    for post in posts:
        assert fresh.post(post.id) == post
        assert fresh.post(f"https://reddit.com{post.permalink}") == post
        assert fresh.post(f"t3_{post.id}") == post


@pytest.mark.parametrize("name", NAMES)
def test_hot_threads_are_recent_distinct_and_from_the_past(name: str) -> None:
    posts = FORUM.hot(community(name), 20)
    assert len({post.id for post in posts}) == len({post.title for post in posts}) == 20
    assert all(post.created <= WORLD.now for post in posts)
    assert all("{" not in post.title for post in posts)
    assert max(post.created for post in posts) > WORLD.now - timedelta(days=9)
    assert posts[:5] == FORUM.hot(community(name), 20)[:5]


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_has_as_many_comments_as_the_list_says(name: str) -> None:
    for post in FORUM.hot(community(name), 6):
        comments = flat(FORUM.comments(post))
        assert len(comments) == post.num_comments == sum(tree.size for tree in FORUM.comments(post))
        assert len({comment.id for comment in comments}) == len(comments)
        assert all(post.created <= comment.created <= WORLD.now for comment in comments)
        assert all("{" not in comment.body for comment in comments)
        for comment in comments:
            assert all(reply.depth == comment.depth + 1 for reply in comment.replies)
            assert all(reply.created >= comment.created for reply in comment.replies)
        assert "{" not in FORUM.text(post)


@pytest.mark.parametrize("hours", [1, 7, 48])
def test_threads_grow_with_time_and_keep_what_they_had(hours: int) -> None:
    later = World(now=WORLD.now + timedelta(hours=hours)).forum
    for post in FORUM.hot(community("technology"), 10):
        grown = later.post(post.id)
        assert grown is not None
        assert (grown.title, grown.author, grown.created) == (post.title, post.author, post.created)
        assert grown.score >= post.score
        assert grown.num_comments >= post.num_comments
        before = {comment.id: comment.body for comment in flat(FORUM.comments(post))}
        after = {comment.id: comment.body for comment in flat(later.comments(grown))}
        assert before.items() <= after.items()


def test_an_hour_later_the_list_has_moved() -> None:
    later = World(now=WORLD.now + timedelta(hours=6))
    before = FORUM.hot(community("AskReddit"), 10)
    after = later.forum.hot(community("AskReddit", later.forum), 10)
    assert {post.id for post in before} & {post.id for post in after}
    assert before != after
    assert any(post.created > WORLD.now for post in after)
    newest = next(post for post in after if post.created > WORLD.now)
    assert FORUM.post(newest.id) is None


def test_another_seed_is_another_forum() -> None:
    other = World(seed=8).forum
    ours = {post.id for post in FORUM.hot(community("apple"), 20)}
    theirs = {post.id for post in other.hot(community("apple", other), 20)}
    assert not ours & theirs


@pytest.mark.parametrize(
    ("asked", "name", "subject"),
    [
        ("r/Technology", "technology", "technology"),
        ("water bottle", "waterbottle", "water bottle"),
        ("tomato", "tomato", "tomatoes"),
        ("Bell Peppers", "bellpeppers", "bell peppers"),
        ("corn", "corn", "corn"),
        ("wolf", "wolf", "wolves"),
        ("San Francisco", "sanfrancisco", "San Francisco"),
    ],
)
def test_communities_are_found_in_any_spelling(asked: str, name: str, subject: str) -> None:
    found = community(asked)
    assert (found.name, found.subject) == (name, subject)
    assert FORUM.communities.numbered(found.number) == found


def test_nonsense_has_no_community_but_near_misses() -> None:
    assert FORUM.community("qwxzqwxz") is None
    assert FORUM.community("") is None
    assert "technology" in FORUM.near("technolgy")
    assert "strawberries" in FORUM.near("strawberrys")


def test_a_fact_in_a_thread_is_the_encyclopedias() -> None:
    posts = [post for post in FORUM.hot(community("lion"), 40) if post.title.startswith("Fact of the day")]
    article = WORLD.encyclopedia.article("Lion")
    assert posts
    assert article is not None
    assert FORUM.text(posts[0]).rstrip(".") in article.summary


def test_the_weather_in_a_thread_is_the_skys() -> None:
    post = next(post for post in FORUM.hot(community("london"), 80) if post.flair == "Weather")
    place = WORLD.atlas.find("London")
    assert place is not None
    weather = WORLD.sky.weather(place.lat, place.lng, post.created)
    assert f"{weather.temperature_c:.0f} °C" in FORUM.text(post)


def test_the_kept_communities_follow_from_the_index() -> None:
    """Where this fails, run `scripts/compile_articles.py`."""
    subjects = subjects_of(WORLD.encyclopedia.index)
    assert max(subjects.numbers.values()) < FIRST_GAME
    for name, number in [*subjects.numbers.items()][::97]:
        found = FORUM.communities.numbered(number)
        assert found is not None
        assert found.name == name
        assert FORUM.communities.find(name) in (found, FORUM.communities.find(f"r/{name}"))


def test_games_have_communities_behind_all_others() -> None:
    assert FIRST_GAME + MOST_GAMES <= 2**COMMUNITY_BITS
    for game in WORLD.games.released[::40]:
        found = community(game.name)
        assert found.subject == game.name
        assert found.number == FIRST_GAME + game.number
        assert FORUM.communities.numbered(found.number) == found
    assert FORUM.communities.numbered(FIRST_GAME + MOST_GAMES - 1) is None


@given(st.integers(0, 2**COMMUNITY_BITS - 1), st.integers(0, 2**SLOT_BITS - 1))
def test_ids_can_be_undone(number: int, slot: int) -> None:
    ids = PostIds(WORLD.chance)
    encoded = ids.encode(number, slot)
    assert len(encoded) == 7
    assert ids.decode(encoded) == (number, slot)


@given(st.text(max_size=30))
def test_any_text_is_a_post_or_none(text: str) -> None:
    post = FORUM.post(text)
    assert post is None or post.created <= WORLD.now


@settings(max_examples=6)
@given(st.datetimes(datetime(1990, 1, 1), datetime(2400, 1, 1)))  # noqa: DTZ001 - made aware below
def test_the_forum_works_at_any_time(now: datetime) -> None:
    forum = World(now=now.replace(tzinfo=UTC)).forum
    for post in forum.hot(community("apple", forum), 3):
        assert forum.post(post.id) == post
        assert sum(tree.size for tree in forum.comments(post)) == post.num_comments
