"""Doctrines: decision lists in TOML, compiled to a stack program that the kernel interprets."""

from sim.doctrine.install import as_record, install
from sim.doctrine.loader import Doctrine, DoctrineError, load_doctrine, shipped_doctrines
from sim.doctrine.table import FEATURES, Feature

__all__ = [
    "FEATURES",
    "Doctrine",
    "DoctrineError",
    "Feature",
    "as_record",
    "install",
    "load_doctrine",
    "shipped_doctrines",
]
