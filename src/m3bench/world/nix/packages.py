"""Packages: names and short phrases are written by hand, everything else follows from the seed."""

from __future__ import annotations

import msgspec

from m3bench.world.nix.files import sections

LICENCES = {
    "mit": "MIT License",
    "bsd2": 'BSD 2-clause "Simplified" License',
    "bsd3": 'BSD 3-clause "New" or "Revised" License',
    "asl20": "Apache License 2.0",
    "isc": "ISC License",
    "artistic1": "Artistic License 1.0",
    "gpl2": "GNU General Public License v2.0 only",
    "gpl2Plus": "GNU General Public License v2.0 or later",
    "gpl3": "GNU General Public License v3.0 only",
    "gpl3Plus": "GNU General Public License v3.0 or later",
    "agpl3Plus": "GNU Affero General Public License v3.0 or later",
    "lgpl21": "GNU Lesser General Public License v2.1 only",
    "lgpl21Plus": "GNU Lesser General Public License v2.1 or later",
    "mpl20": "Mozilla Public License 2.0",
    "ofl": "SIL Open Font License 1.1",
    "vim": "Vim License",
    "zlib": "zlib License",
    "postgresql": "PostgreSQL License",
    "free": "Free software, unspecified licence",
    "unfree": "Unfree",
}

_NO_PROGRAMS = ("libraries", "packages", "plugins", "extensions", "Fonts", "Libraries")
_MAY_BE_NEW = ("Fonts", "Games", "Vim plugins", "VS Code extensions", "Emacs packages", "Node packages")

PROGRAMS = {
    "ripgrep": ("rg",),
    "neovim": ("nvim",),
    "coreutils": ("cat", "chmod", "cp", "date", "df", "du", "echo", "ls", "mkdir", "mv", "rm", "sort", "wc"),
    "findutils": ("find", "xargs"),
    "diffutils": ("cmp", "diff", "diff3"),
    "gnugrep": ("grep", "egrep", "fgrep"),
    "gnused": ("sed",),
    "gawk": ("awk", "gawk"),
    "gnutar": ("tar",),
    "gnumake": ("make",),
    "imagemagick": ("magick", "convert", "identify", "mogrify"),
    "ffmpeg": ("ffmpeg", "ffprobe", "ffplay"),
    "python3": ("python3", "python", "pydoc3"),
    "nodejs": ("node", "npm", "npx"),
    "nodejs_20": ("node", "npm", "npx"),
    "nodejs_22": ("node", "npm", "npx"),
    "go": ("go", "gofmt"),
    "gcc": ("gcc", "g++", "cpp"),
    "clang": ("clang", "clang++"),
    "jdk": ("java", "javac", "jar", "jshell"),
    "openssh": ("ssh", "sshd", "scp", "sftp", "ssh-keygen", "ssh-agent", "ssh-add"),
    "openssl": ("openssl",),
    "gnupg": ("gpg", "gpg-agent", "gpgconf"),
    "postgresql": ("psql", "pg_dump", "initdb", "postgres"),
    "redis": ("redis-server", "redis-cli"),
    "sqlite": ("sqlite3",),
    "curl": ("curl",),
    "httpie": ("http", "https"),
    "silver-searcher": ("ag",),
    "kubernetes-helm": ("helm",),
    "awscli2": ("aws",),
    "google-cloud-sdk": ("gcloud", "gsutil", "bq"),
    "azure-cli": ("az",),
    "texliveFull": ("latex", "pdflatex", "xelatex", "lualatex", "bibtex"),
    "poppler_utils": ("pdftotext", "pdftoppm", "pdfinfo"),
    "ghostscript": ("gs",),
    "util-linux": ("lsblk", "mount", "umount", "fdisk", "dmesg"),
    "procps": ("ps", "top", "free", "uptime", "watch"),
    "iproute2": ("ip", "ss", "bridge"),
    "pciutils": ("lspci",),
    "usbutils": ("lsusb",),
    "taskwarrior3": ("task",),
    "delta": ("delta",),
    "bitwarden-cli": ("bw",),
    "rustc": ("rustc", "rustdoc"),
    "vscode": ("code",),
    "vscodium": ("codium",),
    "emacs": ("emacs", "emacsclient"),
    "bind": ("dig", "nslookup", "named"),
    "wireguard-tools": ("wg", "wg-quick"),
    "apacheHttpd": ("httpd", "apachectl"),
    "jujutsu": ("jj",),
    "subversion": ("svn", "svnadmin"),
    "mercurial": ("hg",),
    "nix-output-monitor": ("nom",),
    "graphviz": ("dot", "neato"),
    "erlang": ("erl", "erlc"),
    "elixir": ("elixir", "iex", "mix"),
}
"""Programs of packages that are called otherwise than their package."""


SERIES = {
    "python3": "3.13",
    "python311": "3.11",
    "python312": "3.12",
    "python313": "3.13",
    "nodejs": "22",
    "nodejs_20": "20",
    "nodejs_22": "22",
    "jdk": "21.0",
    "jdk17": "17.0",
    "jdk21": "21.0",
    "php": "8.4",
    "php83": "8.3",
    "mysql80": "8.0",
    "postgresql": "17",
    "postgresql_15": "15",
    "postgresql_16": "16",
    "postgresql_17": "17",
    "nextcloud30": "30.0",
}
"""Packages whose name tells the beginning of their version."""


class Entry(msgspec.Struct, frozen=True):
    """What is known of a package without drawing anything."""

    name: str
    """Its attribute, such as python3Packages.numpy."""
    phrase: str
    category: str
    licences: tuple[str, ...]
    site: str

    @property
    def plain_name(self) -> str:
        """Without the set it belongs to."""
        return self.name if self.category == "VS Code extensions" else self.name.rsplit(".", 1)[-1]

    @property
    def description(self) -> str:
        return self.phrase[0].upper() + self.phrase[1:]

    @property
    def may_be_new(self) -> bool:
        return self.category in _MAY_BE_NEW

    @property
    def series(self) -> str:
        """The beginning of all its versions; empty where they are free."""
        return SERIES.get(self.name, "")

    @property
    def programs(self) -> tuple[str, ...]:
        """Commands that it installs."""
        if self.category == "Node packages":
            return (self.plain_name,)
        if self.category.endswith(_NO_PROGRAMS):
            return ()
        return PROGRAMS.get(self.name, (self.plain_name.lower(),))

    @property
    def is_linux_only(self) -> bool:
        return self.category in ("System and hardware", "Desktop environments")


def entries() -> dict[str, Entry]:
    """All packages by name, in the order in which they were written down."""
    found = {}
    for (category, prefix, licences, site), lines in sections("packages.txt"):
        allowed = tuple(licences.split(","))
        for line in lines:
            name, phrase = line.split(" = ", 1)
            found[prefix + name] = Entry(prefix + name, phrase, category, allowed, site)
    return found
