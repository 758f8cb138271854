"""Environments over HTTP, for training code in other processes and other Python environments."""

from m3bench.environment.service.serving import Ready, ServiceSettings, serve

__all__ = ["Ready", "ServiceSettings", "serve"]
