/* The simulator: a game's rules as a library that programs in any language call, natively and in WebAssembly.

   This text follows the rules and their entry points. `simulator_source.py` writes the names in capitals in front of it,
   which say what is particular to the game. What the functions do for those who call them stands in the header that
   `roundhouse sim` writes. A state is the bytes of one record and belongs to the caller, so nothing here allocates.

   Nothing is trusted: states may hold any bytes. Indexes are checked by the rules, and loops that would not end are
   stopped, so that whatever goes wrong comes back as a number below 0 with a sentence. */

enum {
  SIM_BAD_LAYOUT = -1, SIM_BAD_FORM = -2, SIM_BAD_TEXT = -3, SIM_BAD_SIZE = -4, SIM_BAD_SEAT = -5,
  SIM_BAD_ROOM = -6, SIM_BAD_STATE = -7, SIM_FAULT = -8, SIM_ENDLESS = -9, SIM_NOT_WAITED = -10
};
enum { SIM_TURNS = 1 << 27, SIM_SENTENCE = 400, SIM_DRAWS = 64, SIM_NUMBERS = 1 << 15 };

#ifdef __wasm__
#define PER_THREAD static
#else
#define PER_THREAD static _Thread_local
#endif

PER_THREAD char sim_sentence[SIM_SENTENCE];
PER_THREAD int32_t sim_length;

/* Sentences */

static void say_text(const char *text) {
  for (; *text && sim_length < SIM_SENTENCE - 1; text++) sim_sentence[sim_length++] = *text;
  sim_sentence[sim_length] = 0;
}

static void say_number(int64_t number) {
  char digits[24];
  int k = 24;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  digits[--k] = 0;
  do digits[--k] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) digits[--k] = '-';
  say_text(digits + k);
}

/* A sentence in which {a} and {b} stand for numbers. */
static void say(const char *text, int64_t a, int64_t b) {
  for (; *text; text++) {
    if (text[0] == '{' && (text[1] == 'a' || text[1] == 'b') && text[2] == '}') {
      say_number(text[1] == 'a' ? a : b);
      text += 2;
    } else {
      char one[2] = {*text, 0};
      say_text(one);
    }
  }
}

static int32_t wrong(int32_t code, const char *text, int64_t a, int64_t b) {
  sim_length = 0;
  say(text, a, b);
  return code;
}

/* What a fault of the rules was, in words: where it happened and what it was. In WebAssembly the host calls this with
   what `rules.fail` was told, after it has put the stack back. */
ENTRY int32_t sim_fault(int32_t code, int32_t place, int64_t a, int64_t b) {
  int32_t file = place >> SIM_LINE_BITS;
  fault.spent = 0;
  sim_length = 0;
  if (file >= 0 && file < SIM_FILES) {
    say_text(sim_files[file]);
    say(":{a}: ", place & ((1 << SIM_LINE_BITS) - 1), 0);
  }
  if (code > 0 && code < SIM_FAULTS) say(sim_faults[code], a, b);
  return code == ENDLESS ? SIM_ENDLESS : SIM_FAULT;
}

#ifdef __wasm__
static int32_t faulted(void) { return SIM_FAULT; } /* never called: the host throws */
#else
static int32_t faulted(void) {
  int64_t report[4];
  rules_fault(report);
  return sim_fault((int32_t)report[0], (int32_t)report[1], report[2], report[3]);
}
#endif

/* Calls of rules */

/* Each call of an entry point has its own number of turns; afterwards others may call without a limit. */
static int64_t called(int64_t result) {
  fault.spent = 0;
  return result;
}
static void limit(void) { fault.spent = 0 - (uint64_t)SIM_TURNS; }
#define RULES(result, call) \
  limit(); \
  int64_t result = called(call); \
  if (result == INT64_MIN) return faulted();

static int32_t fits(int64_t number) { return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (int32_t)number; }

static int32_t aligned(const void *state) {
  if (state == 0 || (uintptr_t)state % SIM_ALIGN != 0)
    return wrong(SIM_BAD_STATE, "a state is at an address that is a multiple of {a}", SIM_ALIGN, 0);
  return 0;
}

static int32_t seated(const void *state, int32_t seat) {
  int32_t bad = aligned(state);
  if (bad) return bad;
  int64_t seats = SIM_SEATS_OF(state);
  if (seats < 1 || seats > SIM_SEATS_MAX)
    return wrong(SIM_BAD_STATE, "a match has 1 to {a} seats, not {b}", SIM_SEATS_MAX, seats);
  if (seat < 1 || seat > seats) return wrong(SIM_BAD_SEAT, "there is no seat {a}; there are {b}", seat, seats);
  return 0;
}

static void forget_events(void *state) {
  SIM_EVENT_COUNT_OF(state) = 0;
  SIM_EVENTS_LOST_OF(state) = 0;
}

/* What the library is for */

ENTRY const char *sim_game(void) { return SIM_GAME; }
ENTRY const char *sim_form(void) { return SIM_FORM; }
ENTRY const char *sim_layout(void) { return SIM_LAYOUT; }
ENTRY const char *sim_error(void) { return sim_sentence; }
ENTRY int32_t sim_size(void) { return SIM_SIZE; }
ENTRY int32_t sim_width(void) { return SIM_WIDTH; }
ENTRY int32_t sim_observed(void) { return SIM_OBSERVED; }
ENTRY int32_t sim_text_room(void) { return SIM_SIZE / 2 * 3 + 64; }

/* 0 the name, 1 the field, 2 the rule, 3 the sentence of a refusal; 4 the name, 5 the sentence of an ending. */
ENTRY const char *sim_word(int32_t what, int32_t code) {
  if (what >= 0 && what < 4)
    for (int32_t k = 0; k < SIM_REFUSALS; k++)
      if (sim_refusals[k].code == code) return sim_refusals[k].words[what];
  if (what == 4 || what == 5)
    for (int32_t k = 0; k < SIM_ENDINGS; k++)
      if (sim_endings[k].code == code) return sim_endings[k].words[what - 4];
  return "";
}
ENTRY const char *sim_refusal_name(int32_t code) { return sim_word(0, code); }
ENTRY const char *sim_refusal_field(int32_t code) { return sim_word(1, code); }
ENTRY const char *sim_refusal_rule(int32_t code) { return sim_word(2, code); }
ENTRY const char *sim_refusal(int32_t code) { return sim_word(3, code); }
ENTRY const char *sim_ending_name(int32_t code) { return sim_word(4, code); }
ENTRY const char *sim_ending(int32_t code) { return sim_word(5, code); }

/* States */

static int32_t same_text(const char *one, const char *two) {
  for (; *one && *one == *two; one++) two++;
  return *one == *two;
}

ENTRY int32_t sim_load(void *state, const char *layout, const char *form, const char *text, int32_t length) {
  int32_t bad = aligned(state), filled = 0;
  if (bad) return bad;
  uint8_t *bytes = state;
  for (int32_t k = 0; k < SIM_SIZE; k++) bytes[k] = 0;
  if (!same_text(form, SIM_FORM)) return wrong(SIM_BAD_FORM, "this library is for states of the " SIM_FORM " form", 0, 0);
  if (!same_text(layout, SIM_LAYOUT))
    return wrong(SIM_BAD_LAYOUT, "the layout is another than " SIM_LAYOUT ": the library is of another version", 0, 0);
  bad = read_text(text, length < 0 ? 0 : length, bytes, SIM_SIZE, &filled);
  if (!bad && filled == SIM_SIZE) return 0;
  for (int32_t k = 0; k < SIM_SIZE; k++) bytes[k] = 0;
  if (bad == TEXT_TORN) return wrong(SIM_BAD_TEXT, "this is no deflated state in base64, or it is torn", 0, 0);
  return wrong(SIM_BAD_SIZE, bad == TEXT_LONG ? "a state has {a} bytes, and this text has more"
                                              : "a state has {a} bytes, and this text has {b}", SIM_SIZE, filled);
}

ENTRY int32_t sim_save(const void *state, char *text, int32_t room) {
  int32_t bad = aligned(state);
  if (bad) return bad;
  int32_t length = write_text(state, SIM_SIZE, text, room < 1 ? 0 : room - 1);
  if (length >= room) return wrong(SIM_BAD_ROOM, "the text needs room for {a} characters", length + 1, 0);
  text[length] = 0;
  return length;
}

ENTRY int32_t sim_clone(void *to, const void *from) {
  int32_t bad = aligned(to);
  if (!bad) bad = aligned(from);
  if (bad) return bad;
  __builtin_memmove(to, from, SIM_SIZE);
  return 0;
}

ENTRY int32_t sim_seats(const void *state) {
  int32_t bad = seated(state, 1);
  return bad ? bad : (int32_t)SIM_SEATS_OF(state);
}

ENTRY int32_t sim_round(const void *state) {
  int32_t bad = aligned(state);
  return bad ? bad : fits(SIM_ROUND_OF(state));
}

/* Who is waited for */

ENTRY int32_t sim_waiting(const void *state, int32_t *seats, int32_t room) {
  int64_t owing[SIM_SEATS];
  int32_t bad = seated(state, 1), listed = 0;
  if (bad) return bad;
  RULES(count, kernels_waited((void *)state, 1, 0, owing, SIM_SEATS))
  for (int32_t seat = 1; seat < SIM_SEATS; seat++) {
    if (owing[seat] == 0) continue;
    if (seats && listed < room) seats[listed] = seat;
    listed++;
  }
  return listed;
}

ENTRY int32_t sim_waited(const void *state, int32_t seat) {
  int64_t owing[SIM_SEATS];
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  RULES(count, kernels_waited((void *)state, 1, 0, owing, SIM_SEATS))
  return owing[seat] != 0;
}

/* Actions */

ENTRY int32_t sim_check(const void *state, int32_t seat, const int64_t *row) {
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  RULES(code, kernels_checked((void *)state, 1, 0, seat, (void *)row, SIM_WIDTH))
  return fits(code);
}

/* What becomes of a refused action: a number above 0 is the reason for which its seat leaves. */
enum { ACCEPTED = -2, VOID = -1, REFUSED = 0 };
static int32_t verdict_of(int64_t code) {
  for (int32_t k = 0; k < SIM_REFUSALS; k++)
    if (sim_refusals[k].code == code) return sim_refusals[k].verdict;
  return REFUSED;
}

ENTRY int32_t sim_act(void *state, int32_t seat, const int64_t *row) {
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  RULES(code, kernels_checked(state, 1, 0, seat, (void *)row, SIM_WIDTH))
  int32_t verdict = code == 0 ? ACCEPTED : verdict_of(code);
  if (verdict == REFUSED) return fits(code);
  forget_events(state);
  RULES(done, verdict == ACCEPTED ? kernels_enter_order(state, 1, 0, seat, (void *)row, SIM_WIDTH)
              : verdict == VOID   ? kernels_enter_void(state, 1, 0, seat, (void *)row, SIM_WIDTH)
                                  : kernels_enter_leave(state, 1, 0, seat, verdict))
  return fits(code);
}

ENTRY int32_t sim_leave(void *state, int32_t seat, int32_t reason) {
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  forget_events(state);
  RULES(done, kernels_enter_leave(state, 1, 0, seat, reason))
  return 0;
}

ENTRY int32_t sim_tick(void *state) {
  int32_t bad = seated(state, 1);
  if (bad) return bad;
  forget_events(state);
  RULES(done, kernels_enter_tick(state, 1, 0))
  return 0;
}

ENTRY int32_t sim_random(const void *state, int32_t seat, int64_t key, int32_t number, int64_t *row) {
  int32_t waited = sim_waited(state, seat);
  if (waited < 0) return waited;
  if (!waited) return wrong(SIM_NOT_WAITED, "seat {a} is not waited for", seat, 0);
  RULES(done, kernels_drawn((void *)state, 1, 0, seat, (uint64_t)key, number, row, SIM_WIDTH))
  return 0;
}

/* One more accepted action for a list that has room for so many. */
static int32_t listed(const int64_t *row, int64_t *rows, int32_t count, int32_t room) {
  if (rows && count < room)
    for (int32_t k = 0; k < SIM_WIDTH; k++) rows[(int64_t)count * SIM_WIDTH + k] = row[k];
  return count + 1;
}

#if SIM_NUMBERED
ENTRY int32_t sim_legal(const void *state, int32_t seat, int64_t *rows, int32_t room) {
  int64_t row[SIM_WIDTH];
  int32_t waited = sim_waited(state, seat), count = 0;
  if (waited <= 0) return waited;
  RULES(numbers, steps_counted((void *)state, 1, 0))
  if (numbers < 1 || numbers > SIM_NUMBERS)
    return wrong(SIM_BAD_STATE, "such a state has {a} actions, and {b} are the most", numbers, SIM_NUMBERS);
  int8_t flags[numbers];
  for (int32_t k = 0; k < numbers; k++) flags[k] = 0;
  RULES(done, steps_masked((void *)state, 1, seat, flags, 1, numbers, 0, 1))
  for (int32_t k = 0; k < numbers; k++) {
    if (!flags[k]) continue;
    RULES(spelled, steps_spelled((void *)state, 1, 0, seat, k, row, SIM_WIDTH))
    RULES(code, kernels_checked((void *)state, 1, 0, seat, row, SIM_WIDTH))
    if (code == 0) count = listed(row, rows, count, room);
  }
  return count;
}

ENTRY int32_t sim_worth(const void *state, int32_t seat) {
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  RULES(worth, steps_valued((void *)state, 1, 0, seat))
  return fits(worth);
}
#else
/* Without numbered actions those that are drawn are listed, each once as long as there is room. */
ENTRY int32_t sim_legal(const void *state, int32_t seat, int64_t *rows, int32_t room) {
  int64_t row[SIM_WIDTH];
  int32_t waited = sim_waited(state, seat), count = 0;
  if (waited <= 0) return waited;
  for (int32_t n = 0; n < SIM_DRAWS; n++) {
    RULES(done, kernels_drawn((void *)state, 1, 0, seat, 0, n, row, SIM_WIDTH))
    int32_t known = 0;
    for (int32_t k = 0; k < count && k < room && rows && !known; k++) {
      known = 1;
      for (int32_t c = 0; c < SIM_WIDTH; c++) known &= rows[(int64_t)k * SIM_WIDTH + c] == row[c];
    }
    if (!known) count = listed(row, rows, count, room);
  }
  return count;
}

ENTRY int32_t sim_worth(const void *state, int32_t seat) {
  int32_t bad = seated(state, seat);
  return bad;
}
#endif

/* Results and playouts */

ENTRY int32_t sim_result(const void *state, int32_t *places) {
  int64_t found[SIM_SEATS][2];
  int32_t bad = seated(state, 1);
  if (bad) return bad;
  RULES(reason, kernels_finished((void *)state, 1, 0, &found[0][0], SIM_SEATS, 2))
  if (reason != 0 && places)
    for (int32_t seat = 1; seat <= (int32_t)SIM_SEATS_OF(state); seat++)
      for (int32_t k = 0; k < 2; k++) places[2 * (seat - 1) + k] = (int32_t)found[seat][k];
  return fits(reason);
}

ENTRY int32_t sim_playout(void *state, int64_t key, int32_t rounds) {
  int64_t scratch[SIM_SCRATCH / 8], points[SIM_SEATS];
  int32_t bad = seated(state, 1);
  if (bad) return bad;
  for (int32_t k = 0; k < rounds; k++) {
    int32_t reason = sim_result(state, 0);
    if (reason != 0) return reason;
    forget_events(state);
    RULES(done, kernels_playout(state, 1, 1, draw((uint64_t)key, k), points, 1, SIM_SEATS, 0, 1, (void *)scratch, 1))
  }
  return sim_result(state, 0);
}

ENTRY int32_t sim_observe(const void *state, int32_t seat, int32_t *numbers, int32_t room) {
  int32_t bad = seated(state, seat);
  if (bad) return bad;
  if (room < SIM_OBSERVED) return wrong(SIM_BAD_ROOM, "an observation has {a} numbers", SIM_OBSERVED, 0);
#if SIM_OBSERVED > 0
  RULES(done, kernels_observed((void *)state, 1, seat, numbers, SIM_OBSERVED_SHAPE, 0, 1))
#endif
  return SIM_OBSERVED;
}

/* Java calls by one function, which needs no header of Java: states, rows and texts are direct buffers, and place 230 of
   the table of functions that it brings along says where one lies. Which call it is stands in Simulator.java. */

#ifndef __wasm__
static void *address(void **java, void *buffer) {
  void *(*lies)(void **, void *) = (void *(*)(void **, void *))((void **)*java)[230];
  return buffer ? lies(java, buffer) : 0;
}

ENTRY int32_t Java_Simulator_call(
    void **java, void *cls, int32_t function, void *first, void *second, int64_t a, int64_t b) {
  void *one = address(java, first), *two = address(java, second);
  const char *text = one;
  switch (function) {
    case 0: return sim_size();
    case 1: return sim_width();
    case 2: return sim_observed();
    case 3: return sim_text_room();
    case 4: { /* layout, form and state, one after the other with a 0 behind each */
      int32_t layout = 0, form = 0;
      if (!text || a < 2 || text[a - 1]) return wrong(SIM_BAD_TEXT, "this is no belief", 0, 0);
      while (text[layout]) layout++;
      if (layout + 1 >= a) return wrong(SIM_BAD_TEXT, "this is no belief", 0, 0);
      while (text[layout + 1 + form]) form++;
      if (layout + form + 2 >= a) return wrong(SIM_BAD_TEXT, "this is no belief", 0, 0);
      text += layout + form + 2;
      return sim_load(two, one, (char *)one + layout + 1, text, (int32_t)(a - layout - form - 3));
    }
    case 5: return sim_save(one, two, (int32_t)a);
    case 6: return sim_clone(one, two);
    case 7: return sim_seats(one);
    case 8: return sim_round(one);
    case 9: return sim_waiting(one, two, (int32_t)a);
    case 10: return sim_waited(one, (int32_t)a);
    case 11: return sim_check(one, (int32_t)a, two);
    case 12: return sim_act(one, (int32_t)a, two);
    case 13: return sim_leave(one, (int32_t)a, (int32_t)b);
    case 14: return sim_tick(one);
    case 15: return sim_random(one, (int32_t)(a >> 32), b, (int32_t)a, two);
    case 16: return sim_legal(one, (int32_t)a, two, (int32_t)b);
    case 17: return sim_worth(one, (int32_t)a);
    case 18: return sim_result(one, two);
    case 19: return sim_playout(one, a, (int32_t)b);
    case 20: return sim_observe(one, (int32_t)a, two, (int32_t)b);
    case 21: { /* a word into a buffer: 6 the last error, 7 the game, 8 the form, 9 the layout */
      const char *word = a == 6 ? sim_sentence : a == 7 ? SIM_GAME : a == 8 ? SIM_FORM : a == 9 ? SIM_LAYOUT
                         : sim_word((int32_t)(a & 0xFF), (int32_t)b);
      int32_t length = 0;
      for (; word[length]; length++) ((char *)one)[length] = word[length];
      return length;
    }
  }
  return wrong(SIM_FAULT, "there is no function {a}", function, 0);
}
#endif
