"""Well-known flakes, with invented counts, and the options of NixOS and Home Manager."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.nix.packages import sections

_OUTPUTS = ("packages", "overlays", "nixosModules", "homeModules", "devShells", "lib", "templates", "checks")


class Flake(msgspec.Struct, frozen=True, kw_only=True):
    owner: str
    repo: str
    description: str
    stars: int
    updated: date
    outputs: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.owner}/{self.repo}"

    @property
    def reference(self) -> str:
        return f"github:{self.name}"


def flakes(chance: Chance, now: datetime) -> dict[str, Flake]:
    found = {}
    for _, lines in sections("flakes.txt"):
        for line in lines:
            name, phrase = line.split(" = ", 1)
            owner, repo = name.split("/")
            found[name] = Flake(
                owner=owner,
                repo=repo,
                description=phrase[0].upper() + phrase[1:],
                stars=int(40 * 10 ** (2.4 * chance.share("flake stars", name))),
                updated=(now - timedelta(days=chance.whole(1, 200, "flake updated", name))).date(),
                outputs=tuple(output for output in _OUTPUTS if chance.happens(0.45, "flake", name, output))
                or ("lib",),
            )
    return found


class Option(msgspec.Struct, frozen=True):
    name: str
    type: str
    default: str
    example: str
    description: str
    module: str
    """The module it was generated from; empty if handwritten."""

    @property
    def category(self) -> str:
        return self.name.split(".", 1)[0]


class _Module(msgspec.Struct, frozen=True):
    path: str
    """Such as services.nginx."""
    phrase: str
    port: int | None

    @property
    def name(self) -> str:
        return self.path.split(".", 1)[1]

    @property
    def short(self) -> str:
        return self.path.rsplit(".", 1)[1]


_Row = tuple[str, str, str, str, str]
_Family = Callable[[_Module], list[_Row]]


def _quote(text: str) -> str:
    return f'"{text}"'


def _enable(module: _Module) -> list[_Row]:
    return [("enable", "boolean", "false", "true", f"Whether to enable {module.phrase}.")]


def _package(module: _Module) -> list[_Row]:
    default = f"pkgs.{module.short}"
    return [("package", "package", default, f"{default}.override {{ }}", f"The package for {module.phrase}.")]


def _settings(module: _Module) -> list[_Row]:
    about = f"Settings of {module.phrase}, written into its configuration file."
    return [("settings", "attribute set", "{ }", '{ key = "value"; }', about)]


def _port(module: _Module) -> list[_Row]:
    port = module.port or 8080
    return [
        (
            "port",
            "16 bit unsigned integer",
            str(port),
            str(port + 1),
            f"On which port {module.phrase} listens.",
        ),
        (
            "environmentFile",
            "null or absolute path",
            "null",
            f'"/run/secrets/{module.short}.env"',
            f"File with environment variables, such as secrets, for {module.phrase}.",
        ),
        ("extraFlags", "list of string", "[ ]", '[ "--verbose" ]', f"Further arguments for {module.phrase}."),
    ]


def _host(module: _Module) -> list[_Row]:
    about = f"On which address {module.phrase} listens."
    return [("host", "string", '"127.0.0.1"', '"0.0.0.0"', about)]


def _firewall(module: _Module) -> list[_Row]:
    about = f"Whether to open the ports of {module.phrase} in the firewall."
    return [("openFirewall", "boolean", "false", "true", about)]


def _user(module: _Module) -> list[_Row]:
    name = module.short.lower()
    return [
        ("user", "string", _quote(name), '"alice"', f"User under which {module.phrase} runs."),
        ("group", "string", _quote(name), '"users"', f"Group under which {module.phrase} runs."),
    ]


def _data(module: _Module) -> list[_Row]:
    folder = f'"/var/lib/{module.short.lower()}"'
    about = f"Where {module.phrase} keeps its data."
    return [("dataDir", "absolute path", folder, f'"/data/{module.short.lower()}"', about)]


def _log(module: _Module) -> list[_Row]:
    choices = 'one of "debug", "info", "warn", "error"'
    return [("logLevel", choices, '"info"', '"debug"', f"How much {module.phrase} logs.")]


def _extra(module: _Module) -> list[_Row]:
    about = f"Lines appended to the configuration of {module.phrase}."
    return [("extraConfig", 'strings concatenated with "\\n"', '""', '"# more"', about)]


def _database(module: _Module) -> list[_Row]:
    name, owner = _quote(module.short.lower()), module.phrase
    choices = 'one of "sqlite3", "mysql", "postgres"'
    local = "Whether the database is made on this machine."
    secret = f'"/run/secrets/{module.short}-db"'
    return [
        ("hostName", "string", '"localhost"', '"cloud.example.org"', f"Name under which {owner} is reached."),
        ("database.type", choices, '"sqlite3"', '"postgres"', f"Kind of database for {owner}."),
        ("database.host", "string", '"localhost"', '"db.example.org"', f"Where the database of {owner} is."),
        ("database.port", "16 bit unsigned integer", "5432", "3306", f"Port of the database of {owner}."),
        ("database.name", "string", name, '"app"', f"Name of the database of {owner}."),
        ("database.user", "string", name, '"app"', f"User of the database of {owner}."),
        ("database.passwordFile", "null or absolute path", "null", secret, f"Password file for {owner}."),
        ("database.createLocally", "boolean", "true", "false", local),
    ]


_FAMILIES: dict[str, _Family] = {
    "p": _package,
    "s": _settings,
    "P": _port,
    "h": _host,
    "o": _firewall,
    "u": _user,
    "d": _data,
    "l": _log,
    "x": _extra,
    "D": _database,
}


def options_of(system: str) -> dict[str, Option]:
    """Return all options of 'nixos', 'home' or 'darwin', sorted by name."""
    found = {option.name: option for option in _from_modules(system)}
    for (heading,), lines in sections("options.txt"):
        if heading == system:
            for line in lines:
                name, kind, default, example, about = line.split(" | ")
                found[name] = Option(name, kind, default, example, about, "")
    return dict(sorted(found.items()))


def _from_modules(system: str) -> Iterator[Option]:
    for (owner, attribute, letters), lines in sections("modules.txt"):
        if owner != system:
            continue
        for line in lines:
            name, port, phrase = line.split(" ", 2)
            module = _Module(f"{attribute}.{name}", phrase, None if port == "-" else int(port))
            families = [_enable, *(_FAMILIES[letter] for letter in letters if letter != "o" or module.port)]
            for family in families:
                for ending, kind, default, example, about in family(module):
                    yield Option(f"{module.path}.{ending}", kind, default, example, about, module.path)
