"""Wordings of `nixos_context7_hugging_face`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

CARDS = Wording(
    request=(
        "Look up python3Packages.transformers in channel 24.11 and Transformers in the documentation "
        "index. Read its documentation on {topic} for the version of that channel and for the newest one. "
        "Which version are the newest pages of? Get every model that titles of the newest pages name from "
        "the hub; give their number and the sum of their parameters in millions. List those that the "
        "pages of the version in the channel do not name. Name the model that was created last, with the "
        "day and its downloads. If its card lists data sets, get them all, give the sum of their "
        "examples, and go on with the most downloaded model of all that were trained on them; otherwise "
        "give its licence, and go on with it. Get all demo apps on the card of that model, and name the "
        "most liked one with the sdk gradio or streamlit, and the version of that Python package in "
        "channel 24.11."
    ),
    fuzzy=(
        "My stack is pinned to channel 24.11. Which version of transformers is that, and which one are "
        "the current pages of its manual about? I care for {topic}: look up on the model hub each model "
        "that a title of the current pages names. How many different ones, with how many million "
        "parameters together, and which are missing in the pages for my version? Which was created last, "
        "on which day, and how often is it downloaded? If its card names training data, how many examples "
        "are there in all, and which of all models trained on these data is downloaded most? If it names "
        "none, what is its licence? Of the demo apps on the card of that favourite, or of the former "
        "model if there are no data, which one made with gradio or streamlit has the most likes, and in "
        "which version does my channel carry what it is made with?"
    ),
)

TUNED = Wording(
    request=(
        'Search the models of the hub for "{query}" (at most {most}) and get the details of each. Of '
        "those with the licence apache-2.0 or mit, name the one with the most examples per second, with "
        "that number and its parameters in millions; also give the mean speed of all, to one decimal. Get "
        "the model that it was fine-tuned from and the data set it was trained on: give the base model's "
        "downloads and the number of examples. Look up the Nix package of the library of the model (in "
        "python3Packages) in the stable channel, and count the snippets on training in the documentation "
        "of that version; give the downloads of the model that the first of them names. If the data set "
        "has at least {rows} examples, give the stable version of python3Packages.accelerate and its "
        "newest release; otherwise the stable version of python3Packages.peft and its newest release."
    ),
    fuzzy=(
        'We need a model for "{query}". Of the ones the hub finds for these words, {most} at most, only '
        "licences apache-2.0 and mit will do, and the speediest of those in examples per second wins. "
        "Which is it, how fast, and how many million parameters? What is the mean speed of all that were "
        "found (one decimal)? How often is the model it was tuned from downloaded, and how many examples "
        "does its training data have? We deploy on the stable channel: which version of the library that "
        "the winner is made for is there, and how many snippets does the manual of exactly that version "
        "have on training, and how often is the model that its first one names downloaded? With {rows} "
        "examples or more we would need accelerate, with fewer just peft: which version of that one is in "
        "stable, and what is its newest release?"
    ),
)
