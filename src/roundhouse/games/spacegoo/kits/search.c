// A bot for Spacegoo that looks ahead with the rules themselves, which lie in `sim`. Build it as bot.toml says.
// kit: head
#include <time.h>
#include "simulator.h"

// kit: value

// kit: walk, is, get

enum { STEPS = 12, AHEAD = 40, ROOM = 20000, MOST_MS = 100 };
typedef int64_t Plan[STEPS][SIM_WIDTH]; // what a seat does in the coming rounds; afterwards it passes
static const int64_t PASS[SIM_WIDTH];
static Plan plans[SIM_SEATS_MAX + 1];
static int64_t rows[ROOM][SIM_WIDTH];
static State belief, trial;
static uint64_t luck = 1;
static int me;

// kit: clock

static int drawn(int n) { return (int)((luck = luck * 6364136223846793005u + 1442695040888963407u) >> 33) % n; }

static int balance(State *s, int seat) { // what a seat has more than the best of the others
  int best = 0;
  for (int other = 1; other <= sim_seats(s); other++)
    if (other != seat && sim_worth(s, other) > best) best = sim_worth(s, other);
  return sim_worth(s, seat) - best;
}

static int value(int seat, Plan plan, int change) { // how all plans end for a seat; one step of its own is drawn anew
  trial = belief;
  for (int n = 0; n < AHEAD && sim_result(&trial, NULL) == 0; n++) {
    if (n == change) {
      int count = sim_legal(&trial, seat, rows[0], ROOM);
      memcpy(plan[n], count > 0 ? rows[drawn(count)] : PASS, sizeof *plan);
    }
    for (int one = 1; one <= sim_seats(&trial); one++)
      if (sim_waited(&trial, one)) sim_act(&trial, one, n >= STEPS ? PASS : one == seat ? plan[n] : plans[one][n]);
    if (sim_tick(&trial) < 0) break;
  }
  return balance(&trial, seat);
}

static void improve(int seat, double deadline) { // keeps what is at least as good
  Plan other;
  for (int most = value(seat, plans[seat], -1); now() < deadline;) {
    memcpy(other, plans[seat], sizeof other);
    int step = drawn(3) ? drawn(STEPS) : 0, change = drawn(4) ? step : -1;
    memcpy(other[step], PASS, sizeof *other);
    int found = value(seat, other, change);
    if (found >= most) most = found, memcpy(plans[seat], other, sizeof other);
  }
}

static const int64_t *choose(double deadline) { // every seat improves its plan against those of the others, we the most
  double began = now(), share = (deadline - began) / (sim_seats(&belief) + 1);
  for (int n = 1, seats = sim_seats(&belief); n <= seats; n++) {
    int seat = (me + n - 1) % seats + 1; // we are the last
    memmove(plans[seat][0], plans[seat][1], sizeof(Plan) - sizeof *plans[seat]);
    memcpy(plans[seat][STEPS - 1], PASS, sizeof PASS);
    improve(seat, seat == me ? deadline : began + n * share);
  }
  return plans[me][0];
}

// kit: connect, wish, load

// kit: search main
