"""Where the browser for the tests of pages is."""

from __future__ import annotations

import os
import shutil

REASON = "none: pages are not tested in one; install chromium or set OVERWATCH_CHROMIUM"


def executable() -> str | None:
    """Return the path of Chromium, OVERWATCH_CHROMIUM before the one on the path; None without one."""
    named = os.environ.get("OVERWATCH_CHROMIUM")
    return (
        shutil.which(named)
        if named
        else shutil.which("chromium") or shutil.which("chromium-browser")
    )


def required() -> bool:
    """Return whether a missing browser is a failure, as it is on CI."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
