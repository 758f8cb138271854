"""`ppt`, the third-party package: each of its 37 tools works on a real presentation."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from m3bench.core import Outcome
from tests.runs.office import Office, opened

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ppt() -> Iterator[Office]:
    with opened("ppt") as office:
        yield office


@pytest.fixture
def deck(ppt: Office, request: pytest.FixtureRequest) -> str:
    """A presentation with two slides; it is the current one."""
    name: str = request.node.name
    assert ppt.data("create_presentation", id=name)["slide_count"] == 0
    assert ppt.data("switch_presentation", presentation_id=name)["current_presentation_id"] == name
    assert ppt.data("add_slide", layout_index=1, title="First")["layout_name"] == "Title and Content"
    assert ppt.data("add_slide", layout_index=5, title="Second")["slide_index"] == 1
    return name


def test_text_on_slides(ppt: Office, deck: str) -> None:
    ppt("populate_placeholder", slide_index=0, placeholder_idx=1, text="Body")
    ppt("add_bullet_points", slide_index=0, placeholder_idx=1, bullet_points=["One", "Two"])
    added = ppt.data("manage_text", slide_index=1, operation="add", text="A note")
    assert added["text"] == "A note"
    first = ppt("extract_slide_text", slide_index=0)
    assert "First" in first
    assert "Two" in first
    whole = ppt.data("extract_presentation_text")
    assert whole["presentation_id"] == deck
    assert whole["total_slides"] == 2
    assert "A note" in ppt("extract_presentation_text")
    assert ppt.data("get_slide_info", slide_index=1)["shape_count"] == 2
    assert ppt.data("get_presentation_info")["slide_count"] == 2
    assert "Optimized" in ppt.data("optimize_slide_text", slide_index=0)["message"]


def test_pictures(ppt: Office, deck: str) -> None:
    path = ppt.workspace / "red.png"
    Image.new("RGB", (60, 40), "red").save(path)
    position = {"slide_index": 1, "left": 1, "top": 3}
    shape = ppt.data("manage_image", operation="add", image_source=str(path), **position)["shape_index"]
    effects = ppt.data("apply_picture_effects", slide_index=1, shape_index=shape, effects={"shadow": {}})
    assert effects["applied_effects"] == ["shadow"]


def test_tables_shapes_and_charts(ppt: Office, deck: str) -> None:
    box = {"slide_index": 1, "left": 1, "top": 2, "width": 4, "height": 2}
    table = ppt.data("add_table", rows=2, cols=2, data=[["a", "b"], ["c", "d"]], **box)
    assert (table["rows"], table["cols"]) == (2, 2)
    ppt("format_table_cell", slide_index=1, shape_index=table["shape_index"], row=0, col=0, bold=True)
    assert (
        ppt.data("add_shape", shape_type="oval", text="O", **box)["shape_index"] == table["shape_index"] + 1
    )
    values = {"categories": ["x", "y"], "series_names": ["s"], "series_values": [[1, 2]]}
    chart = ppt.data("add_chart", chart_type="column", **box, **values)
    changed = ppt.data(
        "update_chart_data", slide_index=1, shape_index=chart["shape_index"], categories=["x", "z"],
        series_data=[{"name": "s", "values": [3, 4]}],
    )  # fmt: skip
    assert changed["categories"] == ["x", "z"]


def test_a_connector_meets_a_fault_of_the_package(ppt: Office, deck: str) -> None:
    """It looks for a constant that python-pptx does not have, whatever the kind of line."""
    ends = {"start_x": 1, "start_y": 1, "end_x": 3, "end_y": 3}
    message = ppt.ending("add_connector", Outcome.TOOL_ERROR, slide_index=0, connector_type="elbow", **ends)
    assert "Failed to add connector" in message


def test_links_masters_and_transitions(ppt: Office, deck: str) -> None:
    ppt("manage_text", slide_index=1, operation="add", text="A note")
    link = {"slide_index": 1, "shape_index": 1, "text": "here", "url": "https://example.org"}
    ppt("manage_hyperlinks", operation="add", **link)
    (link,) = ppt.data("manage_hyperlinks", operation="list", slide_index=1)["hyperlinks"]
    assert link["url"] == "https://example.org"
    assert ppt.data("manage_slide_masters", operation="list")["total_masters"] == 1
    fade = ppt.data("manage_slide_transitions", slide_index=0, operation="set", transition_type="fade")
    assert fade["transition_type"] == "fade"


def test_designs_and_fonts(ppt: Office, deck: str) -> None:
    assert "modern_blue" in ppt("apply_professional_design", operation="get_schemes")
    sizes = ppt.data("manage_fonts", operation="recommend", font_path="")["recommendations"][
        "recommended_sizes"
    ]
    assert "title" in sizes


def test_templates_of_slides(ppt: Office, deck: str) -> None:
    listed = [template["id"] for template in ppt.data("list_slide_templates")["available_templates"]]
    assert "title_slide" in listed
    assert ppt.data("get_template_info", template_id="title_slide")["layout_type"] == "title"
    titled = {"template_id": "title_slide", "content_mapping": {"title": "Templated"}}
    assert ppt.data("create_slide_from_template", **titled)["slide_index"] == 2
    assert ppt.data("apply_slide_template", slide_index=1, **titled)["slide_index"] == 1
    assert "Templated" in ppt("extract_slide_text", slide_index=2)
    sequence = [{"template_id": "title_slide", "content": {"title": "Sequence"}}]
    ppt("create_presentation_from_templates", template_sequence=sequence)
    assert ppt.data("auto_generate_presentation", topic="Tea", slide_count=3)["slide_count"] == 3
    assert "Tea" in ppt("extract_presentation_text")


def test_files(ppt: Office, deck: str) -> None:
    path = str(ppt.workspace / "deck.pptx")
    ppt("set_core_properties", title="Harvest", author="A. Grower")
    assert ppt.data("save_presentation", file_path=path)["file_path"] == path
    with zipfile.ZipFile(path) as archive:
        assert "Harvest" in archive.read("docProps/core.xml").decode()
        assert "First" in archive.read("ppt/slides/slide1.xml").decode()
    assert ppt.data("open_presentation", file_path=path, id="again")["slide_count"] == 2
    assert "again" in [presentation["id"] for presentation in ppt.data("list_presentations")["presentations"]]
    assert ppt.data("get_template_file_info", template_path=path)["slide_count"] == 2
    assert ppt.data("create_presentation_from_template", template_path=path)["slide_count"] == 2


def test_the_server_says_what_it_is(ppt: Office) -> None:
    assert "PowerPoint" in ppt.data("get_server_info")["name"]


def test_every_tool_is_called_above(ppt: Office) -> None:
    source = "".join(Path(__file__).read_text(encoding="utf-8").split())
    assert len(ppt.tools) == 37
    assert [tool for tool in sorted(ppt.tools) if f'("{tool}"' not in source] == []
