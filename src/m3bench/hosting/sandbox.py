"""A stdio server behind bubblewrap: no network, a read-only system, nothing writable but its workspace."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting.spec import ServerSpec

_ISOLATION = (
    "--unshare-user",
    "--unshare-net",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
)
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_SETTINGS = (
    "alternatives",
    "ca-certificates",
    "fonts",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "pki",
    "ssl",
)
_HOME = "/tmp/home"  # noqa: S108 - inside the sandbox, where /tmp is private
_PATH = "/usr/local/bin:/usr/bin:/bin"
_PROBE_SECONDS = 10.0


def sandboxed(spec: ServerSpec, workspace: Path, *, extra_readonly: Sequence[Path] = ()) -> ServerSpec:
    """The same server, started inside a sandbox where only `workspace` (same path inside) can be written.

    It sees the system, its own environment, paths that its arguments name, and `extra_readonly`, all
    read-only; /tmp and HOME are private and vanish with it. Its environment is what the spec declares.
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
    readonly = [*_environment_of(program), *_named_in(spec), *extra_readonly]
    args = (
        *_ISOLATION,
        *_file_system(_checked(readonly, spec.name), workspace),
        *_variables(spec, program),
        *("--chdir", spec.cwd or str(workspace)),
        *("--", str(program), *spec.args),
    )
    return msgspec.structs.replace(spec, command=_bubblewrap(), args=args, cwd=str(workspace))


def sandbox_problem() -> str | None:
    """Why sandboxes do not work here and what to do about it; None where they work. Tried out once."""
    if not sys.platform.startswith("linux"):
        return "sandboxes need Linux."
    bubblewrap = _bubblewrap()
    if bubblewrap is None:
        return "bubblewrap is not installed. Install the package that has `bwrap` (mostly called bubblewrap)."
    return _probe(bubblewrap)


def _bubblewrap() -> str | None:
    return shutil.which("bwrap")


@functools.cache
def _probe(bubblewrap: str) -> str | None:
    command = [bubblewrap, *_ISOLATION, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]
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


def _environment_of(program: Path) -> Iterator[Path]:
    """The program with the libraries beside it, and the interpreter that a virtual environment stands on."""
    steps = [program, *_links_followed(program)]
    for step in steps:
        prefix = step.parent.parent
        settings = prefix / "pyvenv.cfg"
        if settings.is_file():
            yield prefix
            yield from _interpreter(settings)
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
            yield from _environment_of(python) if python.exists() else ()


def _named_in(spec: ServerSpec) -> Iterator[Path]:
    """What the arguments name: a script comes alone, or with all packages where it is one of npm's."""
    if spec.cwd is not None:
        yield Path(spec.cwd)
    for argument in spec.args:
        path = Path(argument)
        if path.is_absolute() and path.exists():
            packages = [parent for parent in path.parents if parent.name == "node_modules"]
            yield packages[-1].parent if packages else path


def _checked(paths: Iterable[Path], server: str) -> list[Path]:
    """Each path once; a server does not get to read the home folder because something lies in it."""
    home = Path.home().resolve()
    kept: dict[Path, None] = {}
    for path in (Path(os.path.normpath(path.absolute())) for path in paths):
        if not path.exists():
            raise UsageError(f"The sandbox of {server} cannot show it {path}: that is not there.")
        resolved = path.resolve()
        if home.is_relative_to(resolved):
            raise UsageError(
                f"The sandbox of {server} would show it all of {path}.", "Name the folders that it needs."
            )
        if not any(path.is_relative_to(folder) for folder in _SYSTEM):
            kept[path] = None
    return list(kept)


def _file_system(readonly: Iterable[Path], workspace: Path) -> Iterator[str]:
    """Later mounts cover earlier ones, so that the workspace comes last."""
    for folder in _SYSTEM:
        yield from ("--ro-bind-try", folder, folder)
    for name in _SETTINGS:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    yield from ("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", _HOME)  # noqa: S108
    for path in sorted(readonly):  # a folder before what lies in it
        yield from ("--ro-bind", str(path), str(path))
    yield from ("--bind", str(workspace), str(workspace), "--remount-ro", "/")


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
