"""A neighbourhood tool library: catalogue, members, loans, tariffs and reports."""

__version__ = "2.4.0"
