"""Words of the requests about films."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

NEIGHBOURS = Wording(
    request=(
        "Get the lists of movies like {one}, {two} and {three}, and look up every film on them by its "
        "own title. List the films for which the record under the title gives another year than the "
        "list of similar films, with both years. By the years of the records, name the oldest and the "
        "newest of these films. If at least 3 years on the three lists are wrong, get the movies like "
        "the newest film, otherwise the movies like the second oldest, and report the first title "
        "listed. Then follow a trail: get the movies like the oldest film and look each up by its "
        "title; of these three take the oldest by record, get the movies like it and look those up as "
        "well. Report the oldest film of either step with its year by record."
    ),
    fuzzy=(
        "That film recommender gets years wrong when it lists look-alikes, although its own entry for "
        "each title is right. Please check the suggestions for people who liked {one}, {two} and "
        "{three}: which of the suggested films have a year there that differs from their own entry, and "
        "what are the two years? Going by the entries, which suggestion is the oldest and which the "
        "newest? If 3 or more suggested years were wrong, what comes on top for fans of the newest one; "
        "otherwise, for fans of the runner-up in age? Also dig backwards for me from the oldest: its "
        "three look-alikes, the oldest of those by its entry, then that one's three look-alikes and the "
        "oldest of these, with years."
    ),
)

WORDS = Wording(
    request=(
        "Search for films with each of the words '{one}', '{two}', '{three}' and '{four}', and take the "
        "first film of each result. Get the movies like each of these four films, and look up every "
        "film on the four lists by its own title. List the films whose record under the title gives "
        "another year than the list of similar films, with both years, and give the mean year over the "
        "distinct films by their records. If the film that is newest by its record is on a list with a "
        "wrong year, or at least 3 years are wrong, get the movies like the newest film by record, "
        "otherwise those like the oldest one. Look up the first film listed there by its title as well "
        "and report it with its year by record and its first director, and the first of the movies like "
        "it."
    ),
    fuzzy=(
        "I play a game with film titles: today's words are {one}, {two}, {three} and {four}. Take "
        "whatever film the recommender puts on top for each of the four words, and its three "
        "look-alikes. The years in those look-alike lists are sloppy, whereas each film's own entry is "
        "fine, so tell me which look-alikes carry a wrong year, with the wrong and the right one, and "
        "the average year over all different look-alikes going by their entries. If there are 3 or more "
        "wrong years, or the newest look-alike is among the wrong ones, continue with whatever is "
        "suggested to fans of that newest film, otherwise with what is suggested to fans of the oldest: "
        "what is suggested on top, from what year is it by its own entry, who is its first-named "
        "director, and what's on top for its own fans?"
    ),
)
