"""Statements of rules, and the flow between them: which variables have a value, and whether a rule returns one."""

import ast
from dataclasses import replace

from . import arithmetic
from .elements import read
from .expressions import Expressions
from .kinds import DRAWN, FLAG, NOTHING, WHOLE, Inner, Kind, Tuple, declared, in_words
from .scope import LEAST, MOST, Scope, Value

REFUSED_STATEMENTS: dict[type[ast.stmt], str] = {
    ast.Try: "rules have no exceptions; return a code instead",
    ast.Raise: "rules have no exceptions; return a code instead",
    ast.Assert: "rules have no assertions; a test can have them",
    ast.With: "rules have no `with`",
    ast.FunctionDef: "rules have no functions within functions; write a rule of its own",
    ast.AsyncFunctionDef: "rules do not wait; async belongs outside of them",
    ast.ClassDef: "rules have no classes; declare a @struct in state.py",
    ast.Global: "rules change nothing outside of what they are given; put it into the state",
    ast.Nonlocal: "rules change nothing outside of what they are given; put it into the state",
    ast.Import: "imports stand at the top of the file",
    ast.ImportFrom: "imports stand at the top of the file",
    ast.Delete: "rules have nothing to delete; set it to 0",
    ast.Match: "rules have no match; write if and elif",
}
Names = frozenset[str]
UNCOUNTED = 1 << 16  # a loop that can never take more turns than this is not counted


class Statements:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.expressions = Expressions(scope)
        self.times_set = _times_set(scope.source.node)
        self.returns: Kind | None = None  # what the annotation says

    def body(self, statements: list[ast.stmt], known: Names | None) -> Names | None:
        """A block. `known` are the variables that have a value; the same afterwards, or None if it is not left at its
        end."""
        for statement in statements:
            if known is None:
                self.scope.refuse(statement, "this is never reached")
            known = self.statement(statement, known)
        return known

    def statement(self, node: ast.stmt, known: Names) -> Names | None:
        scope = self.scope
        if isinstance(node, ast.Expr):
            if not isinstance(node.value, (ast.Call, ast.Constant)):
                scope.refuse(node, "this value is not used")
            if isinstance(node.value, ast.Call):
                self.read(node.value, known)
                self.expressions.of(node.value)
            return known
        if isinstance(node, ast.Assign):
            return self.assign(node, known)
        if isinstance(node, ast.AnnAssign):
            return self.annotated(node, known)
        if isinstance(node, ast.AugAssign):
            self.read(node.value, known)
            self.read(node.target, known, also_targets=True)
            self.augment(node)
            return known
        if isinstance(node, ast.Return):
            self.leave(node, known)
            return None
        if isinstance(node, ast.If):
            return self.branch(node, known)
        if isinstance(node, ast.While):
            return self.repeat(node, known)
        if isinstance(node, ast.For):
            return self.count(node, known)
        if isinstance(node, (ast.Break, ast.Continue)):
            scope.emit("break;" if isinstance(node, ast.Break) else "continue;")
            return None
        if isinstance(node, ast.Pass):
            return known
        raise scope.source.refusal(node, REFUSED_STATEMENTS.get(type(node), f"rules have no {type(node).__name__}"))

    def read(self, node: ast.AST, known: Names, *, also_targets: bool = False) -> None:
        """Refuse variables that may have no value yet: Python would raise, C would read whatever is there."""
        for part in ast.walk(node):
            if not isinstance(part, ast.Name) or not (also_targets or isinstance(part.ctx, ast.Load)):
                continue
            if part.id in self.times_set and part.id not in known:
                self.scope.refuse(part, f"{part.id} may have no value here; give it one before")

    # Assignments

    def assign(self, node: ast.Assign, known: Names) -> Names:
        self.read(node.value, known)
        if len(node.targets) != 1:
            self.scope.refuse(node, "one assignment a line: `a = b = 0` makes two lines")
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            self.unpack(node, target, known)
        else:
            self.read(target, known)
            self.store(node, target, self.expressions.of(node.value))
        return known | _names(target)

    def annotated(self, node: ast.AnnAssign, known: Names) -> Names:
        if node.value is None:
            self.scope.refuse(node, "a variable gets its value where it is declared")
        self.read(node.value, known)
        value = self.expressions.of(node.value)
        kind = self.hint(node, node.annotation)
        if kind is not None and not (kind == WHOLE and value.kind == DRAWN):
            value = self.expressions.converted(node, value, kind)
        self.store(node, node.target, value)
        return known | _names(node.target)

    def hint(self, node: ast.AST, annotation: ast.expr) -> Kind | None:
        try:
            hint = eval(ast.unparse(annotation), dict(self.scope.source.globals))  # the rule's own text
            return declared(hint)
        except (NameError, TypeError, AttributeError) as error:
            self.scope.refuse(node, f"this annotation is not understood: {error}")

    def unpack(self, node: ast.Assign, target: ast.Tuple, known: Names) -> None:
        """a, b = ...: all values first, then the targets from left to right."""
        scope = self.scope
        if isinstance(node.value, ast.Tuple):
            if len(node.value.elts) != len(target.elts):
                scope.refuse(node, f"{len(node.value.elts)} values for {len(target.elts)} targets")
            values = [replace(scope.kept(replace(value, stable=value.constant is not None))) for value in
                      self.expressions.in_order(node.value.elts)]  # fmt: skip
        else:
            whole = self.expressions.of(node.value)
            if not isinstance(whole.kind, Tuple):
                scope.refuse(node, f"only tuples can be taken apart, not {in_words(whole.kind)}")
            if len(whole.kind.items) != len(target.elts):
                scope.refuse(node, f"a tuple of {len(whole.kind.items)} for {len(target.elts)} targets")
            kept = scope.kept(replace(whole, stable=False))
            values = [
                Value(f"{kept.code}.i{n}", kind, *((0, 1) if kind == FLAG else (LEAST, MOST)), stable=True)
                for n, kind in enumerate(whole.kind.items)
            ]
        for one, value in zip(target.elts, values, strict=True):
            self.read(one, known)
            self.store(node, one, value)

    def store(self, node: ast.stmt, target: ast.expr, value: Value) -> None:
        scope = self.scope
        if value.kind == NOTHING:
            scope.refuse(node, "this call gives nothing that could be stored")
        if isinstance(target, ast.Name):
            if target.id in scope.kinds and scope.kinds[target.id] == DRAWN and value.low >= 0 and value.is_whole:
                value = self.expressions.converted(node, value, DRAWN)
            kind = scope.variable(target.id, value.kind, node)
            if self.times_set[target.id] == 1 and target.id not in scope.arguments:
                scope.ranges[target.id] = (value.low, value.high)
            scope.emit(f"v_{target.id} = {self.expressions.converted(node, value, kind).code};")
            return
        if isinstance(target, (ast.Tuple, ast.List, ast.Starred)):
            scope.refuse(node, "targets are variables, fields and elements, without nesting and stars")
        with scope.aside() as lines:
            place = self.expressions.elements.place(target)
        if lines and not value.stable:
            value = scope.kept(value)
        scope.lines += lines
        scope.emit(f"{place.code} = {self.expressions.fitted(node, value, place.item)};")

    def augment(self, node: ast.AugAssign) -> None:
        """target += value: the target's place is found once."""
        scope = self.scope
        if isinstance(node.target, ast.Name):
            value = self.expressions.of(node.value)
            old = self.expressions.name(node.target)
            self.store(node, node.target, arithmetic.binary(scope, node, node.op, old, value))
            return
        place = self.expressions.elements.place(node.target)
        code = place.code
        if "[" in code:
            pointer = scope.fresh()
            scope.emit(f"{scope.translator.c_item(place.item)} *{pointer} = &{code};")
            code = f"(*{pointer})"
        old = read(code, place.item)
        with scope.aside() as lines:
            value = self.expressions.of(node.value)
        if lines:
            old = scope.kept(old)
            scope.lines += lines
        result = arithmetic.binary(scope, node, node.op, old, value)
        scope.emit(f"{code} = {self.expressions.fitted(node, result, place.item)};")

    # Flow

    def leave(self, node: ast.Return, known: Names) -> None:
        scope = self.scope
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.result(node, NOTHING)
            scope.emit("return;")
            return
        self.read(node.value, known)
        value = self.expressions.of(node.value)
        if isinstance(value.kind, Inner) and scope.has_room:
            scope.refuse(node, "what row and grid give is gone when the rule returns; let the caller pass it in")
        if self.returns is not None and not (self.returns == WHOLE and value.kind == DRAWN):
            if self.returns == FLAG and value.kind != FLAG:
                scope.refuse(node, f"{in_words(value.kind)} is returned, and the annotation says bool; compare it")
            if self.returns == NOTHING:
                scope.refuse(node, "a value is returned, and the annotation says None")
            value = self.expressions.converted(node, value, self.returns)
        kind = self.result(node, value.kind)
        scope.emit(f"return {self.expressions.converted(node, value, kind).code};")

    def result(self, node: ast.AST, kind: Kind) -> Kind:
        scope = self.scope
        if scope.result is None or scope.result == kind:
            scope.result = kind
            return kind
        both = scope.translator.joined(scope.result, kind)
        if both is None:
            scope.refuse(node, f"this returns {in_words(kind)}, another return {in_words(scope.result)}")
        if both != scope.result:
            scope.result, scope.widened = both, True
        return both

    def branch(self, node: ast.If, known: Names) -> Names | None:
        scope = self.scope
        self.read(node.test, known)
        scope.emit(f"if ({self.expressions.condition(node.test).code}) {{")
        with scope.indented():
            then = self.body(node.body, known)
        otherwise: Names | None = known
        if node.orelse:
            scope.emit("} else {")
            with scope.indented():
                otherwise = self.body(node.orelse, known)
        scope.emit("}")
        if then is None or otherwise is None:
            return otherwise if then is None else then
        return then & otherwise

    def repeat(self, node: ast.While, known: Names) -> Names | None:
        scope = self.scope
        if node.orelse:
            scope.refuse(node, "rules have no else after a loop; use a flag")
        self.read(node.test, known)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        with scope.indented(), scope.aside() as lines:
            test = self.expressions.condition(node.test)
        if lines:
            scope.emit("for (;;) {")
            scope.lines += lines
            with scope.indented():
                scope.emit(f"if (!{test.code}) break;")
        else:
            scope.emit(f"while ({test.code}) {{")
        with scope.indented():
            scope.emit(f"spend(1, {scope.place(node)});")
            self.body(node.body, known)
        scope.emit("}")
        return None if endless and not _leaves(node.body) else known

    def count(self, node: ast.For, known: Names) -> Names:
        """for n in range(...): the bounds are evaluated once, and the variable may be changed within."""
        scope = self.scope
        if node.orelse:
            scope.refuse(node, "rules have no else after a loop; use a flag")
        if not isinstance(node.target, ast.Name):
            scope.refuse(node, "a loop counts with one variable")
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            scope.refuse(node, "loops count by range(); read the elements by their indexes")
        if not 1 <= len(call.args) <= 3 or call.keywords:
            scope.refuse(node, "range() takes one to three whole numbers")
        self.read(call, known)
        values = self.expressions.in_order(call.args)
        for argument, value in zip(call.args, values, strict=True):
            if not value.is_whole:
                scope.refuse(argument, f"range() takes whole numbers, not {in_words(value.kind)}")
        zero = Value("0", WHOLE, 0, 0, True, 0)
        first, end = (zero, values[0]) if len(values) == 1 else (values[0], values[1])
        step = values[2] if len(values) == 3 else Value("1", WHOLE, 1, 1, True, 1)
        name, counter = node.target.id, scope.fresh()
        scope.variable(name, WHOLE, node)
        last = scope.kept(replace(end, stable=end.constant is not None)).code
        before = scope.ranges.get(name)
        if self.times_set[name] == 1 and name not in scope.arguments:
            scope.ranges[name] = _range(first, end, step)
        if step.constant == 1 or step.constant == -1:
            sign, change = ("<", "++") if step.constant == 1 else (">", "--")
            least, most = (first, end) if step.constant == 1 else (end, first)
            if most.high - least.low > UNCOUNTED:
                low, high = (first.code, last) if step.constant == 1 else (last, first.code)
                scope.emit(f"spend(turns_up({low}, {high}), {scope.place(node)});")
            scope.emit(f"for (int64_t {counter} = {first.code}; {counter} {sign} {last}; {counter}{change}) {{")
        else:
            width, begin = scope.kept(replace(step, stable=False)).code, scope.kept(replace(first, stable=False)).code
            turns = scope.fresh()
            scope.emit(f"uint64_t {turns} = turns({begin}, {last}, {width}, {scope.place(node)});")
            scope.emit(f"spend({turns}, {scope.place(node)});")
            scope.emit(
                f"for (int64_t {counter} = {begin}; {turns} > 0; {turns}--, {counter} = plus({counter}, {width})) {{"
            )
        with scope.indented():
            scope.emit(f"v_{name} = {counter};")
            self.body(node.body, known | {name})
        scope.emit("}")
        if before is None:
            scope.ranges.pop(name, None)
        return known | ({name} & known)


def _range(first: Value, end: Value, step: Value) -> tuple[int, int]:
    """The bounds of a counter."""
    if step.low > 0:
        return first.low, max(end.high - 1, first.low)
    if step.high < 0:
        return min(end.low + 1, first.high), first.high
    return LEAST, MOST


def _names(target: ast.AST) -> Names:
    return frozenset(
        part.id for part in ast.walk(target) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )


def _times_set(function: ast.FunctionDef) -> dict[str, int]:
    """How often each variable is set in the text of a function."""
    counted: dict[str, int] = {}
    scopes = [node for node in ast.walk(function) if isinstance(node, ast.comprehension)]
    inside = {id(part) for scope in scopes for part in ast.walk(scope.target)}  # refused where they stand
    for node in ast.walk(function):
        if id(node) in inside:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            counted[node.id] = counted.get(node.id, 0) + 1
    return counted


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a loop's body has a `break` of its own."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If) and (_leaves(node.body) or _leaves(node.orelse)):
            return True
    return False
