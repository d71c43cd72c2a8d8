"""Reports: tables, figures and maps of battles, and the page that holds them."""

from __future__ import annotations

from sim.report.html import write_report

__all__ = ["write_report"]
