"""The parts of a library's C text that are the same for all games.

Whole numbers have 64 bits and wrap around. A fault leaves the rules at once: natively by a long jump back to the entry
point, which every thread has its own place for; in WebAssembly by a function of the host, which throws. So nothing on
the way has to ask whether something went wrong.
"""

from .errors import FAULTS

_CODES = "\n".join(f"#define {fault.name} {code}" for code, fault in FAULTS.items())

_FITS = "\n".join(
    f"static inline {c} fit_{code}(int64_t a, int32_t place) {{ "
    f"if (UNLIKELY({test})) fail(DOES_NOT_FIT, place, a, {bits}); return ({c})a; }}"
    for code, c, test, bits in (
        ("i1", "int8_t", "a != (int8_t)a", 8),
        ("i2", "int16_t", "a != (int16_t)a", 16),
        ("i4", "int32_t", "a != (int32_t)a", 32),
        ("i8", "int64_t", "0", 64),
        ("u1", "uint8_t", "a != (uint8_t)a", 8),
        ("u2", "uint16_t", "a != (uint16_t)a", 16),
        ("u4", "uint32_t", "a != (uint32_t)a", 32),
        ("u8", "uint64_t", "a < 0", 64),
    )
)

PRELUDE = (
    """#include <stdint.h>
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#ifdef __clang__
#define INLINED static inline __attribute__((always_inline))
#else  /* gcc knows better where it pays */
#define INLINED static inline
#endif
#define COLD __attribute__((cold, noinline))
"""
    + _CODES
    + """

#ifdef __wasm__
#define ENTRY __attribute__((visibility("default")))
__attribute__((import_module("rules"), import_name("fail"), noreturn))
extern void report(int32_t code, int32_t place, int64_t a, int64_t b);
#define GUARDED(call) int64_t result; call return result;
static struct { uint64_t spent; } fault;
COLD __attribute__((noreturn)) static void fail(int32_t code, int32_t place, int64_t a, int64_t b) {
  report(code, place, a, b);
}
#else
#include <setjmp.h>
#if defined(_WIN32)
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif
static _Thread_local struct { jmp_buf *back; int64_t report[4]; uint64_t spent; } fault;
#define GUARDED(call) \\
  int64_t result; jmp_buf here, *before = fault.back; \\
  if (_setjmp(here) != 0) { fault.back = before; return INT64_MIN; } \\
  fault.back = &here; call fault.back = before; return result;
COLD __attribute__((noreturn)) static void fail(int32_t code, int32_t place, int64_t a, int64_t b) {
  fault.report[0] = code;
  fault.report[1] = place;
  fault.report[2] = a;
  fault.report[3] = b;
  longjmp(*fault.back, 1);
}
#endif

static inline int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t minus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static inline int64_t absolute(int64_t a) { return a < 0 ? minus(0, a) : a; }

static inline int64_t within(int64_t i, int64_t n, int32_t place) {
  if (UNLIKELY((uint64_t)i >= (uint64_t)n)) fail(BAD_INDEX, place, i, n);
  return i;
}

/* Division rounds down; b is above 0. */
static inline int64_t floor_quotient(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static inline int64_t floor_remainder(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
/* The same for any b. Small numbers are divided as such, which is many times as fast on most processors. */
static inline int64_t quotient_(int64_t a, int64_t b, int32_t place) {
  if (UNLIKELY(b == 0)) fail(ZERO_DIVISION, place, a, b);
  if (((uint64_t)(a | b) >> 31) == 0) return (int64_t)((uint32_t)a / (uint32_t)b);
  if (b == -1) return minus(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static inline int64_t remainder_(int64_t a, int64_t b, int32_t place) {
  if (UNLIKELY(b == 0)) fail(ZERO_DIVISION, place, a, b);
  if (((uint64_t)(a | b) >> 31) == 0) return (int64_t)((uint32_t)a % (uint32_t)b);
  if (b == -1) return 0;
  int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
static inline uint64_t drawn_quotient(uint64_t a, uint64_t b, int negative, int32_t place) {
  if (UNLIKELY(b == 0)) fail(ZERO_DIVISION, place, 0, 0);
  if (UNLIKELY(negative)) fail(NEGATIVE_DIVISOR, place, (int64_t)b, 0);
  return a / b;
}
static inline uint64_t drawn_remainder(uint64_t a, uint64_t b, int negative, int32_t place) {
  if (UNLIKELY(b == 0)) fail(ZERO_DIVISION, place, 0, 0);
  if (UNLIKELY(negative)) fail(NEGATIVE_DIVISOR, place, (int64_t)b, 0);
  return a % b;
}
static inline double divided(double a, double b, int32_t place) {
  if (UNLIKELY(b == 0.0)) fail(ZERO_DIVISION, place, 0, 0);
  return a / b;
}
static inline double share_of(int64_t a, int64_t b, int32_t place) {
  const int64_t most = (int64_t)1 << 53;
  if (UNLIKELY(b == 0)) fail(ZERO_DIVISION, place, a, b);
  if (UNLIKELY(a > most || a < -most || b > most || b < -most)) fail(NOT_EXACT, place, a, b);
  return (double)a / (double)b;
}

static inline int64_t shift_left(int64_t a, int64_t n, int32_t place) {
  if (UNLIKELY(n < 0)) fail(BAD_SHIFT, place, n, 0);
  return n > 63 ? 0 : (int64_t)((uint64_t)a << n);
}
static inline int64_t shift_right(int64_t a, int64_t n, int32_t place) {
  if (UNLIKELY(n < 0)) fail(BAD_SHIFT, place, n, 0);
  return a >> (n > 63 ? 63 : n);
}
static inline uint64_t drawn_shift_left(uint64_t a, int64_t n, int32_t place) {
  if (UNLIKELY(n < 0)) fail(BAD_SHIFT, place, n, 0);
  return n > 63 ? 0 : a << n;
}
static inline uint64_t drawn_shift_right(uint64_t a, int64_t n, int32_t place) {
  if (UNLIKELY(n < 0)) fail(BAD_SHIFT, place, n, 0);
  return n > 63 ? 0 : a >> n;
}

/* min and max give the first of equal ones. */
static inline int64_t whole_min(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t whole_max(int64_t a, int64_t b) { return b > a ? b : a; }
static inline uint64_t drawn_min(uint64_t a, uint64_t b) { return b < a ? b : a; }
static inline uint64_t drawn_max(uint64_t a, uint64_t b) { return b > a ? b : a; }
static inline double real_min(double a, double b) { return b < a ? b : a; }
static inline double real_max(double a, double b) { return b > a ? b : a; }

static inline int64_t truncated(double a, int32_t place) {
  if (UNLIKELY(!(__builtin_fabs(a) < 9223372036854775808.0))) {
    if (a == -9223372036854775808.0) return INT64_MIN;
    fail(NOT_WHOLE, place, 0, 0);
  }
  return (int64_t)a;
}
/* Turns of loops are counted up to 2**64, which is never reached from 0. Who runs rules on a state from elsewhere, such
   that they may never end, begins higher: the simulator. */
static inline void spend(uint64_t turns, int32_t place) {
  if (UNLIKELY(__builtin_add_overflow(fault.spent, turns, &fault.spent))) fail(ENDLESS, place, 0, 0);
}
static inline uint64_t turns_up(int64_t first, int64_t end) {
  return first < end ? (uint64_t)end - (uint64_t)first : 0;
}
static inline uint64_t turns(int64_t first, int64_t end, int64_t step, int32_t place) {
  if (UNLIKELY(step == 0)) fail(ZERO_STEP, place, 0, 0);
  if (step > 0) return first < end ? ((uint64_t)end - (uint64_t)first - 1) / (uint64_t)step + 1 : 0;
  return first > end ? ((uint64_t)first - (uint64_t)end - 1) / (0 - (uint64_t)step) + 1 : 0;
}

/* A number that is stored must fit its field. */
"""
    + _FITS
    + """
static inline int64_t fit_drawn(uint64_t a, uint64_t most, int32_t place) {
  if (UNLIKELY(a > most)) fail(DOES_NOT_FIT, place, (int64_t)a, 64);
  return (int64_t)a;
}

/* Draws: splitmix64, by its counter. */
static inline uint64_t mix64(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static inline uint64_t draw(uint64_t key, int64_t n) {
  return mix64(key + 0x9E3779B97F4A7C15ull * ((uint64_t)n + 1));
}
static inline uint64_t stream(uint64_t seed, uint64_t purpose) { return mix64(seed ^ mix64(purpose)); }
static inline int64_t below(uint64_t u, int64_t n) {
  uint64_t share = (u >> 32) * (uint64_t)n;
  return n < 0 ? (int64_t)share >> 32 : (int64_t)(share >> 32);
}
/* The same where n has at most 32 bits with its sign. */
static inline int64_t below_narrow(uint64_t u, int64_t n) { return (int64_t)(u >> 32) * n >> 32; }

/* Rows of flags, each a byte that is 0 or 1: words of eight are added byte by byte, at most 255 of them at a time. */
static inline uint64_t eight(const uint8_t *flags) { uint64_t word; __builtin_memcpy(&word, flags, 8); return word; }
static inline int64_t bytes_of(uint64_t word) {
  const uint64_t even = 0x00ff00ff00ff00ffull;
  return (int64_t)(((word & even) + (word >> 8 & even)) * 0x0001000100010001ull >> 48);
}
static inline int64_t ones_of(const uint8_t *flags, int64_t words) {
  uint64_t sum = 0;
  for (int64_t k = 0; k < words; k++) sum += eight(flags + 8 * k);
  return bytes_of(sum);
}
static int64_t ones(const uint8_t *flags, int64_t n) {
  int64_t count = 0, k = 0;
  for (; k + 1024 <= n; k += 1024) count += ones_of(flags + k, 128);
  count += ones_of(flags + k, (n - k) / 8);
  for (k += (n - k) / 8 * 8; k < n; k++) count += flags[k];
  return count;
}
static int64_t nth_one(const uint8_t *flags, int64_t n, int64_t left) {
  int64_t k = 0;
  for (; k + 128 <= n; k += 128) {
    int64_t some = ones_of(flags + k, 16);
    if (left < some) break;
    left -= some;
  }
  for (; k + 8 <= n; k += 8) {
    int64_t some = bytes_of(eight(flags + k));
    if (left < some) break;
    left -= some;
  }
  for (; k < n; k++) {
    if (flags[k] != 0 && left-- == 0) return k;
  }
  return n;
}
"""
)

# After the rules, before the entry points
SUFFIX = """
#ifndef __wasm__
/* What the last fault of this thread was: code, place and two numbers. Afterwards there is none. */
ENTRY int64_t rules_fault(int64_t *out) {
  for (int k = 0; k < 4; k++) out[k] = fault.report[k];
  fault.report[0] = 0;
  return out[0];
}
#endif
"""
