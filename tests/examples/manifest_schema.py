"""What the manifests may contain: the fields of Kubernetes and of KubeRay's `ray.io/v1` that they use.

Written from the API references, and strict: an unknown field is a mistake, which a cluster would ignore.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def an_object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "required": [*required],
        "properties": {**required, **(optional or {})},
        "additionalProperties": False,
    }


def a_list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "minItems": 1}


TEXT: Schema = {"type": "string", "minLength": 1}
NAME: Schema = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"}
COUNT: Schema = {"type": "integer", "minimum": 0}
PORT: Schema = {"type": "integer", "minimum": 1, "maximum": 65535}
MEMORY: Schema = {"type": "string", "pattern": "^[0-9]+(Mi|Gi|Ti)$"}
CPU: Schema = {"type": "string", "pattern": "^[0-9]+m?$"}
TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
"""KubeRay passes these to `ray start`. A number without quotes is refused."""

QUANTITIES = an_object({"cpu": CPU, "memory": MEMORY})
ENV = an_object(
    {"name": {"type": "string", "pattern": "^[A-Z][A-Z0-9_]*$"}},
    {"value": TEXT, "valueFrom": an_object({"secretKeyRef": an_object({"name": NAME, "key": TEXT})})},
)
CONTAINER = an_object(
    {
        "name": NAME,
        "image": {"type": "string", "pattern": r"^\S+:[\w.-]+$"},
        "resources": an_object({"requests": QUANTITIES, "limits": QUANTITIES}),
    },
    {
        "env": a_list(ENV),
        "ports": a_list(an_object({"name": NAME, "containerPort": PORT})),
        "volumeMounts": a_list(an_object({"name": NAME, "mountPath": {"type": "string", "pattern": "^/"}})),
    },
)
POD = an_object(
    {"containers": a_list(CONTAINER)},
    {
        "securityContext": an_object({"fsGroup": COUNT}),
        "volumes": a_list(an_object({"name": NAME, "persistentVolumeClaim": an_object({"claimName": NAME})})),
    },
)
TEMPLATE = an_object({"spec": POD})
HEAD = an_object({"rayStartParams": TEXTS, "template": TEMPLATE})
WORKERS = an_object(
    {
        "groupName": NAME,
        "replicas": COUNT,
        "minReplicas": COUNT,
        "maxReplicas": COUNT,
        "rayStartParams": TEXTS,
        "template": TEMPLATE,
    }
)
CLUSTER = an_object(
    {
        "rayVersion": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "authOptions": an_object({"mode": {"enum": ["token", "disabled"]}}),
        "headGroupSpec": HEAD,
        "workerGroupSpecs": a_list(WORKERS),
    }
)
METADATA = an_object({"name": NAME})
RAY_JOB = an_object(
    {
        "apiVersion": {"const": "ray.io/v1"},
        "kind": {"const": "RayJob"},
        "metadata": METADATA,
        "spec": an_object(
            {
                "entrypoint": TEXT,
                "submissionMode": {"enum": ["K8sJobMode", "HTTPMode", "InteractiveMode", "SidecarMode"]},
                "shutdownAfterJobFinishes": {"type": "boolean"},
                "ttlSecondsAfterFinished": COUNT,
                "rayClusterSpec": CLUSTER,
            }
        ),
    }
)
CLAIM = an_object(
    {
        "apiVersion": {"const": "v1"},
        "kind": {"const": "PersistentVolumeClaim"},
        "metadata": METADATA,
        "spec": an_object(
            {
                "accessModes": a_list({"enum": ["ReadWriteOnce", "ReadWriteMany", "ReadWriteOncePod"]}),
                "resources": an_object({"requests": an_object({"storage": MEMORY})}),
            }
        ),
    }
)
SCHEMAS = {"RayJob": RAY_JOB, "PersistentVolumeClaim": CLAIM}
