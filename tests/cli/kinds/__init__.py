"""Tests of `m3bench list`, `install` and `remove`."""
