"""`python -m m3bench`."""

from m3bench.cli import main

main()
