"""The table: cells of one inch, sight between them, and movement fields."""

from sim.terrain.build import build
from sim.terrain.raster import Feature

__all__ = ["Feature", "build"]
