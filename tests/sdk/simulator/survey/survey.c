#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "simulator.h"

static char layout[100], form[100], text[1 << 20], saved[1 << 20];
static State state, after, again;

static void list(const int64_t *row) {
  for (int k = 0; k < SIM_WIDTH; k++) printf(" %lld", (long long)row[k]);
}

int main(void) {
  int32_t seats[SIM_SEATS_MAX], numbers[SIM_OBSERVED], places[2 * SIM_SEATS_MAX];
  int64_t drawn[SIM_WIDTH];
  if (scanf("%99s %99s %1048575s", layout, form, text) != 3) return 1;
  if (sim_load(&state, layout, form, text, (int32_t)strlen(text)) < 0) return 2;
  int count = sim_waiting(&state, seats, SIM_SEATS_MAX);
  printf("%d %d", sim_seats(&state), sim_round(&state));
  for (int k = 0; k < count; k++) printf(" %d", seats[k]);
  printf(" %d\n", sim_waited(&state, 1));
  int many = sim_legal(&state, 1, NULL, 0);
  int64_t(*rows)[SIM_WIDTH] = malloc(sizeof *rows * (size_t)many);
  sim_legal(&state, 1, rows[0], many);
  printf("%d", many), list(rows[0]), list(rows[many - 1]), printf("\n");
  sim_random(&state, 1, 7, 3, drawn);
  for (int k = 0; k < SIM_WIDTH; k++) printf("%lld ", (long long)drawn[k]);
  printf("%d %d\n", sim_check(&state, 1, drawn), state.reason);
  after = state;
  int code = sim_act(&after, 1, drawn);
  long sum = 0;
  sim_observe(&after, 2, numbers, SIM_OBSERVED);
  for (int k = 0; k < SIM_OBSERVED; k++) sum += numbers[k];
  printf("%d %d %ld\n", code, sim_worth(&after, 1), (sum % 1000 + 1000) % 1000);
  for (int n = 0; n < 40; n++) {
    count = sim_waiting(&after, seats, SIM_SEATS_MAX);
    for (int k = 0; k < count; k++) {
      sim_random(&after, seats[k], n, seats[k], drawn);
      sim_act(&after, seats[k], drawn);
    }
    if (sim_waiting(&after, NULL, 0) == 0) sim_tick(&after);
  }
  printf("%d %d %d %d\n", sim_round(&after), sim_worth(&after, 1), sim_worth(&after, 2), sim_round(&state));
  printf("%d\n", sim_playout(&after, 5, 100000));
  int reason = sim_result(&after, places);
  printf("%d %s", reason, sim_ending_name(reason));
  for (int what = 0; what < 2; what++)
    for (int k = 0; k < sim_seats(&after); k++) printf(" %d", places[2 * k + what]);
  int length = sim_save(&after, saved, sizeof saved);
  if (sim_load(&again, sim_layout(), sim_form(), saved, length) < 0) return 3;
  printf("\n%d %d %d\n", sim_round(&again), sim_worth(&again, 1), sim_worth(&again, 2));
  printf("%d %s %s\n", sim_check(&after, 1, rows[0]), sim_refusal_name(1), sim_refusal_rule(1));
  printf("%d", sim_act(&after, 99, rows[0])), printf(" %s\n", sim_error());
  printf("%d", sim_load(&again, layout, form, text, (int32_t)strlen(text) - 8)), printf(" %s\n", sim_error());
}
