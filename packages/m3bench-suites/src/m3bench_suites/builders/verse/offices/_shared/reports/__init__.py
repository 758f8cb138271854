"""Reports that need a database and the programs of an office."""
