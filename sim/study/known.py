"""Documents as JSON carries them: JSON has no NaN and no infinity, what is not known is null."""

from __future__ import annotations

import math
from typing import Any


def known(document: Any) -> Any:
    """Return a document of dicts, lists and tuples with None for every number that is not finite."""
    if isinstance(document, dict):
        return {key: known(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [known(value) for value in document]
    if isinstance(document, float) and not math.isfinite(document):
        return None
    return document
