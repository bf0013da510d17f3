"""The Laws of Duplicate Bridge, indexed, searched and asked about."""

__version__ = "0.1.0"
