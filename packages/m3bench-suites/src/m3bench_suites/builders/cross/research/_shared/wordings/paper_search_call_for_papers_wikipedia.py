"""Wordings of `paper_search_call_for_papers_wikipedia`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

CITIES = Wording(
    request=(
        "List {count} conferences for the keywords '{field} Europe' and look up the population of each of "
        "their cities in the encyclopedia (leave out cities without an article); add them up. Take the "
        "conference in the city with most inhabitants (the earliest listed if there are several). For each "
        "of its topics search arXiv for the topic as a phrase in quotes ({five} results) and read the most "
        "cited result (the earliest listed if several are), where there is any; name the topic whose study "
        "has the largest number that entered the analysis. If this conference begins before the one in the "
        "city with fewest inhabitants (again the earliest listed), look at the country of the largest "
        "city, otherwise at that of the smallest: of the conferences that a search for the country's name "
        "alone returns (limit {most}), how many have exactly that topic? Which neighbour does the "
        "country's article name foremost in what it borders, and how many inhabitants has that neighbour?"
    ),
    fuzzy=(
        "I'd like to combine a conference with city life. Of the top {count} entries for '{field} Europe' "
        "in the conference calendar, which meets in the city with most inhabitants and which in the one "
        "with fewest, going by the free encyclopedia and ignoring cities it has no article on, and how "
        "many people live in all the cities together? Should a city appear more than once, take the upper "
        "entry. For the big-city meeting, take each of its topics as a quoted phrase to the preprint "
        "archive, {five} hits, and read the most cited (the upper of equals): on which topic did most "
        "enter the analysis? If the big-city meeting opens before the small-city meeting, the country of "
        "the former interests me, otherwise that of the latter. Which neighbour does its article name "
        "foremost, how many people live in that, and how many of the up to {most} meetings listed for the "
        "bare country name have that very topic?"
    ),
)
COUNTRIES = Wording(
    request=(
        "List {count} conferences for the keyword '{field}' and look up their countries in the "
        "encyclopedia. Keep the conferences in the {few} countries with most inhabitants. For the topic "
        "that each of these names at the beginning of its topics, search PubMed for the topic as a phrase "
        "in quotes ({ten} results) and read the most cited open-access result (the earliest listed if "
        "several are), where there is any. The size of a study is the number that entered its analysis. "
        "Take the topic with the largest study and the earliest listed of the kept conferences that begins "
        "its topics with it: if its country has more than {many} million inhabitants, list {six} "
        "conferences for the topic in Europe, otherwise {six} in Asia. Which of their cities with an "
        "article has most inhabitants?"
    ),
    fuzzy=(
        "Where does research on {field} meet, and does it rest on much evidence? Take the top {count} "
        "entries for '{field}' in the conference calendar and keep those in the {few} countries that, by "
        "the free encyclopedia, have most inhabitants. Every call opens its list of topics with a "
        "favourite. Look that up as a quoted phrase in the biomedical index, {ten} hits, and read the most "
        "cited free article, the upper of equals, if any. What do the numbers that entered the analyses "
        "add up to, and which favourite has the largest? If the uppermost of the kept conferences with "
        "that favourite is in a country of more than {many} million people, give me the top {six} on the "
        "topic in Europe, if in a smaller country, the top {six} in Asia. Which of the cities they go to "
        "has most inhabitants according to its article, and how many?"
    ),
)
