"""Words of the requests about space."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

ASTEROIDS = Wording(
    request=(
        "Get the asteroids that pass Earth from {start} to {end}, and look up the 10 that come closest. "
        "Report how many passes the feed has, how many of the 10 are Apollo asteroids, and the mean of "
        "their orbital periods in days. For the one of the 10 with the smallest minimum orbit "
        "intersection, find its last approach before {start}, and get the feed of that day alone: "
        "report the date and how many asteroids passed. Look up the one that came closest that day, "
        "other than the asteroid itself, and report its id and the date of its own last approach before "
        "that day; then get the feed of that date too and report how many passed, and how many "
        "observations the orbit of the closest of them is based on. If at least {many} of the 10 are "
        "Apollo asteroids, report the title of the astronomy picture of the first of these two dates, "
        "otherwise of the second."
    ),
    fuzzy=(
        "I give evenings at a small observatory and want a story about the rocks that went by Earth "
        "between {start} and {end}. How many passes were there? Of the 10 that came closest, how many "
        "belong to the Apollo family, and what's their average time around the Sun in days? Then take "
        "whichever of those 10 has an orbit that comes nearest to ours: on what day did it last pass "
        "before {start}, and how many rocks passed that day? Which other one was closest then (I need "
        "its id), when had that one last been by before, and how many passed on that older day, the "
        "nearest with an orbit based on how many observations? If {many} or more of the 10 are Apollos, "
        "close with the title of the astronomy picture of the first of those two days, otherwise with "
        "the one of the older day."
    ),
)

STORMS = Wording(
    request=(
        "Get the geomagnetic storms that began from {start} to {end}. Report their number, and id and "
        "highest Kp of the strongest (the latest on a tie). Look up every radiation belt enhancement "
        "and coronal mass ejection linked to them on its day: report the id of the enhancement with the "
        "highest electron flux, the id of the message issued about it, and the speed of the fastest "
        "ejection. If an ejection is linked to the latest storm, get the solar flares from 2 days "
        "before to 2 days after the day of the first one: report the class of the strongest, the id of "
        "the message about it, and the number of solar energetic particle events from its day to 2 days "
        "later. Otherwise look up the first high-speed stream linked to that storm: report its speed, "
        "the highest speed of the streams 30 to 24 days before its day, and the id of the message about "
        "that one."
    ),
    fuzzy=(
        "For a piece on northern lights I need the magnetic storms that started between {start} and "
        "{end}: how many, and which was the strongest by its highest Kp, the latest one on a tie. Check "
        "whatever belt enhancements and solar ejections are tied to any of them: which belt event had "
        "the highest electron flux, which message was put out about it, and how fast was the quickest "
        "ejection? Then the culprit behind the latest storm of all. If an ejection is linked to it, "
        "what class was the strongest flare within 2 days either side of the day of the first one "
        "named, which message reported it, and how many particle events came from its day to 2 days "
        "later? If none is, take the first fast wind stream linked instead: how fast was it, how fast "
        "was the quickest stream 30 to 24 days earlier, and which message told of that?"
    ),
)
