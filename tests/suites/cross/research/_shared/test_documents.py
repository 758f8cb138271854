"""What plans read out of OpenAPI documents."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.research.openapi_explorer_paper_search_hugging_face import (
    deprecated,
    listings,
    page_size,
    usual_page,
)

OVERVIEW = """## Operations (4)

### jobs
- GET /jobs (listJobs): List jobs
- POST /jobs (createJob): Create a job [deprecated]
- GET /jobs/{job_id} (getJob): Get a job [deprecated, no authentication]
- GET /jobs/{job_id}/candidates (listJobCandidates): List candidates of a job [no authentication]
"""


def document(*parameters: dict[str, Any]) -> dict[str, Any]:
    return {"paths": {"/jobs": {"get": {"parameters": list(parameters)}}}}


def test_operations_of_an_overview() -> None:
    assert listings(OVERVIEW) == ["listJobs", "listJobCandidates"]
    assert deprecated(OVERVIEW) == ["createJob", "getJob"]
    with pytest.raises(PlanError, match="lists nothing"):
        listings("- POST /jobs (listJobs): no")


def test_sizes_of_pages() -> None:
    sort = {"name": "sort", "schema": {"default": "created_at"}}
    assert page_size(document(sort, {"name": "per_page", "schema": {"default": 25}})) == 25
    assert page_size(document({"name": "limit", "schema": {"default": 10}})) == 10
    assert page_size(document(sort)) is None


def test_the_recommended_page() -> None:
    notes = [None, "Errors: one schema.", "Pagination: a page has 33 entries unless asked for, never more."]
    assert usual_page(notes) == 33
    with pytest.raises(PlanError, match="recommends"):
        usual_page([None, "a page has many entries"])
