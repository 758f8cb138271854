"""A stdio server behind bubblewrap: no network, a read-only system, nothing writable but its workspace."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting.sandbox.view import (
    READ_ONLY,
    checked,
    file_system,
    hidden_always,
    holds_home,
    runs_below,
)
from m3bench.hosting.spec import ServerSpec

_HOME = "/tmp/home"  # noqa: S108 - inside the sandbox, where /tmp is private
_PATH = "/usr/local/bin:/usr/bin:/bin"
_PROBE_SECONDS = 10.0


def sandboxed(
    spec: ServerSpec, workspace: Path, *, extra_readonly: Sequence[Path] = (), hidden: Sequence[Path] = ()
) -> ServerSpec:
    """The same server, started inside a sandbox where only `workspace` (same path inside) can be written.

    It sees the system, its own environment, paths that its arguments name, and `extra_readonly`, all
    read-only, without what is `hidden`, the home folder, this package and run folders; /tmp and HOME are
    private and vanish with it. Its environment is what the spec declares.
    """
    problem = sandbox_problem()
    if problem is not None:
        raise UsageError(f"The server {spec.name} cannot be run in a sandbox: {problem}")
    if spec.command is None:
        raise UsageError(
            f"The server {spec.name} is reached by address, and only a server that is started here can be "
            "run in a sandbox."
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
        *file_system(shown, [workspace], hidden, fresh=_written_to(program), network=spec.network),
        *(*READ_ONLY, "--dir", _HOME),
        *_variables(spec, program),
        *("--chdir", spec.cwd or str(workspace)),
        *("--", str(program), *spec.args),
    )
    return msgspec.structs.replace(spec, command=bubblewrap(), args=args, cwd=str(workspace), confined=True)


def sandbox_problem() -> str | None:
    """Why sandboxes do not work here and what to do about it; None where they work. Tried out once."""
    if not sys.platform.startswith("linux"):
        return "sandboxes need Linux."
    program = bubblewrap()
    if program is None:
        return "bubblewrap is not installed. Install the package that has `bwrap` (mostly called bubblewrap)."
    return _probe(program)


def isolation(*, network: bool = False) -> tuple[str, ...]:
    """Namespaces of its own, no rights in them, and an end with whoever started it."""
    spaces = ("user", "pid", "ipc", "uts", *(() if network else ("net",)))
    unshared = (f"--unshare-{space}" for space in spaces)
    return (*unshared, "--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent")


def bubblewrap() -> str | None:
    return shutil.which("bwrap")


@functools.cache
def _probe(bubblewrap: str) -> str | None:
    command = [
        bubblewrap,
        *isolation(),
        "--new-session",
        "--ro-bind",
        "/",
        "/",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "true",
    ]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run ({error})."
    if done.returncode == 0:
        return None
    said = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
    return (
        f"bubblewrap may not make namespaces here ({said}). Allow user namespaces: sysctl "
        "kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; "
        "in a container, start it with the right to make them."
    )


def _program(spec: ServerSpec) -> Path:
    assert spec.command is not None
    # A relative command is meant from the folder that the server starts in.
    folder = Path(spec.cwd or ".").absolute()
    command = str(folder / spec.command) if "/" in spec.command else spec.command
    found = shutil.which(command, path=spec.env.get("PATH"))
    if found is None:
        raise UsageError(
            f"The server {spec.name} cannot be run in a sandbox: there is no program {spec.command!r}.",
            "Install it, or give its full path.",
        )
    return Path(found).absolute()


def environment_of(program: Path) -> Iterator[Path]:
    """The program with the libraries beside it, and the interpreter that a virtual environment stands on."""
    steps = [program, *_links_followed(program)]
    for step in steps:
        prefix = step.parent.parent
        settings = prefix / "pyvenv.cfg"
        if settings.is_file():
            yield prefix
            yield from _interpreter(settings)
        elif step.parent.name == "shims":  # of pyenv: scripts that look for the program beside them
            yield prefix
        elif step.parent.name == "bin" and (prefix / "lib").is_dir():
            # Not the whole prefix: it may be ~/.local, with more in it than programs.
            yield from (folder for name in ("bin", "lib", "lib64") if (folder := prefix / name).is_dir())
        else:
            yield step


def _links_followed(program: Path) -> Iterator[Path]:
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
    """What the arguments name: a script comes alone, or with all packages where it is one of npm's."""
    folder = None if spec.cwd is None else Path(spec.cwd)
    if folder is not None and not holds_home(folder):
        yield folder
    for argument in spec.args:
        path = Path(argument)
        if folder is not None and not path.is_absolute() and "/" in argument:
            path = folder / path
        if path.is_absolute() and _exists(path) and not holds_home(path):
            packages = [parent for parent in path.parents if parent.name == "node_modules"]
            yield packages[-1].parent if packages else path


def _written_to(program: Path) -> list[Path]:
    """Beside the packages of a virtual environment: some servers insist on keeping a log there."""
    prefix = program.parent.parent
    return list(prefix.glob("lib/python*")) if (prefix / "pyvenv.cfg").is_file() else []


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # an argument can be anything
        return False


def _variables(spec: ServerSpec, program: Path) -> Iterator[str]:
    """Only names are cleared, and values left to be inherited: a command line can be read by everyone."""
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
