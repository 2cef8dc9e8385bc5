/* Around `belief_text.c`: texts that are torn in all ways, and texts of bytes of all sorts that must come back whole. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "belief_text.c"

static uint64_t seed;
static uint32_t drawn(uint32_t n) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(seed >> 33) % n;
}

int main(int c, char **v) {
  enum { SIZE = 5000, ROOM = SIZE / 2 * 3 + 64 };
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  long rounds = atol(v[1]), refused = 0;
  seed = strtoull(v[2], 0, 10);
  for (long n = 0; n < rounds; n++) {
    int32_t size = (int32_t)drawn(SIZE), filled = 0;
    uint8_t *bytes = calloc(1, (size_t)size + 1), *back = malloc((size_t)size + 1);
    uint32_t kind = drawn(4), run = 1 + drawn(40);
    for (int32_t k = 0; k < size; k++)
      bytes[k] = (uint8_t)(kind == 0 ? drawn(256) : kind == 1 ? (drawn(run) ? 0 : drawn(256)) : kind == 2 ? (k / run) : 0);
    char *room = malloc(ROOM);
    int32_t length = write_text(bytes, size, room, ROOM);
    if (length > ROOM) return 10;
    char *text = malloc((size_t)length); /* so that a look behind its end is seen */
    memcpy(text, room, (size_t)length);
    if (read_text(text, length, back, size, &filled) || filled != size || memcmp(back, bytes, (size_t)size)) return 11;
    if (size && read_text(text, length, back, size - 1, &filled) != TEXT_LONG) return 12;
    for (int again = 0; again < 8; again++) {
      int32_t cut = length;
      memcpy(text, room, (size_t)length);
      for (uint32_t k = drawn(4); k > 0; k--) text[drawn((uint32_t)length)] = digits[drawn(65)];
      if (drawn(3) == 0) cut = (int32_t)drawn((uint32_t)length);
      if (drawn(20) == 0)
        for (int32_t k = 4; k < length; k++) text[k] = digits[drawn(64)];
      char *torn = malloc((size_t)cut + 1);
      memcpy(torn, text, (size_t)cut);
      char *shrunk = realloc(torn, (size_t)cut ? (size_t)cut : 1);
      int32_t failed = read_text(shrunk, cut, back, size, &filled);
      refused += failed != 0;
      if (!failed && (cut != length || filled > size)) return 13;
      free(shrunk);
    }
    free(text), free(room), free(bytes), free(back);
  }
  printf("%ld\n", refused);
  return refused > rounds ? 0 : 14;
}
