"""Wordings of `context7_openapi`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

PAGES = Wording(
    request=(
        "Read the manuals of the Python clients of {names} on pagination, and get each operation "
        "described there. List those whose default size of a page (limit or per_page) differs in the "
        "document, with both; give the number compared and the mean size in the documents, to two "
        "decimals. Get the overview of the service whose sizes in the documents have the largest sum: "
        "give its name, the sum, and its requests a minute. If it has the scheme bearerAuth, give the sum "
        "of the required body fields of its operations whose id begins with create, and the snippets of "
        "the manual on the resource (first part of the path) of the one that requires the most (the first "
        "listed of several). Otherwise give the snippets of the manual on authentication and on the first "
        "group in the overview, and the number of parameters, by its document, of the operation described "
        "first there."
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
        "Find the Python clients of {names} in the documentation index, and get the overviews of these "
        "APIs. List those whose client has another version than the overview states, with both, and the "
        "version in the document of the operation listed first. For the service that allows the most "
        "requests a minute, get each operation that its client's manual describes under pagination; give "
        "their number and the sum of their default sizes of pages (limit or per_page). Count the manual's "
        "snippets on the resource (first part of the path) of the one with the largest (of equals, the "
        "first described), and the body fields that the create operation described there does not require "
        "by its document. If its overview has at least {many} operations, sum up the body properties of "
        "those whose id begins with update; otherwise count the manual's snippets on authentication. Also "
        "give the clients' mean trust score, to two decimals."
    ),
    fuzzy=(
        "Are the Python clients of {names} in step? Where is the version of a client in the manuals' "
        "index not that of the service's overview, and which one does the page of the operation on top "
        "there state? How far does the index trust them on average (two decimals)? For the service that "
        "allows the most requests a minute, add up what it declares as the preset of limit or per_page "
        "for all operations in its client's manual under pagination: how many, what sum? How many "
        "snippets has that manual on the resource of the one with the largest pages (of equals, the one "
        "described earlier), and how many body fields of the create operation there are optional, by the "
        "service's own account? With {many} or more operations in its overview, how many body properties "
        "have those whose ids begin with update together? With fewer, how many snippets has the manual on "
        "authentication?"
    ),
)
