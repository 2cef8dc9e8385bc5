"""How an entry point says which arrays it takes: `def rollout(s: Records[State], out: Table[i8]) -> int`.

Rules call each other with whatever they have; what Python calls must say its types in full, so that native code can be
made before anybody calls it. Natively all of these are NumPy arrays; interpreted they are lists, and `Grid`s of lists.
"""

from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Records(Generic[T]):
    """Structs of one kind: an array of records, or a list of objects."""

    def __getitem__(self, place: int) -> T:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class Row(Generic[T]):
    """Numbers in one dimension."""

    def __getitem__(self, place: int) -> T:
        raise NotImplementedError

    def __setitem__(self, place: int, value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class Table(Generic[T]):
    """Numbers in two dimensions; `table[a]` is a row of it."""

    @overload
    def __getitem__(self, place: int) -> Row[T]: ...

    @overload
    def __getitem__(self, place: tuple[int, int]) -> T: ...

    def __getitem__(self, place: Any) -> Any:
        raise NotImplementedError

    def __setitem__(self, place: tuple[int, int], value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class Cube(Generic[T]):
    """Numbers in three dimensions; `cube[a]` is a table of it, `cube[a, b]` a row."""

    @overload
    def __getitem__(self, place: int) -> Table[T]: ...

    @overload
    def __getitem__(self, place: tuple[int, int]) -> Row[T]: ...

    def __getitem__(self, place: Any) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


DIMENSIONS: dict[Any, int] = {Records: 1, Row: 1, Table: 2, Cube: 3}
