"""The manifest for KubeRay is linted: its structure, its references, and the command that it runs."""

from __future__ import annotations

import copy
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import typer.main
import yaml

from m3bench.cli import app
from tests.examples.manifest_schema import SCHEMAS

REPOSITORY = Path(__file__).parents[2]
FOLDER = REPOSITORY / "examples" / "kubernetes"
Document = dict[str, Any]


class StrictLoader(yaml.SafeLoader):  # type: ignore[misc]
    """Refuses keys that occur twice, of which YAML keeps the last."""


def _mapping(loader: StrictLoader, node: yaml.MappingNode) -> Document:
    keys = [loader.construct_object(key) for key, _ in node.value]
    if len(keys) != len(set(keys)):
        raise yaml.constructor.ConstructorError(None, None, f"a key occurs twice: {keys}", node.start_mark)
    return {
        key: loader.construct_object(value, deep=True)
        for key, (_, value) in zip(keys, node.value, strict=True)
    }


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read(text: str) -> list[Document]:
    return list(yaml.load_all(text, StrictLoader))


@pytest.fixture
def documents() -> list[Document]:
    return read((FOLDER / "rayjob.yaml").read_text(encoding="utf-8"))


def problems(documents: list[Document]) -> list[str]:
    """Everything that is wrong with the documents of a manifest."""
    return [*_structure(documents), *_references(documents)]


def _structure(documents: list[Document]) -> Iterator[str]:
    for document in documents:
        schema = SCHEMAS.get(document.get("kind", ""))
        if schema is None:
            yield f"unknown kind: {document.get('kind')}"
        else:
            validator = jsonschema_rs.validator_for(schema)
            yield from (
                f"{error.instance_path}: {error.message}" for error in validator.iter_errors(document)
            )


def _references(documents: list[Document]) -> Iterator[str]:
    claims = {
        document["metadata"]["name"] for document in documents if document["kind"] == "PersistentVolumeClaim"
    }
    for pod in _pods(documents):
        volumes = {volume["name"]: volume for volume in pod.get("volumes", ())}
        mounts = {mount["name"] for each in pod["containers"] for mount in each.get("volumeMounts", ())}
        if mounts != volumes.keys():
            yield f"mounts {sorted(mounts)} of volumes {sorted(volumes)}"
        used = {volume.get("persistentVolumeClaim", {}).get("claimName") for volume in volumes.values()}
        if used - claims:
            yield f"claims {sorted(used - claims)} do not exist"
        for container in pod["containers"]:
            if container.get("resources", {}).get("requests") != container.get("resources", {}).get("limits"):
                yield f"{container['name']}: Ray needs equal requests and limits"


def cluster(documents: list[Document]) -> Document:
    (job,) = [document for document in documents if document["kind"] == "RayJob"]
    found: Document = job["spec"]["rayClusterSpec"]
    return found


def _pods(documents: list[Document]) -> list[Document]:
    spec = cluster(documents)
    groups = [spec["headGroupSpec"], *spec["workerGroupSpecs"]]
    return [group["template"]["spec"] for group in groups]


def test_the_manifest_is_valid(documents: list[Document]) -> None:
    assert problems(documents) == []


def head(documents: list[Document]) -> Document:
    found: Document = cluster(documents)["headGroupSpec"]
    return found


BROKEN: dict[str, Callable[[list[Document]], object]] = {
    "a misspelt field": lambda made: cluster(made).update(workerGroupSpec=[]),
    "a missing field": lambda made: cluster(made).pop("rayVersion"),
    "a number for a text": lambda made: head(made)["rayStartParams"].update({"num-cpus": 0}),
    "an old version of the API": lambda made: made[1].update(apiVersion="ray.io/v1alpha1"),
    "an unknown kind": lambda made: made.append({"kind": "RayJobs"}),
    "an image without a tag": lambda made: _pods(made)[0]["containers"][0].update(image="m3bench"),
    "a volume that is missing": lambda made: _pods(made)[0].update(volumes=[]),
    "a claim that is missing": lambda made: made[0]["metadata"].update(name="other"),
    "unequal limits": lambda made: _pods(made)[1]["containers"][0]["resources"]["limits"].update(cpu="8"),
}


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_mistake_is_found(mistake: str, documents: list[Document]) -> None:
    broken = copy.deepcopy(documents)
    BROKEN[mistake](broken)
    assert problems(broken)


def test_a_key_that_occurs_twice_is_found() -> None:
    with pytest.raises(yaml.constructor.ConstructorError, match="a key occurs twice"):
        read("spec:\n  replicas: 1\n  replicas: 2\n")


def test_pods_have_one_image_and_the_version_of_ray_that_is_tested(documents: list[Document]) -> None:
    images = {container["image"] for pod in _pods(documents) for container in pod["containers"]}
    dockerfile = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    constraints = (REPOSITORY / "constraints.txt").read_text(encoding="utf-8").split()
    version = cluster(documents)["rayVersion"]
    assert len(images) == 1
    assert f"-t {images.pop()} ." in dockerfile
    assert f"FROM rayproject/ray:{version}-" in dockerfile
    assert f"ray=={version}" in constraints


def test_the_job_is_a_command_of_ours_that_fits_the_cluster(documents: list[Document]) -> None:
    program, verb, *arguments = shlex.split(documents[1]["spec"]["entrypoint"])
    assert program == "m3bench"
    command = typer.main.get_command(app).commands[verb]  # type: ignore[attr-defined]
    given = command.make_context(verb, arguments, resilient_parsing=False).params
    assert given["ray"] == "auto"
    workers = cluster(documents)["workerGroupSpecs"]
    cpus = sum(
        worker["replicas"] * int(worker["template"]["spec"]["containers"][0]["resources"]["limits"]["cpu"])
        for worker in workers
    )
    assert given["workers"] == cpus
    mounts = _pods(documents)[0]["containers"][0]["volumeMounts"]
    assert str(given["out"]).startswith(mounts[0]["mountPath"])


def test_the_key_is_only_where_the_run_is(documents: list[Document]) -> None:
    keys = ["env" in container for pod in _pods(documents) for container in pod["containers"]]
    assert keys == [True, False]
