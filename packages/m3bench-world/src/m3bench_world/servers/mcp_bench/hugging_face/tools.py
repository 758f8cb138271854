"""Search and lookup on the hub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from msgspec import UNSET, UnsetType

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_limit, check_text
from m3bench_world.model_hub import Collection, Entry, Index, bare_id, data_set_tags, model_tags, space_tags
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.hugging_face import shapes

T = TypeVar("T", bound=Entry)


def given(text: str | UnsetType) -> str:
    """Return an optional text, or an empty one."""
    return "" if isinstance(text, UnsetType) else text.strip()


def found_entries(
    what: str,
    entries: dict[str, T],
    index: Index[T],
    tags_of: Callable[[T], list[str]],
    query: str | UnsetType,
    author: str | UnsetType,
    tags: str | UnsetType,
) -> list[T]:
    """Return the entries that pass all filters, in no particular order.

    Raises `NotFound` that names the filter to change.
    """
    owner, words = given(author), given(query)
    wanted = {tag.strip().casefold() for tag in given(tags).split(",") if tag.strip()}
    kept = [entry for entry in entries.values() if not owner or entry.author.casefold() == owner.casefold()]
    if not kept:
        owners = sorted({entry.author for entry in entries.values()})
        raise NotFound(f"no {what} of the author '{owner[:60]}'", near_misses(owner[:60], owners))
    tagged = (
        [entry for entry in kept if wanted <= {tag.casefold() for tag in tags_of(entry)}] if wanted else kept
    )
    if not tagged:
        known = sorted({tag for entry in kept for tag in tags_of(entry)})
        near = [close for tag in sorted(wanted)[:3] for close in near_misses(tag[:60], known, 3)][:5]
        raise NotFound(f"no {what} with the tags '{given(tags)[:60]}'", near or known[:8])
    if not words:
        return tagged
    ids = {entry.id for entry in tagged}
    exact = [entry for entry in tagged if entry.id.casefold() == words.casefold()]
    matching = exact or index.find(check_text(words, "query"), ids)
    if not matching:
        raise NotFound(f"no {what} for '{words[:80]}' with these filters", index.near(words[:80]))
    return matching


def entry_named(what: str, argument: str, entries: dict[str, T], index: Index[T], name: str) -> T:
    """Return the entry with an id. The owner may be left out where the name is unique."""
    wanted = check_text(name, argument).removeprefix("https://huggingface.co/")
    if wanted in entries:
        return entries[wanted]
    folded = wanted.casefold()
    alike = [entry for entry in entries.values() if folded in (entry.id.casefold(), entry.name.casefold())]
    if len(alike) == 1:
        return alike[0]
    near = [entry.id for entry in alike[:5]] or index.near(wanted[:80])
    raise NotFound(f"no {what} '{wanted[:80]}'", near)


MOST_RESULTS = 50
DEFAULT_RESULTS = 10

server = Server(
    "Hugging Face",
    "Models, data sets, spaces, collections and papers of a model hub.",
    sources=("model-hub",),
    proof=Proof("search-models", {"query": "sentiment", "limit": 3}),
)

Query = Annotated[str | UnsetType, about("Words to look for in the id, the tags and the purpose.")]
Author = Annotated[str | UnsetType, about("Only entries of this user or organisation, such as 'google'.")]
Tags = Annotated[str | UnsetType, about("Only entries with this tag; several are separated by commas.")]
Limit = Annotated[int | UnsetType, about("Most results, 1 to 50; 10 if left out.")]


def _limit(limit: int | UnsetType) -> int:
    return DEFAULT_RESULTS if limit is UNSET else check_limit(limit, "limit", MOST_RESULTS)


@server.tool(name="search-models")
def search_models(
    context: ToolContext,
    query: Query = UNSET,
    author: Author = UNSET,
    tags: Tags = UNSET,
    limit: Limit = UNSET,
) -> Answer:
    """Search models, most downloaded first. Give an id to get-model-info for size, licence and results."""
    world, hub = context.world, context.world.model_hub
    most = _limit(limit)
    found = found_entries("model", hub.models, hub.model_index, model_tags, query, author, tags)
    found.sort(key=lambda model: (-hub.downloads(model), model.id))
    return Answer([shapes.brief_model(world, model) for model in found[:most]])


@server.tool(name="get-model-info")
def get_model_info(
    context: ToolContext,
    model_id: Annotated[str, about("Id of a model, such as 'google-bert/bert-base-uncased'.")],
) -> Answer:
    """One model: task, parameters, size of its weights in bytes, licence, data sets, reported results, speed,
    spaces that show it, and its paper as a tag arxiv:ID (for get-paper-info)."""
    hub = context.world.model_hub
    model = entry_named("model", "model_id", hub.models, hub.model_index, model_id)
    return Answer(shapes.full_model(context.world, model), sources=("model-hub", "papers"))


@server.tool(name="search-datasets")
def search_datasets(
    context: ToolContext,
    query: Query = UNSET,
    author: Author = UNSET,
    tags: Tags = UNSET,
    limit: Limit = UNSET,
) -> Answer:
    """Search data sets, most downloaded first. Give an id to get-dataset-info for its rows and labels."""
    world, hub = context.world, context.world.model_hub
    most = _limit(limit)
    found = found_entries("data set", hub.data_sets, hub.data_set_index, data_set_tags, query, author, tags)
    found.sort(key=lambda data_set: (-hub.downloads(data_set), data_set.id))
    return Answer([shapes.brief_data_set(world, data_set) for data_set in found[:most]])


@server.tool(name="get-dataset-info")
def get_dataset_info(
    context: ToolContext, dataset_id: Annotated[str, about("Id of a data set, such as 'stanfordnlp/imdb'.")]
) -> Answer:
    """One data set: rows of each split, classes and their counts, languages, licence, and models trained on
    it."""
    hub = context.world.model_hub
    data_set = entry_named("data set", "dataset_id", hub.data_sets, hub.data_set_index, dataset_id)
    return Answer(shapes.full_data_set(context.world, data_set), sources=("model-hub", "papers"))


@server.tool(name="search-spaces")
def search_spaces(
    context: ToolContext,
    query: Query = UNSET,
    author: Author = UNSET,
    tags: Tags = UNSET,
    sdk: Annotated[
        str | UnsetType, about("Only spaces made with gradio, streamlit, docker or static.")
    ] = UNSET,
    limit: Limit = UNSET,
) -> Answer:
    """Search spaces (demos), most liked first. The query may be the id of a model or data set in use."""
    world, hub = context.world, context.world.model_hub
    most, kit = _limit(limit), given(sdk).casefold()
    found = found_entries("space", hub.spaces, hub.space_index, space_tags, query, author, tags)
    users = [space for space in found if given(query) in (*space.models, *space.data_sets)]
    found = [space for space in users or found if not kit or space.sdk == kit]
    if not found:
        raise NotFound(f"no space made with '{kit[:40]}' for this search; leave out sdk or use another one")
    found.sort(key=lambda space: (-hub.likes(space), space.id))
    return Answer([shapes.brief_space(world, space) for space in found[:most]])


@server.tool(name="get-space-info")
def get_space_info(
    context: ToolContext, space_id: Annotated[str, about("Id of a space, from search-spaces.")]
) -> Answer:
    """One space: its state and visits, its models and data sets, what its interface has and lacks, and its
    address."""
    hub = context.world.model_hub
    space = entry_named("space", "space_id", hub.spaces, hub.space_index, space_id)
    return Answer(shapes.full_space(context.world, space), sources=("model-hub", "papers"))


@server.tool(name="get-paper-info")
def get_paper_info(
    context: ToolContext,
    arxiv_id: Annotated[str, about("arXiv id, such as '2503.41234', with or without version.")],
) -> Answer:
    """One arXiv paper: title, authors, abstract, votes, and the models, data sets and spaces that name it."""
    wanted = check_text(arxiv_id, "arxiv_id").lower().removeprefix("arxiv:")
    papers = context.world.papers
    paper = papers.paper(wanted, "arxiv")
    if paper is None:
        raise NotFound(
            f"no paper '{arxiv_id[:60]}'", [bare_id(near) for near in papers.near_ids("arxiv", wanted)]
        )
    return Answer(shapes.full_paper(context.world, paper), sources=("papers", "model-hub"))


@server.tool(name="get-daily-papers")
def get_daily_papers(context: ToolContext) -> Answer:
    """The papers that were chosen for today, newest first, each with the beginning of its abstract."""
    papers = context.world.model_hub.reading.daily()
    return Answer(
        [shapes.brief_paper(context.world, paper) for paper in papers], sources=("papers", "model-hub")
    )


@server.tool(name="search-collections")
def search_collections(
    context: ToolContext,
    owner: Annotated[str | UnsetType, about("Only collections of this user or organisation.")] = UNSET,
    item: Annotated[
        str | UnsetType,
        about(
            "Only collections with this item, such as 'models/owner/name', or with a kind such as 'datasets'."
        ),
    ] = UNSET,
    query: Annotated[str | UnsetType, about("Words to look for in title and purpose.")] = UNSET,
    limit: Limit = UNSET,
) -> Answer:
    """Search collections, most upvoted first. Pass namespace and collection_id on to get-collection-info."""
    world, hub = context.world, context.world.model_hub
    most = _limit(limit)
    found = found_entries(
        "collection", hub.collections, hub.collection_index, lambda _: [], query, owner, UNSET
    )
    held = given(item)
    found = [collection for collection in found if not held or _holds(collection, held)]
    if not found:
        raise NotFound(
            f"no collection with the item '{held[:80]}' for this search; write it as models/owner/name"
        )
    found.sort(key=lambda collection: (-hub.likes(collection), collection.id))
    return Answer([shapes.brief_collection(world, collection) for collection in found[:most]])


def _holds(collection: Collection, item: str) -> bool:
    kind, _, name = item.partition("/")
    kind = kind.casefold().rstrip("s")
    if kind not in ("model", "dataset", "space", "paper"):
        return any(held.id.casefold() == item.casefold() for held in collection.items)
    return any(held.kind == kind and name.casefold() in ("", held.id.casefold()) for held in collection.items)


@server.tool(name="get-collection-info")
def get_collection_info(
    context: ToolContext,
    namespace: Annotated[str, about("Owner of the collection.")],
    collection_id: Annotated[str, about("The part of the id after the owner, from search-collections.")],
) -> Answer:
    """One collection with its items: kind, id and note of each."""
    hub = context.world.model_hub
    owner, name = check_text(namespace, "namespace"), check_text(collection_id, "collection_id")
    if "/" in name and name.partition("/")[0].casefold() != owner.casefold():
        raise BadArgument(
            "collection_id", f"'{name[:80]}' is not a collection of '{owner[:40]}'; pass its own owner"
        )
    wanted = name if "/" in name else f"{owner}/{name}"
    collection = entry_named("collection", "collection_id", hub.collections, hub.collection_index, wanted)
    return Answer(shapes.full_collection(context.world, collection))
