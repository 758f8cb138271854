"""Words of the requests to the space agency, the maps and the encyclopedia."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

HEIGHTS = Wording(
    request=(
        "Take the first 8 places under 'Largest places' in the encyclopedia's article on {country}, and "
        "get the coordinates of each from its summary. Get their elevations from the maps: name the "
        "highest and the lowest place with their elevations, and give the mean. For the 3 highest, get "
        "the satellite picture nearest to {day}, as a tile 1 degree wide, with the cloud score; report "
        "the one with the median score, with that score. From the full article on that place, take the "
        "first of its nearest larger places, get its coordinates from its summary, and report its "
        "elevation. If the median score is at least {share}, search for museums within {radius} m of "
        "the coordinates of the place with the median score, otherwise for libraries: report how many "
        "are listed and the name and phone number of the best rated (the nearest if several have the "
        "same rating)."
    ),
    fuzzy=(
        "I'm writing a geography quiz about {country}. Use the first 8 of the largest places its "
        "article in the free encyclopedia lists, each at the coordinates its own article gives. Which "
        "lies highest, which lowest, how high are they, and what's the average height above the sea? "
        "For the 3 highest, look at the land-satellite shot nearest to {day}, tiles 1 degree wide: "
        "which has the middle cloud share of the three, and what is it? That place's article names "
        "nearby larger places; how high is the one at the head of the list? And if that middle share is "
        "{share} or more, people there need museums, so how many turn up within {radius} m of the "
        "town's coordinates, and what are the name and phone of the best rated, the nearest on a tie? "
        "If it's less, the same for libraries."
    ),
)

SIGHTS = Wording(
    request=(
        "Get the coordinates of these 6 sights from their summaries in the encyclopedia: {sights}. Find "
        "the satellite scene nearest to {day} at each, and the elevations of all from the maps. Report "
        "the highest sight with its elevation, and the sights whose scenes were taken earliest and "
        "latest, with the scene ids. Get the pictures of these two as tiles 1 degree wide, and report "
        "their cloud scores. If the latest has the higher cloud score, get the summary of the town in "
        "or near which the latest sight stands, otherwise of the town of the earliest. Report the "
        "population of that town, geocode the town with its country, and search for hotels within "
        "{radius} m of that point: report how many are listed, and the name and the phone number of the "
        "best rated (the nearest if several have the same rating)."
    ),
    fuzzy=(
        "Six sights, one trip: {sights}. The free encyclopedia has the coordinates of all 6. Which of "
        "them lies highest, and how high? Going by the land-satellite scenes closest to {day}, which "
        "was photographed earliest and which latest, under which scene ids, and how cloudy were those "
        "two, with tiles 1 degree wide? If the latest was the cloudier, I'd stay in the town where that "
        "sight stands, otherwise in the town of the earliest one. How many people live there? And "
        "looking around the point where the map puts that town, how many hotels does it list within "
        "{radius} m, and what's the best rated called, the nearest on a tie, and its phone number?"
    ),
)
