"""Wordings of `call_for_papers_google_maps_weather_data_time_mcp`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

SHORTLIST = Wording(
    request=(
        "List {count} conferences for the keyword '{field}'. For each of the different cities get the "
        "coordinates, the forecast for {days} days, and which time it is in {home} when it is {ten} there "
        "today. In how many cities is that between {early} and {late}, both included? Which city lies "
        "highest, at which elevation? Take the city with the highest mean of the daily mean temperatures. "
        "If the chance of precipitation there is at least {wet} % tomorrow (the day after the beginning of "
        "the forecast), find the museums within {metres} m of its coordinates, otherwise the parks, and "
        "report the nearest with its phone number and the walking distance from the city's coordinates to "
        "it."
    ),
    fuzzy=(
        "Our lab in {home} wants to show up at a meeting on {field}, somewhere pleasant. Look at the "
        "cities of the top {count} entries in the conference calendar. People at home must be able to "
        "follow talks that begin at {ten} over there: in how many of the cities would that be between "
        "{early} and {late} on our clocks, going by today? One of us is breathless above sea level, so "
        "which city lies highest and how high? I favour the warmest, by the mean over the daily averages "
        "of the coming {days} days including today. If tomorrow there has a chance of rain of {wet} % or "
        "more, which museum is nearest to the middle of town, within {metres} metres, otherwise which "
        "park? Tell me its phone number and how many metres the walk there is."
    ),
)
ROUTE = Wording(
    request=(
        "List {count} conferences for the keywords '{field} Europe' and get the driving distance from "
        "{home} to each of the different cities (a city that is {home} itself does not count). How many "
        "can be reached by car within {far} km, and which of these is the farthest? For them get the "
        "weather and the time now: in how many does the clock differ from that in {home}? If it is at "
        "least {floor} °C in the warmest of them, plan the drive to it, otherwise the drive to the nearest "
        "city. Report distance and duration, the conference there that begins earliest, the lowest "
        "temperature in the forecast for {three} days, the elevation of that city's coordinates, and the "
        "phone number of the nearest hotel within {radius} m of them."
    ),
    fuzzy=(
        "I live in {home}, hate flying and want to drive to a meeting. Among the cities of the top {count} "
        "entries for '{field} Europe' in the conference calendar, leaving out my own town, how many lie "
        "within {far} km by road, and which of those is the farthest? In how many of these nearer ones "
        "does the clock show another time than mine? If the warmest of them has {floor} °C or more right "
        "now, that's where I go, otherwise simply to the nearest city. How far and how long is the drive, "
        "which meeting opens earliest there, how cold will it get over {three} days counting today, and "
        "how high above the sea is the place? I also need the phone number of the hotel nearest to its "
        "middle, up to {radius} metres away."
    ),
)
