"""Wordings of `openapi_explorer`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

MARKS = Wording(
    request=(
        "Get the overviews of the APIs {one} and {two}, and the document of every operation that they "
        "list. Name all operations on which the overview and the operation's own document disagree about "
        "being deprecated, with what each says; count the operations that are deprecated by their "
        "documents, and the operations of both APIs in all. Also give the mean number of required body "
        "fields over all operations that have a request body, to two decimals. If the documents of {one} "
        "mark at least as many operations as deprecated as those of {two}, get the overview of {three}, "
        "otherwise that of {four}; get every operation there whose id begins with create, and give the "
        "sum of their required body fields, the requests a client may send a minute, and the default size "
        "of a page of the list at the path of the one that requires the most fields (the first listed of "
        "several)."
    ),
    fuzzy=(
        "We are to build on the web services {one} and {two}, but their summaries seem wrong about what "
        "is on its way out. Please go through every single operation of both: where does the summary say "
        "deprecated and the operation's own page not, or the other way round? How many operations do the "
        "two have in all, how many are really deprecated by their own pages, and how many body fields "
        "does an operation that takes a body require on average (two decimals)? If {one} has at least as "
        "many really deprecated ones as {two}, we go for {three} as a third partner, otherwise {four}. Of "
        "that partner I need how many requests a minute it allows, and how many required body fields its "
        "operations whose ids begin with create have together. What is the preset size of a page when "
        "listing at the path of the most demanding of these, or the one listed earlier?"
    ),
)

SEARCHES = Wording(
    request=(
        "Get the overviews of the APIs {names}, and every operation whose id begins with search. List the "
        "APIs where the version in the overview is not that in the documents, with both. Count the search "
        "operations and those that are paged, that is, have a default for limit or per_page, and give the "
        "mean of these defaults, to two decimals. If at least {share} % of the search operations are "
        "paged, take the API that allows the most requests a minute, and name its operation, of those "
        "whose id begins with create, with the most required body fields. Otherwise take the API that "
        "allows the fewest, and name its operation, of those whose id begins with list, with the largest "
        "default page. (Of equals, take the first listed.) Get the operation that changes one thing of "
        "the same resource, and give its method and the number of properties in its body."
    ),
    fuzzy=(
        "Which of {names} can be searched page by page? Look at everything there whose id begins with "
        "search, and tell me how many there are, how many have a preset size of page (limit or per_page), "
        "and the mean of these sizes, to two decimals. Where does the version in a summary differ from "
        "that on the pages of the operations? If at least {share} % can be paged, take the service that "
        "allows the most requests a minute and find its operation, among those that begin with create, "
        "that requires the most body fields. If fewer can, take the one that allows the fewest requests "
        "and find, among its operations that begin with list, the one with the largest preset page. The "
        "one listed earlier wins a draw. By which method is one thing of that same kind changed, and how "
        "many properties may the body have?"
    ),
)
