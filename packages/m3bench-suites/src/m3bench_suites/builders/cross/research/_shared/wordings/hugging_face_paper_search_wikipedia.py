"""Wordings of `hugging_face_paper_search_wikipedia`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

COMPANIES = Wording(
    request=(
        "For each of the owners google, facebook, microsoft and nvidia on the hub get the pages of its "
        "{most} most downloaded models (all if it has fewer) and collect the different papers that they "
        "name. Compare the day of publication of each paper on the hub with arXiv's and report those that "
        "differ, with both days. If at least {enough} differ, take the most cited of them by arXiv's "
        "citations, otherwise the most cited of the others. Read it: how many examples entered its "
        "analysis, and what is the mean of the citations of its references, looked up by DOI? Give the "
        "votes on the hub for the most cited of these. Of the models that name the paper read take the "
        "most downloaded, and report seat and ticker of its company from the encyclopedia (Alphabet Inc., "
        "Meta Platforms, Inc., Microsoft Corporation, NVIDIA Corporation)."
    ),
    fuzzy=(
        "I'm comparing how the big firms back up the models they share. On the model hub, take the {most} "
        "most downloaded models of google, facebook, microsoft and nvidia each, or whatever they have if "
        "fewer, and the preprints tagged there. Does the date on the hub's paper page agree with the "
        "archive's own? List the ones that disagree, with both dates. If {enough} or more do, I'd like to "
        "look into the most cited of those, otherwise into the most cited of the sound ones, by the "
        "archive's count. How many examples entered its analysis, how often are the works it refers to "
        "cited on average, and how many votes has the most cited of them on the hub? Of the models "
        "pointing to the paper I look into, which is downloaded most, and what does the free encyclopedia "
        "give as seat and ticker of the firm behind it (Alphabet Inc., Meta Platforms, Inc., Microsoft "
        "Corporation or NVIDIA Corporation)?"
    ),
)
BIRDS = Wording(
    request=(
        "Find all data sets on the hub with the tag {tag} and add up the examples of each class over them, "
        "as far as their pages count classes. For every class look up the article under its name in the "
        "encyclopedia, give the article's title, and search bioRxiv for its name ({most} results); read "
        "the most cited result (the earliest listed if several are) where there is any, and add up the "
        "numbers that entered the analyses. If there is a preprint on the class with most examples, search "
        "PubMed for that class ({ten} results), read the most cited open-access result and report its "
        "size. Otherwise get the pages of all models with the tag {tag} and report the most accurate that "
        "names a paper, its accuracy and that paper."
    ),
    fuzzy=(
        "We want to build a listening post for birds from shared recordings. The hub has several data sets "
        "tagged {tag}; adding up the examples they count per class, which bird leads, and with how many? "
        "Under which titles does the free encyclopedia file the names of all the classes? I also wonder "
        "how well these birds are studied: for each class, take the most cited of the {most} top hits for "
        "its name on the biology preprint server, the upper of equals, should there be any, and add up how "
        "much entered their analyses. If the leading bird has a preprint at all, find the most cited free "
        "article on it among {ten} hits in the biomedical index and tell me how large that study is. If "
        "not, which model with the tag {tag} is the most accurate that is backed by a paper, and by which?"
    ),
)
