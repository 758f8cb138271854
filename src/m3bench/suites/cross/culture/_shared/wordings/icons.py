"""Words of the requests about icons."""

from __future__ import annotations

from m3bench.suites.cross.tasks import Wording

SCREENS = Wording(
    request=(
        "Search the icon library for {first} (first screen) and for {second} (second screen). Give the "
        "total number of hits for each screen, and the word with the most hits of all 8 (the "
        "alphabetically first if several). Search for every tag of the first icon found for that word, "
        "other than the word itself and the icon's category, and name the tag with the most hits (the "
        "alphabetically first if several) and its hits. Then search for the last tag of the last icon "
        "in that tag's result, and for the name of the category of the last icon that this lists; "
        "report the totals, and the one for the name of the first icon listed for that category. If the "
        "first screen has more hits than the second, report the packages needed on {one}, otherwise on "
        "{two}."
    ),
    fuzzy=(
        "I'm drawing two screens of an app and want to know how well the icon set covers them: one is "
        "about {first}, the other about {second}. How many matches are there per screen, and which of "
        "the 8 words has the most, going by the alphabet if several tie? The top icon for that word "
        "carries some tags besides the word and its category; try each of them and tell me the most "
        "fruitful one, with ties settled the same way, and its count. Take the very last icon listed "
        "for that tag: how many icons match its own last tag, what category is the last of those in, "
        "how many match that category's name, and how many the name of the top icon listed for it? If "
        "the former screen has more matches than the latter we'll build with {one}, if not with {two}. "
        "Which packages do I need?"
    ),
)

CATEGORIES = Wording(
    request=(
        "Search the icon library for '{one}' and for '{two}', and then for each icon name without a "
        "hyphen that these two results list. For either category report the number of hits for its own "
        "word, the mean number of hits over its names without a hyphen, and the one of these names with "
        "the most hits (the alphabetically first if several). In the category with the higher mean, "
        "take the last icon in the result for its top name and search for that icon's last tag: report "
        "the tag and the category of the last icon found. Search for the name of that category, and for "
        "the name of the first icon this lists, and report both totals. If '{one}' has the higher mean, "
        "report the packages needed on {first}, otherwise on {second}."
    ),
    fuzzy=(
        "Which part of that big icon set is richer, {one} or {two}? Look up both words, and look up "
        "each plain name among the icons listed for them, meaning those without a hyphen. For either "
        "word I want its own number of matches, the average number of matches over its plain names, and "
        "the plain name with the most, one per word, by alphabet on a tie. Go on with the category that "
        "averages more: the last icon shown for its best name has a last tag; looking that up, what "
        "category is the last icon shown in? How many turn up for that category's name, and how many "
        "for the name of the top icon shown there? If {one} wins, tell me the packages for {first}; if "
        "not, those for {second}."
    ),
)
