from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Content, Data, Media, Outcome, Text
from m3bench.hosting import Rejection, Reply
from m3bench.hosting.toolbox.failures import LONGEST_FAILURE, classify, classify_rejection, service_problem

FAULT = Outcome.SERVER_FAULT
ERROR, ABSENT, INVALID = Outcome.TOOL_ERROR, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS

# Failures that servers return as ordinary answers, in words that their libraries and authors use.
ORDINARY_TEXT: dict[Outcome, list[str]] = {
    INVALID: [
        "[Tool error] Invalid arguments: 'lat' must be a number",
        "Error: HTTP 400 Bad Request",
        "HTTP 400: Bad Request",
        "400 Client Error: Bad Request for url: https://api.example.org/v1?q=",
        "Request failed with status code 422",
        "Invalid arguments for tool search: limit is too large",
        "Invalid date format. Use YYYY-MM-DD.",
        "Missing required parameter: query",
        "Parameter 'unit' is required",
        "1 validation error for getForecastArguments\nlatitude\n  Input should be a valid number",
        "MCP error -32602: Invalid params",
        "Error: Latitude must be between -90 and 90",
        "Error: Permission denied: /etc/shadow",
        "Error: Access denied - path outside allowed directories: /etc not in /workspace",
        "Error: no such column: nmae",
        "Error: Column 'nmae' does not exist",
        "Error: Slide index 12 out of bounds (Total slides: 3)",
        "**Error**: Unsupported currency XYZ",
        "Error executing tool divide: division by zero",
        "Error executing query: syntax error at or near FORM",
        "Failed to parse date: 31-31-2024",
        "An error occurred: sheet 'Q1' already exists",
        "Error: unknown currency XYZ",
    ],
    ABSENT: [
        "HTTP 404",
        "HTTP/1.1 404 Not Found",
        "404 Not Found",
        "Error: 404 Not Found",
        "HTTP Error 404: Not Found",
        "HTTP error! status: 404",
        "API Error (404): page missing",
        "Client error '404 Not Found' for url 'https://api.example.org/x'",
        "404 Client Error: Not Found for url: https://en.example.org/wiki/Xyzzy",
        "Error: 410 Gone",
        "No results found for 'xyzzy'.",
        "No results found",
        "No results.",
        "No matching products were found",
        "No weather data available for Atlantis",
        "0 results found.",
        "File not found: report.pdf",
        "File '/data/report.v2.pdf' not found",
        "Error: ENOENT: no such file or directory, open '/data/a.txt'",
        "[Errno 2] No such file or directory: 'a.txt'",
        "The requested resource was not found.",
        "City not found",
        "User 'zoe' does not exist.",
        "Could not find any article named 'Xyzzy'",
        "Sorry, I couldn't find any recipes with dragonfruit and eel.",
        "Unable to find location: Atlantis",
        "Error executing tool read: FileNotFoundError: a.txt",
        "❌ Error: Movie with ID 99999999 not found",
        "Not found.",
    ],
    ERROR: [
        "HTTP 503 Service Unavailable",
        "500 Internal Server Error",
        "Server error '502 Bad Gateway' for url 'https://api.example.org/x'",
        "Request failed with status code 500",
        "Error: Request failed with status code 429",
        "Error: 401 Unauthorized",
        "Error fetching weather: 403 Forbidden",
        "Error: connect ECONNREFUSED 127.0.0.1:8080",
        "Error fetching page: getaddrinfo ENOTFOUND api.example.org",
        "getaddrinfo EAI_AGAIN api.example.org",
        "Connection refused",
        "Network error: host unreachable",
        "fetch failed",
        "Error: [Errno -3] Temporary failure in name resolution",
        "Error: HTTPSConnectionPool(host='api.example.org', port=443): Max retries exceeded with url: /404",
        "Error: All connection attempts failed",
        "Error: SSL: CERTIFICATE_VERIFY_FAILED",
        "Request timed out after 30 seconds",
        "The operation timed out",
        "Error: timeout of 10000ms exceeded",
        "Error: ReadTimeout",
        "Rate limit exceeded. Try again in 60 seconds.",
        "User API Key Rate limit exceeded",
        "Too many requests",
        "You have exceeded your daily quota.",
        "Missing API key",
        "OpenWeather API key not configured",
        "WEATHER_API_KEY environment variable is not set",
        "Error: Invalid API key. Please see the documentation.",
        "Error: API key not found",
        "Authentication failed",
        "Internal server error",
        "Service temporarily unavailable.",
        "Error executing tool search",
        "Error calling tool 'search'",
        "Error executing tool search: 'NoneType' object has no attribute 'get'",
        "Error: Cannot read properties of undefined (reading 'items')",
        "Error: spawn ffmpeg: command not found",
        "Error: No module named 'pandas'",
        "Error: Executable doesn't exist at /opt/browser/chrome",
        "Unable to fetch forecast data for this location.",
        "Failed to retrieve stock prices",
        "Error: unknown error",
        "Error: sheet limit is 3, and 5 were asked for",
        "MCP error -32603: Internal error",
        "MCP error -32001: Request timed out",
    ],
}

# What looks like a failure and is the answer.
CONTENT: list[str] = [
    "",
    "   \n",
    "ok",
    "Berlin: 21 °C, light rain. UV index: not found in this report.",
    "Location: Berlin, station id not found, temperature 21 °C",
    "Station: Tempelhof\nHumidity: 40 %\nPollen: not found",
    "main.c:3:5: error: expected ';' before '}' token\nmain.c: In function 'main':",
    "def load(path):\n    raise ValueError('Error: file not found')",
    "try:\n    run()\nexcept KeyError as error:\n    print('error:', error)",
    "Penguins are not found in the Arctic.",
    "The species was last seen in 1936; no living specimen has been found since.",
    "HTTP 404 is the status code that servers send for a page they do not have.",
    "404 Not Found is a 2013 novel about a web designer.",
    "404 Main Street, Springfield, 62701",
    "500 grams of flour, 2 eggs, a pinch of salt",
    "Error handling in Python is done with try and except.",
    "Error-prone PCR introduces random mutations.",
    "Errors: 0, warnings: 2, tests: 48",
    "Mean absolute error: 0.23",
    "Standard error: 1.7 %",
    "Error: 0.05",
    "Error bars show one standard deviation.",
    "The Forbidden City is a palace complex in Beijing.",
    "Forbidden Planet (1956), directed by Fred M. Wilcox",
    "Timeout: 30 s, retries: 3",
    "Rate limit: 100 requests per hour",
    "API keys are managed under Settings > API.",
    "Connection Refused is an album by a Danish band.",
    "No Country for Old Men (2007)",
    "No One Available Tonight, a song",
    "Lost and found: open until 18:00",
    "No broken requirements found.",
    "No errors found.",
    "No known vulnerabilities found",
    "0 is returned on success",
    "Invalid ballots: 1,204 of 300,551",
    "Invalid values: 12 of 300 rows",
    "Internal error correction codes: Hamming, Reed-Solomon",
    "Traceback (most recent call last):\n  File \"<stdin>\", line 1\nNameError: name 'x' is not defined",
    "Found 3 results for 'file not found'",
    "Failed states index 2024: 1. Somalia",
    "The file was saved. Two links in it were not found.",
    "[]",
    "{}",
    "null",
    "true",
    "A search for 'timeout' gave: request timed out (12 questions), connection refused (9 questions)",
]

FAILED_OBJECTS: list[tuple[Any, Outcome]] = [
    ({"error": "City not found"}, ABSENT),
    ({"error": "Invalid API key"}, ERROR),
    ({"error": "latitude out of range"}, INVALID),
    ({"error": "something odd"}, ERROR),
    ({"error": {"code": 404, "message": "No route"}}, ABSENT),
    ({"error": {"code": 500, "message": "oops"}}, ERROR),
    ({"error": True, "message": "rate limit exceeded"}, ERROR),
    ({"status": "error", "message": "Bad coordinates"}, ERROR),
    ({"status": "error", "message": "upstream timed out"}, ERROR),
    ({"status": "failed", "reason": "No such file"}, ABSENT),
    ({"success": False, "message": "Connection refused"}, ERROR),
    ({"success": False, "error": "unknown unit 'furlong'"}, INVALID),
    ({"success": False}, ERROR),
    ({"ok": False, "error": "channel_not_found"}, ABSENT),
    ({"Response": "False", "Error": "Movie not found!"}, ABSENT),
    ({"Error Message": "Invalid API call. Please retry or visit the documentation."}, INVALID),
    ({"statusCode": 404, "message": "Nothing here"}, ABSENT),
    ({"status": 400, "title": "Bad Request", "detail": "q is empty"}, INVALID),
    ({"code": "503", "message": "try later"}, ERROR),
    ({"errors": [{"message": "Field 'nmae' does not exist"}]}, INVALID),
    ({"isError": True, "message": "Quota exceeded"}, ERROR),
    ({"detail": "Not found."}, ABSENT),
    ({"result": "Error: HTTP 404"}, ABSENT),
    ({"message": "No results found for 'x'"}, ABSENT),
    ({"error": "City not found", "results": []}, ABSENT),
    ({"error": "Unknown city", "known_cities": ["Rome", "Oslo"]}, INVALID),
]
GOOD_OBJECTS: list[Any] = [
    {"errors": 0, "warnings": 3},
    {"errors": []},
    {"error": None, "temperature": 21},
    {"error": "", "value": 1},
    {"error": False},
    {"error": "none", "value": 1},
    {"value": 3.2, "error": 0.05},
    {"value": 3.2, "error": "0.05"},
    {"success": True, "message": "File not found in cache, fetched again"},
    {"status": "ok", "message": "error log cleared"},
    {"status": "failed", "job": 12, "duration": 3.5},
    {"results": [{"title": "404 Not Found"}], "error": "one source timed out"},
    {"results": []},
    {"url": "https://example.org/x", "status": 404, "ok": False},
    {"code": 404},
    {"message": "Hello"},
    {"text": "HTTP 404 is a status code"},
    [{"error": "x"}],
    {"status": 200, "message": "not found in the old index, but in the new one"},
]


def outcome_of(*content: Content, is_error: bool = False) -> Outcome:
    return classify(Reply(content, is_error), {})


@pytest.mark.parametrize(
    ("text", "outcome"), [(text, outcome) for outcome, texts in ORDINARY_TEXT.items() for text in texts]
)
def test_failures_in_ordinary_text(text: str, outcome: Outcome) -> None:
    assert outcome_of(Text(text)) is outcome
    assert outcome_of(Text(f"\n{text} \n")) is outcome
    assert outcome_of(Text(text), is_error=True) is outcome
    assert outcome_of(Data({"result": text})) is outcome
    assert outcome_of(Text(text), Data({"result": text})) is outcome


@pytest.mark.parametrize("text", CONTENT)
def test_content_is_not_misread(text: str) -> None:
    assert outcome_of(Text(text)) is Outcome.SUCCESS
    assert outcome_of(Data({"result": text})) is Outcome.SUCCESS


@pytest.mark.parametrize(("value", "outcome"), FAILED_OBJECTS)
def test_objects_that_declare_an_error(value: Any, outcome: Outcome) -> None:
    text = json.dumps(value, indent=1)
    assert outcome_of(Data(value)) is outcome
    assert outcome_of(Text(text)) is outcome
    assert outcome_of(Text(text), Data(value)) is outcome


@pytest.mark.parametrize(
    ("value", "outcome"), [case for case in FAILED_OBJECTS if case[0] != {"success": False}]
)
def test_objects_in_a_marked_error(value: Any, outcome: Outcome) -> None:
    assert outcome_of(Data(value), is_error=True) is outcome
    assert outcome_of(Text(json.dumps(value)), is_error=True) is outcome


@pytest.mark.parametrize("value", GOOD_OBJECTS)
def test_objects_that_are_data(value: Any) -> None:
    assert outcome_of(Data(value)) is Outcome.SUCCESS
    assert outcome_of(Text(json.dumps(value))) is Outcome.SUCCESS


@pytest.mark.parametrize("opening", ["File not found: x. ", "Error: HTTP 404 ", "No results found. "])
def test_a_long_text_is_content(opening: str) -> None:
    assert outcome_of(Text(opening)) is ABSENT
    assert outcome_of(Text(opening + "and so on " * LONGEST_FAILURE)) is Outcome.SUCCESS


def test_a_long_text_that_the_server_calls_an_error_is_one() -> None:
    assert outcome_of(Text("HTTP 404 " + "and so on " * 10_000), is_error=True) is ABSENT


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        ((), ERROR),
        ((Text(""), Text(" \n")), ERROR),
        ((Media(media_type="image/png", data=b"x"),), ERROR),
        ((Text("The moon is in the wrong phase"),), ERROR),
        ((Data({"moon": "wrong phase"}),), ERROR),
        ((Text("Traceback (most recent call last):\n  File 'server.py', line 3\nRuntimeError: x"),), ERROR),
        (
            (Text("Traceback (most recent call last):\n  File 'x.py'\nValueError: unit must be C or F"),),
            INVALID,
        ),
        ((Text("Unknown tool: search"),), ERROR),
        ((Text("Tool search not found"),), ERROR),
        ((Text("Something went wrong"),), ERROR),
        ((Text("Error executing tool get_not_found: unit must be C or F"),), INVALID),
        ((Text("Error calling tool 'check_api_key': bad luck"),), ERROR),
        ((Text("see the picture"), Media(data=b"x")), ERROR),
    ],
)
def test_marked_errors(content: tuple[Content, ...], outcome: Outcome) -> None:
    assert outcome_of(*content, is_error=True) is outcome


def test_an_empty_answer_and_a_picture_are_successes() -> None:
    assert outcome_of() is Outcome.SUCCESS
    assert outcome_of(Media(media_type="image/png", data=b"x")) is Outcome.SUCCESS
    assert outcome_of(Text(""), Media(data=b"x")) is Outcome.SUCCESS


def test_one_failed_part_among_good_ones_is_no_failure() -> None:
    assert outcome_of(Text("Oslo: 4 °C"), Text("City not found")) is Outcome.SUCCESS
    assert outcome_of(Text("City not found"), Media(data=b"x")) is Outcome.SUCCESS
    assert outcome_of(Text("City not found"), Text("Error: HTTP 500")) is ABSENT
    assert outcome_of(Text(""), Text("City not found")) is ABSENT


@pytest.mark.parametrize(
    ("code", "message", "outcome"),
    [
        (-32602, "Invalid params", INVALID),
        (-32602, "Unknown tool: search", ERROR),
        (-32002, "Resource not found", ABSENT),
        (-32603, "Internal error", ERROR),
        (-32603, "City not found", ABSENT),
        (-32603, "ENOENT: no such file or directory, open 'menu.json'", ABSENT),
        (-32600, "WEATHER_API_KEY is required", ERROR),
        (-32601, "Method not found", ERROR),
        (-32700, "Parse error", ERROR),
        (-32000, "Connection closed", ERROR),
        (-32099, "whatever", ERROR),
        (-32100, "whatever", ERROR),
        (-1, "", ERROR),
        (-1, "HTTP 503", ERROR),
        (0, "City not found", ABSENT),
        (0, "unit must be C or F", INVALID),
    ],
)
def test_json_rpc_errors(code: int, message: str, outcome: Outcome) -> None:
    assert classify_rejection(Rejection("s", code, message), {}) is outcome


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Error: 401 Unauthorized", "the service requires a key or rejects the one it got"),
        ("WEATHER_API_KEY environment variable is not set", "a key is missing or rejected"),
        ("connect ECONNREFUSED 127.0.0.1:80", "the service is unreachable: no network, or it is down"),
        ("Request timed out after 30 seconds", "the service timed out"),
        ("HTTP 503", "the service behind the tool failed"),
        ("Too many requests", "the service limits the request rate"),
        ("City not found", None),
        ("all is well", None),
        ("", None),
    ],
)
def test_what_an_error_says_about_the_service(text: str, problem: str | None) -> None:
    """For people who check servers; how a call is scored is another matter."""
    assert service_problem(text) == problem


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "errors", "status", "code", "message", "success", "result"]), inner
        )
    ),
    max_leaves=12,
)
PARTS = st.builds(Text, st.text() | JSON.map(json.dumps)) | st.builds(Data, JSON) | st.builds(Media)


@pytest.mark.slow
@given(st.lists(PARTS, max_size=4), st.booleans())
def test_every_reply_has_an_outcome(parts: list[Content], is_error: bool) -> None:
    outcome = outcome_of(*parts, is_error=is_error)
    assert outcome in (Outcome.SUCCESS, ERROR, ABSENT, INVALID)
    assert not (is_error and outcome is Outcome.SUCCESS)


@pytest.mark.parametrize(
    "text",
    ["no " + "a " * 290, "file " + "x" * 590, "error" + " " * 590, "*" * 600, "api " * 150, "((4" * 200],
)
def test_reading_is_quick_whatever_is_read(text: str) -> None:
    start = time.thread_time()
    outcome_of(Text(text), is_error=True)
    outcome_of(Text(text))
    outcome_of(Text(text[:230]))
    assert time.thread_time() - start < 0.2
