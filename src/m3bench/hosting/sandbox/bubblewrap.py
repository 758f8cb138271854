"""Sandbox a stdio server with bubblewrap: no network, a read-only system, a writable workspace."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.confinement import READ_ONLY, bubblewrap, file_system, isolation, sandbox_problem
from m3bench.core import UsageError
from m3bench.hosting.path_guard import holds
from m3bench.hosting.process import open_file_limits
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.sandbox.view import checked, hidden_always, holds_home, runs_below
from m3bench.hosting.spec import ServerSpec

_HOME = "/tmp/home"  # noqa: S108 - inside the sandbox, where /tmp is private
_PATH = "/usr/local/bin:/usr/bin:/bin"
_LIMITED = ("/bin/sh", "-c", 'ulimit -c 0; ulimit -S -n "$0"; ulimit -H -n "$1"; shift; exec "$@"')
"""Starts a program with fewer open files, and without dumps of its memory."""
_NODE_SCRIPTS = (".js", ".mjs", ".cjs")


def sandboxed(
    spec: ServerSpec,
    workspace: Path,
    *,
    extra_readonly: Sequence[Path] = (),
    hidden: Sequence[Path] = (),
    limits: ResourceLimits = DEFAULT_LIMITS,
) -> ServerSpec:
    """Return the spec of the same server, started in a sandbox that can write only to `workspace`.

    The server sees, read-only: the system, its own environment, paths in its arguments, and `extra_readonly`.
    It does not see `hidden` paths, the home folder, this package or run folders. /tmp and HOME are private
    and temporary. Its environment variables are those of the spec. Paths are the same inside and outside.

    Raises:
        UsageError: Sandboxes do not work here, the server is remote, or its program does not exist.
    """
    problem = sandbox_problem()
    if problem is not None:
        raise UsageError(f"Server {spec.name} cannot run in a sandbox: {problem}")
    if spec.command is None:
        raise UsageError(
            f"Server {spec.name} is remote. Only servers that run on this machine can run in a sandbox."
        )
    program = _program(spec)
    workspace = workspace.resolve()
    named = [*_named_in(spec), *map(Path, spec.readable), *extra_readonly]
    hidden = [
        *hidden,
        *hidden_always(),
        *(run for path in named if path.is_dir() for run in runs_below(path)),
    ]
    shown = checked([*environment_of(program), *named], spec.name)
    args = (
        *isolation(network=spec.network),
        "--new-session",
        *file_system(
            shown,
            [workspace],
            hidden,
            fresh=_written_to(program),
            network=spec.network,
            tmp_bytes=limits.tmp_bytes,
        ),
        *(*READ_ONLY, "--dir", _HOME),
        *_variables(spec, program),
        *("--chdir", spec.cwd or str(workspace)),
        *("--", *_LIMITED, *map(str, open_file_limits(limits)), str(program), *spec.args),
    )
    return msgspec.structs.replace(spec, command=bubblewrap(), args=args, cwd=str(workspace), confined=True)


def _program(spec: ServerSpec) -> Path:
    assert spec.command is not None
    # A relative command is relative to the server's working directory.
    folder = Path(spec.cwd or ".").absolute()
    command = str(folder / spec.command) if "/" in spec.command else spec.command
    program = shutil.which(command, path=spec.env.get("PATH"))
    if program is None:
        raise UsageError(
            f"Server {spec.name} cannot run in a sandbox: program {spec.command!r} not found.",
            "Install it, or give its full path.",
        )
    return Path(program).absolute()


def environment_of(program: Path) -> Iterator[Path]:
    """Yield what a program needs: its libraries, and the base interpreter of a virtual environment."""
    for step in (program, *_follow_links(program)):
        prefix = step.parent.parent
        settings = prefix / "pyvenv.cfg"
        if settings.is_file():
            yield prefix
            yield from _interpreter(settings)
        elif step.parent.name == "shims":  # pyenv: scripts that find the program relative to themselves
            yield prefix
        elif step.parent.name == "bin" and (prefix / "lib").is_dir():
            # Not the whole prefix: it may be ~/.local, which holds more than programs.
            yield from (folder for name in ("bin", "lib", "lib64") if (folder := prefix / name).is_dir())
        else:
            yield step


def _follow_links(program: Path) -> Iterator[Path]:
    for _ in range(20):
        if not program.is_symlink():
            return
        program = Path(os.path.normpath(program.parent / program.readlink()))
        yield program


def _interpreter(settings: Path) -> Iterator[Path]:
    for line in settings.read_text(encoding="utf-8", errors="replace").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home" and value.strip():
            python = Path(value.strip()) / "python3"
            yield from environment_of(python) if python.exists() else ()


def _named_in(spec: ServerSpec) -> Iterator[Path]:
    """Yield the paths in the arguments: a script alone, or the whole package tree for an npm script."""
    folder = None if spec.cwd is None else Path(spec.cwd)
    if folder is not None and not holds_home(folder):
        yield folder
    for argument in spec.args:
        path = Path(argument)
        if folder is not None and not path.is_absolute() and ("/" in argument or path.suffix):
            path = folder / path
        if path.is_absolute() and holds(path.exists) and not holds_home(path):
            packages = [parent for parent in path.parents if parent.name == "node_modules"]
            yield packages[-1].parent if packages else path
            yield from () if packages else _packages_beside(path)


def _packages_beside(script: Path) -> Iterator[Path]:
    """Yield what a Node.js script of one's own imports: the packages of the nearest folder that has any."""
    if script.suffix not in _NODE_SCRIPTS:
        return
    folder = next((parent for parent in script.parents if (parent / "node_modules").is_dir()), None)
    if folder is not None:
        yield folder / "node_modules"
        yield from (path for path in [folder / "package.json"] if path.is_file())


def _written_to(program: Path) -> list[Path]:
    """Return package folders of a virtual environment: some servers write a log there."""
    prefix = program.parent.parent
    return list(prefix.glob("lib/python*")) if (prefix / "pyvenv.cfg").is_file() else []


def _variables(spec: ServerSpec, program: Path) -> Iterator[str]:
    """Yield variable options. Values are inherited, not passed as arguments: any user can read a command
    line."""
    for name in sorted(os.environ.keys() - spec.env.keys()):
        yield from ("--unsetenv", name)
    ours = {
        "HOME": _HOME,
        "LANG": "C.UTF-8",
        "PATH": _PATH if str(program.parent) in _PATH.split(":") else f"{program.parent}:{_PATH}",
        "TMPDIR": "/tmp",  # noqa: S108 - private
    }
    for name, value in ours.items():
        if name not in spec.env:
            yield from ("--setenv", name, value)
