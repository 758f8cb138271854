"""Price boards: what is looked up now is written into the empty boxes of a picture."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, ask, use
from m3bench_suites.builders.verse.catalogs._shared.goods import SEARCH, keywords, shop
from m3bench_suites.builders.verse.catalogs._shared.market import INFO, PRICE, coins, shares
from m3bench_suites.builders.verse.catalogs._shared.pictures import TEXTS, board, shown
from m3bench_suites.builders.verse.catalogs._shared.tolerances import CENTS, ROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

_LONG, _WIDE = 420, 860
"""Widths of boxes for sums and for titles, in pixels."""
_SMALL = 0.7
_COMMUNITIES = ("technology", "books", "movies", "science", "space", "history", "travel", "music")
_TRENDING, _DETAILS = "tmdb/get_trending", "tmdb/get_movie_details"
_HOT = "Reddit-MCP-Server/search_hot_posts"
_OUTPUTS = ("board_today.png", "filled.png", "display.png", "screen.png")


def _coins(draw: TaskDraw) -> Lookups:
    chosen, output = coins(draw, 2), draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Coins in USDT", chosen)
    return Lookups(
        level="L2",
        words={
            "coins": join(chosen),
            "file": picture.file.name,
            "boxes": picture.placed(chosen),
            "output": output,
            "first": chosen[0],
            "second": chosen[1],
        },
        calls=(
            *(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),
            picture.written([shown("[0].last_price"), shown("[1].last_price")], output),
        ),
        values={
            "first": "[0].last_price",
            "second": "[1].last_price",
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{first}} for {chosen[0]} and {{second}} for {chosen[1]}.",
        live="all",
        writes=(TEXTS,),
        kind="operation",
        files=(picture.file,),
    )


def _shares(draw: TaskDraw) -> Lookups:
    chosen, output = shares(draw, 3), draw.pick(_OUTPUTS, "output")
    tickers = [share.ticker for share in chosen]
    picture = board(draw, "Shares in USD", [*tickers, "SUM"], width=_LONG)
    prices = "[0:3].currentPrice"
    return Lookups(
        level="L3",
        words={
            "shares": join([str(share) for share in chosen]),
            "file": picture.file.name,
            "boxes": picture.placed([*tickers, "SUM"]),
            "output": output,
        },
        calls=(
            *(ask(INFO, ticker=ticker) for ticker in tickers),
            ask("math/sum", numbers=use(prices)),
            ask("math/max", numbers=use("[0:3].volume")),
            picture.written(
                [*(shown(f"[{index}].currentPrice") for index in range(3)), shown("[3]")], output
            ),
        ),
        values={
            "prices": Value("[0:3].{ticker: symbol, price: currentPrice}", CENTS),
            "total": Value("[3]", ROUNDED, grounds=prices),
            "volume": "[4]",
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{prices}} and the sum {{total}}; the largest volume is {{volume}}.",
        live="all",
        writes=(TEXTS,),
        kind="operation",
        files=(picture.file,),
    )


def _tags(draw: TaskDraw) -> Lookups:
    words, output = keywords(draw, 3), draw.pick(_OUTPUTS, "output")
    domain, country, currency = shop(draw)
    labels = [word.title() for word in words]
    picture = board(draw, f"Prices in {currency}", [*labels, "Average"], width=_LONG)
    prices = "[0:3].products[0].price"
    return Lookups(
        level="L3",
        words={
            "words": join([f'"{word}"' for word in words]),
            "domain": domain,
            "country": country,
            "currency": currency,
            "file": picture.file.name,
            "boxes": picture.placed([*labels, "Average"]),
            "output": output,
        },
        calls=(
            *(ask(SEARCH, keywords=word, n=1, amazon_domain=domain) for word in words),
            ask("math/mean", numbers=use(prices)),
            ask("math/max", numbers=use(prices)),
            picture.written(
                [*(shown(f"[{index}].products[0].price") for index in range(3)), shown("[3]")], output
            ),
        ),
        values={
            "titles": "[0:3].products[0].title",
            "dearest": Value("[4]", CENTS),
            "average": Value("[3]", CENTS, grounds=prices),
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows the prices of {{titles}}; dearest {{dearest}}, average {{average}}.",
        live="all",
        writes=(TEXTS,),
        kind="operation",
        files=(picture.file,),
    )


def _programme(draw: TaskDraw) -> Lookups:
    labels, output = ["First", "Second", "Third"], draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Most watched today", labels, width=_WIDE)
    return Lookups(
        level="L3",
        words={"file": picture.file.name, "boxes": picture.placed(labels), "output": output},
        calls=(
            ask(_TRENDING),
            *(ask(_DETAILS, movie_id=use(f"[0].results[{index}].id")) for index in range(3)),
            ask("math/sum", numbers=use("[1:4].vote_count")),
            picture.written([use(f"[{place}].title") for place in (1, 2, 3)], output, _SMALL),
        ),
        steps=(1, 3, 1, 1),
        values={
            "titles": "[1:4].title",
            "votes": Value("[4]", grounds="[1:4].vote_count"),
            "director": "[1].directors[0]",
        },
        checks=lambda _: picture.checks(output, least=0.002),
        answer=f"{output} shows {{titles}}; {{votes}} votes together; the first is by {{director}}.",
        live="all",
        writes=(TEXTS,),
        kind="operation",
        files=(picture.file,),
    )


def _scores(draw: TaskDraw) -> Lookups:
    known = [name for name in _COMMUNITIES if draw.world.forum.community(name) is not None]
    chosen, output = draw.sample(known, 3, "community"), draw.pick(_OUTPUTS, "output")
    picture = board(draw, "Hottest posts", [*(name.title() for name in chosen), "Mean"])
    scores = "[0:3].posts[0].score"
    return Lookups(
        level="L3",
        words={
            "names": join([f"r/{name}" for name in chosen]),
            "file": picture.file.name,
            "boxes": picture.placed([*chosen, "the mean"]),
            "output": output,
        },
        calls=(
            *(ask(_HOT, subreddit=name, limit=1) for name in chosen),
            ask("math/mean", numbers=use(scores)),
            ask("math/round", number=use("[3]")),
            picture.written(
                [*(shown(f"[{index}].posts[0].score") for index in range(3)), shown("[4]")], output
            ),
        ),
        values={
            "scores": "[0:3].{community: subreddit, score: posts[0].score}",
            "mean": Value("[4]", Tolerance(absolute=0.5), grounds=scores),
            "comments": Value("sum([0:3].posts[0].num_comments)", grounds="[0:3].posts[0].num_comments"),
        },
        checks=lambda _: picture.checks(output),
        answer=f"{output} shows {{scores}} and the mean {{mean}}; {{comments}} comments altogether.",
        live="all",
        writes=(TEXTS,),
        kind="operation",
        files=(picture.file,),
    )


FAMILY = Family(
    number=30,
    name="price_boards",
    title="Price boards",
    goal="Look up figures as of now, and write them into the boxes of a picture.",
    tasks=(_coins, _shares, _tags, _programme, _scores),
    kind="retrieval",
    modalities=("text", "image"),
)
