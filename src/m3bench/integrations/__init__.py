"""m3bench inside other frameworks."""
