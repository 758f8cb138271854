"""Wordings of `wikipedia_paper_search`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

RELATIVES = Wording(
    request=(
        "Read the encyclopedia's article on the {animal} and those on all species that it links to as "
        "relatives; list the relatives that are vulnerable, endangered or critically endangered. Search "
        "bioRxiv for the title of each relative's article ({most} results) and read the most cited result "
        "(the earliest listed if several are) where there is any. The size of a study is the number that "
        "entered its analysis. Give the mean size and the relative with the largest study. If that "
        "relative is in one of the three classes, search PubMed for it, otherwise arXiv ({ten} results); "
        "read the most cited open-access result and report its citations and size."
    ),
    fuzzy=(
        "My daughter's project is about the kin of the {animal}: the relatives that the free encyclopedia "
        "links to from its page. Which of them are vulnerable, endangered or critically endangered? For "
        "every relative, look it up by the title of its article on the preprint server for biology and, "
        "among the top {most} hits, read the most cited (the upper of two that are level), if there is any "
        "at all. How many animals or samples entered the analysis on average, and which relative has the "
        "largest study? If that creature is in one of those three classes, look it up in the big index of "
        "biomedical articles, if it is safer, in the archive of physics and computing preprints. Out of "
        "{ten} hits there, how often is the most cited free one cited and how big was it?"
    ),
)
MEDICINES = Wording(
    request=(
        "Search PubMed for {disease} ({most} results). Take the last keyword of each result, and look up "
        "the article with that title in the encyclopedia: those described as a medicine count. Search "
        "PubMed for each of these medicines by that keyword ({six} results) and read the most cited "
        "open-access result (the earliest listed if several are). The size of a study is the number that "
        "entered its analysis. Give the mean size. If the largest study has more than half of all "
        "subjects, take its medicine, otherwise that of the smallest study. Report its DrugBank number, "
        "search medRxiv for it ({ten} results), and read the most cited preprint."
    ),
    fuzzy=(
        "Which drugs does recent work on {disease} revolve around? In the index of biomedical articles, "
        "the top {most} hits each end their keywords with a related subject. Keep the subjects that the "
        "free encyclopedia describes as a medicine in the article of that name. For each of them look at "
        "{six} hits in the same index and read whichever free article is cited most (the upper of equals). "
        "I would like the average number of subjects analysed. If the biggest of these studies accounts "
        "for more than half of all the subjects, stay with its drug; otherwise switch to the drug of the "
        "smallest. What is that drug's DrugBank number, and among {ten} medical preprints on it, which is "
        "cited most and how large is it?"
    ),
)
