"""Trees to stack programs: one list of operations for a whole doctrine.

A costly feature that one chapter mentions more than once is computed once a decision: its value
stays at the far end of the stack, where the chapter's deepest program leaves room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sim.doctrine import ops
from sim.doctrine.expression import Asked, Node, Number, Parameter, Unary
from sim.doctrine.table import FEATURES
from sim.layout import codes as c

Op = tuple[int, float]


class ProgramError(ValueError):
    """A program that the kernel's stack or store cannot hold."""


def piece_of(tree: Node) -> list[Op]:
    """Return one tree's operations, END included, jumps counted from its start.

    Raises ProgramError when it would need more of the stack than there is.
    """
    piece: list[Op] = []
    _emit(tree, piece)
    if (deepest := depth_of(piece)) > ops.STACK:
        raise ProgramError(
            f"needs {deepest} values at once; {ops.STACK} are allowed: nest fewer parentheses"
        )
    return [*piece, (ops.END, 0.0)]


def _emit(node: Node, piece: list[Op]) -> None:
    if isinstance(node, Number):
        piece.append((ops.NUMBER, node.value))
    elif isinstance(node, Asked):
        piece.append((ops.FEATURE, node.code))
    elif isinstance(node, Parameter):
        piece.append((ops.PARAMETER, node.place))
    elif isinstance(node, Unary):
        _emit(node.operand, piece)
        piece.append((ops.UNARY[node.sign], 0.0))
    elif node.sign in ops.JUMPS:
        _emit(node.left, piece)
        jump = len(piece)
        piece.append((ops.JUMPS[node.sign], 0.0))
        _emit(node.right, piece)
        piece[jump] = (ops.JUMPS[node.sign], len(piece))
    else:
        _emit(node.left, piece)
        _emit(node.right, piece)
        piece.append((ops.BINARY[node.sign], 0.0))


def depth_of(piece: Iterable[Op]) -> int:
    """Return the most values that a piece holds on the stack at once."""
    height = deepest = 0
    for code, _ in piece:
        if code in (ops.NUMBER, ops.FEATURE, ops.PARAMETER):
            height += 1
        elif code in (*ops.BINARY.values(), *ops.JUMPS.values()):
            height -= 1
        deepest = max(deepest, height)
    return deepest


def remember(pieces: list[list[Op]]) -> list[list[Op]]:
    """Return a chapter's pieces with its repeated costly features remembered."""
    asked = Counter(
        int(argument)
        for piece in pieces
        for code, argument in piece
        if code == ops.FEATURE and FEATURES[int(argument)].costly
    )
    free = range(ops.STACK - 1, max(map(depth_of, pieces), default=0) - 1, -1)
    repeated = (feature for feature, times in asked.most_common() if times > 1)
    place = dict(zip(repeated, free, strict=False))

    def kept(op: Op) -> Op:
        if op[0] == ops.FEATURE and int(op[1]) in place:
            return (ops.REMEMBER + place[int(op[1])], op[1])
        return op

    return [[kept(op) for op in piece] for piece in pieces]


def join(pieces: Iterable[list[Op]]) -> tuple[list[Op], list[int]]:
    """Lay pieces end to end; return all operations and the place where each piece starts."""
    together: list[Op] = []
    starts: list[int] = []
    for piece in pieces:
        start = len(together)
        starts.append(start)
        together += [
            (code, argument + start if code in ops.JUMPS.values() else argument)
            for code, argument in piece
        ]
    if len(together) > c.OPS:
        raise ProgramError(
            f"the doctrine's expressions take {len(together)} steps together; {c.OPS} are allowed"
        )
    return together, starts
