"""How trips to a campground are asked for."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

TOUR = Wording(
    request=(
        "Find all units in {states}, and take those whose designation begins with 'National Park'. For each, "
        "compare the year since which it is protected in the park service's details with the year in the "
        "details of the place on the map (geocode the park by its name). Report the parks with different "
        "years, with both, and leave them out. Keep those with at least {camps} campgrounds that can be "
        "reached by car from {city} within {hours} hours (to the position that the park service gives), and "
        "choose the park with the highest mean of the daily maximum temperatures in the {days}-day forecast, "
        "today included. Which of its campgrounds lies highest, and how windy is it there now? If the wind "
        "is at least {windy} km/h, report how long the drive from {city} to the park's lowest campground "
        "takes, otherwise how far the drive to the highest is."
    ),
    fuzzy=(
        "Plan a warm escape for me among the proper parks of {states}, leaving monuments and other kinds "
        "aside. I only trust parks whose listing on the map gives the same year of protection as the park "
        "service: which ones don't match, and what are both years? From the rest I'd like a place with "
        "{camps} or more campgrounds that I can drive to from {city} in {hours} hours at most, taking the "
        "position on record, and with the warmest days on average over the {days} days from today. Which "
        "park is that and how warm, in Celsius? Which of its campgrounds is highest above the sea, how high, "
        "and how hard does the wind blow there at this moment? With {windy} km/h or more I'd rather sleep at "
        "its lowest campground: how many minutes is the drive from {city}? With less wind, how many "
        "kilometres is it to the highest?"
    ),
)
CAMPSITE = Wording(
    request=(
        "Find the units in {states} that offer camping, and take those whose designation begins with "
        "'National Park'. Take the {near} with the shortest driving time from {city} to the position that "
        "the park service gives, and get the forecast for {days} days, today included, by the park's name. "
        "Choose the park whose strongest wind on any of these days is weakest. Get its alerts (how many are "
        "in force?) and its campgrounds, and for each campground the elevation and the live temperature. If "
        "the warmest campground now has at least {mild} °C, get directions from {city} to it, and report how "
        "far it is and the address there. Otherwise get the visitor centers, and directions from {city} to "
        "the visitor center that has the name of the park, and report how long the drive takes and the "
        "address there."
    ),
    fuzzy=(
        "We want to camp in a proper park in {states}, no monuments or other kinds: consider the {near} with "
        "camping that are quickest to drive to from {city}, taking the position on record. My tent hates "
        "wind, so pick the park where the strongest wind in the outlook for the {days} days from today is "
        "the weakest, and tell me how strong it gets and how many notices are in force there. At which of "
        "its campgrounds is it warmest at this moment, how warm, and how high does it lie? If it has {mild} "
        "°C or more, we drive there: how many kilometres from {city}, and what address does the map give for "
        "it? If it is colder, we look for a roof at the visitor center with the park's own name: how many "
        "minutes from {city}, and what is the address on the map for that?"
    ),
)
