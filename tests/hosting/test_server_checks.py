from __future__ import annotations

from pathlib import Path

from m3bench.core import Outcome
from m3bench.hosting import Pool, ServerCheck, ServerSpec, Tool, ToolListStore, check_servers
from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from tests.hosting.processes import run, spec


def _entry(tool: str, **arguments: object) -> CatalogEntry:
    return CatalogEntry(
        name="well",
        registry=Registry.PYPI,
        package="well",
        version="1",
        executable="well",
        domain="test",
        licence="MIT",
        tools=1,
        proof_tool=tool,
        proof_arguments=arguments,
        proof_files=("sample.txt",),
    )


def _check(specs: list[ServerSpec], entries: dict[str, CatalogEntry] | None = None) -> list[ServerCheck]:
    proofs = {name: entry.proof for name, entry in (entries or {}).items()}

    async def work() -> list[ServerCheck]:
        async with Pool() as pool:
            return await check_servers(pool, specs, proofs)

    checks: list[ServerCheck] = run(work)
    return checks


def test_the_proof_of_the_catalog_is_called_in_a_prepared_workspace() -> None:
    (check,) = _check([spec()], {"well": _entry("write", name="${WORKSPACE}/new.txt", text="x")})
    assert check.passed
    assert check.called == "well/write"
    assert check.excerpt == "new.txt sample.txt"
    assert check.start_seconds is not None
    assert check.call_seconds is not None


def test_without_an_entry_a_harmless_call_is_made_up() -> None:
    (check,) = _check([spec()])
    assert (check.called, check.outcome, check.passed) == ("well/echo", Outcome.SUCCESS, True)


def test_what_does_not_work_is_said_and_the_rest_is_checked() -> None:
    broken, refused, well = _check([spec("exits"), spec("duplicates"), spec()], {"well": _entry("die")})
    assert not broken.passed
    assert "no licence key" in (broken.fault or "")
    assert "more than one tool named: echo" in (refused.fault or "")
    assert (well.passed, well.outcome) == (False, Outcome.SERVER_FAULT)


def test_each_is_told_when_it_is_done(tmp_path: Path) -> None:
    done: list[str] = []

    async def work() -> None:
        async with Pool(tmp_path) as pool:
            specs = [spec(name=name) for name in ("a", "b", "c")]
            await check_servers(pool, specs, {}, done=lambda check: done.append(check.name))

    run(work)
    assert sorted(done) == ["a", "b", "c"]


def test_what_changed_since_the_last_check_is_said(tmp_path: Path) -> None:
    listings = ToolListStore(tmp_path)
    well = spec()

    async def work() -> ServerCheck:
        async with Pool() as pool:
            return (await check_servers(pool, [well], {}, listings=listings))[0]

    assert run(work).drift is None
    assert run(work).drift is None
    tools = listings.of(well).get()
    assert tools is not None
    listings.of(well).put([*tools[1:], Tool(server="well", name="gone")])
    drift = run(work).drift
    assert "gone" in drift
    assert "echo" in drift
