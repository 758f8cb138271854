"""Price boards: what is looked up now is written into the empty boxes of a picture."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint
from m3bench_suites.builders.fields import named, names, number, records
from m3bench_suites.builders.verse.catalogs._shared.goods import SEARCH, keywords, shop
from m3bench_suites.builders.verse.catalogs._shared.market import INFO, PRICE, coins, shares
from m3bench_suites.builders.verse.catalogs._shared.pictures import board, shown
from m3bench_suites.builders.verse.catalogs._shared.steps import CENTS, ROUNDED, Steps, Value, ask, taken
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import price_boards as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_LONG, _WIDE = 420, 860
"""Widths of boxes for sums and for titles, in pixels."""
_SMALL = 0.7
_COMMUNITIES = ("technology", "books", "movies", "science", "space", "history", "travel", "music")
_TRENDING, _DETAILS = "tmdb/get_trending", "tmdb/get_movie_details"
_HOT = "Reddit-MCP-Server/search_hot_posts"
_OUTPUTS = ("board_today.png", "filled.png", "display.png", "screen.png")


def _coins(draw: TaskDraw) -> Blueprint:
    chosen, output = coins(draw, 2), draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Coins in USDT", chosen)
    steps = Steps(
        calls=(
            tuple(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),
            (picture.written([shown("[0].last_price"), shown("[1].last_price")], output),),
        ),
        values={"first": Value("[0].last_price"), "second": Value("[1].last_price")},
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{first}} for {chosen[0]} and {{second}} for {chosen[1]}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("first", f"the latest price of {chosen[0]}, in USDT"),
            number("second", f"the latest price of {chosen[1]}, in USDT"),
        ),
        wording=wordings.COINS,
        words={
            "coins": join(chosen),
            "file": picture.file.name,
            "boxes": picture.placed(chosen),
            "output": output,
        },
        time_sensitive=True,
        operation=True,
        files=(picture.file,),
    )


def _shares(draw: TaskDraw) -> Blueprint:
    chosen, output = shares(draw, 3), draw.pick(_OUTPUTS, "output")
    tickers = [share.ticker for share in chosen]
    picture = board(draw, "Shares in USD", [*tickers, "SUM"], width=_LONG)
    prices = "[0:3].currentPrice"
    steps = Steps(
        calls=(
            tuple(ask(INFO, ticker=ticker) for ticker in tickers),
            (ask("math/sum", numbers=taken(prices)), ask("math/max", numbers=taken("[0:3].volume"))),
            (
                picture.written(
                    [*(shown(f"[{place}].currentPrice") for place in range(3)), shown("[3]")], output
                ),
            ),
        ),
        values={
            "prices": Value("[0:3].{ticker: symbol, price: currentPrice}", CENTS),
            "total": Value("[3]", ROUNDED, grounds=prices),
            "volume": Value("[4]"),
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{prices}} and the sum {{total}}; the largest volume is {{volume}}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            records(
                "prices",
                "the latest prices",
                named("ticker", "the ticker of the share"),
                number("price", "its latest price", "USD"),
            ),
            number("total", "the three prices added up", "USD"),
            number("volume", "today's volume so far of the most traded of the three, in shares"),
        ),
        wording=wordings.SHARES,
        words={
            "shares": join([str(share) for share in chosen]),
            "file": picture.file.name,
            "boxes": picture.placed([*tickers, "SUM"]),
            "output": output,
        },
        time_sensitive=True,
        operation=True,
        files=(picture.file,),
    )


def _tags(draw: TaskDraw) -> Blueprint:
    words, output = keywords(draw, 3), draw.pick(_OUTPUTS, "output")
    domain, country, currency = shop(draw)
    labels = [word.title() for word in words]
    picture = board(draw, f"Prices in {currency}", [*labels, "Average"], width=_LONG)
    prices = "[0:3].products[0].price"
    steps = Steps(
        calls=(
            tuple(ask(SEARCH, keywords=word, n=1, amazon_domain=domain) for word in words),
            (ask("math/mean", numbers=taken(prices)), ask("math/max", numbers=taken(prices))),
            (
                picture.written(
                    [*(shown(f"[{place}].products[0].price") for place in range(3)), shown("[3]")], output
                ),
            ),
        ),
        values={
            "titles": Value("[0:3].products[0].title"),
            "dearest": Value("[4]", CENTS),
            "average": Value("[3]", CENTS, grounds=prices),
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows the prices of {{titles}}; dearest {{dearest}}, average {{average}}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            names("titles", "the titles of the three products, in the order of the board", ordered=True),
            number("dearest", f"the highest of the three prices, in {currency}"),
            number("average", f"the average of the three prices, in {currency}"),
        ),
        wording=wordings.TAGS,
        words={
            "words": join([f'"{word}"' for word in words]),
            "domain": domain,
            "country": country,
            "currency": currency,
            "file": picture.file.name,
            "boxes": picture.placed([*labels, "Average"]),
            "output": output,
        },
        time_sensitive=True,
        operation=True,
        files=(picture.file,),
    )


def _programme(draw: TaskDraw) -> Blueprint:
    labels, output = ["First", "Second", "Third"], draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Most watched today", labels, width=_WIDE)
    steps = Steps(
        calls=(
            (ask(_TRENDING),),
            tuple(ask(_DETAILS, movie_id=taken(f"[0].results[{place}].id")) for place in range(3)),
            (ask("math/sum", numbers=taken("[1:4].vote_count")),),
            (picture.written([taken(f"[{place}].title") for place in (1, 2, 3)], output, _SMALL),),
        ),
        values={
            "titles": Value("[1:4].title"),
            "votes": Value("[4]", grounds="[1:4].vote_count"),
            "director": Value("[1].directors[0]"),
        },
        checks=lambda _: picture.checks(output, least=0.002),
        answer=f"{output} shows {{titles}}; {{votes}} votes together; the first is by {{director}}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            names("titles", "the three titles, the most watched first", ordered=True),
            number("votes", "the numbers of votes of the three added up"),
            named("director", "the director of the first film; the first one named if there are several"),
        ),
        wording=wordings.PROGRAMME,
        words={"file": picture.file.name, "boxes": picture.placed(labels), "output": output},
        time_sensitive=True,
        operation=True,
        files=(picture.file,),
    )


def _scores(draw: TaskDraw) -> Blueprint:
    known = [name for name in _COMMUNITIES if draw.world.forum.community(name) is not None]
    chosen, output = draw.sample(known, 3, "community"), draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Hottest posts", [*(name.title() for name in chosen), "Mean"])
    scores = "[0:3].posts[0].score"
    steps = Steps(
        calls=(
            tuple(ask(_HOT, subreddit=name, limit=1) for name in chosen),
            (ask("math/mean", numbers=taken(scores)),),
            (ask("math/round", number=taken("[3]")),),
            (
                picture.written(
                    [*(shown(f"[{place}].posts[0].score") for place in range(3)), shown("[4]")], output
                ),
            ),
        ),
        values={
            "scores": Value("[0:3].{community: subreddit, score: posts[0].score}"),
            "mean": Value("[4]", Tolerance(absolute=0.5), grounds=scores),
            "comments": Value("sum([0:3].posts[0].num_comments)", grounds="[0:3].posts[0].num_comments"),
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{scores}} and the mean {{mean}}; {{comments}} comments altogether.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            records(
                "scores",
                "the scores of the three posts",
                named("community", "the community, without r/"),
                number("score", "the score of its hottest post"),
            ),
            number("mean", "the mean of the three scores, rounded to a whole number"),
            number("comments", "how many comments the three posts have together"),
        ),
        wording=wordings.SCORES,
        words={
            "names": join([f"r/{name}" for name in chosen]),
            "file": picture.file.name,
            "boxes": picture.placed([*chosen, "the mean"]),
            "output": output,
        },
        time_sensitive=True,
        operation=True,
        files=(picture.file,),
    )


FAMILY = VerseFamily(
    number=30,
    name="price_boards",
    title="Price boards",
    goal="Look up figures as of now, and write them into the boxes of a picture.",
    make=by_number(_coins, _shares, _tags, _programme, _scores),
)
