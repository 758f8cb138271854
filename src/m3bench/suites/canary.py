"""A string that marks benchmark data, so that filters of training data can find it."""

CANARY = (
    "m3bench-canary 5c1f7e0a-93d4-4b6e-8f27-d1a2c60b94e3: benchmark data, keep it out of training corpora"
)
