"""Wordings of `call_for_papers`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

CITIES = Wording(
    request=(
        "Search the calls for papers with the keywords '{subject} {region}', {count} results. For each "
        "city in them, count the conferences that a search for the city's name alone returns (limit "
        "{most}). Take the city with most conferences and the conference that it holds in the list. "
        "Throughout, of several that are equal take the earliest listed. For each topic of that "
        "conference, count what a search for the topic and the city's country returns (limit {most}), and "
        "take the topic with most. If the days from the conference's deadline to its beginning are more "
        "than the mean of all {count}, list {few} conferences for that topic in {region}, otherwise {few} "
        "in {other}. Name the city of these with the fewest conferences, again counted by its name alone; "
        "then search for the topic that its top conference names at the beginning, together with the city "
        "(limit {most}), and count the results."
    ),
    fuzzy=(
        "We are choosing where to send a team that works on {subject}. Of the top {count} conferences "
        "listed for '{subject} {region}', which takes place in the city that hosts the most conferences of "
        "any kind? Just look the city up by name; the list shows up to {most}. Wherever things are level, "
        "I mean whatever you saw earliest. Each of its topics can be looked up together with the country: "
        "which has the most entries there, counting up to {most}? If this conference leaves more days "
        "between deadline and opening than the mean of all {count}, give me the top {few} on that topic in "
        "{region}, if not, the top {few} in {other}. In which of the cities they go to do the fewest "
        "conferences meet, again by name alone? The uppermost entry for that city opens its list of topics "
        "with a favourite: look that up along with the city and tell me how many turn up."
    ),
)
TOUR = Wording(
    request=(
        "Plan a tour of {stops} conferences. Search the calls for papers for '{subject} {year}' ({list} "
        "results) and take the conference that begins earliest in {year}. For the next stop search for the "
        "last topic in its list of topics together with {year} ({list} results) and take the conference "
        "that begins earliest after the present one has ended; if several begin on that day, the earliest "
        "listed. Go on like this for {stops} conferences. Count for the city of each stop how many "
        "conferences a search for the city's name alone returns (limit {most}). Report the tour, its first "
        "and last day, how many days after the first the last is, how many of the cities have at least "
        "{wanted} conferences, and the busiest city (of equals the earlier visited)."
    ),
    fuzzy=(
        "I have a sabbatical and want to drift through {year} from meeting to meeting, {stops} in all. It "
        "begins with the earliest one of the year among the {list} top entries for '{subject} {year}'. "
        "Wherever I am, the topic named last in that call leads me on: among the {list} top entries for "
        "that topic and {year}, I go to whatever opens earliest once my present meeting is over (the entry "
        "nearer the top on a tie). Which meetings do I visit, on which day do I set out, when is the last "
        "one over, and how many days after setting out is that? Also look each city up by name alone, up "
        "to {most} entries: how many of my cities host {wanted} or more conferences, and which hosts most "
        "(the one I see earlier, should two be level)?"
    ),
)
