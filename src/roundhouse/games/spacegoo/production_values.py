"""GOO-127: the table that values of a production are drawn from.

v(m, s) = max(1, floor(|g|)) with g normal, mean m and deviation s, at most m + 5 s. A row holds, for each value from 1
on, the chance in units of 2^-32 that a draw is at most this value. `normal_table` is where the numbers come
from; they are stored so that no platform's mathematics library decides what a map looks like.
"""

from bisect import bisect_right
from math import erf, sqrt

VALUES = {
    (2, 5): (
        1_237_571_640, 1_806_482_381, 2_320_794_475, 2_770_211_914, 3_149_694_122, 3_459_228_624, 3_703_035_753,
        3_888_405_233, 4_024_397_982, 4_120_628_100, 4_186_282_022, 4_229_454_676, 4_256_807_912, 4_273_500_546,
        4_283_309_729, 4_288_858_796, 4_291_880_034, 4_293_462_876, 4_294_260_683, 4_294_647_491, 4_294_827_862,
        4_294_908_745, 4_294_943_621, 4_294_958_080, 4_294_963_843, 4_294_966_051,
    ),
    (1, 4): (
        1_598_067_022, 2_288_389_531, 2_867_847_906, 3_326_613_424, 3_669_152_205, 3_910_321_479, 4_070_410_817,
        4_170_585_914, 4_229_665_600, 4_262_499_219, 4_279_691_007, 4_288_170_394, 4_292_109_243, 4_293_832_135,
        4_294_541_640, 4_294_816_676, 4_294_917_021, 4_294_951_472, 4_294_962_601, 4_294_965_983,
    ),
    (0, 3): (
        2_126_072_914, 2_932_129_042, 3_511_468_884, 3_884_451_296, 4_099_545_151, 4_210_654_265, 4_262_064_577,
        4_283_371_760, 4_291_281_696, 4_293_911_882, 4_294_695_242, 4_294_904_216, 4_294_954_148, 4_294_964_834,
    ),
}  # fmt: skip


def value(mean: int, deviation: int, u: int) -> int:
    """A drawn number of 64 bits as a value."""
    return bisect_right(VALUES[mean, deviation], u >> 32) + 1


def normal_table(mean: int, deviation: int) -> tuple[int, ...]:
    """The rows of VALUES, computed."""

    def at_most(x: float) -> float:
        return (1 + erf((x - mean) / (deviation * sqrt(2)))) / 2

    chances = [at_most(top + 1) - at_most(-top - 1) for top in range(1, mean + 5 * deviation)]
    return tuple(round(chance * 2**32) for chance in chances)
