"""Cache results on disk: where caches live, and a bounded store of bytes by key."""

from m3bench.caching.disk import DiskCache, cache_folder, is_foreign, read_entry
from m3bench.caching.fingerprint import package_fingerprint

__all__ = ["DiskCache", "cache_folder", "is_foreign", "package_fingerprint", "read_entry"]
