"""The documentation site: built without a warning and without the network, and searchable from disk."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import m3bench
from tests.apps.audit.browsing import browser
from tests.conftest import REPOSITORY
from tests.hanging import HANG_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

API = ("m3bench", "core", "scoring", "formats", "hosting", "agents", "testing")
NOWHERE = "http://127.0.0.1:9"
ENVIRONMENT = {"http_proxy": NOWHERE, "https_proxy": NOWHERE, "NO_MKDOCS_2_WARNING": "1"}
_LOADED = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="(https?:)?//')


def build(root: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )


# Docstrings of the public API


def public_functions() -> Iterator[Any]:
    """Functions of `m3bench.__all__`, and public methods of its classes."""
    for name in m3bench.__all__:
        thing = getattr(m3bench, name)
        members = [thing] if inspect.isroutine(thing) else vars(thing).values()
        for member in members:
            if inspect.isfunction(member) and not member.__name__.startswith("_"):
                yield pytest.param(member, id=member.__qualname__)


def is_async_variant(function: Any) -> bool:
    return bool(function.__name__.endswith("_async"))


@pytest.mark.parametrize(
    "function", [each for each in public_functions() if is_async_variant(each.values[0])]
)
def test_an_async_variant_refers_to_its_twin_and_takes_the_same(function: Any) -> None:
    twin = getattr(m3bench, function.__name__.removesuffix("_async"))
    assert (inspect.getdoc(function) or "").startswith(f"Like `{twin.__name__}`, as a coroutine.")
    assert inspect.signature(function) == inspect.signature(twin)
    assert inspect.iscoroutinefunction(function)


@pytest.mark.parametrize(
    "function", [each for each in public_functions() if not is_async_variant(each.values[0])]
)
def test_a_public_function_says_what_it_takes_and_returns(function: Any) -> None:
    signature = inspect.signature(function)
    taken = [name for name in signature.parameters if name not in {"self", "cls"}]
    doc = inspect.getdoc(function) or ""
    described = re.findall(
        r"^    \*{0,2}(\w+): ", doc.partition("Args:\n")[2].partition("\n\n")[0], re.MULTILINE
    )
    assert doc, "no docstring"
    assert described == taken
    if taken and signature.return_annotation not in (None, "None"):
        assert "\nReturns:\n" in doc


# The configuration


def test_nothing_comes_from_elsewhere() -> None:
    config = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8"))
    assert config["strict"] is True
    assert config["theme"]["font"] is False
    assert not any("//" in script for script in config["extra"]["polyfills"])


@pytest.mark.parametrize("name", API)
def test_the_api_pages_are_of_our_modules(name: str) -> None:
    """Two pages: what the door names again could not be linked on one."""
    page, module = ("m3bench", "m3bench") if name == "m3bench" else ("packages", f"m3bench.{name}")
    text = (REPOSITORY / "docs" / "api" / f"{page}.md").read_text(encoding="utf-8")
    assert f"\n::: {module}\n" in text


# Built


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = build(REPOSITORY, target)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr + done.stdout
    return target


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 60
    assert [str(page) for page in pages if _LOADED.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_markup_is_rendered(site: Path) -> None:
    """Without a blank line or an indent, mkdocs takes for text what GitHub takes for a list or a block."""
    for page in sorted(site.rglob("*.html")):
        for paragraph in re.findall(r"<p>(.*?)</p>", page.read_text(encoding="utf-8"), re.DOTALL):
            assert not re.search(r"^\s*(- |\| |```)", paragraph, re.MULTILINE), f"{page.name}: {paragraph}"


@pytest.mark.slow
def test_the_reference_has_every_public_name(site: Path) -> None:
    text = (site / "api" / "m3bench.html").read_text(encoding="utf-8")
    assert [name for name in m3bench.__all__ if f'id="m3bench.{name}"' not in text] == []


@pytest.mark.slow
def test_the_search_works_from_disk(site: Path) -> None:
    with browser() as chromium:
        search(chromium, site)


def search(chromium: Browser, site: Path) -> None:
    page = chromium.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((site / "index.html").as_uri())
    query = page.locator("[data-md-component=search-query]")
    query.focus()  # loads the index; what is typed before that may be ignored
    page.wait_for_selector(".md-search-result__meta:has-text('Type to start searching')", state="attached")
    query.press_sequentially("record replay cassettes")  # `fill` sends no keys
    page.wait_for_selector(".md-search-result__item a[href*='cassettes.html']", state="attached")
    assert [url for url in requests if not url.startswith(("file:", "data:", "about:", "blob:"))] == []
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Home\n\n[page](nowhere.md)\n", "nowhere.md"),
        ("# Home\n\n[anchor](index.md#nowhere)\n", "#nowhere"),
        ("# Home\n\n::: m3bench.testing.nowhere\n", "m3bench.testing.nowhere"),
    ],
    ids=["page", "anchor", "reference"],
)
def test_what_is_broken_fails_the_build(text: str, problem: str, tmp_path: Path) -> None:
    """Our settings on a site of one page."""
    config = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8"))
    config["nav"] = [{"Home": "index.md"}]
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    (tmp_path / "src" / "m3bench").mkdir(parents=True)  # a small one: ours takes long to read
    for module in ("__init__", "testing"):
        (tmp_path / "src" / "m3bench" / f"{module}.py").touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(text, encoding="utf-8")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    warnings = [line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR"))]
    assert warnings
    assert any(problem in line for line in warnings), done.stderr
