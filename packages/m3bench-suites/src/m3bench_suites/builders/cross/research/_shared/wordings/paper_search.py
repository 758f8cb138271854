"""Wordings of `paper_search`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

LINEAGE = Wording(
    request=(
        'Search arXiv for papers with the words "{subject}" in the title (query ti:"{subject}", {most} '
        "results by relevance) and read the full text of the most cited of them. Look up every paper in "
        "its list of references by DOI and give the mean of their citations. If any of them has more "
        "citations than the citing paper itself, read the most cited reference, otherwise the newest by "
        "day of publication. Look up those of its references that are neither the starting paper nor "
        "references of it, and read the most cited of these as well. Report the DOIs, and how many "
        "examples entered the analysis in each of the three papers and in all."
    ),
    fuzzy=(
        "I am tracing where ideas on {subject} come from. Take the {most} most relevant preprints with "
        '"{subject}" in their title, from the archive that physicists and computer scientists use, and '
        "read whichever is cited most. How often are the works in its bibliography cited on average? When "
        "any of them is cited more often than the paper itself, follow the trail to the most cited, and "
        "when none is, to the most recent. That paper has a bibliography too: leave out the paper I "
        "started from and all that it had cited already, and of what is left read the most cited. I need "
        "the DOIs along the trail, and how many examples went into the analysis of each of the three "
        "papers and of all of them together."
    ),
)
ARCHIVES = Wording(
    request=(
        "Search PubMed, medRxiv and bioRxiv for {disease}, {most} results each, and read the full text of "
        "every result that is open access. The size of a study is the number that entered its analysis. "
        "Give the sums of sizes in PubMed and in medRxiv, and the mean over all papers. If the sum of "
        "PubMed is higher than that of medRxiv, take the largest study in PubMed, otherwise the largest in "
        "medRxiv. Look up all its references by DOI and read the oldest of those that are open access. Do "
        "the same with its references: give the mean of their citations, and read the most cited that is "
        "open access. Report the sizes of these studies."
    ),
    fuzzy=(
        "For a talk on {disease} I need to know how big the studies behind it are. Look at the top {most} "
        "hits in each of three places, the big index of biomedical articles and the two preprint servers "
        "for medicine and for biology, and read everything that is free to read. I count what actually "
        "entered the analysis. What does that add up to among the articles and among the medical "
        "preprints, and what is the mean over all papers? If the article index adds up to more than the "
        "medical preprints, its largest study interests me, otherwise the largest medical preprint. That "
        "study rests on earlier work: of all the papers it refers to that are free to read, how large was "
        "the oldest? And of those that this old paper refers to, how often are they cited on average, and "
        "how large is the most cited one that is free to read?"
    ),
)
