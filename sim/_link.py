"""Link each kernel once: numba's own way links and optimises a callee again in every caller.

For a call tree as deep as a battle's, that is two thirds of a first compile. Here an inner kernel
keeps its code unlinked; the entry point that Python calls takes in all that it needs, optimises it
once and emits it once. Inside kernels an index is taken as it is, without the test for a negative one
that counts from the end, which no kernel uses (a run with bounds checks would stop at it): a tenth of
a battle's time. All this leans on internals of numba, which is why the project pins the series of
numba releases that it was tested with; code outside the kernels is compiled as ever.
"""

from __future__ import annotations

import ctypes
from typing import Any

from numba.core import types
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.np import arrayobj

#: What Python meets if it calls an inner kernel after all: a C function that raises.
NO_DOOR = ctypes.cast(ctypes.pythonapi.PyErr_NoMemory, ctypes.c_void_p).value or 0


class _NoEnvironment:
    """Stands in for the code generator when numba sets the environment of a function."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: kernels use no Python objects."""


class UnlinkedLibrary(JITCodeLibrary):
    """The code of one inner kernel, not linked and not emitted."""

    def finalize(self) -> None:
        """Close the library to further code."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function that raises; there is no machine code."""
        return NO_DOOR

    @property
    def codegen(self) -> _NoEnvironment:
        """Return what numba asks to set the environment."""
        return _NoEnvironment()


class EntryLibrary(JITCodeLibrary):
    """The code of an entry point, with that of every kernel that it reaches."""

    def finalize(self) -> None:
        """Take in all that is reached, then optimise and emit it once."""
        reached: list[CodeLibrary] = []
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in reached:
                reached.append(library)
                if isinstance(library, UnlinkedLibrary):
                    waiting.extend(library._linking_libraries)
        self._linking_libraries = reached
        super().finalize()


class _Indexing:
    """Whether the function that is being compiled is a kernel; numba's compiler lock guards it."""

    direct = False


_from_the_end = arrayobj.fix_integer_index


def _fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index as machine code, in a kernel without the test for a negative one."""
    if not _Indexing.direct:
        return _from_the_end(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


arrayobj.fix_integer_index = _fix_integer_index


class KernelCompiler(Compiler):
    """Numba's pipeline for a kernel."""

    def _compile_core(self) -> Any:
        before, _Indexing.direct = _Indexing.direct, True
        try:
            return super()._compile_core()
        finally:
            _Indexing.direct = before


class InnerCompiler(KernelCompiler):
    """The pipeline of a kernel that only kernels call."""

    def define_pipelines(self) -> Any:
        """Return numba's own pipelines, with an `UnlinkedLibrary`."""
        state = self.state
        state.library = UnlinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class EntryCompiler(KernelCompiler):
    """The pipeline of a kernel that Python calls."""

    def define_pipelines(self) -> Any:
        """Return numba's own pipelines, with an `EntryLibrary`."""
        state = self.state
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()
