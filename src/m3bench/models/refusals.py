"""Recognize errors that every further request would get, too: by code first, then by phrase.

Servers word the same error in many ways, and some answer 500 for a permanent one. The phrases were observed
at OpenAI, Anthropic, Google, OpenRouter, Groq, DeepSeek, Mistral, vLLM, llama.cpp, llamafile, Ollama and LM
Studio; docs/models.md lists them. A phrase about tools or images only counts if the request had some.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.core import Media
from m3bench.models.errors import ModelIncapable, ModelMisconfigured
from m3bench.models.messages import Request, ToolReturn, User

_LONGEST_READ = 2_000
"""Characters of a message that are searched. The rest may quote the request."""

_NO_TOOLS = re.compile(
    r"(does not|doesn't|do not) support (the use of )?(native )?(tool|function)"
    r"|(tool[ _]?(use|call|calling|choice)?s?|function[ _]call(ing|s)?)`? (is|are) not (supported|enabled)"
    r"|(unrecognized|unknown|unsupported) (request )?(argument|parameter|field)s?( supplied)?: "
    r"['\"`]?tools?\b"
    r"|no endpoints found that support tool|enable-auto-tool-choice|tools? param requires --jinja",
    re.IGNORECASE,
)
_NO_PICTURES = re.compile(
    r"(image|vision|multi-?modal)([ _](input|content|modality|data|url)s?){1,3} ((is|are) )?not "
    r"(supported|enabled)"
    r"|\b(images|vision|multi-?modal) ((is|are) )?not (supported|enabled)"
    r"|(^|[\"'`:.;,] ?|type )image (is )?not supported"
    r"|(does not|doesn't|do not) support (the )?(image (input|content|modality|data)|images\b|image_url"
    r"|vision|picture|multi-?modal)"
    r"|(model|endpoint|provider|server|it) (does not|doesn't) support image\b"
    r"|not a (multi-?modal|vision) model|unknown variant [`'\"]?image_url|at most 0 image"
    r"|no endpoints found that support image|image_url['\"`]? is only supported by certain models"
    r"|not compiled for multimodal|not configured with a mmproj|missing data required for image input"
    r"|vision add-on is not loaded|allowed values: ?\[['\"]text['\"]\]"
    r"|unsupported (content )?(part )?type:? ?['\"`]?image|only supports text (input|content|messages)",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"\bmodels?\b.{0,200}?(does not exist|do not exist|not exist|(is )?not found|could not be found)"
    r"|not a valid model|invalid model|unknown model|no such model|model not (exist|found)|\bmodel: ",
    re.IGNORECASE | re.DOTALL,
)
_BAD_KEY = re.compile(
    r"api[ _-]?key (is )?(not valid|invalid)|(invalid|incorrect) api[ _-]?key", re.IGNORECASE
)

_NO_MODEL_CODES = {"model_not_found", "invalid_model", "model_decommissioned", "model_not_exist"}
_BAD_KEY_CODES = {"invalid_api_key", "API_KEY_INVALID"}
_UNSUPPORTED_CODES = {"unsupported_parameter", "unsupported_value"}
_NAMING_STATUSES = {400, 403, 404, 422}
"""Codes for an unknown model name."""

TOOLS_HINT = (
    "Describe the tools in the prompt (agents caller:prompted, react:prompted), use a model that supports "
    "tool calling, or enable it on the server (vLLM: --enable-auto-tool-choice --tool-call-parser …; "
    "llama.cpp: --jinja)."
)
PICTURES_HINT = (
    "Use a model that accepts images, enable vision on the server (llama.cpp: --mmproj), or replace images "
    "by notes with --blind."
)


class RequestFeatures(msgspec.Struct, frozen=True):
    """Parts of a request that a model may not support."""

    tools: bool = False
    pictures: bool = False

    @classmethod
    def of(cls, request: Request) -> RequestFeatures:
        contents = (message.content for message in request.messages if isinstance(message, User | ToolReturn))
        pictures = any(
            isinstance(part, Media) and part.kind == "image" for content in contents for part in content
        )
        return cls(bool(request.tools), pictures)


class Explanation(msgspec.Struct, frozen=True):
    """A provider's error: machine-readable fields and a message."""

    status: int
    codes: frozenset[str] = frozenset()
    parameter: str = ""
    words: str = ""

    @classmethod
    def of(cls, status: int, error: dict[str, Any], words: str) -> Explanation:
        """Read the error object of OpenAI, Anthropic, Google or a compatible server."""
        details = error.get("details")
        listed = details if isinstance(details, list) else []
        reasons = [entry.get("reason") for entry in listed if isinstance(entry, dict)]
        entries = (error.get("code"), error.get("type"), error.get("status"), *reasons)
        codes = frozenset(entry for entry in entries if isinstance(entry, str))
        parameter = error.get("param")
        return cls(status, codes, parameter if isinstance(parameter, str) else "", words[:_LONGEST_READ])


def lasting_refusal(
    explanation: Explanation, sent: RequestFeatures, *, name: str, address: str, message: str
) -> ModelMisconfigured | None:
    """Return an error with this message and a fix if every request would get it; else None.

    `name` and `address` identify the model.
    """
    if sent.tools and _lacks_tools(explanation):
        return ModelIncapable(message, TOOLS_HINT, capability="tools")
    if sent.pictures and _NO_PICTURES.search(explanation.words):
        return ModelIncapable(message, PICTURES_HINT, capability="pictures")
    if explanation.codes & _NO_MODEL_CODES or (
        explanation.status in _NAMING_STATUSES and _NO_MODEL.search(explanation.words)
    ):
        model = name.partition("/")[2]
        listed = f" For the available models, see {address}/models." if address.endswith("/v1") else ""
        return ModelMisconfigured(message, f"Check the model name {model!r}.{listed}")
    if explanation.status in {404, 405} and "model" not in explanation.words.lower():
        hint = f"The path does not exist at {address}. Most OpenAI-compatible servers require /v1 at the end."
        return ModelMisconfigured(message, hint)
    return None


def is_bad_key(explanation: Explanation) -> bool:
    """Return whether a 400 is about the key, as with some providers."""
    return bool(explanation.codes & _BAD_KEY_CODES) or (
        explanation.status == 400 and bool(_BAD_KEY.search(explanation.words))
    )


def _lacks_tools(explanation: Explanation) -> bool:
    by_code = bool(explanation.codes & _UNSUPPORTED_CODES) and explanation.parameter.startswith(
        ("tools", "tool_choice")
    )
    return by_code or bool(_NO_TOOLS.search(explanation.words))
