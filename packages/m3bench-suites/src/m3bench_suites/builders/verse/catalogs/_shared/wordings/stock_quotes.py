"""Wordings of the family `stock_quotes`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

QUOTE = Wording(
    requests=phrasings(
        "What does a share of {share} cost at the moment? Also give me today's low and high so far and "
        "the change since the previous close in percent.",
        "I need a quote for {share}: latest price, the day's range so far (low and high) and the "
        "percentage change against the previous close.",
    ),
    fuzzy=phrasings(
        "How is {share} doing right now? Price, today's low and high, and how many percent it has moved.",
        "{share} today, please: where it stands, how low and how high it was, up or down by how much.",
    ),
)

VALUATION = Wording(
    requests=phrasings(
        "Look up the current market capitalisation of {share} and its 50-day and 200-day average prices.",
        "For {share} I need three figures as of now: market value of the company, 50-day average price, "
        "200-day average price.",
    ),
    fuzzy=phrasings(
        "What is {share} worth on the market today, and where are its 50 and 200 day averages?",
        "Market cap of {share}, please, with the two usual moving averages (50 and 200 days).",
    ),
)

AVERAGE_SINCE = Wording(
    requests=phrasings(
        "Take the daily closes of {share} from {first} up to and including today (for today the price so "
        "far counts as the close). How many trading days is that, what is their average, and what was "
        "the highest close?",
        "What has {share} averaged at the close since {first}, that day and today's price so far "
        "included? Tell me also the number of trading days and the highest of the closes.",
    ),
    fuzzy=phrasings(
        "Average daily close of {share} since {first}, today so far included? And over how many trading "
        "days, and the best close among them.",
        "Since {first}, what did {share} close at on average (count today as it stands), on how many "
        "days, and at most?",
    ),
)

MOVER = Wording(
    requests=phrasings(
        "Of {shares}, which share has done best today, measured by the percentage change since the "
        "previous close? Give its ticker, that change, its latest price and today's volume so far.",
        "Compare today's percentage moves of {shares}. I want the one with the highest change against "
        "the previous close: ticker, change in percent, price now, shares traded today so far.",
    ),
    fuzzy=phrasings(
        "Which one of {shares} is having the best day? Ticker, percent, price and volume so far.",
        "Who leads today among {shares}? Tell me how much it moved, what it costs and how much of it "
        "was traded.",
    ),
)

HOLDING = Wording(
    requests=phrasings(
        "I hold {count} shares of {share}, for which I paid {spent} dollars altogether. What are they "
        "worth at the latest price, and how far am I up or down, in dollars and in percent of what I "
        "paid (negative if down)? Name the price as well.",
        "My depot has {count} × {share}, bought for {spent} dollars in total. Work out its value at the "
        "current price and the gain or loss in dollars and in percent of the cost (a loss as a negative "
        "number), and tell me the price.",
    ),
    fuzzy=phrasings(
        "I put {spent} dollars into {count} {share}. Where do I stand now? Price, value and what I made, "
        "in dollars and percent (minus if I lost).",
        "{count} of {share} cost me {spent} dollars: worth what today, and how much better or worse off "
        "(minus for worse), in dollars and percent? With the price.",
    ),
)

OPTIONS = Wording(
    requests=phrasings(
        "Look at the {kind} on {share} that expire on the {which} of the listed expiry dates (the "
        "nearest is the first). Which strike has the largest open interest? Give the expiry date, the "
        "strike, its open interest, its last price and the spread between bid and ask.",
        "On {share}, for the {which} upcoming expiry date in the list: find the strike among the {kind} "
        "with the most open contracts, and report date, strike, open interest, last price and the "
        "difference between ask and bid.",
    ),
    fuzzy=phrasings(
        "Where do most of the {kind} on {share} sit for the {which} expiry from now? Date, strike, open "
        "interest, last price and bid-ask spread.",
        "{share} {kind}, {which} expiry in line: the strike people hold most of, with its date, open "
        "contracts, last price and spread.",
    ),
)

PORTFOLIO = Wording(
    requests=phrasings(
        "My portfolio is {positions}. Value it at the latest prices in dollars, convert the sum into "
        "{currency} at the latest price of USDT against {currency} on the crypto exchange (1 USDT counts "
        "as 1 dollar), and tell me what percentage of the portfolio its largest position makes up. I "
        "need the sum in dollars, the rate used, the sum in {currency} and that percentage.",
        "Please value {positions} at current prices. Give the total in US dollars and in {currency}, "
        "taking the exchange's latest USDT-{currency} price as the rate for the dollar, state that rate, "
        "and say how many percent of the total the biggest position is.",
    ),
    fuzzy=phrasings(
        "What are {positions} worth now altogether, in dollars and in {currency} (take the USDT price on "
        "the exchange as the dollar rate, and tell me it)? How heavy is the biggest of them, in percent?",
        "Add up {positions} at today's prices, in dollars and, by way of USDT, in {currency}. Rate and "
        "weight of the largest position (percent) as well.",
    ),
)
