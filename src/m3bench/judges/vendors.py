"""The vendor of a model, by its name: judges may favour models of their own vendor."""

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
_ALIASES = {
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
    """Return the vendor of a model, wherever it is served: `openrouter/anthropic/claude-…` is Anthropic's.

    The name of the model takes precedence over the providers before it; None if the vendor is unknown.
    """
    parts = [part for part in re.split(r"[/.:@]", model.lower()) if part]
    for part in reversed(parts):
        for name, stem in _STEMS.items():
            if stem.match(part):
                return name
    return next((_ALIASES[part] for part in reversed(parts) if part in _ALIASES), None)


def same_vendor_warning(judge: str, name: str) -> str:
    """Return the warning about a judge from the same vendor as the judged model."""
    return f"warning: {judge} and the judged model are both from {name}; judges may favour their vendor"


def same_vendor_judges(judges: Sequence[str], judged: str | None) -> dict[str, str]:
    """Return the judges from the vendor of the judged model, with the name of the vendor."""
    vendor_name = vendor(judged) if judged else None
    return {
        judge: vendor_name for judge in judges if vendor_name is not None and vendor(judge) == vendor_name
    }
