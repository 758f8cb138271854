"""Wordings of `context7_openapi`."""

from __future__ import annotations

from m3bench.suites.cross.tasks import Wording

PAGES = Wording(
    request=(
        "Read the manuals of the Python clients of {names} on pagination, and get each operation "
        "described there. List those whose default size of a page (limit or per_page) in the document "
        "differs from the manual, with both sizes; give the number compared and the mean of the sizes in "
        "the documents, to two decimals. Get the overview of the service whose sizes in the documents "
        "have the largest sum: give its name, the sum, and its requests a minute. If it has the scheme "
        "bearerAuth, get its operations whose id begins with create, and give the sum of their required "
        "body fields and the snippets of the manual on the resource (first part of the path) of the one "
        "that requires the most (the first listed of several). Otherwise give the snippets of the manual "
        "on authentication and on the first group in the overview, and the number of parameters, by its "
        "document, of the operation described first in the latter."
    ),
    fuzzy=(
        "I blame the manuals of the Python clients of {names}: do they state what the services declare as "
        "the preset of limit or per_page? Compare all they have under pagination. For which operations do "
        "they differ? How many did you compare, and what is the mean of the declared sizes, to two "
        "decimals? One service has the largest declared sizes in sum: which, how much is it, and how many "
        "requests a minute does it allow? If it can be used with bearerAuth, how many body fields do its "
        "operations whose ids begin with create require together, and how many snippets has the manual on "
        "the resource of the most demanding one (of equals, the one listed earlier)? If not, how many has "
        "it on authentication, how many on the group on top of the overview, and how many parameters does "
        "the service declare for the operation described on top there?"
    ),
)

RELEASES = Wording(
    request=(
        "For {names}, find the Python client in the documentation index and get the overview of the API. "
        "List the services whose client has another version than the overview states, with both, and the "
        "version that the document of the operation listed first states. Name the service that allows the "
        "most requests a minute; get each operation that its client's manual describes under pagination, "
        "give their number and the sum of their default sizes of pages (limit or per_page), and count the "
        "manual's snippets on the resource (first part of the path) of the one with the largest (of "
        "equals, the first described). If its overview has at least {many} operations, get those whose id "
        "begins with update and give the sum of the properties of their bodies; otherwise count the "
        "manual's snippets on authentication. Also give the mean trust score of all clients, to two "
        "decimals."
    ),
    fuzzy=(
        "Are the Python clients of {names} in step with the services? Where does the version of a client "
        "in the manuals' index differ from that in the service's overview, and which one does the page of "
        "the operation on top of that overview state? How far does the index trust these clients on "
        "average (two decimals)? For the service that allows the most requests a minute, take all "
        "operations in its client's manual under pagination, and add up what the service declares as the "
        "preset of limit or per_page: how many, what sum? How many snippets has that manual on the "
        "resource of the one with the largest pages (of equals, the one described earlier)? If its "
        "overview has {many} or more operations, I need the number of body properties of those whose ids "
        "begin with update, summed up; if it is smaller, how many snippets does the manual have on "
        "authentication?"
    ),
)
