"""What families of culture share: how results are read, and the words of requests."""
