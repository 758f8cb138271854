"""Who made a model, by its name: a judge may like what its own kind writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MODELS = {
    "openai": r"gpt|chatgpt|o[1-9](?![a-z0-9])|codex|davinci",
    "anthropic": r"claude",
    "google": r"gemini|gemma|palm|bard|medgemma|codegemma",
    "x-ai": r"grok",
    "qwen": r"qwen|qwq|qvq|tongyi",
    "meta": r"(meta-)?llama|codellama|muse",
    "deepseek": r"deepseek|janus",
    "mistral": r"mistral|mixtral|ministral|pixtral|codestral|devstral|magistral|voxtral",
    "z-ai": r"glm|chatglm|cogvlm|cogagent",
    "opengvlab": r"internvl|internlm",
    "moonshot": r"kimi|moonshot",
    "microsoft": r"phi-?[0-9]|orca|florence",
    "nvidia": r"nemotron|nvlm|cosmos",
    "cohere": r"command|aya|c4ai",
    "amazon": r"nova-|titan",
    "minimax": r"minimax|abab",
    "baidu": r"ernie",
    "bytedance": r"doubao|seed-|ui-tars",
    "hugging face": r"smollm|smolvlm|zephyr|idefics",
}
_STEMS = {vendor: re.compile(stems) for vendor, stems in _MODELS.items()}
_HOUSES = {
    **{vendor: vendor for vendor in _MODELS},
    "xai": "x-ai",
    "alibaba": "qwen",
    "meta-llama": "meta",
    "facebook": "meta",
    "mistralai": "mistral",
    "zai-org": "z-ai",
    "zhipu": "z-ai",
    "thudm": "z-ai",
    "deepseek-ai": "deepseek",
    "moonshotai": "moonshot",
    "huggingfacetb": "hugging face",
    "coherelabs": "cohere",
    "vertex": "google",
}


def vendor(model: str) -> str | None:
    """Who made the model, wherever it is served: `openrouter/anthropic/claude-…` is Anthropic's.

    What the model itself is called counts before those it is reached through; None where nothing is known.
    """
    parts = [part for part in re.split(r"[/.:@]", model.lower()) if part]
    for part in reversed(parts):
        for name, stem in _STEMS.items():
            if stem.match(part):
                return name
    return next((_HOUSES[part] for part in reversed(parts) if part in _HOUSES), None)


def kin_warning(judge: str, house: str) -> str:
    """What a person should know of a judge that is of the house of what it judges."""
    return f"warning: {judge} and the model that is judged are both of {house}: judges may favour their kin"


def of_one_house(judges: Sequence[str], judged: str | None) -> dict[str, str]:
    """Of the judges, those that have the vendor of the model that is judged, with its name."""
    house = vendor(judged) if judged else None
    return {judge: house for judge in judges if house is not None and vendor(judge) == house}
