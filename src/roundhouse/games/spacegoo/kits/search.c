// A bot for Spacegoo that looks ahead with the rules themselves, which lie in `sim`. Build it as bot.toml says.
// kit: head
#include <time.h>
#include "simulator.h"

// kit: value, walk, is, get

enum { AHEAD = 60, PAIRS = 400, KEPT = 20, ROOM = 13000, MOST_MS = 900 };
static const int64_t PASS[SIM_WIDTH];
static int64_t rows[ROOM][SIM_WIDTH], later[ROOM][SIM_WIDTH];
static State belief, trial, replied;
static uint64_t luck = 1;
static int me, alone[ROOM], hoped[ROOM], order[ROOM];

// kit: clock

static int drawn(int n) { return (int)((luck = luck * 6364136223846793005u + 1442695040888963407u) >> 33) % n; }

static int standing(State *s) { // our share of what all have; an end counts more, the sooner the better
  int32_t places[2 * SIM_SEATS_MAX], ahead = 0;
  int64_t all = 1;
  for (int seat = 1; seat <= sim_seats(s); seat++) all += sim_worth(s, seat);
  if (sim_result(s, places))
    for (int other = 0; other < sim_seats(s); other++) ahead += places[2 * me - 1] - places[2 * other + 1];
  return (int)(1000000 * (int64_t)sim_worth(s, me) / all) + ahead * (2000000 - 1000 * (s->round_no - belief.round_no));
}

static void round_of(State *s, int seat, const int64_t *row) { // one acts, all others pass
  for (int one = 1; one <= sim_seats(s); one++)
    if (sim_waited(s, one)) sim_act(s, one, one == seat ? row : PASS);
  sim_tick(s);
}

// How it ends if a seat does this, we do something else after a while, and all pass besides.
static int ends(const State *from, int seat, const int64_t *row, int wait) {
  trial = *from;
  round_of(&trial, seat, row);
  for (int n = 1; n < wait; n++) round_of(&trial, 0, PASS);
  int count = wait ? sim_legal(&trial, me, later[0], ROOM) : 0;
  if (count > 0) round_of(&trial, me, later[drawn(count)]);
  for (int n = wait + (from != &belief); n < AHEAD && sim_result(&trial, NULL) == 0; n++) round_of(&trial, 0, PASS);
  return standing(&trial);
}

static int answered(const int64_t *row, double deadline) { // the best reply of anybody, which is the worst for us
  int least = INT32_MAX;
  replied = belief;
  round_of(&replied, me, row);
  for (int seat = 1; seat <= sim_seats(&replied); seat++) {
    int count = seat == me ? 0 : sim_legal(&replied, seat, later[0], ROOM);
    for (int n = 0, found; n < count && (n == 0 || now() < deadline); n++)
      if ((found = ends(&replied, seat, later[n], 0)) < least) least = found;
  }
  return least;
}

static int better(const void *a, const void *b) {
  int one = *(const int *)a, two = *(const int *)b;
  return hoped[one] != hoped[two] ? (hoped[one] < hoped[two] ? 1 : -1) : one - two;
}

static const int64_t *choose(double deadline) {
  int count = sim_legal(&belief, me, rows[0], ROOM), best = 0;
  int64_t most = INT64_MIN;
  for (int n = 0; n < count; n++) // each action by itself
    order[n] = n, alone[n] = hoped[n] = n == 0 || now() < deadline ? ends(&belief, me, rows[n], 0) : INT32_MIN;
  for (int k = 0; k < PAIRS && count > 0 && now() < deadline; k++) { // and with another that follows
    int n = drawn(count), found = ends(&belief, me, rows[n], 1 + drawn(10));
    if (found > hoped[n]) hoped[n] = found;
  }
  qsort(order, (size_t)count, sizeof *order, better);
  for (int k = 0; k < count && k < KEPT && (k == 0 || now() < deadline); k++) { // if the best of these are answered
    int64_t found = answered(rows[order[k]], deadline) + 2 * (int64_t)alone[order[k]];
    if (found > most) most = found, best = order[k];
  }
  return count > 0 ? rows[best] : PASS;
}

// kit: greeting, connect, wish, load, search main
