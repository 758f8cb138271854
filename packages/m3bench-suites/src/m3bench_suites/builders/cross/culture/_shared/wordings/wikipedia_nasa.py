"""Words of the requests to the encyclopedia and the space agency."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

SKIES = Wording(
    request=(
        "Take the first 10 places under 'Largest places' in the article on {country}. For each, get the "
        "summary (population and coordinates) and the key facts about the population; list those whose "
        "key facts state another population, with both numbers. Get the satellite picture nearest to "
        "{day} at the coordinates of each article, as a tile 1 degree wide, with its cloud score. "
        "Report the mean score, how many have a score above {share}, and the place whose score is "
        "closest to the mean, with its score. For that place, name the first of its nearest larger "
        "places that is none of the 10 and report that one's cloud score at the coordinates of its own "
        "summary, for the same date and width. If the mean score is at least {share}, report the title "
        "of the astronomy picture of the day on which that place was photographed, otherwise of {day} "
        "itself."
    ),
    fuzzy=(
        "I'm choosing satellite views for a slide on {country}. Its article in the free encyclopedia "
        "lists the largest places; use the first 10, with the coordinates their own articles give, and "
        "the land-satellite shot closest to {day}. Taking tiles 1 degree wide, what share was under "
        "cloud on average, how many had a share above {share}, and which town comes closest to the "
        "average, at what share? The nearest larger place its article names that isn't one of the 10: "
        "how cloudy was it there, same date and width? Along the way please check the key-fact sheets, "
        "since some state another population than the article; I need those, with both numbers. And if "
        "the average is {share} or more, end with the title of the astronomy picture for the day that "
        "town was photographed, or else for {day} itself."
    ),
)

MONTH = Wording(
    request=(
        "For {start} to {end}, get the numbers of coronal mass ejections, solar flares, geomagnetic "
        "storms, solar energetic particle events, high-speed streams and radiation belt enhancements. "
        "For each kind that occurred, get the sections of the encyclopedia's article on it (Coronal "
        "mass ejection, Solar flare, Geomagnetic storm, Solar energetic particles, Solar wind, Van "
        "Allen radiation belt), and report the article with the most characters in its sections "
        "together, and that number. Get the links of that article, and the sections of the first 5 "
        "articles that it links to: report which of them has the most characters in its sections, with "
        "the number, the heading of its longest section, the last article it links to, and how many "
        "characters that one's sections have. If at least {storms} geomagnetic storms began, report how "
        "many messages of type GST were issued in that time, otherwise how many of type HSS."
    ),
    fuzzy=(
        "I'm putting together a space weather digest for {start} to {end}: how many ejections, flares, "
        "magnetic storms, particle events, fast wind streams and belt enhancements were there? For "
        "whatever did occur, I want background from the free encyclopedia, where the matching articles "
        "are Coronal mass ejection, Solar flare, Geomagnetic storm, Solar energetic particles, Solar "
        "wind and Van Allen radiation belt. Which of those is the longest, counting the characters of "
        "all its sections, and how long is it? Of the first 5 articles it links to, which is the "
        "longest by the same count, how long, what is its longest section called, and which article "
        "does it link to last, with how many characters in its sections? If {storms} or more magnetic "
        "storms began, also tell me how many alerts about storms went out in that time, otherwise how "
        "many about wind streams, one number either way."
    ),
)
