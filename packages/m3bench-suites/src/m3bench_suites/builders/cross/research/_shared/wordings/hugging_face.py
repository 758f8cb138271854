"""Wordings of `hugging_face`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

OWNER = Wording(
    request=(
        "On the model hub, open the only collection of the owner {owner} and compare the number of "
        "parameters that it lists for each model with the number on the model's own page. Report every "
        "model where they differ, with both numbers, and the sum of all listed sizes minus the sum of all "
        "stated ones (over all models of the collection). If the collection lists more in all, look up "
        "every demo (space) that shows a wrongly listed model; otherwise look up every data set that a "
        "wrongly listed model was trained on. Among those that name a paper as a tag, take the most liked. "
        "Give the citations of its paper as the paper's page on the hub states them, and how many models, "
        "data sets and spaces that page names in all."
    ),
    fuzzy=(
        "I keep a table of translation models and copied the sizes from the collection that {owner} "
        "publishes on the model hub. Now I suspect that the list is sloppy. Which of its models have "
        "another number of parameters on their own page, and what are both numbers? Over the whole list, "
        "how much too much or too little is that? If the list claims more in total, I care about the demos "
        "of the models it got wrong, otherwise about the data sets that those were trained on. Only the "
        "ones tagged with a paper matter to me; of these I want the best liked. How often is its paper "
        "cited according to the hub, and how many models, data sets and demos does the page of the paper "
        "name altogether?"
    ),
)
PURPOSE = Wording(
    request=(
        "Find all models on the hub with the tag {tag} and get their pages. Name the one with the highest "
        "accuracy, whatever data set it was measured on, and how many parameters more it has than the "
        "model it was fine-tuned from. Of all data sets on which these models were trained, name the one "
        "with the most examples over all splits. If the most accurate model was trained on it, look up all "
        "demos (spaces) with the tag {tag} and report the running demo with the most visits in 30 days and "
        "the day of its last change. Otherwise find all collections for these words and report how many "
        "there are, how many different items they hold together, and the day when any of them was changed "
        "last."
    ),
    fuzzy=(
        "We want to buy less and reuse more for {purpose}, so please survey what the model hub has under "
        "the tag {tag}. How many models are there, which claims the best accuracy (never mind on which "
        "data), and how many parameters did its makers add to the model they started from? Among the data "
        "all of them were trained on, which set has the most examples? Should the most accurate model come "
        "from that very set, I'd like to see a demo with this tag: the running one with the most visits "
        "over 30 days, and when it was last touched. Should it come from another, tell me instead how many "
        "collections exist for these words, how many distinct things they hold between them, and when the "
        "latest change to any of them was made."
    ),
)
