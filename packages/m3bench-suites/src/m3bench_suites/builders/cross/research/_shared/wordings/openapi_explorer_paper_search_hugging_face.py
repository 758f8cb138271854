"""Wordings of `openapi_explorer_paper_search_hugging_face`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

TRANSFER = Wording(
    request=(
        "Look at all GET operations of the service {service} whose id begins with list, and take the "
        "largest default page size among them (per_page or limit; some do not page). On the hub find the "
        "data set with the tag {tag} that has the most examples: how many requests of one full page each "
        "does it take, and how many minutes at the rate that the service's overview allows? Collect the "
        "papers that the models and the data sets with the tag {tag} name, compare their citations on the "
        "hub with those of arXiv, and report those that differ with both numbers. If the transfer takes "
        "more than {long} minutes, read the paper with most citations in arXiv, otherwise the newest by "
        "arXiv's day. Report how many examples entered its analysis, the mean citations of its references, "
        "looked up by DOI, and the votes on the hub for the most cited of these."
    ),
    fuzzy=(
        "We are about to run records through {service} and would like to rehearse with public data. Among "
        "the ways that service has of listing things by GET, what is the largest page it returns unless "
        "told otherwise? Suppose we page, one full page per request, through the data set tagged {tag} on "
        "the model hub that has most examples: how many requests are that, and how many minutes at the "
        "rate the service permits? For the paperwork, collect the preprints named by the models and data "
        "sets with that tag, and tell me where the hub's citation counts and the archive's part ways, with "
        "both. If the rehearsal takes longer than {long} minutes I have time for the most cited preprint "
        "by the archive's count, otherwise for the newest by its dates. How many examples entered its "
        "analysis, how often are the works it refers to cited on average, and how many votes has the most "
        "cited of them on the hub?"
    ),
)
PRACTICE = Wording(
    request=(
        "Open the hub's collection '{title}' and take from its notes how many entries a page should have "
        "unless asked for. Compare the size that the collection lists for each of its models and data sets "
        "with their own pages, and report those that differ. For the services {services} look at all GET "
        "operations whose id begins with list: how many page (per_page or limit), how many of these have a "
        "larger default than recommended, and which service has most of them (of equals the one named "
        "earliest here)? How many operations of the services are deprecated in all? Look up in arXiv the "
        "papers that the models and data sets of the collection name: if more than half of the paging "
        "operations exceed the recommendation, read the most cited, otherwise the least cited, and report "
        "how many entered its analysis."
    ),
    fuzzy=(
        "Our architects swear by a collection on the model hub about best practices for specifying web "
        "interfaces. How many entries should a page have, according to its notes, if nobody asks for a "
        "number? I also distrust the sizes it shows for its models and data sets, so tell me which differ "
        "from their own pages. Now check {services} against it: of the ways they have of listing things by "
        "GET, how many are paged, how many of those hand out larger pages by default than recommended, "
        "which service sins most (of equals the one I named earlier), and how many operations of theirs "
        "are deprecated? The things in the collection point to preprints. If more than half of the paged "
        "ones are too generous, read the most cited preprint by the archive's count, otherwise the least "
        "cited. How many entered its analysis?"
    ),
)
