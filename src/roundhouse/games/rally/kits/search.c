// A bot for Rally that looks ahead with the rules themselves, which lie in `sim`. Build it as bot.toml says.
// kit: head
#include <time.h>
#include "simulator.h"

// kit: value, walk, is, get

enum { IDEAS = 600, KEPT = 12, WORLDS = 6, NEXT = 40, MOST_MS = 400 };
static const int64_t PASS[SIM_WIDTH];
static int64_t ideas[IDEAS][SIM_WIDTH];
static double sums[IDEAS];
static int counts[IDEAS], order[IDEAS];
static State belief, trial, after;
static int me;

// kit: clock

static int cell_of(const State *s, int checkpoint) {
  for (int cell = 0; cell < CELLS; cell++)
    if (s->kinds[cell] == CHECKPOINT && s->ways[cell] == checkpoint) return cell;
  return 0;
}

static double standing(State *s) { // how our robot stands: by what it has, then by how near the next checkpoint is
  const Robot *robot = &s->robots[me];
  int32_t places[2 * SIM_SEATS_MAX], to = cell_of(s, robot->ticked + 1);
  if (sim_result(s, places)) return places[2 * (me - 1)] == 1 ? 1e6 : -1e6;
  int at = robot->cell, away = abs(at / STRIDE - to / STRIDE) + abs(at % STRIDE - to % STRIDE);
  return 30.0 * robot->ticked + 15.0 * robot->lives - (at && to ? away : 30) - robot->damage;
}

static void round_of(State *s, const int64_t *row, int64_t world) { // the others do anything
  int64_t other[SIM_WIDTH];
  for (int seat = 1; seat <= sim_seats(s); seat++)
    if (sim_waited(s, seat) && (seat == me || sim_random(s, seat, world, seat, other) == 0))
      sim_act(s, seat, seat == me ? row : other);
  sim_tick(s);
}

static double value(const int64_t *row, int64_t world) { // a round, and then the best of some programs for another
  int64_t next[SIM_WIDTH];
  trial = belief;
  round_of(&trial, row, world);
  double now_on = standing(&trial), best = -1e6;
  for (int n = 0; n < NEXT && sim_waited(&trial, me) == 1; n++) {
    after = trial;
    sim_random(&after, me, world, 100 + n, next);
    round_of(&after, next, world + 1);
    double found = standing(&after);
    if (found > best) best = found;
  }
  return best > -1e6 ? (now_on + 2 * best) / 3 : now_on;
}

static int better(const void *a, const void *b) {
  double one = sums[*(const int *)a] / counts[*(const int *)a], two = sums[*(const int *)b] / counts[*(const int *)b];
  return one < two ? 1 : one > two ? -1 : *(const int *)a - *(const int *)b;
}

static const int64_t *choose(double deadline) { // many programs for one round, the best of them further
  int count = 0;
  for (int n = 0; n < IDEAS && now() < deadline; n++) {
    if (sim_random(&belief, me, belief.round_no, n, ideas[count]) < 0) break;
    trial = belief;
    round_of(&trial, ideas[count], n % 3);
    sums[count] = standing(&trial), counts[count] = 1, order[count] = count, count++;
  }
  if (count == 0) return PASS;
  qsort(order, (size_t)count, sizeof *order, better);
  int kept = count < KEPT ? count : KEPT;
  for (int k = 0; k < kept; k++) sums[order[k]] = counts[order[k]] = 0;
  for (int world = 0; world < WORLDS; world++)
    for (int k = 0; k < kept; k++)
      if (world == 0 || now() < deadline) sums[order[k]] += value(ideas[order[k]], 10 * world), counts[order[k]]++;
  qsort(order, (size_t)kept, sizeof *order, better);
  return ideas[order[0]];
}

// kit: greeting, connect, wish, load, search main
