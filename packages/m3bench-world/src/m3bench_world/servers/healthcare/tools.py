"""The eleven tools of `healthcare-mcp`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec
from weakref import WeakKeyDictionary

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Files,
    NotFound,
    Proof,
    Server,
    ToolFailure,
    about,
    check_limit,
    check_text,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.healthcare import shapes
from m3bench_world.servers.healthcare.dicom import NotDicom, read_header
from m3bench_world.servers.healthcare.measures import body_mass_index, parse_period

if TYPE_CHECKING:
    from m3bench_world.papers import Paper


P = ParamSpec("P")


class Usage:
    """Calls and refused calls of one session, by tool."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()


_SESSIONS: WeakKeyDictionary[Files, Usage] = WeakKeyDictionary()


def usage_of(context: ToolContext) -> Usage:
    return _SESSIONS.setdefault(context.files.session, Usage())


def count_calls(
    tool: Callable[Concatenate[ToolContext, P], Answer],
) -> Callable[Concatenate[ToolContext, P], Answer]:
    """Wrap a tool to count its calls."""

    @wraps(tool)
    def counting(context: ToolContext, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        usage = usage_of(context)
        usage.calls[tool.__name__] += 1
        try:
            return tool(context, *args, **kwargs)
        except ToolFailure:
            usage.refused[tool.__name__] += 1
            raise

    return counting


MOST = 100
MOST_CODES = 50

server = Server(
    "healthcare-mcp",
    "Drug labels, medical literature, clinical trials, ICD-10 codes, health topics and simple medical tools.",
    sources=("labels",),
    proof=Proof("lookup_icd_code", {"code": "J30"}),
)

Limit = Annotated[float, about("How many results at most, 1 to 100.")]


@server.tool
@count_calls
def fda_drug_lookup(
    context: ToolContext,
    drug_name: Annotated[
        str,
        about(
            "Generic or brand name, with or without salt, form and strength: 'ibuprofen', 'Tylenol', "
            "'hydrocortisone cream 1%', 'oxycodone acetaminophen'."
        ),
    ],
    search_type: Annotated[
        Literal["general", "label", "adverse_events"],
        about("general: overview; label: sections of the package label; adverse_events: counts of reports."),
    ] = "general",
) -> Answer:
    """Look up a drug. "general" gives names, class, uses, forms and strengths, and whether it needs a
    prescription; "label" the sections of its label (indications, dosage, warnings, adverse reactions,
    ingredients …); "adverse_events" counts of reported reactions, with breakdowns that add up to the
    total."""
    pharmacy = context.world.pharmacy
    name = check_text(drug_name, "drug_name")
    drug = pharmacy.find(name)
    if drug is None:
        raise NotFound(f"no drug named '{name[:80]}'", pharmacy.near(name))
    data: dict[str, Any] = {"query": name, "search_type": search_type}
    if search_type == "label":
        data["label"] = shapes.drug_label(drug, pharmacy.label(drug, name))
    elif search_type == "adverse_events":
        data["adverse_events"] = shapes.drug_events(drug, pharmacy.adverse_events(drug))
    else:
        data["drug"] = shapes.drug_overview(drug, pharmacy.label(drug, name))
    return Answer(data, sources=("drugs", "labels"))


@server.tool
@count_calls
def pubmed_search(
    context: ToolContext,
    query: Annotated[
        str, about("Words, phrases in quotes, and AND, OR, NOT: 'asthma AND \"inhaled steroid\"'.")
    ],
    max_results: Limit = 5,
    date_range: Annotated[
        str, about("Publication dates: '5' for the last five years, '2021', '2018-2023'; empty for all.")
    ] = "",
    open_access: Annotated[bool, about("Only articles that are free to read.")] = False,
) -> Answer:
    """Search medical articles. Gives for each its PMID, title, authors, journal, date, DOI and abstract, the
    best match first."""
    term = check_text(query, "query")
    most = check_limit(max_results, "max_results", MOST)
    since, until = parse_period(date_range, context.world.now.date())
    found = _papers(
        context, "pubmed", term, most, since=since, until=until, fits=_is_open if open_access else None
    )
    listed = shapes.articles(found, "pmid")
    return Answer({"query": term, "result_count": len(listed), "articles": listed}, sources=("papers",))


@server.tool
@count_calls
def medrxiv_search(
    context: ToolContext,
    query: Annotated[str, about("Words, phrases in quotes, and AND, OR, NOT: 'long covid fatigue'.")],
    max_results: Limit = 10,
) -> Answer:
    """Search preprints in the health sciences (not peer reviewed). Gives for each its id, title, authors,
    date, DOI and abstract."""
    term = check_text(query, "query")
    found = _papers(context, "medrxiv", term, check_limit(max_results, "max_results", MOST))
    listed = shapes.articles(found, "id")
    return Answer({"query": term, "result_count": len(listed), "preprints": listed}, sources=("papers",))


def _is_open(paper: Paper) -> bool:
    return paper.open_access


def _papers(context: ToolContext, archive: str, query: str, most: int, **filters: Any) -> list[Paper]:
    try:
        found = context.world.papers.search(archive, query, most, **filters)
    except ValueError as problem:  # `InvalidQuery`; naming it would load all archives with this module
        raise BadArgument("query", str(problem)) from None
    if not found:
        near = [*context.world.clinic.near_conditions(query)[:3], *context.world.pharmacy.near(query)[:2]]
        raise NotFound(f"no article matches '{query[:80]}'; try fewer or other words, or wider dates", near)
    return found


@server.tool
@count_calls
def calculate_bmi(
    context: ToolContext,  # noqa: ARG001 - counted per desk
    height_meters: Annotated[float, about("Height in metres, such as 1.75.")],
    weight_kg: Annotated[float, about("Weight in kilograms, such as 70.")],
) -> Answer:
    """Compute the body mass index (kg/m²) of an adult, with its WHO class and the normal weights at that
    height."""
    return Answer(body_mass_index(height_meters, weight_kg), sources=("arithmetic",))


@server.tool
@count_calls
def ncbi_bookshelf_search(
    context: ToolContext,
    query: Annotated[str, about("A disease or a drug: 'asthma', 'management of migraine', 'warfarin'.")],
    max_results: Limit = 10,
) -> Answer:
    """Search chapters of medical handbooks. Gives for each its id (NBK…), title, book, authors, year and
    summary."""
    term = check_text(query, "query")
    found = context.world.clinic.chapters(term, check_limit(max_results, "max_results", MOST))
    if not found:
        raise NotFound(f"no chapter on '{term[:80]}'", context.world.clinic.near_chapters(term))
    books = [shapes.chapter(chapter) for chapter in found]
    return Answer({"query": term, "result_count": len(books), "books": books})


@server.tool
@count_calls
def extract_dicom_metadata(
    context: ToolContext,
    file_path: Annotated[str, about("A DICOM file in the workspace, such as 'scans/chest.dcm'.")],
) -> Answer:
    """Read the header of a DICOM file: patient, study, series, equipment and image attributes, and every
    element with tag, name, type and value (at most 300). Sequences are counted, pixel data is left out.
    Little-endian files only."""
    data = context.files.read(file_path, "file_path")
    try:
        header = read_header(data)
    except NotDicom as problem:
        raise BadArgument("file_path", f"'{file_path}' is not a readable DICOM file: {problem}") from None
    return Answer(shapes.dicom(file_path, len(data), header), sources=("arithmetic",))


@server.tool
@count_calls
def health_topics(
    context: ToolContext,
    topic: Annotated[
        str, about("A subject in English or Spanish: 'Healthy eating', 'sleep', 'presión alta'.")
    ],
    language: Annotated[Literal["en", "es"], about("Language of the answer: en or es.")] = "en",
) -> Answer:
    """Plain information on a health topic: what to know, what one can do, when to see a doctor, and related
    topics. Up to three pages, the closest first."""
    term = check_text(topic, "topic")
    found = context.world.clinic.find_topics(term, language)
    if not found:
        raise NotFound(f"no health topic '{term[:80]}'", context.world.clinic.near_topics(term, language))
    pages = [shapes.topic(page) for page in found]
    return Answer({"query": term, "language": language, "result_count": len(pages), "topics": pages})


Status = Literal["recruiting", "completed", "active", "not_recruiting", "all"]


@server.tool
@count_calls
def clinical_trials_search(
    context: ToolContext,
    condition: Annotated[str, about("A disease: 'atrial fibrillation', 'lupus', 'type 2 diabetes'.")],
    status: Annotated[
        Status,
        about(
            "recruiting; completed; active (running, closed to new participants); not_recruiting (not yet "
            "open, suspended, terminated or withdrawn); all."
        ),
    ] = "recruiting",
    max_results: Limit = 10,
) -> Answer:
    """Find clinical trials for a condition. Gives for each its NCT number, title, status, phase,
    interventions, sponsor, dates, who can take part, and sites; and how many there are in all."""
    clinic = context.world.clinic
    term = check_text(condition, "condition")
    most = check_limit(max_results, "max_results", MOST)
    known = clinic.condition(term)
    if known is None:
        raise NotFound(f"no trials for '{term[:80]}'", clinic.near_conditions(term))
    found = clinic.trials(known, status)
    if not found:
        raise NotFound(f"no trials for {known.name} with status {status}; try status 'all'")
    trials = [shapes.trial(trial) for trial in found[:most]]
    summary = {"condition": known.name, "icd10_code": known.code, "status": status, "total_count": len(found)}
    return Answer({**summary, "result_count": len(trials), "trials": trials})


@server.tool
@count_calls
def lookup_icd_code(
    context: ToolContext,
    code: Annotated[
        str | UnsetType, about("An ICD-10-CM code, with or without dot: 'I48', 'E11.9', 'S52501A'.")
    ] = UNSET,
    description: Annotated[str | UnsetType, about("Words of a diagnosis: 'atrial fibrillation'.")] = UNSET,
    max_results: Annotated[float, about("How many codes at most, 1 to 50.")] = 10,
) -> Answer:
    """Look up ICD-10-CM diagnosis codes. By code: its description, section, chapter, parent and the codes
    below it. By description: the best fitting codes. With both: fitting codes below the given code."""
    most = check_limit(max_results, "max_results", MOST_CODES)
    if isinstance(code, str) and code.strip():
        below = description if isinstance(description, str) and description.strip() else None
        return (
            _codes_below(context, check_text(code, "code"), below, most)
            if below
            else _one_code(context, code, most)
        )
    if not isinstance(description, str):
        raise BadArgument("code", "neither code nor description is given; pass one of them")
    term = check_text(description, "description")
    found = context.world.clinic.diagnoses(term, most)
    if not found:
        raise NotFound(f"no diagnosis for '{term[:80]}'", context.world.clinic.near_conditions(term))
    return _codes_answer({"description": term}, found)


def _codes_answer(query: dict[str, str], found: list[Any]) -> Answer:
    codes = [shapes.code(diagnosis) for diagnosis in found]
    return Answer({"query": query, "result_count": len(codes), "codes": codes}, sources=("icd10",))


def _codes_below(context: ToolContext, code: str, description: str, most: int) -> Answer:
    clinic = context.world.clinic
    above = clinic.diagnosis(code)
    if above is None:
        raise NotFound(f"no ICD-10-CM code '{code[:20]}'", clinic.near_codes(code))
    fitting = clinic.diagnoses(check_text(description, "description"), 5_000)
    found = [diagnosis for diagnosis in fitting if diagnosis.code.startswith(above.code)]
    if not found:
        raise NotFound(
            f"no diagnosis for '{description[:80]}' below {above.code}", clinic.codes.children(above.code)[:5]
        )
    return _codes_answer({"code": above.code, "description": description}, found[:most])


def _one_code(context: ToolContext, term: str, most: int) -> Answer:
    clinic = context.world.clinic
    text = check_text(term, "code")
    found, note = clinic.diagnosis(text), None
    if found is None and (extended := clinic.with_seventh(text)):
        found, encounter = extended
        note = f"The seventh character means: {encounter}. The entry is for the code without it."
    if found is None:
        raise NotFound(f"no ICD-10-CM code '{text[:20]}'", clinic.near_codes(text))
    children = clinic.codes.children(found.code)
    parent = clinic.codes.parent(found.code)
    data = {
        "query": {"code": text},
        **shapes.code(found),
        "parent": {"code": parent, "description": clinic.codes.titled(parent)} if parent else None,
        "child_count": len(children),
        "children": [{"code": child, "description": clinic.codes.titled(child)} for child in children[:most]],
    }
    return Answer(data | ({"note": note} if note else {}), sources=("icd10",))


@server.tool
def get_usage_stats(context: ToolContext) -> Answer:
    """How often the other tools of this server were called in this session, in all and by tool, and how many
    calls were refused. Asking for statistics is not counted."""
    return Answer(_statistics(context), sources=("arithmetic",))


@server.tool
def get_all_usage_stats(context: ToolContext) -> Answer:
    """Usage of every session that the caller may see. A workspace is one session, so this lists the current
    one, with every tool, also those that were not called."""
    usage = usage_of(context)
    tools = {name: usage.calls[name] for name in server.tools if not name.endswith("usage_stats")}
    session = {**_statistics(context), "calls_by_tool": tools}
    return Answer(
        {"session_count": 1, "sessions": [session], "total_calls": sum(tools.values())},
        sources=("arithmetic",),
    )


def _statistics(context: ToolContext) -> dict[str, Any]:
    usage = usage_of(context)
    return {
        "total_calls": sum(usage.calls.values()),
        "refused_calls": sum(usage.refused.values()),
        "calls_by_tool": dict(sorted(usage.calls.items())),
    }
