"""Refusals that last, in the words of many providers, over real HTTP; and refusals that only look like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Media, Text
from m3bench.models import (
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
    Request,
    RequestRefused,
    ToolReturn,
    User,
)
from m3bench.models.endpoint import Wire
from m3bench.models.errors import ModelIncapable
from m3bench.models.refusals import Explanation, RequestFeatures, lasting_refusal
from m3bench.testing.provider import FakeProvider, Status
from tests.models.wires import HELLO, PNG, SEARCH, ask, at

PICTURE = Media(media_type="image/png", data=PNG)
FULL = Request((User((Text("What is this?"), PICTURE)),), (SEARCH,))


def problem(body: Any, status: int, wire: Wire = "openai", asked: Request = FULL) -> ModelError:
    with FakeProvider([Status(status, body=body)]) as fake, pytest.raises(ModelError) as caught:
        ask(at(fake, wire), asked)
    return caught.value


def mostly_slow(cases: Sequence[tuple[object, ...]]) -> list[Any]:
    """The first of them is tried in the plain suite."""
    return [cases[0], *(pytest.param(*case, marks=pytest.mark.slow) for case in cases[1:])]


def told(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


NO_TOOLS: list[tuple[int, Wire, Any]] = [
    (400, "openai", told("stablelm2:latest does not support tools", type="api_error")),
    (400, "openai", {"error": "registry.ollama.ai/library/gemma:2b does not support tools"}),
    (400, "openai", told("Unrecognized request argument supplied: tools", type="invalid_request_error")),
    (
        404,
        "openai",
        told("No endpoints found that support tool use. To learn more, visit the docs", code=404),
    ),
    (
        400,
        "openai",
        {
            "object": "error",
            "message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser',
            "type": "BadRequestError",
        },
    ),
    (500, "openai", told("tools param requires --jinja flag", type="server_error", code=500)),
    (400, "openai", told("`tool calling` is not supported with this model", type="invalid_request_error")),
    (400, "openai", told("Not for this one.", code="unsupported_parameter", param="tools")),
    (400, "anthropic", told("'claude-2.0' does not support tool use", type="invalid_request_error")),
    (200, "openai", told("No endpoints found that support tool use", code=404)),
    (400, "google", told("Function calling is not enabled for models/gemma-3-1b-it", code=400)),
]
NO_PICTURES: list[tuple[int, Wire, Any]] = [
    (
        500,
        "openai",
        # Recorded from llama.cpp's server (xllamacpp 2026.10), without --mmproj.
        {
            "error": {
                "code": 500,
                "message": "image input is not supported - hint: if this is unexpected, you may need to "
                "provide the mmproj",
                "type": "server_error",
            }
        },
    ),
    (500, "openai", told("image input is not supported by this server", code=500)),
    (404, "openai", told("No endpoints found that support image input", code=404)),
    (400, "openai", {"detail": "Invalid request. Details: /models/DeepSeek-V3 is not a multimodal model"}),
    (422, "openai", told("messages[0]: unknown variant `image_url`, expected `text`")),
    (400, "openai", told("At most 0 image(s) may be provided in one prompt.", type="BadRequestError")),
    (400, "openai", told("Invalid content type. image_url is only supported by certain models.")),
    (400, "openai", {"error": "Model does not support images. Please use a model that does."}),
    (500, "openai", told("The server was not compiled for multimodal")),
    (400, "anthropic", told("This model does not support image input", type="invalid_request_error")),
    (400, "google", told("Image input modality is not enabled for models/gemma-3-1b-it", code=400)),
    # Ollama: github.com/ollama/ollama/issues/17301, and valentinfrlch/ha-llmvision/issues/691.
    (400, "openai", told("this model does not support image input (ref: b8bd630e)", type="api_error")),
    (
        500,
        "openai",
        told("Failed to create new sequence: this model is missing data required for image input"),
    ),
    # LM Studio: lmstudio-ai/lms/issues/362 (an error with status 200), and lmstudio-bug-tracker/issues/908.
    (
        200,
        "openai",
        told("ValueError: Vision add-on is not loaded, but images were provided for processing"),
    ),
    # llama-cpp-python: JamePeng/llama-cpp-python/issues/165.
    (
        500,
        "openai",
        told("Image input detected, but the loaded model is not configured with a mmproj module."),
    ),
    # Gateways before text-only models.
    (400, "openai", told("messages.content.type is invalid, allowed values: ['text']")),
    (422, "openai", told("Multimodal input is not supported by this model")),
    (500, "openai", told("vision not supported")),
    (400, "openai", told("Images are not supported for this model")),
]
LOOK_ALIKE = [
    (500, "internal error"),
    (500, "the image of the database is not supported by this driver"),
    (500, "container image is not supported on this platform"),
    (500, "The worker does not support image pull secrets"),
    (503, "image input workers are busy"),
    (500, "could not load the disk image: not enough space"),
    (400, "image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes"),
    (400, "At most 1 image(s) may be provided in one prompt."),
    (400, "image format image/heic of this picture could not be decoded"),
    (500, "audio input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
]
NO_MODEL: list[tuple[int, Wire, Any]] = [
    (
        404,
        "openai",
        told("The model `gpt-9` does not exist or you do not have access", code="model_not_found"),
    ),
    (404, "openai", {"object": "error", "message": "The model `x` does not exist.", "type": "NotFoundError"}),
    (404, "openai", told('model "x" not found, try pulling it first')),
    (400, "openai", told("x is not a valid model ID", code=400)),
    (400, "openai", told("Model Not Exist", type="invalid_request_error")),
    (400, "openai", {"message": "Invalid model: x", "type": "invalid_model", "code": "1500"}),
    (404, "anthropic", {"type": "error", "error": {"type": "not_found_error", "message": "model: claude-x"}}),
    (404, "google", told("models/x is not found for API version v1beta", code=404, status="NOT_FOUND")),
]


@pytest.mark.parametrize(("status", "wire", "body"), mostly_slow(NO_TOOLS))
def test_a_model_without_tools_is_told_with_the_fix(status: int, wire: Wire, body: Any) -> None:
    found = problem(body, status, wire)
    assert isinstance(found, ModelIncapable)
    assert (found.capability, "caller:prompted" in (found.hint or "")) == ("tools", True)


@pytest.mark.parametrize(("status", "wire", "body"), mostly_slow(NO_PICTURES))
def test_a_model_without_eyes_is_told_with_the_fix(status: int, wire: Wire, body: Any) -> None:
    found = problem(body, status, wire)
    assert isinstance(found, ModelIncapable)
    assert (found.capability, "--blind" in (found.hint or "")) == ("pictures", True)


def explained(body: Any, status: int) -> ModelMisconfigured | None:
    """What the words mean, without a server."""
    inner = body.get("error", body)
    error = inner if isinstance(inner, dict) else {"message": inner}
    words = str(error.get("message") or error.get("detail"))
    said = Explanation.of(status, error, words)
    return lasting_refusal(said, RequestFeatures(pictures=True), name="x/y", address="http://h", message="m")


@pytest.mark.parametrize(("status", "wire", "body"), NO_PICTURES)
def test_all_words_for_no_pictures_are_understood(status: int, wire: Wire, body: Any) -> None:
    found = explained(body, status)
    assert isinstance(found, ModelIncapable), wire
    assert found.capability == "pictures"


@pytest.mark.parametrize(("status", "message"), LOOK_ALIKE)
def test_words_about_other_images_are_not_mistaken(status: int, message: str) -> None:
    assert explained(told(message), status) is None


@pytest.mark.parametrize(("status", "wire", "body"), mostly_slow(NO_MODEL))
def test_a_wrong_name_is_told_with_the_name(status: int, wire: Wire, body: Any) -> None:
    found = problem(body, status, wire)
    assert type(found) is ModelMisconfigured
    assert "Check the model name" in (found.hint or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["404 page not found", "<html>nginx</html>", {"detail": "Not Found"}, told("Not Found"), ""],
)
@pytest.mark.parametrize("status", [404, 405])
def test_a_path_that_is_not_there_is_told_with_the_address(status: int, body: Any) -> None:
    found = problem(body, status)
    assert type(found) is ModelMisconfigured
    assert "path does not exist" in (found.hint or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "wire", "body"),
    [
        (400, "google", told("API key not valid. Please pass a valid API key.", status="INVALID_ARGUMENT")),
        (400, "google", told("Bad.", details=[{"reason": "API_KEY_INVALID", "domain": "googleapis.com"}])),
        (400, "openai", told("Incorrect API key provided: xy***. Get one at the console.")),
        (401, "openai", told("no")),
        (403, "anthropic", told("no")),
    ],
)
def test_a_wrong_key_is_told_whatever_its_status(status: int, wire: Wire, body: Any) -> None:
    found = problem(body, status, wire)
    assert type(found) is ModelMisconfigured
    assert "M3BENCH_API_KEY" in (found.hint or "")


@pytest.mark.slow
@pytest.mark.parametrize(("status", "wire", "body"), [*NO_TOOLS[:2], *NO_PICTURES[:2]])
def test_a_request_without_tools_or_pictures_is_not_refused_for_them(
    status: int, wire: Wire, body: Any
) -> None:
    """The words may be quoted from the request: they count only where they can be true."""
    found = problem(body, status, wire, HELLO)
    assert type(found) is (ModelUnavailable if status >= 500 else RequestRefused)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (400, "Could not process image", RequestRefused),
        (400, "image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes", RequestRefused),
        (400, "At most 1 image(s) may be provided in one prompt.", RequestRefused),
        (400, "tools.3.function.parameters: invalid schema", RequestRefused),
        (429, "Rate limit reached for model gpt-4o", ModelUnavailable),
        (500, "The model crashed", ModelUnavailable),
        (503, "The model is overloaded, tools and images included", ModelUnavailable),
        (503, "model not found on this worker yet, loading", ModelUnavailable),
    ],
)
def test_what_is_about_this_request_or_moment_does_not_last(
    status: int, message: str, kind: type[ModelError]
) -> None:
    assert type(problem(told(message), status)) is kind


def test_pictures_from_tools_count_as_pictures() -> None:
    request = Request((User((Text("Look."),)), ToolReturn("1", "draw", (PICTURE,))))
    assert RequestFeatures.of(request) == RequestFeatures(tools=False, pictures=True)


@given(st.text(max_size=300), st.integers(400, 599))
def test_any_words_are_read(words: str, status: int) -> None:
    said = Explanation.of(status, {"code": 3, "details": [None, {"reason": 7}]}, words)
    found = lasting_refusal(said, RequestFeatures(True, True), name="x/y", address="http://h", message="m")
    assert found is None or (found.message == "m" and found.hint)
