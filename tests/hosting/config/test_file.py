from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import FormatError
from m3bench.hosting.config.file import parse_jsonc, parse_specs, plain_json, read_specs
from m3bench.hosting.spec import Scope, ServerSpec, Timeouts

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
COMMENTS = st.sampled_from(
    ["", " ", '// no " , ] }\n', '/* a\n, "b" */', "\t\n", "/**/", "// [\r\n", "/* // */"]
)


def test_a_server_says_itself_that_it_may_be_stopped_between_calls() -> None:
    config = {"mcpServers": {"a": {"command": "x", "restartable": True}, "b": {"command": "x"}}}
    assert [spec.restartable for spec in parse_specs(config, {})] == [True, False]
    with pytest.raises(FormatError, match="expected true or false"):
        parse_specs({"mcpServers": {"a": {"command": "x", "restartable": "yes"}}}, {})


def test_claude_desktop(tmp_path: Path) -> None:
    path = tmp_path / "claude_desktop_config.json"
    path.write_text(
        """{
          "globalShortcut": "Ctrl+Space",
          "mcpServers": {
            "files and folders": {"command": "npx", "args": ["-y", "some-server", "${HOME}/Desktop"]},
            "github": {"command": "docker", "args": ["run", "-i"], "env": {"GITHUB_TOKEN": "${GH}"}},
            "time": {"command": "uvx", "args": ["mcp-server-time"], "disabled": false, "autoApprove": []}
          }
        }"""
    )
    files, github, time = read_specs(path, {"HOME": "/home/ada"})
    assert files == ServerSpec(
        name="files and folders", command="npx", args=("-y", "some-server", "/home/ada/Desktop")
    )
    assert github.missing == ("GH",)
    assert github.unavailable_because == "set GH in the environment"
    assert time == ServerSpec(name="time", command="uvx", args=("mcp-server-time",))
    github = read_specs(path, {"HOME": "/home/ada", "GH": "ghp_abcdef"})[1]
    assert (github.env, github.secrets, github.available) == (
        {"GITHUB_TOKEN": "ghp_abcdef"},
        ("ghp_abcdef",),
        True,
    )


def test_cursor(tmp_path: Path) -> None:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text(
        json.dumps(
            {
                "mcpServers": {
                    "remote": {
                        "url": "http://localhost:${PORT:-3000}/mcp",
                        "headers": {"K": "Bearer ${env:TOK}"},
                    },
                    "local": {"type": "stdio", "command": "python", "args": ["${workspaceFolder}/s.py"]},
                    "file": {"command": "python", "envFile": ".env"},
                }
            }
        )
    )
    remote, local, file = read_specs(path, {"TOK": "secret-token"})
    assert remote.url == "http://localhost:3000/mcp"
    assert remote.headers == {"K": "Bearer secret-token"}
    assert (remote.command, remote.secrets) == (None, ("secret-token",))
    assert local.args == (f"{tmp_path.resolve()}/s.py",)
    assert file.problem is not None
    assert "envFile" in file.problem


def test_vs_code(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(
        """\ufeff{
          // keys are asked for
          "inputs": [
            {"type": "promptString", "id": "api-key", "password": true},
            {"type": "promptString", "id": "region", "default": "eu"},
          ],
          "servers": {
            "a": {"type": "stdio", "command": "node", "args": ["--x=//y", /* one, */ "${input:region}",],
                  "env": {"KEY": "${input:api-key}", "N": 3, "GONE": null}, "cwd": "${userHome}/w"},
            "b": {"type": "http", "url": "https://example.org/mcp"},
            "c": {"type": "sse", "url": "https://example.org/sse"},
            "d": {"command": "x", "args": ["${config:editor.x}"]},
          },
        }"""
    )
    a, b, c, d = read_specs(path, {"HOME": "/home/ada"})
    assert a.args == ("--x=//y", "eu")
    assert a.missing == ("API_KEY",)
    assert a.env == {"KEY": "${input:api-key}", "N": "3"}
    assert a.cwd == "/home/ada/w"
    assert b == ServerSpec(name="b", url="https://example.org/mcp")
    assert c.problem == "transport sse is not supported; use stdio or streamable HTTP"
    assert d.problem is not None
    assert "${config:editor.x}" in d.problem
    assert [spec.available for spec in (a, b, c, d)] == [False, True, False, False]


def test_vs_code_settings() -> None:
    data = {
        "editor.fontSize": 12,
        "mcp": {"inputs": [{"id": "i", "default": "7"}], "servers": {"a": {"command": "${input:i}"}}},
    }
    assert parse_specs(data, {}) == [ServerSpec(name="a", command="7")]


def test_m3_bench_runs_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "servers").mkdir()
    (tmp_path / "servers" / "wiki_mcp.py").touch()
    path = tmp_path / "mcp_servers.json"
    entries: dict[str, Any] = {
        "wiki": {"_comment": "wiki service", "command": "python", "args": ["servers/wiki_mcp.py"], "env": {}},
        "gone": {"command": "python", "args": ["servers/gone.py", "x" * 5000 + "/y", "a\0/b"]},
        "yolo": {"command": "python", "disabled": True},
    }
    path.write_text(json.dumps({"servers": entries}))
    wiki, gone, yolo = read_specs(path, {})
    assert wiki.cwd == str(tmp_path.resolve())
    assert gone.cwd is None
    assert yolo.problem == f'disabled: remove "disabled" in {path}'


@pytest.mark.parametrize(
    "wrap",
    [
        lambda entries: {"servers": entries},
        lambda entries: entries,
        lambda entries: {"mcpServers": {entry.pop("name"): entry for entry in entries}},
        lambda entries: {entry.pop("name"): entry for entry in entries},
    ],
)
def test_shapes_give_the_same(wrap: Any) -> None:
    entries = [
        {"name": "a", "command": ["uv", "run"], "args": ["s"]},
        {"name": "servers", "serverUrl": "http://h"},
    ]
    assert parse_specs(wrap(entries), {}) == [
        ServerSpec(name="a", command="uv", args=("run", "s")),
        ServerSpec(name="servers", url="http://h"),
    ]


def test_scope_and_timeouts() -> None:
    entry = {"command": "x", "scope": "task", "timeout": 5, "timeouts": {"start": 1.5, "stop": 2}}
    (spec,) = parse_specs({"mcpServers": {"a": entry}}, {})
    assert spec.scope is Scope.TASK
    assert spec.timeouts == Timeouts(start=1.5, call=5.0, stop=2.0)


def test_the_type_decides_between_command_and_url() -> None:
    entry = {"command": "x", "url": "http://h"}
    (local,) = parse_specs([{"name": "a", "type": "stdio", **entry}], {})
    (remote,) = parse_specs([{"name": "a", "transport": "streamable-http", **entry}], {})
    assert (local.command, local.url) == ("x", None)
    assert (remote.command, remote.url) == (None, "http://h")


def test_the_workspace_is_left_for_the_task() -> None:
    (spec,) = parse_specs(
        {"servers": {"a": {"command": "x", "args": ["${WORKSPACE}/f"]}}}, {"WORKSPACE": "/w"}
    )
    assert spec.args == ("${WORKSPACE}/f",)
    assert spec.available


def test_keys_written_into_the_file_are_secret() -> None:
    remote = {
        "url": "http://me:password1@h/mcp?api_key=in-query&page=number-one",
        "headers": {"Authorization": "Bearer abc123def", "Accept": "text/plain"},
    }
    local = {
        "command": "x",
        "args": [
            "--api-key",
            "after-option",
            "--token=in-option",
            "--key",
            "--verbose",
            "--file",
            "readable",
        ],
        "env": {"API_KEY": "sk-literal", "MAX_TOKENS": "100000", "SECRET": "abc", "PIN_KEY": "12345678"},
    }
    header = {"command": "x", "args": ["--header", "X-Api-Key: in-header", "Note: nothing"]}
    specs = parse_specs({"servers": {"r": remote, "l": local, "h": header}}, {})
    assert [set(spec.secrets) for spec in specs] == [
        {"password1", "in-query", "abc123def"},
        {"after-option", "in-option", "sk-literal"},
        {"in-header"},
    ]


def test_what_is_missing_is_no_secret() -> None:
    entry = {"command": "x", "args": ["--token", "${TOKEN}"], "env": {"API_KEY": "${API_KEY}"}}
    (spec,) = parse_specs({"servers": {"a": entry}}, {})
    assert (spec.missing, spec.secrets) == (("TOKEN", "API_KEY"), ())


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"command": 3}, "server 'a b', command: expected a string, found the number 3"),
        ({"command": " "}, "server 'a b', command: is empty"),
        ({"command": []}, "server 'a b', command: is empty"),
        ({"command": "x", "args": "y"}, "server 'a b', args: expected a list of strings, found a string"),
        ({"command": "x", "args": ["y", None]}, "server 'a b', args[1]: expected a string, found null"),
        ({"command": "x", "env": []}, "server 'a b', env: expected an object of strings, found a list"),
        ({"command": "x", "env": {"K": True}}, "server 'a b', env.K: expected a string, found true"),
        ({"command": "x", "cwd": {}}, "server 'a b', cwd: expected a string, found an object"),
        ({"url": ["u"]}, "server 'a b', url: expected a string, found a list"),
        (
            {"url": "http://u", "headers": "h"},
            "server 'a b', headers: expected an object of strings, found a string",
        ),
        (
            {"command": "x", "disabled": "no"},
            "server 'a b', disabled: expected true or false, found a string",
        ),
        (
            {"command": "x", "timeout": 0},
            "timeout: expected a positive number of seconds, found the number 0",
        ),
        ({"command": "x", "timeout": 10**400}, "timeout: expected a positive number of seconds"),
        ({"command": "x", "timeout": True}, "timeout: expected a positive number of seconds, found true"),
        (
            {"command": "x", "timeouts": {"begin": 1}},
            "timeouts: unknown key 'begin'; known keys: start, call, task, stop",
        ),
        ({"command": "x", "timeouts": 3}, "timeouts: expected an object, found the number 3"),
        ({"command": "x", "scope": "mine"}, "scope: expected 'shared' or 'task', found 'mine'"),
        ({"command": "x", "url": "http://u"}, "server 'a b': has both a command and a URL"),
        ({"args": []}, "server 'a b': has neither a command nor a URL"),
        ({"type": "http", "command": "x"}, "server 'a b', url: type http requires a URL"),
        ({"type": "stdio", "url": "x"}, "server 'a b', command: type stdio requires a command"),
        ({"url": "ftp://h/x"}, "server 'a b', url: expected a URL that starts with http:// or https://"),
        ("x", "server 'a b': expected an object"),
    ],
)
def test_wrong_entries(entry: Any, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_specs({"mcpServers": {"good": {"command": "x"}, "a b": entry}}, {}, file="my.json")
    assert str(caught.value).startswith("my.json, ")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({}, 'expected an object with "mcpServers" or "servers"'),
        (3, 'expected an object with "mcpServers" or "servers"'),
        ({"other": 1}, 'expected an object with "mcpServers" or "servers"'),
        ({"mcpServers": 3}, "mcpServers: expected an object or a list of servers"),
        ({"servers": [{"command": "x"}]}, 'servers[0]: expected an object with a "name"'),
        ({"servers": ["x"]}, 'servers[0]: expected an object with a "name"'),
        ({"servers": {"a/b": {"command": "x"}}}, "server 'a/b': a name cannot contain '/'"),
        ({"servers": {" ": {"command": "x"}}}, "the name is empty"),
        ([{"name": "a", "command": "x"}] * 2, "server 'a': duplicate name"),
        (
            {"servers": {"a": {"command": "x"}}, "mcpServers": {"a": {"command": "y"}}},
            "server 'a': duplicate name",
        ),
    ],
)
def test_wrong_files(data: Any, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_specs(data, {}, file="my.json")
    assert problem in str(caught.value)


def test_no_servers_is_fine() -> None:
    assert parse_specs({"mcpServers": {}}, {}) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": {}, /* never closed\n', "line 1: a comment is not closed"),
        ('{"a": 1}\n/*/', "line 2: a comment is not closed"),
        ('{"a":\n // x\n ]', "line 3, column 2: invalid JSON"),
        ("[,]", "line 1, column 2: invalid JSON"),
        ("[1,,]", "invalid JSON"),
        ('{"mcpServers": {"a": {}, "a": {}}}', "duplicate key 'a'"),
        ('["' + '\\"' * 50_000, "invalid JSON: unterminated string"),
        ("[" * 100_000, "nested too deeply"),
        ("[" + "1" * 5000 + "]", "a number has too many digits"),
        ("", "invalid JSON"),
    ],
)
def test_broken_text(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_specs(path, {})
    assert str(path) in str(caught.value)
    assert problem in str(caught.value)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        read_specs(tmp_path / "none.json", {})
    (tmp_path / "bytes.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(FormatError, match="is not valid UTF-8"):
        read_specs(tmp_path / "bytes.json", {})


def commented(value: Any, draw: Any) -> str:
    """The value as JSON, with comments and trailing commas wherever they may stand."""

    def gap() -> str:
        text: str = draw(COMMENTS)
        return text

    if isinstance(value, dict):
        items = [f"{json.dumps(key)}{gap()}:{commented(item, draw)}" for key, item in value.items()]
        opening, closing = "{}"
    elif isinstance(value, list):
        items = [commented(item, draw) for item in value]
        opening, closing = "[]"
    else:
        return f"{gap()}{json.dumps(value)}{gap()}"
    trailing = "," if items and draw(st.booleans()) else ""
    inside = ",".join(f"{gap()}{item}{gap()}" for item in items)
    return f"{gap()}{opening}{inside}{trailing}{gap()}{closing}{gap()}"


@given(JSON, st.data())
def test_comments_and_trailing_commas_change_nothing(value: Any, data: st.DataObject) -> None:
    assert parse_jsonc(commented(value, data.draw)) == value


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_plain_json_is_left_as_it_is(value: Any, indent: int | None, escaped: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    assert plain_json(text) == text


@given(st.text(alphabet='"\\/*,[]{}1 \n', max_size=60))
def test_places_are_kept(text: str) -> None:
    try:
        plain = plain_json(text)
    except FormatError:
        return
    assert len(plain) == len(text)
    assert [at for at, char in enumerate(plain) if char == "\n"] == [
        at for at, char in enumerate(text) if char == "\n"
    ]
