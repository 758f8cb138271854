"""Words of the requests about icons."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

SCREENS = Wording(
    request=(
        "Search the icon library for {first} (first screen) and for {second} (second screen). Give the "
        "total number of hits for each screen, and the word with the most hits of all 8 (the "
        "alphabetically first if several). Search for every tag of the first icon found for that word, "
        "other than the word itself and the icon's category, and name the tag with the most hits (the "
        "alphabetically first if several). Then search for the last tag of the last icon in that tag's "
        "result, and for the name of the category of the last icon that this lists; report the totals, "
        "the total for the name of the first icon listed for that category, and the total for the last "
        "tag of the last icon which that name brings up. If the first screen has more hits than the "
        "second, report the packages needed on {one}, otherwise on {two}."
    ),
    fuzzy=(
        "I'm drawing two screens of an app, one about {first}, the other about {second}. How many icons "
        "in the set match per screen, and which of the 8 words has the most, going by the alphabet if "
        "several tie? The top icon for that word carries some tags besides the word and its category; "
        "try each of them and tell me the most fruitful one, with ties settled the same way. Take the "
        "very last icon listed for that tag: how many icons match its own last tag, what category is "
        "the last of those in, how many match that category's name, how many the name of the top icon "
        "listed for it, and how many the last tag of the last icon that name brings up? If the former "
        "screen has more matches than the latter we'll build with {one}, if not with {two}. Which "
        "packages do I need?"
    ),
)

CATEGORIES = Wording(
    request=(
        "Search the icon library for '{one}' and for '{two}', and then for each icon name without a "
        "hyphen that these results list. For either category report the number of hits for its own "
        "word, the mean number of hits over its names without a hyphen, and the one of these names with "
        "the most hits (the alphabetically first if several). In the category with the higher mean, "
        "take the last icon in the result for its top name and search for that icon's last tag: report "
        "the tag and the category of the last icon found. Search for the name of that category, for the "
        "name of the first icon this lists, and for the last tag of the last icon which that name "
        "brings up; report the 3 totals. If '{one}' has the higher mean, report the packages needed on "
        "{first}, otherwise on {second}."
    ),
    fuzzy=(
        "Which part of that big icon set is richer, {one} or {two}? Look up both words, and look up "
        "each plain name among the icons listed for them, meaning those without a hyphen. For either "
        "word I want its own number of matches, the average number of matches over its plain names, and "
        "the plain name with the most, one per word, by alphabet on a tie. Go on with the category that "
        "averages more: the last icon shown for its best name has a last tag; looking that up, what "
        "category is the last icon shown in? I need 3 more counts: for that category's name, for the "
        "name of the top icon shown there, and for the last tag of the last icon that this name brings "
        "up. If {one} wins, tell me the packages for {first}; if not, those for {second}."
    ),
)
