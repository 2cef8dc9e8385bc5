"""The text of a state in C: it reads what zlib writes and zlib reads what it writes, and under the sanitizers nothing
that is torn leads it astray."""

import random
import subprocess
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from tests.core.native.small_library import needs_compiler
from tests.scale import amount, seed_for

from roundhouse.core.native import simulator_source
from roundhouse.core.native.compiler import compiler

pytestmark = needs_compiler
FUZZ = Path(__file__).with_name("belief_text_fuzz.c")
INFLATE = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "belief_text.c"
int main(void) {
  static char text[1 << 20];
  static uint8_t bytes[1 << 19];
  while (scanf("%1048575s", text) == 1) {
    int32_t filled = 0, failed = read_text(text, (int32_t)strlen(text), bytes, sizeof bytes, &filled);
    int32_t length = write_text(bytes, filled, text, sizeof text - 1);
    text[length] = 0;
    printf("%d %s\\n", failed, text);
  }
}
"""


def built(source: Path, *flags: str) -> Path:
    program = source.with_suffix(".run")
    here = ["-std=gnu11", "-O1", "-g", "-w", f"-I{simulator_source.FOLDER}", *flags]
    subprocess.run([*compiler().command, *here, "-o", str(program), str(source)], check=True, timeout=120)
    return program


def test_torn_texts_lead_nowhere_under_the_sanitizers(tmp_path):
    source = tmp_path / "fuzz.c"
    source.write_text(FUZZ.read_text(encoding="utf-8"), encoding="utf-8")
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    try:
        program = built(source, *flags)
    except subprocess.CalledProcessError:
        pytest.skip("this compiler has no sanitizers")
    seed = str(seed_for("torn texts of beliefs"))
    done = subprocess.run(
        [program, str(amount(1000, 200_000)), seed], capture_output=True, text=True, timeout=3000, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_zlib_writes_is_read_and_the_other_way_round(tmp_path):
    source = tmp_path / "inflate.c"
    source.write_text(INFLATE, encoding="utf-8")
    dice = random.Random(seed_for("what zlib writes"))
    datas = [
        bytes(dice.choice((0, 0, 0, dice.randrange(256))) for _ in range(dice.randrange(40_000))) for _ in range(8)
    ]
    datas += [b"", b"a", bytes(300_000), dice.randbytes(70_000)]
    texts, expected = [], []
    for data in datas:
        for level, strategy in ((0, 0), (1, 0), (9, 0), (6, zlib.Z_FIXED), (6, zlib.Z_HUFFMAN_ONLY), (6, zlib.Z_RLE)):
            packer = zlib.compressobj(level, zlib.DEFLATED, 15, 8, strategy)
            texts.append(b64encode(packer.compress(data) + packer.flush()).decode())
            expected.append(data)
    done = subprocess.run(
        [built(source)], input="\n".join([*texts, ""]), capture_output=True, text=True, timeout=100, check=True
    )
    answers = [line.split(" ") for line in done.stdout.splitlines()]
    assert [failed for failed, _ in answers] == ["0"] * len(texts)
    assert [zlib.decompress(b64decode(text, validate=True)) for _, text in answers] == expected
