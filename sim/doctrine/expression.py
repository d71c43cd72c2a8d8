"""Expressions of a doctrine: text to a small tree, with every refusal at its position.

Positions count the characters of the expression from 1. Binding, loosest first: `or`, `and`, `not`,
comparison, `+ -`, `* /`, sign; operators of one rank group from the left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from sim.doctrine.table import BY_NAME
from sim.layout import codes as c
from sim.refusal import nearest

LONGEST = 400  # words and signs of one expression
DEEPEST = 64  # operands, parentheses, signs and `not` within one another
WORDS = ("and", "or", "not", "min", "max")

_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN = range(1, 8)
_RANK = {
    "or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "<": _COMPARE,
    "<=": _COMPARE, ">": _COMPARE, ">=": _COMPARE, "==": _COMPARE, "!=": _COMPARE,
}  # fmt: skip
_HINT = {"=": "==", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "<>": "!="}
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign><=|>=|==|!=|<>|&&|\|\||[-+*/<>(),=&|!])"
)


class ExpressionError(ValueError):
    """An expression that is refused: the position (from 1) and the reason."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"position {position}: {reason}")


@dataclass(frozen=True)
class Number:
    """A number as written."""

    value: float


@dataclass(frozen=True)
class Asked:
    """A feature, by its code."""

    code: int


@dataclass(frozen=True)
class Parameter:
    """A named parameter, by its place among the doctrine's parameters."""

    place: int


@dataclass(frozen=True)
class Unary:
    """`not` or a sign."""

    sign: str
    operand: Node


@dataclass(frozen=True)
class Binary:
    """An operator, `and`, `or`, `min` or `max` with two operands."""

    sign: str
    left: Node
    right: Node


Node = Number | Asked | Parameter | Unary | Binary


@dataclass(frozen=True)
class _Token:
    kind: str  # number, name, sign, end
    text: str
    position: int

    def __str__(self) -> str:
        return f"found '{self.text}'" if self.kind != "end" else "the expression ends"


def parse(text: str, chapter: int, parameters: Sequence[str]) -> Node:
    """Parse one expression of a chapter (codes.C_*); raise ExpressionError when it is refused."""
    reader = _Reader(_tokens(text), chapter, parameters)
    tree = reader.expression(_OR, 0)
    rest = reader.token
    if rest.text == ")":
        raise ExpressionError(rest.position, "')' has no '('")
    if rest.kind != "end":
        raise ExpressionError(rest.position, f"wanted an operator, {rest}{_hint(rest)}")
    return tree


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(at + 1, f"{text[at]!r} has no meaning here")
        tokens.append(_Token(str(match.lastgroup), match.group(), at + 1))
        at = match.end()
        if len(tokens) > LONGEST:
            raise ExpressionError(
                tokens[-1].position, f"too long: more than {LONGEST} words and signs"
            )
    tokens.append(_Token("end", "", len(text) + 1))
    return tokens


def _hint(token: _Token) -> str:
    return f"; write '{_HINT[token.text]}'" if token.text in _HINT else ""


class _Reader:
    """Operator-precedence reader over the tokens."""

    def __init__(self, tokens: list[_Token], chapter: int, parameters: Sequence[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.chapter = chapter
        self.parameters = list(parameters)

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def expression(self, least: int, depth: int) -> Node:
        """Read operators of rank `least` and tighter."""
        if depth > DEEPEST:
            raise ExpressionError(self.token.position, f"nested more than {DEEPEST} deep")
        left = self.operand(least, depth)
        while (rank := _RANK.get(self.token.text, 0)) >= least:
            sign = self.take()
            left = Binary(sign.text, left, self.expression(rank + 1, depth + 1))
            if rank == _COMPARE and _RANK.get(self.token.text) == _COMPARE:
                raise ExpressionError(
                    self.token.position,
                    f"a second comparison '{self.token.text}'; join the two with 'and'",
                )
        return left

    def operand(self, least: int, depth: int) -> Node:
        token = self.token
        if token.text == "not":
            if least > _NOT:
                raise ExpressionError(token.position, "'not' needs parentheses here")
            self.take()
            return Unary("not", self.expression(_NOT, depth + 1))
        if token.text == "-":
            self.take()
            return Unary("-", self.expression(_SIGN, depth + 1))
        if token.text == "(":
            self.take()
            inner = self.expression(_OR, depth + 1)
            self.close(token)
            return inner
        if token.kind == "number":
            return self.number(self.take())
        if token.text in ("min", "max"):
            return self.function(self.take(), depth)
        if token.kind == "name" and token.text not in WORDS:
            return self.name(self.take())
        raise ExpressionError(
            token.position, f"wanted a number, a name or '(', {token}{_hint(token)}"
        )

    def close(self, opened: _Token) -> None:
        """Read the ')' that belongs to `opened`."""
        token = self.token
        if token.text == ")":
            self.take()
        elif token.kind == "end":
            raise ExpressionError(opened.position, "'(' is not closed")
        else:
            raise ExpressionError(
                token.position, f"wanted an operator or ')', {token}{_hint(token)}"
            )

    def number(self, token: _Token) -> Node:
        value = float(token.text)
        if not math.isfinite(value):
            raise ExpressionError(token.position, f"{token.text} is not a finite number")
        return Number(value)

    def function(self, word: _Token, depth: int) -> Node:
        opened = self.token
        if opened.text != "(":
            raise ExpressionError(word.position, f"'{word.text}' is written {word.text}(a, b)")
        self.take()
        values: list[Node] = []
        if self.token.text != ")":
            values.append(self.expression(_OR, depth + 1))
            while self.token.text == ",":
                self.take()
                values.append(self.expression(_OR, depth + 1))
        self.close(opened)
        if len(values) != 2:
            raise ExpressionError(word.position, f"{word.text} takes 2 values, not {len(values)}")
        return Binary(word.text, values[0], values[1])

    def name(self, token: _Token) -> Node:
        word = token.text
        if self.token.text == "(":
            raise ExpressionError(token.position, f"'{word}' is not a function; min and max are")
        if word in self.parameters:
            return Parameter(self.parameters.index(word))
        if word not in BY_NAME:
            near = nearest(word, [*BY_NAME, *self.parameters])
            raise ExpressionError(token.position, f"'{word}' is not a feature or parameter{near}")
        feature = BY_NAME[word]
        if self.chapter not in feature.chapters:
            raise ExpressionError(
                token.position,
                f"'{word}' is about one enemy unit, which {c.CHAPTER_NAMES[self.chapter]} has not; "
                f"it may be used in {', '.join(feature.chapter_names)}",
            )
        return Asked(feature.code)
