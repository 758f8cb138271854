"""Twenty rewrites that leak and twenty that do not, and the numbers that must be kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.forge.tasks.fuzzy import leaks
from m3bench.forge.tasks.numbers import lost_numbers, numbers
from m3bench.forge.tasks.requests import faults

TOOLS = (
    "tmdb/get_movie_details",
    "nationalparks/findParks",
    "nationalparks/getParkDetails",
    "google-maps/geocode",
    "google-maps/places_text_search",
    "metmuseum-mcp/search-museum-objects",
    "weather/get_weather",
    "wiki/summary",
    "yahoo-finance/get_option_chain",
)
SERVERS = ("tmdb", "nationalparks", "google-maps", "metmuseum-mcp", "weather", "wiki", "yahoo-finance")
REQUEST = "Find 3 parks in Utah within 250.5 km of Moab that are open on 2025-11-05, under $1,500 for two."

LEAKING = (
    "Use get_movie_details to see how long the film is.",
    "With getMovieDetails, how long is it?",
    "Please get movie details for the film my sister liked.",
    "Could GET-MOVIE-DETAILS tell me the length?",
    "Ask findParks for something with volcanoes.",
    "I would find parks with lava, if you could.",
    "Give me get_park_details on the one with geysers.",
    "Run a places text search near the harbour.",
    "A few places_text_searches should settle it.",
    "What do the search museum objects say about amphoras?",
    "Have a look at Google Maps and tell me the way.",
    "google_maps knows where it is, no?",
    "Yahoo Finance will have the strike prices.",
    "Look through the yahoo-finance data for puts.",
    "Get option chains for the nearest Friday.",
    "First find out where the town lies, then tell me how warm it is.",
    "Step 1: the town. Step 2: its air.",
    "1. Find the film\n2. Tell me who played in it",
    "Start by looking for the book, and after that tell me its pages.",
    "Query the `geocode` API for the position of the lake.",
)
CLEAN = (
    "I am off to Utah and dream of red rocks. Where would I pitch a tent?",
    "How long would I sit in the cinema for that dream heist film of 2010?",
    "My lungs are weak. Is the air in Lyon good today?",
    "Which of the museum's amphoras is the oldest?",
    "Is the weather good enough for a picnic in Shantou?",
    "I need a summary of who the author was and when she lived.",
    "What would it cost me to bet against Apple until the next expiry?",
    "We were the first in the queue and still got no tickets. Who stars in it?",
    "My second child loves volcanoes. What can we visit in Hawaii?",
    "The movie with the spinning top: who directed it?",
    "Are there parks near Moab where dogs may walk?",
    "How high above the sea does my friend in La Paz live?",
    "I have only a bar code from a book. Is it a hardcover?",
    "Which tools did the Romans use for the vases in that collection?",
    "Somebody told me about a drug for hay fever. Does it need a prescription?",
    "What time is it where my parcel started, in Osaka?",
    "Then there is my aunt in Perth: how hot is it for her?",
    "Is there a good place to eat near Tower Bridge?",
    "How many rooms does the old hotel on the map of Lisbon have?",
    "Last night somebody posted a long story about a cat. How many answered?",
)
KEPT = (
    "Three parks near Moab, Utah, up to 250.5 km off, open on 5 November 2025, below 1500 dollars for 2?",
    "Two have $1,500: which 3 parks in Utah, up to 250.50 km from Moab, are open on November 5th, 2025?",
    "On 2025-11-05 the two of us want three parks in Utah, 250.5 km from Moab at most, for 1,500 dollars.",
)
LOSING = (
    "A few parks in Utah within 250.5 km of Moab, open on 2025-11-05, under $1,500 for two?",
    "3 parks in Utah within 250 km of Moab, open on 2025-11-05, under $1,500 for two?",
    "3 parks in Utah within 250.5 km of Moab, open on 2025-11-06, under $1,500 for two?",
    "3 parks in Utah within 250.5 km of Moab, open on 2025-11-05, under $15,00 for two?",
    "3 parks in Utah within 250.5 km of Moab, open on 2025-11-05, under $1,500 for us?",
)


def test_there_are_twenty_of_each() -> None:
    assert len(set(LEAKING)) == len(set(CLEAN)) == 20


@pytest.mark.parametrize("text", LEAKING)
def test_leaking_rewrites_are_refused(text: str) -> None:
    assert leaks(text, TOOLS, SERVERS)


@pytest.mark.parametrize("text", CLEAN)
def test_clean_rewrites_pass(text: str) -> None:
    assert leaks(text, TOOLS, SERVERS) == []


@pytest.mark.parametrize("text", KEPT)
def test_numbers_may_be_written_otherwise(text: str) -> None:
    assert faults(REQUEST, text, TOOLS, SERVERS) == []


@pytest.mark.parametrize("text", LOSING)
def test_lost_numbers_are_named(text: str) -> None:
    assert lost_numbers(REQUEST, text)


def test_an_empty_rewrite_is_refused() -> None:
    assert faults(REQUEST, "  ", TOOLS, SERVERS) == ["it is empty"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty-five and two hundred and ten", ["25", "210"]),
        ("two thousand three hundred", ["2300"]),
        ("1,234.50 m, -3 °C, 5km", ["1234.5", "-3", "5"]),
        ("the 3rd of May", ["-5-3"]),
        ("one, two and three", ["1", "2", "3"]),
        ("no number here", []),
    ],
)
def test_numbers_as_they_count(text: str, expected: list[str]) -> None:
    assert [value for _, value in numbers(text)] == expected


@given(st.text(max_size=200))
def test_no_text_breaks_the_checks(text: str) -> None:
    assert lost_numbers(text, text) == []
    assert all(isinstance(problem, str) for problem in leaks(text, TOOLS, SERVERS))


@given(st.integers(0, 10**9))
def test_grouped_digits_count_the_same(number: int) -> None:
    assert lost_numbers(f"about {number} of them", f"about {number:,} of them") == []


@given(st.sampled_from(TOOLS), st.sampled_from(["snake", "camel", "spaced", "kebab", "title"]))
def test_a_name_is_found_in_every_spelling(tool: str, spelling: str) -> None:
    name = "get_movie_details" if tool.endswith(("geocode", "summary")) else tool.partition("/")[2]
    parts = name.replace("-", "_").replace("findParks", "find_parks")
    parts = parts.replace("getParkDetails", "get_park_details")
    spelled = {
        "snake": parts,
        "camel": parts.split("_")[0] + "".join(part.title() for part in parts.split("_")[1:]),
        "spaced": parts.replace("_", " "),
        "kebab": parts.replace("_", "-"),
        "title": parts.replace("_", " ").title(),
    }[spelling]
    assert leaks(f"Could you {spelled} for me?", [name], [])
