"""`server.json` of the MCP registry, from and to the configuration of a client."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import FormatError, M3BenchError, UsageError
from m3bench.hosting import parse_specs
from m3bench.hosting.server_json import (
    SCHEMA,
    Publication,
    export_entry,
    import_server,
    parse_server_json,
)

STDIO = {"type": "stdio"}
KEY = {"name": "API_KEY", "isRequired": True, "isSecret": True}
ABOUT = Publication("io.github.ada/mine", "1.0.0", "My server")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=12,
)


def document(**parts: Any) -> dict[str, Any]:
    return {"$schema": SCHEMA, "name": "io.github.ada/mine", "description": "d", "version": "1.0.0", **parts}


def package(kind: str = "npm", **parts: Any) -> dict[str, Any]:
    return {"registryType": kind, "identifier": "@ada/mine", "version": "1.0.0", "transport": STDIO, **parts}


def entry(*packages: Any, use: str | None = None, **parts: Any) -> dict[str, Any]:
    read = parse_server_json(document(packages=packages, **parts))
    return import_server(read.server, use=use).entry


def test_packages_of_the_three_registries() -> None:
    assert entry(package()) == {"command": "npx", "args": ["-y", "@ada/mine@1.0.0"]}
    assert entry(package("pypi", identifier="mine")) == {"command": "uvx", "args": ["mine@1.0.0"]}
    image = {"identifier": "ghcr.io/ada/mine:2", "environmentVariables": [KEY]}
    assert entry(package("oci", **image)) == {
        "command": "docker",
        "args": ["run", "-i", "--rm", "-e", "API_KEY", "ghcr.io/ada/mine:2"],
        "env": {"API_KEY": "${API_KEY}"},
    }
    untagged = entry(package("oci", identifier="localhost:5000/mine", version="3"))
    assert untagged["args"][-1] == "localhost:5000/mine:3"


def test_arguments_and_variables() -> None:
    arguments = [
        {"type": "positional", "value": "serve"},
        {"type": "positional", "valueHint": "data_dir", "isRequired": True},
        {"type": "named", "name": "--port", "default": "80"},
        {"type": "named", "name": "-u", "value": "{user}@x", "variables": {"user": {"isRequired": True}}},
        {"type": "named", "name": "--debug", "isRequired": True},
        {"type": "named", "name": "--extra"},
    ]
    made = entry(
        package(packageArguments=arguments, runtimeArguments=[{"type": "positional", "value": "--yes"}])
    )
    assert made["args"] == [
        "--yes", "@ada/mine@1.0.0", "serve", "${DATA_DIR}", "--port=${PORT:-80}", "-u", "${USER}@x",
        "--debug=${DEBUG}",
    ]  # fmt: skip


def test_secrets_are_never_copied() -> None:
    variables = [
        KEY,
        {"name": "OTHER_KEY", "isSecret": True, "value": "hunter2-hunter2", "default": "hunter2"},
        {"name": "REGION", "default": "eu"},
        {"name": "LOG", "value": "info"},
        {"name": "UNUSED"},
    ]
    made = entry(package(environmentVariables=variables))
    expected = {
        "API_KEY": "${API_KEY}",
        "OTHER_KEY": "${OTHER_KEY:-}",
        "REGION": "${REGION:-eu}",
        "LOG": "info",
    }
    assert made["env"] == expected
    (spec,) = parse_specs({"mcpServers": {"mine": made}}, {})
    assert spec.missing == ("API_KEY",)


def test_a_remote_is_taken_where_no_package_can_be_started() -> None:
    token = {"token": {"isRequired": True, "isSecret": True}}
    remotes = [
        {"type": "sse", "url": "https://x.example/sse"},
        {
            "type": "streamable-http",
            "url": "https://{tenant}.example/mcp/{other}",
            "variables": {"tenant": {"default": "acme"}},
            "headers": [{"name": "Authorization", "value": "Bearer {token}", "variables": token}],
        },
    ]
    expected = {
        "type": "http",
        "url": "https://${TENANT:-acme}.example/mcp/{other}",
        "headers": {"Authorization": "Bearer ${TOKEN}"},
    }
    assert entry(package("nuget"), package(transport=remotes[1]), remotes=remotes) == expected
    assert entry(package(), remotes=remotes, use="remote") == expected
    assert entry(remotes=remotes[:1])["type"] == "sse"
    with pytest.raises(UsageError, match="packages of nuget cannot be started"):
        entry(package("nuget"))
    with pytest.raises(UsageError, match="nothing of the kind oci"):
        entry(package(), use="oci")


def test_unknown_fields_are_named() -> None:
    read = parse_server_json(
        document(status="active", packages=[package(colour=1)], _meta={"a.b/c": {"d": 1}})
    )
    assert read.unknown == ("status", "packages[0].colour")
    assert parse_server_json({"server": document(), "_meta": {}}).server.name == "io.github.ada/mine"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "expected a server.json"),
        ({"mcpServers": {}}, "found a client configuration"),
        (document(name="mine"), "the name 'mine' must be namespace/server"),
        (document(description="x" * 101), "the description must have 1 to 100 characters"),
        (document(version="^1.0"), "must be one specific version"),
        (document(version=1), "version: expected str, got int"),
        (document(packages=[package(version="latest")]), r"packages\[0\].*one specific version"),
        (document(packages=[package(fileSha256="x")]), "not a SHA-256"),
        (document(packages=[{"identifier": "x"}]), "missing required field registryType"),
        (document(packages=[package(packageArguments=[{"type": "named"}])]), "a named argument needs a name"),
        (
            document(packages=[package(packageArguments=[{"type": "positional"}])]),
            "needs a value or a valueHint",
        ),
        (document(remotes=[{"type": "sse"}]), "the transport sse needs a url"),
        (document(remotes=[STDIO]), "a remote cannot have the transport stdio"),
    ],
)
def test_wrong_files_are_explained(data: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message) as raised:
        parse_server_json(data, file="server.json")
    assert raised.value.message.startswith("server.json")


@given(JSON, st.sampled_from(["name", "packages", "remotes", "version", "_meta", "icons"]))
def test_any_json_is_read_or_refused(value: Any, key: str) -> None:
    for data in (value, document(**{key: value}), document(packages=[package(packageArguments=value)])):
        try:
            read = parse_server_json(data)
            import_server(read.server)
        except M3BenchError:
            continue


@pytest.mark.parametrize(
    "written",
    [
        {
            "command": "npx",
            "args": ["-y", "@ada/mine@1.0.0", "serve", "--in=${DIR}"],
            "env": {"A": "b", "API_KEY": "${API_KEY}"},
        },
        {"command": "uvx", "args": ["--python", "3.12", "mine@2.0"], "env": {"REGION": "${REGION:-eu}"}},
        {
            "command": "docker",
            "args": ["run", "-i", "--rm", "-e", "K", "-v", "/a:/b", "ada/mine:1"],
            "env": {"K": "v"},
        },
        {
            "type": "http",
            "url": "https://${TENANT}.example/mcp",
            "headers": {"Authorization": "Bearer ${TOKEN}"},
        },
    ],
)
def test_there_and_back(written: dict[str, Any]) -> None:
    made = json.loads(msgspec.json.encode(export_entry("mine", written, ABOUT)))
    assert made["$schema"] == SCHEMA
    read = parse_server_json(made)
    assert read.unknown == ()
    assert import_server(read.server).entry == written


def test_an_export_has_no_secret() -> None:
    secret = "sk-live-0123456789"
    env = {"API_KEY": secret, "MODE": "fast"}
    made = export_entry("mine", {"command": "npx", "args": ["mine@latest"], "env": env}, ABOUT)
    assert secret not in msgspec.json.encode(made).decode()
    assert made.packages[0].environment_variables[0].is_secret
    assert (made.packages[0].identifier, made.packages[0].version) == ("mine", None)
    passed = {"command": "docker", "args": ["run", "-e", f"API_KEY={secret}", "ada/mine:1"]}
    assert secret not in msgspec.json.encode(export_entry("mine", passed, ABOUT)).decode()
    remote = {"url": "https://x.example/mcp", "headers": {"Authorization": f"Bearer {secret}"}}
    assert secret not in msgspec.json.encode(export_entry("mine", remote, ABOUT)).decode()
    for unsafe in (
        {"command": "npx", "args": ["mine", "--api-key", secret]},
        {"url": f"https://x.example/mcp?api_key={secret}"},
    ):
        with pytest.raises(UsageError, match="secret"):
            export_entry("mine", unsafe, ABOUT)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            {"command": "python", "args": ["server.py"]},
            "is started with 'python', which is no published package",
        ),
        ({"command": "npx", "args": ["-y"]}, "its arguments name no package"),
        ({"command": "npx", "args": ["mine@^1"]}, "one specific version"),
        ({}, "no published package"),
    ],
)
def test_what_cannot_be_listed_is_explained(written: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message.replace("^", r"\^")):
        export_entry("mine", written, ABOUT)
