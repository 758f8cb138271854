"""`server.json` of the MCP registry: read, written, and converted from and to configurations of clients."""

from m3bench.hosting.server_json.document import SCHEMA, Package, ServerJson, Transport
from m3bench.hosting.server_json.exporting import Publication, export_entry
from m3bench.hosting.server_json.importing import Imported, import_server
from m3bench.hosting.server_json.reading import ReadServer, parse_server_json, read_server_json

__all__ = [
    "SCHEMA",
    "Imported",
    "Package",
    "Publication",
    "ReadServer",
    "ServerJson",
    "Transport",
    "export_entry",
    "import_server",
    "parse_server_json",
    "read_server_json",
]
