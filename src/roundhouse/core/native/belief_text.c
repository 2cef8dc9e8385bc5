/* A state as text, without any library: base64 around zlib around the bytes of one record.

   Reading trusts nothing. Bytes are taken one at a time from the text, and what they inflate to goes straight into the
   state, which is never left: a text that has more for it is refused. */

enum { TEXT_FINE, TEXT_TORN, TEXT_LONG };

/* Reading */

typedef struct {
  const char *text, *end;
  uint32_t word;           /* of base64: what is left of four characters */
  int32_t held, padding;   /* bytes in it, and how many = were seen */
  uint32_t bits, count;    /* of deflate: bits that are taken from bytes, the lowest first */
  uint8_t *out;
  int32_t size, filled, failed;
} reader;

static int32_t digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static int32_t torn(reader *r) {
  if (!r->failed) r->failed = TEXT_TORN;
  return 0;
}

static int32_t next_byte(reader *r) {
  if (r->held == 0) {
    if (r->padding || r->end - r->text < 4) return torn(r);
    r->word = 0;
    for (int k = 0; k < 4; k++) {
      int32_t digit = digit_of(r->text[k]);
      if (digit < 0 && !(r->text[k] == '=' && k >= 2)) return torn(r);
      if (digit >= 0 && r->padding) return torn(r);
      r->padding += digit < 0;
      r->word = r->word << 6 | (digit < 0 ? 0 : (uint32_t)digit);
    }
    r->text += 4;
    r->held = 3 - r->padding;
  }
  int32_t byte = (int32_t)(r->word >> 16 & 255);
  r->word <<= 8;
  r->held--;
  return byte;
}

static int32_t take_bits(reader *r, uint32_t n) {
  while (r->count < n && !r->failed) {
    r->bits |= (uint32_t)next_byte(r) << r->count;
    r->count += 8;
  }
  if (r->failed) return 0;
  int32_t taken = (int32_t)(r->bits & ((1u << n) - 1));
  r->bits >>= n;
  r->count -= n;
  return taken;
}

static void put_byte(reader *r, int32_t byte) {
  if (r->filled < r->size) r->out[r->filled++] = (uint8_t)byte;
  else if (!r->failed) r->failed = TEXT_LONG;
}

enum { LONGEST = 15, SYMBOLS = 288, DISTANCES = 30 };

typedef struct {
  int16_t many[LONGEST + 1]; /* codes of each length */
  int16_t symbols[SYMBOLS];  /* in the order of their codes */
} codes;

/* False where lengths are no code: too many short ones, or some missing (one code alone is allowed). */
static int32_t make_codes(codes *c, const uint8_t *lengths, int32_t n) {
  int32_t from[LONGEST + 2] = {0}, left = 1, used = 0;
  for (int k = 0; k <= LONGEST; k++) c->many[k] = 0;
  for (int k = 0; k < n; k++) c->many[lengths[k]]++;
  c->many[0] = 0;
  for (int k = 1; k <= LONGEST; k++) {
    left = 2 * left - c->many[k];
    if (left < 0) return 0;
    from[k + 1] = from[k] + c->many[k];
  }
  for (int k = 0; k < n; k++)
    if (lengths[k]) c->symbols[from[lengths[k]]++] = (int16_t)k, used++;
  return left == 0 || used <= 1;
}

static int32_t take_symbol(reader *r, const codes *c) {
  int32_t code = 0, first = 0, index = 0;
  for (int k = 1; k <= LONGEST; k++) {
    code = code << 1 | take_bits(r, 1);
    if (r->failed) return 0;
    if (code - first < c->many[k]) return c->symbols[index + code - first];
    index += c->many[k];
    first = (first + c->many[k]) << 1;
  }
  return torn(r);
}

/* Lengths and distances: how many further bits a symbol has, and from where it counts. */
static int32_t length_bits(int32_t n) { return n < 4 || n == 28 ? 0 : (n >> 2) - 1; }
static int32_t length_base(int32_t n) {
  return n < 4 ? n + 3 : n == 28 ? 258 : ((4 + (n & 3)) << ((n >> 2) - 1)) + 3;
}
static int32_t distance_bits(int32_t n) { return n < 2 ? 0 : (n >> 1) - 1; }
static int32_t distance_base(int32_t n) { return n < 2 ? n + 1 : ((2 + (n & 1)) << ((n >> 1) - 1)) + 1; }

static void inflate_coded(reader *r, const codes *symbols, const codes *distances) {
  while (!r->failed) {
    int32_t symbol = take_symbol(r, symbols);
    if (r->failed || symbol == 256) return;
    if (symbol < 256) {
      put_byte(r, symbol);
      continue;
    }
    if (symbol > 285) {
      torn(r);
      return;
    }
    int32_t length = length_base(symbol - 257) + take_bits(r, (uint32_t)length_bits(symbol - 257));
    int32_t far = take_symbol(r, distances);
    if (r->failed || far >= DISTANCES) {
      torn(r);
      return;
    }
    int32_t back = distance_base(far) + take_bits(r, (uint32_t)distance_bits(far));
    if (r->failed || back > r->filled) {
      torn(r);
      return;
    }
    for (int k = 0; k < length && !r->failed; k++) put_byte(r, r->out[r->filled - back]);
  }
}

static void inflate_plain(reader *r) {
  r->bits = r->count = 0;
  int32_t low = next_byte(r), n = low | next_byte(r) << 8, check = next_byte(r);
  check |= next_byte(r) << 8;
  if (r->failed || (n ^ 0xFFFF) != check) {
    torn(r);
    return;
  }
  for (int k = 0; k < n && !r->failed; k++) put_byte(r, next_byte(r));
}

static void fixed_lengths(uint8_t *lengths) {
  for (int k = 0; k < SYMBOLS; k++) lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
}

static void inflate_fixed(reader *r) {
  codes symbols, distances;
  uint8_t lengths[SYMBOLS];
  fixed_lengths(lengths);
  make_codes(&symbols, lengths, SYMBOLS);
  for (int k = 0; k < 32; k++) lengths[k] = 5;
  make_codes(&distances, lengths, 32);
  inflate_coded(r, &symbols, &distances);
}

static void inflate_own(reader *r) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  codes symbols, distances;
  uint8_t lengths[SYMBOLS + 32] = {0}, small[19] = {0};
  int32_t n = take_bits(r, 5) + 257, far = take_bits(r, 5) + 1, some = take_bits(r, 4) + 4;
  for (int k = 0; k < some; k++) small[order[k]] = (uint8_t)take_bits(r, 3);
  if (r->failed || n > 286 || far > DISTANCES || !make_codes(&symbols, small, 19)) {
    torn(r);
    return;
  }
  for (int32_t k = 0; k < n + far;) {
    int32_t symbol = take_symbol(r, &symbols), length = symbol, often = 1;
    if (symbol == 16) {
      if (k == 0) torn(r);
      else length = lengths[k - 1];
      often = 3 + take_bits(r, 2);
    } else if (symbol > 16) {
      length = 0;
      often = symbol == 17 ? 3 + take_bits(r, 3) : 11 + take_bits(r, 7);
    }
    if (r->failed || k + often > n + far) {
      torn(r);
      return;
    }
    while (often-- > 0) lengths[k++] = (uint8_t)length;
  }
  if (lengths[256] == 0 || !make_codes(&symbols, lengths, n) || !make_codes(&distances, lengths + n, far)) {
    torn(r);
    return;
  }
  inflate_coded(r, &symbols, &distances);
}

static uint32_t adler_of(const uint8_t *bytes, int32_t n) {
  uint32_t a = 1, b = 0;
  for (int32_t k = 0; k < n; k++) a = (a + bytes[k]) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}

/* The bytes of a text into `out`, which has room for `size`; `filled` says how many there were. */
static int32_t read_text(const char *text, int32_t length, uint8_t *out, int32_t size, int32_t *filled) {
  reader r = {.text = text, .end = text + length, .out = out, .size = size};
  int32_t head = next_byte(&r) << 8;
  head |= next_byte(&r);
  if ((head & 0x0F00) != 0x0800 || head >> 12 > 7 || head % 31 != 0 || head & 0x20) torn(&r);
  for (int32_t last = 0; !last && !r.failed;) {
    last = take_bits(&r, 1);
    int32_t kind = take_bits(&r, 2);
    if (r.failed) break;
    if (kind == 0) inflate_plain(&r);
    else if (kind == 1) inflate_fixed(&r);
    else if (kind == 2) inflate_own(&r);
    else torn(&r);
  }
  uint32_t sum = 0;
  for (int k = 0; k < 4 && !r.failed; k++) sum = sum << 8 | (uint32_t)next_byte(&r);
  if (!r.failed && (sum != adler_of(out, r.filled) || r.held || r.text != r.end)) torn(&r);
  *filled = r.filled;
  return r.failed;
}

/* Writing */

typedef struct {
  char *text;
  int32_t room, filled; /* characters; beyond the room they are only counted */
  uint32_t word;
  int32_t held;         /* bytes that wait for a third */
  uint32_t bits, count;
} writer;

static void put_text(writer *w, uint32_t byte) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  w->word = w->word << 8 | byte;
  if (++w->held < 3) return;
  for (int k = 18; k >= 0; k -= 6, w->filled++)
    if (w->filled < w->room) w->text[w->filled] = digits[w->word >> k & 63];
  w->held = 0;
  w->word = 0;
}

static void put_bits(writer *w, uint32_t bits, uint32_t n) {
  w->bits |= bits << w->count;
  for (w->count += n; w->count >= 8; w->count -= 8, w->bits >>= 8) put_text(w, w->bits & 255);
}

/* The codes of deflate begin with their highest bit. */
static void put_code(writer *w, uint32_t code, uint32_t n) {
  uint32_t turned = 0;
  for (uint32_t k = 0; k < n; k++) turned |= (code >> k & 1) << (n - 1 - k);
  put_bits(w, turned, n);
}

static void put_symbol(writer *w, uint32_t symbol) {
  if (symbol < 144) put_code(w, 0x30 + symbol, 8);
  else if (symbol < 256) put_code(w, 0x190 + symbol - 144, 9);
  else if (symbol < 280) put_code(w, symbol - 256, 7);
  else put_code(w, 0xC0 + symbol - 280, 8);
}

static void put_copy(writer *w, int32_t length, int32_t back) {
  int32_t n = 28, far = DISTANCES - 1;
  while (length_base(n) > length) n--;
  while (distance_base(far) > back) far--;
  put_symbol(w, (uint32_t)(257 + n));
  put_bits(w, (uint32_t)(length - length_base(n)), (uint32_t)length_bits(n));
  put_code(w, (uint32_t)far, 5);
  put_bits(w, (uint32_t)(back - distance_base(far)), (uint32_t)distance_bits(far));
}

/* The text of some bytes, with the codes that deflate has ready: quick, and half as short as it could be. Returns its
   length, which may be more than the room. */
static int32_t write_text(const uint8_t *bytes, int32_t size, char *text, int32_t room) {
  writer w = {.text = text, .room = room};
  int32_t seen[1024]; /* where three such bytes were last */
  for (int k = 0; k < 1024; k++) seen[k] = -1;
  put_text(&w, 0x78);
  put_text(&w, 0x9C);
  put_bits(&w, 3, 3);
  for (int32_t at = 0; at < size;) {
    int32_t length = 0, back = 0;
    if (at + 3 <= size) {
      uint32_t three = (uint32_t)bytes[at] << 16 | (uint32_t)bytes[at + 1] << 8 | bytes[at + 2];
      int32_t *slot = &seen[three * 2654435761u >> 22], most = size - at < 258 ? size - at : 258;
      back = at - *slot;
      if (*slot >= 0 && back <= 32768)
        while (length < most && bytes[at + length] == bytes[at + length - back]) length++;
      *slot = at;
    }
    if (length >= 4) put_copy(&w, length, back), at += length;
    else put_symbol(&w, bytes[at++]);
  }
  put_symbol(&w, 256);
  if (w.count) put_bits(&w, 0, 8 - w.count);
  uint32_t sum = adler_of(bytes, size);
  for (int k = 24; k >= 0; k -= 8) put_text(&w, sum >> k & 255);
  int32_t padding = w.held ? 3 - w.held : 0;
  for (int k = 0; k < padding; k++) put_text(&w, 0);
  for (int k = 0; k < padding; k++)
    if (w.filled - 1 - k < room) text[w.filled - 1 - k] = '=';
  return w.filled;
}
