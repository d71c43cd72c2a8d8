"""The one place where numba is set up: cache folder, error model, bounds checks.

The cache folder is named by a hash of every kernel source, the numba and Python versions and the
processor, so an edited module can never meet a stale machine-code file (numba issue 1833).

Switches (environment): ``NUMBA_DISABLE_JIT=1`` runs every kernel as plain Python,
``OVERWATCH_BOUNDSCHECK=1`` checks every index, ``OVERWATCH_CACHE`` moves the cache folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config, types

from sim._link import EntryCompiler, InnerCompiler

#: Packages whose source becomes machine code; `figures` holds the constants they freeze.
KERNEL_SOURCES = (
    "layout",
    "rules",
    "terrain",
    "battle",
    "doctrine",
    "_jit.py",
    "_link.py",
    "figures.py",
)

BOUNDSCHECK = os.environ.get("OVERWATCH_BOUNDSCHECK", "0") == "1"
JIT_OFF = bool(config.DISABLE_JIT)


def source_hash() -> str:
    """Return the hash (16 hex digits) that names the cache folder."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for name in KERNEL_SOURCES:
        path = root / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(root).as_posix().encode())
            digest.update(file.read_bytes())
    for fact in (numba.__version__, sys.version, platform.machine(), str(BOUNDSCHECK)):
        digest.update(fact.encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of compiled kernels for exactly these sources."""
    base = os.environ.get("OVERWATCH_CACHE")
    if base is None:
        home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        base = str(Path(home) / "overwatch")
    return Path(base) / source_hash()


CACHE_FOLDER = cache_folder()
config.CACHE_DIR = str(CACHE_FOLDER)

Kernel = Callable[..., Any]


def kernel(function: Kernel) -> Kernel:
    """Compile a function that only entry points reach (no Python objects, no exceptions inside).

    Python cannot call it: it is compiled into each entry point that reaches it, once (`sim._link`).
    """
    compiled: Kernel = numba.njit(
        nogil=True,
        error_model="numpy",
        boundscheck=BOUNDSCHECK,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InnerCompiler,
    )(function)
    return without_literals(compiled)


def hot(function: Kernel) -> Kernel:
    """Compile a small leaf that is worth copying into each caller."""
    compiled: Kernel = numba.njit(
        nogil=True,
        error_model="numpy",
        boundscheck=BOUNDSCHECK,
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InnerCompiler,
    )(function)
    return without_literals(compiled)


def without_literals(compiled: Kernel) -> Kernel:
    """Compile a kernel once for every whole number, not again for each constant in a call."""
    if JIT_OFF:
        return compiled
    template = compiled.get_call_template

    def plain(arguments: Any, names: Any) -> Any:
        return template(
            tuple(types.unliteral(one) for one in arguments),
            {name: types.unliteral(one) for name, one in names.items()},
        )

    compiled.get_call_template = plain
    return compiled


def entry(function: Kernel) -> Kernel:
    """Compile a kernel that Python calls; its machine code is kept in the cache folder.

    It holds no lock of the interpreter while it runs, so that threads can run it side by side.
    """
    compiled: Kernel = numba.njit(
        cache=True,
        nogil=True,
        error_model="numpy",
        boundscheck=BOUNDSCHECK,
        pipeline_class=EntryCompiler,
    )(function)
    return compiled
