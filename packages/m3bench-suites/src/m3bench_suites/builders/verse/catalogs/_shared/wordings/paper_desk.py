"""Wordings of the family `paper_desk`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

NEW_PREPRINT = Wording(
    requests=phrasings(
        "What is the newest preprint on arXiv in {field} (category {category})? Title, first author, "
        "day of submission and DOI, please.",
        "Find the preprint that was submitted last to the arXiv category {category} ({field}), and "
        "give me its title, first author, submission date and DOI.",
    ),
    fuzzy=phrasings(
        "Anything new in {field} on arXiv ({category})? The very latest: title, first author, when, DOI.",
        "Latest arXiv submission in {category}, that is {field}: what is it called, who comes first "
        "among the authors, from what day, which DOI?",
    ),
)

FETCHED = Wording(
    requests=phrasings(
        'Search {archive} for "{topic}" and save the PDF of the first hit in the folder {folder}. Tell '
        "me its title, first author and DOI.",
        'Please put the first preprint that {archive} finds for "{topic}" as a PDF into {folder}/, and '
        "report title, first author and DOI.",
    ),
    fuzzy=phrasings(
        "Get me the top {archive} preprint on {topic} as a PDF, into {folder}. What is it called, who "
        "wrote it first, what is the DOI?",
        "I'd like to read the first thing {archive} has on {topic}: PDF into {folder}, with title, first "
        "author and DOI in your answer.",
    ),
)

TWO_FIELDS = Wording(
    requests=phrasings(
        "Take the newest arXiv preprint in {one} ({first}) and the newest in {other} ({second}). What "
        "are they called, and what is the first paper in the list of references that Crossref has for "
        "each?",
        "For the latest submissions to the arXiv categories {one} and {other}, look up in Crossref which "
        "paper comes first among their references. I need the titles of both preprints and of both "
        "first references.",
    ),
    fuzzy=phrasings(
        "The newest preprints in {first} ({one}) and {second} ({other}) on arXiv: titles, and which "
        "paper does Crossref list first among the references of each?",
        "What do the latest arXiv papers in {one} and in {other} cite first? Titles of the two, and of "
        "the first reference (Crossref) of each.",
    ),
)

OLDEST_FREE = Wording(
    requests=phrasings(
        'Among the first ten articles that PubMed finds for "{topic}" by relevance, pick the oldest one '
        "that is open access, and download its PDF into the folder {folder}. Report title, journal, "
        "publication date and PMID, and the title of its first reference according to Crossref.",
        'Look at the ten most relevant PubMed articles for "{topic}". I want the PDF of the oldest that '
        "is free to read, saved under {folder}/, and its title, journal, date of publication and PMID. "
        "What is the first reference that Crossref lists for it?",
    ),
    fuzzy=phrasings(
        "From PubMed's top ten on {topic}, get the oldest free one as a PDF into {folder}. Which article "
        "is it (title, journal, date, PMID), and what does it cite first (Crossref)?",
        "I collect old papers on {topic}. Of the first ten PubMed hits take the oldest open-access one, "
        "save the PDF in {folder}, and tell me title, journal, date, PMID and its first reference in "
        "Crossref.",
    ),
)

REFERENCE_CHAIN = Wording(
    requests=phrasings(
        'Take the first work that Crossref finds for "{topic}" among those published from {first} to '
        "{last}. What is its title, where did it appear, and what is the first work that it refers to: "
        "title, date of publication and DOI?",
        'Crossref, "{topic}", published {first} to {last}: for the first result I need the title and the '
        "journal, and of the first of its references the title, publication date and DOI.",
    ),
    fuzzy=phrasings(
        "What does the first Crossref hit on {topic} from {first} to {last} build on? Its title and "
        "journal, and the first of its references with title, date and DOI.",
        "Follow the trail for me: first work on {topic} in Crossref ({first} to {last}), its journal, "
        "and title, date and DOI of its first reference.",
    ),
)

FRESH_FOLDER = Wording(
    requests=phrasings(
        "For our reading group, fetch the newest arXiv preprint of each of the categories "
        "{categories}: save the three PDFs in the folder {folder}. List the titles in that order, the "
        "number of authors of all three added up, and the latest submission date.",
        "Download the latest preprint in each of {categories} from arXiv into {folder}/. Tell me the "
        "three titles in this order, the sum of their numbers of authors, and which submission date is "
        "the latest.",
    ),
    fuzzy=phrasings(
        "Newest arXiv paper in each of {categories}, as PDFs in {folder}, please. Titles in order, how "
        "many authors altogether, and the latest date among them.",
        "Fill {folder} with the latest arXiv PDFs, one each from {categories}. I also want the titles in "
        "that order, their authors counted together, and the most recent date.",
    ),
)

ACROSS_ARCHIVES = Wording(
    requests=phrasings(
        'Search arXiv and bioRxiv for "{topic}" and save the PDF of the first hit of each in the folder '
        "{folder}. Give both titles, their numbers of authors added up, the DOI of the one that was "
        "published earlier, and the first work in its list of references in Crossref.",
        'I need one paper on "{topic}" from arXiv and one from bioRxiv, the first hit of each, as PDFs '
        "in {folder}/. Report the titles, how many authors they have in all, the DOI of the earlier of "
        "the two, and the title of its first reference according to Crossref.",
    ),
    fuzzy=phrasings(
        "First arXiv and first bioRxiv paper on {topic}: PDFs into {folder}, titles to me, with their "
        "authors counted together, the DOI of the older one and what it cites first (Crossref).",
        "Get me started on {topic}: the top hit from arXiv and from bioRxiv, saved in {folder}. Titles, "
        "total number of authors, which DOI is older, and its first reference by Crossref?",
    ),
)
