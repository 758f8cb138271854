"""Requests of `dex_paprika`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

LISTS = Wording(
    request=(
        "List the decentralized exchanges of the {place} network in the list of networks and take the one "
        "with the second largest 24-hour volume. List its {count} pools with the largest volume and get "
        "the details of each. For which pools does the liquidity in the list differ from the one in the "
        "details? Take the pool where the list is furthest off (difference in percent of the value in the "
        "details). Get its daily candles of the {days} days from {start} on, and its newest {newest} "
        "transactions: how much was the largest of them, in dollars? If the last of these days closed "
        "above the open of the first, get the details of the pool's first token, otherwise of its second. "
        "Finally list the pools that hold this token by transactions, and report from the details of the "
        "first what its first token was bought for in 6 hours."
    ),
    fuzzy=(
        "I suspect that the overview of decentralized trading is out of date. Take the {place} chain in "
        "the list of chains. Look at the venue there with the second largest turnover of the past 24 "
        "hours, and at its {count} pools with most volume. For which of them does the overview show other "
        "liquidity than the pool's own page? Concentrate on the one where it is furthest off, relative to "
        "its own page. How large was the biggest among its latest {newest} transactions, in dollars, and "
        "what did it do in the {days} days from {start} on? If the last of these days closed above where "
        "the opening day began, I want to know about the token named at the front of the pair, otherwise "
        "about the other one: what it costs, how many pools hold it, which of these sees most "
        "transactions, and for how many dollars people bought the front token of that pool in the last 6 "
        "hours."
    ),
)
COUNTS = Wording(
    request=(
        "Search for {symbol} across all networks and take every token whose symbol is exactly {symbol}. "
        "Get the details of each: on which networks does the number of pools in the search differ from the "
        "one in the details? For each of these networks list the token's pools by volume, note how many "
        "pools the list counts, and get the details of the first pool. Take the one of these pools with "
        "most transactions in 24 hours. If the buys of its first token are worth more dollars than the "
        "sells over these 24 hours, get its newest {newest} transactions and report the value of the "
        "largest buy; otherwise get its candles of one hour for the 12 hours from {start} on and report "
        "the lowest low. Also list the exchanges of its network, take the one with most transactions, name "
        "its pool with the highest price change in 24 hours, and report its buys of 6 hours from the "
        "details."
    ),
    fuzzy=(
        "How many pools hold {symbol}? For every chain that has a token with exactly this symbol, the "
        "search result says one thing and the token's own page sometimes another; I need to know where "
        "they disagree, with both numbers. Wherever they do, count the pools and look into the one with "
        "the largest volume. Of those pools I care about the one with most transactions in the past 24 "
        "hours. If more dollars went into buying its front token than into selling it in that time, what "
        "was the largest purchase among the latest {newest} transactions? If not, how low did the price "
        "fall in the 12 hours from {start} (UTC) on? And which venue on that chain saw most transactions "
        "within the same 24 hours, which of its pairs gained most, and for how many dollars was its front "
        "token bought in the last 6 hours?"
    ),
)
EVERYWHERE = Wording(
    request=(
        "For every network that is listed, list all exchanges and take the one with the largest 24-hour "
        "volume. List the pools of each of these by volume: for which does the number of pools in the list "
        "of exchanges differ from the number that this list counts? Get the details of the first pool of "
        "each. On which network is the pool's 24-hour volume largest in percent of its liquidity, both by "
        "the details? If the dollar price of this pool's first token rose over the last {window} hours, "
        "get the pool's newest {newest} transactions and report the dollar value of the largest; otherwise "
        "get its candles of one hour for the 12 hours from {start} on and report the highest high. Also "
        "report the number of pools of the pool's first token, by the token's details, and list these to "
        "name the one with most transactions and, from its details, its buys of 6 hours."
    ),
    fuzzy=(
        "Compare all the chains you know. Each has one decentralized exchange with the largest turnover of "
        "the past 24 hours; how many pools does that one run? I noticed that the overview of exchanges and "
        "an actual count of the pools do not always match, so tell me where they do not. For the pool with "
        "the largest volume on each of those exchanges work out how much of its liquidity was traded in 24 "
        "hours, by its own page, and tell me where that share is highest. If its front token got dearer in "
        "dollars within the last {window} hours, how much was the largest of its latest {newest} "
        "transactions? If not, how high did it climb in the 12 hours from {start} (UTC) on? And how many "
        "pools hold that front token, according to the token's own page, which of them sees most "
        "transactions, and for how many dollars was its front token bought in the last 6 hours?"
    ),
)
