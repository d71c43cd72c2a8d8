"""Operations of the stack program that a doctrine's expression becomes.

An operation is a code and an argument. Comparisons, `and`, `or` and `not` take 0 as no and anything
else as yes; `and` and `or` leave the value that decided, as Python's do.
"""

from __future__ import annotations

(
    END, NUMBER, FEATURE, PARAMETER, ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, NOT, LESS, AT_MOST,
    MORE, AT_LEAST, EQUAL, UNEQUAL, MIN, MAX, ELSE_JUMP, THEN_JUMP,
) = range(20)  # fmt: skip
# The argument is the number, the feature's code, the parameter's place, or where to jump.
# ELSE_JUMP (`and`) jumps if the top is 0 and else drops it; THEN_JUMP (`or`) is its reverse.

#: REMEMBER + place: FEATURE whose value is kept on that place of the stack for this decision.
REMEMBER = 32

STACK = 16  # places of the stack, values remembered at its far end included
BINARY = {
    "+": ADD, "-": SUBTRACT, "*": MULTIPLY, "/": DIVIDE, "<": LESS, "<=": AT_MOST, ">": MORE,
    ">=": AT_LEAST, "==": EQUAL, "!=": UNEQUAL, "min": MIN, "max": MAX,
}  # fmt: skip
UNARY = {"-": NEGATE, "not": NOT}
JUMPS = {"and": ELSE_JUMP, "or": THEN_JUMP}
