"""Wordings of `hugging_face_paper_search`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

CITED = Wording(
    request=(
        "Get the pages of all models and all data sets with the tag {tag} on the hub and collect the "
        "different papers that they name as tags. For each paper compare the citations on its page of the "
        "hub with those that arXiv states; report every paper where they differ, with both numbers, and "
        "the sum on the hub minus the sum in arXiv over all papers. If the hub counts more in all, read "
        "the paper with most citations in arXiv, otherwise the newest by arXiv's day of publication. "
        "Report how many examples entered its analysis. Look up all papers in its list of references by "
        "DOI, give the mean of their citations, and report the votes on the hub for the most cited."
    ),
    fuzzy=(
        "I am writing up what research stands behind the models and data sets for {purpose}, those tagged "
        "{tag} on the model hub. Their pages point to preprints, and I'd like to trust the citation counts "
        "shown on the hub's paper pages, but do they match the preprint archive itself? Tell me each paper "
        "where they do not, with both counts, and how much too high or low the hub is over all of them. If "
        "it is too high overall, go into the paper that the archive says is cited most; otherwise into the "
        "newest by the archive's date. How many examples entered its analysis, what is the average "
        "citation count of the works it refers to, and how many votes does the most cited of those have on "
        "the hub?"
    ),
)
DATED = Wording(
    request=(
        "Take today's papers on the hub and keep the {most} with the most votes (the earlier listed of "
        "equals). For each compare the day of publication on its own page of the hub with arXiv's, and "
        "report the papers where they differ, with both days. Read all {most} in full; the size of a study "
        "is the number that entered its analysis. Give the mean size. If the largest study has more than "
        "half of the sum of all sizes, go on with it, otherwise with the smallest. Look up all its "
        "references by DOI, read the most cited of them, report its citations and size, the mean citations "
        "of its own references, looked up the same way, and the votes on the hub for the most cited of "
        "those."
    ),
    fuzzy=(
        "Our reading group picks from the papers that the model hub features today, namely the {most} with "
        "the most votes, and of equals whatever is listed higher. Somebody claims that the publication "
        "dates on the individual paper pages there are unreliable: for which of the {most} does the "
        "preprint archive give another day, and which days are these? We also care about evidence, so read "
        "them all and tell me how many examples entered the analysis on average. In case the biggest study "
        "holds more than half of everything together, we will discuss that; in case it does not, we will "
        "discuss the smallest. Which of the works that it refers to is cited most, how often, and how many "
        "examples did that analyse? And the works listed at the end of it, how often are they cited on "
        "average, and how many votes has the most cited of them on the hub?"
    ),
)
