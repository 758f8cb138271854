"""Words of the requests to the museum and the encyclopedia."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

TOWNS = Wording(
    request=(
        "Search titles of museum objects for each of these 8 towns: {towns}. For the 6 with the most "
        "hits (alphabetically first on a tie), get summary and key facts about the population from the "
        "encyclopedia. List those whose key facts state another population, with both numbers, and give "
        "the total of the 6 by the summaries. For the {end} populous of the 6, look up the first 8 "
        "objects found: report the accession number of the oldest (earliest beginning year), the mean "
        "height, and how many are in a gallery. Search the whole museum for the medium of the oldest; "
        "report the total, the tallest of the first 4 objects, and the total for that one's object "
        "name. If at least 4 of the 8 are in a gallery, report the code of the airport nearest to that "
        "town, otherwise the population of its country."
    ),
    fuzzy=(
        "I'm planning a show of town views. How often do {towns} turn up in titles of the New York "
        "museum's objects? Keep the 6 of those 8 with the most hits, by alphabet on a tie. How many "
        "people live in the 6 together by the openings of their articles in the free encyclopedia, and "
        "for which does the key-fact sheet claim another number (both, please)? For the {end} populous, "
        "take the top 8 objects: the oldest by the year it was begun, the average height, and how many "
        "are on view. How many objects does the museum have in that oldest one's medium, which of the "
        "top 4 of them is the tallest, and how many are there of its kind? If 4 or more of the 8 are on "
        "view, I want the code of that town's nearest airport; if fewer, how many people its country "
        "has."
    ),
)

INSTRUMENTS = Wording(
    request=(
        "In the museum's department Musical Instruments, search for each of these 4: {things}. Report "
        "the 3 with the most hits (alphabetically first on a tie). Look up the first 5 objects of each "
        "of the 3, and get the links of the encyclopedia's article on each. Report accession number, "
        "beginning year and culture of the oldest of the 15 (earliest beginning year), their mean "
        "height, and how many are in a gallery. Of all articles to which the article on the oldest "
        "object's instrument links, report the one with the most characters in its sections together, "
        "and how many links it has itself. If at least 7 of the 15 are in a gallery, search the whole "
        "museum for the culture of the oldest, otherwise for its medium: report the total, the tallest "
        "of the first 4 objects, and the total for that one's object name."
    ),
    fuzzy=(
        "Our early music society wonders what the instruments department of the big New York museum has "
        "in the way of {things}. Which 3 of those 4 have the most hits there, by alphabet on a tie? "
        "Pull the top 5 objects for each: which of the 15 was begun earliest (accession number, year, "
        "culture), how tall are they on average, and how many are on view? The free encyclopedia has an "
        "article on the instrument that oldest one is; of everything it links to, which article is the "
        "longest, counting the characters of its sections, and how many links does that have itself? If "
        "7 or more of the 15 are on view, go through the whole museum for the oldest one's culture, if "
        "fewer for its medium: how many hits, which of the top 4 is the tallest, and how many are there "
        "of its kind?"
    ),
)
