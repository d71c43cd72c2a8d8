"""Files written together, or not at all."""

from sim.study.files import write_files

__all__ = ["write_files"]
