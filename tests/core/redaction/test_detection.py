from __future__ import annotations

import base64

import pytest

from m3bench.core.redaction import (
    environment_secrets,
    isolated_secrets,
    known_secrets,
    protect,
    redactor,
    secrets_in_address,
    secrets_in_arguments,
    secrets_in_table,
)


def test_secrets_of_an_environment() -> None:
    environment = {
        "OPENAI_API_KEY": "sk-1",
        "GITHUB_TOKEN": "ghp_1",
        "DB_PASSWORD": "correct horse",
        "SSH_AUTH_SOCK": "/tmp/ssh/agent.1",
        "AWS_SECRET_FILE": "/home/me/aws",
        "KEY_PIN": "1234567",
        "USE_AUTH": "required",
        "HTTPS_PROXY": "http://me:s%40crt@proxy:3128",
        "HOME": "/home/me",
    }
    assert set(environment_secrets(environment)) == {"sk-1", "ghp_1", "correct horse", "s%40crt", "s@crt"}


@pytest.mark.parametrize(
    ("name", "value", "secrets"),
    [
        ("Authorization", "Bearer abc.def", ["abc.def"]),
        ("authorization", "token ghp_1", ["ghp_1"]),
        ("Authorization", f"Basic {base64.b64encode(b'me:pw pw').decode()}", ["bWU6cHcgcHc=", "pw pw"]),
        ("Authorization", "Basic not!base64", ["not!base64"]),
        ("Cookie", "sid=abcdef; lang=de", ["sid=abcdef; lang=de", "abcdef", "de"]),
        ("PASSPHRASE", "correct horse battery", ["correct horse battery"]),
        ("Accept", "text/plain", []),
    ],
)
def test_secrets_of_a_table(name: str, value: str, secrets: list[str]) -> None:
    assert list(secrets_in_table({name: value})) == secrets


def test_secrets_of_arguments_and_addresses() -> None:
    args = ["--api-key", "k1", "--token=k2", "-v", "--header", "X-Api-Key: k3", "--db=postgres://u:k4@h/d"]
    assert list(secrets_in_arguments(args)) == ["k1", "k2", "k3", "k4"]
    assert list(secrets_in_address("https://h/mcp?api_key=k5&page=2")) == ["k5"]
    assert list(secrets_in_address("http://[::1")) == []


def test_secrets_are_known_to_the_whole_process_and_only_once() -> None:
    protect(["first-secret", "short"])
    one = redactor()
    protect(["first-secret"])
    assert redactor() is one
    with isolated_secrets():
        assert known_secrets() == frozenset()
        protect(["second-secret"])
        assert redactor().text("first-secret second-secret") == "first-secret ${SECRET}"
    assert known_secrets() == {"first-secret"}
