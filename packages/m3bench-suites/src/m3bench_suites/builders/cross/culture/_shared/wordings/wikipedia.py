"""Words of the requests to the encyclopedia alone."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

TOWNS = Wording(
    request=(
        "Read the summary of the article on {landmark} to learn in which country it stands, and take "
        "the first 10 places under 'Largest places' in the article on that country. Get the population "
        "of each from its summary. For the 7 with the lowest populations also extract the key facts "
        "about the population, and list those whose key facts state another number, with both numbers. "
        "Give the totals over the 7 by articles and by key facts. From the full article on the town "
        "with the largest difference report the first of its nearest larger places and that place's "
        "population (from its summary). If the total by key facts is higher than the total by articles, "
        "report the IATA code of the airport nearest to the most populous of the 10, otherwise to the "
        "second most populous (by their articles)."
    ),
    fuzzy=(
        "I don't trust the little key-fact sheets that the free encyclopedia keeps beside its articles. "
        "Please check them for the country where {landmark} stands: of the first 10 largest places its "
        "article lists, keep the 7 with the fewest inhabitants going by the articles themselves, and "
        "tell me for which of them the sheet claims another population, with both figures, plus the sum "
        "over all 7 either way. For the town that's furthest off, which larger place is named as its "
        "nearest one, and how many people live there? One more thing: if the sheets add up to more "
        "people than the articles, I want the code of the airport nearest to the biggest of all 10; if "
        "not, of the one nearest to the runner-up."
    ),
)

FILMS = Wording(
    request=(
        "Take the first 16 films that the article 'List of films of {year}' links to, in its order, and "
        "get the running time of each from its summary. For those that run for at least {long} minutes "
        "also extract the key facts about the running time; list those whose key facts state another "
        "number, with both numbers, and give the totals of these films by articles and by key facts. "
        "Name the longest of the 16 by the articles and its first director, and report from the "
        "director's article how many films the director directed. If the total by key facts is higher "
        "than the total by articles, look at the first film in the list of films of {after}, otherwise "
        "at the first one in that of {before}: report its title, its running time, and in how many "
        "films the first actor of its cast has a part."
    ),
    fuzzy=(
        "For a film club evening I need the pictures of {year} sorted out. The free encyclopedia has a "
        "list for that year; use the first 16 films linked there, in order. The article openings say "
        "how long they run, but the key-fact sheets kept beside the articles sometimes say something "
        "else. For everything of {long} minutes or more, which sheets disagree, and with which two "
        "figures? Sum those films up both ways. Who is the first-named director of the longest of the "
        "16, and how many films has that person directed? If the sheets add up to more minutes than the "
        "articles, give me the top film on the list for {after}, or else the top one for {before}: its "
        "title, how long it is, and how many films its first-billed actor has been in."
    ),
)
