/* The limit: how fast the classic edition's rounds can be played on one core, hand-laid out and with AVX2.
 * Fleets wait in buckets by landing round, planets lie as structure of arrays, counts are kept, battles use four lanes.
 * It draws the same random commands as the rules' `sample`, so that its matches can be compared with theirs. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define PLANETS 24
#define SLOTS 104
#define BUCKETS 64
#define NONE 255

typedef struct {
  int32_t ships[3], id;
  uint8_t owner, origin, target, next;
} fleet;

typedef struct {
  int32_t ships[3][PLANETS];
  int32_t round, max_rounds, winner, next_fleet_id;
  uint32_t owned[4];
  int32_t flying[4];
  int32_t n_planets, n_free;
  uint8_t production[3][PLANETS], distance[21][21];
  uint8_t head[BUCKETS], tail[BUCKETS], free_slots[SLOTS];
  fleet fleets[SLOTS];
} game;

static inline __m256d shots(__m256d ships, __m256d share, __m256d least) {
  const __m256d zero = _mm256_setzero_pd();
  return _mm256_and_pd(_mm256_cmp_pd(ships, zero, _CMP_GT_OQ), _mm256_max_pd(_mm256_mul_pd(ships, share), least));
}

/* Losses by attacking kinds 0, 1, 2 are subtracted in this order: the same doubles as the rules. */
static inline __m256d volley(__m256d attacker, __m256d defender) {
  const __m256d share0 = _mm256_setr_pd(0.1, 0.25, 0.01, 0), least0 = _mm256_setr_pd(1, 2, 1, 0);
  const __m256d share1 = _mm256_setr_pd(0.01, 0.1, 0.25, 0), least1 = _mm256_setr_pd(1, 1, 2, 0);
  const __m256d share2 = _mm256_setr_pd(0.25, 0.01, 0.1, 0), least2 = _mm256_setr_pd(2, 1, 1, 0);
  defender = _mm256_sub_pd(defender, shots(_mm256_permute4x64_pd(attacker, 0x00), share0, least0));
  defender = _mm256_sub_pd(defender, shots(_mm256_permute4x64_pd(attacker, 0x55), share1, least1));
  defender = _mm256_sub_pd(defender, shots(_mm256_permute4x64_pd(attacker, 0xAA), share2, least2));
  return _mm256_max_pd(defender, _mm256_setzero_pd());
}

static inline void battle(const int32_t *one, const int32_t *two, int32_t *left, int32_t *right) {
  __m256d a = _mm256_setr_pd(one[0], one[1], one[2], 0), b = _mm256_setr_pd(two[0], two[1], two[2], 0);
  const __m256d zero = _mm256_setzero_pd();
  int32_t whole[4];
  while (_mm256_movemask_pd(_mm256_cmp_pd(a, zero, _CMP_GT_OQ)) && _mm256_movemask_pd(_mm256_cmp_pd(b, zero, _CMP_GT_OQ))) {
    __m256d hit = volley(b, a);
    b = volley(a, b);
    a = hit;
  }
  _mm_storeu_si128((__m128i *)whole, _mm256_cvttpd_epi32(a));
  memcpy(left, whole, 12);
  _mm_storeu_si128((__m128i *)whole, _mm256_cvttpd_epi32(b));
  memcpy(right, whole, 12);
}

static inline int total(const int32_t *ships) { return ships[0] + ships[1] + ships[2]; }

static inline void send_fleet(game *g, int seat, int origin, int target, const int32_t *ships) {
  int slot = g->free_slots[--g->n_free];
  fleet *f = &g->fleets[slot];
  for (int k = 0; k < 3; k++) {
    g->ships[k][origin] -= ships[k];
    f->ships[k] = ships[k];
  }
  f->id = g->next_fleet_id++;
  f->owner = seat, f->origin = origin, f->target = target, f->next = NONE;
  int bucket = (g->round + g->distance[origin][target]) & (BUCKETS - 1);
  if (g->head[bucket] == NONE) g->head[bucket] = slot;
  else g->fleets[g->tail[bucket]].next = slot;
  g->tail[bucket] = slot;
  g->flying[seat]++;
}

static inline void arrive(game *g, fleet *lead) {
  int owner = lead->owner, contested = 0, target = lead->target;
  int32_t one[3] = {lead->ships[0], lead->ships[1], lead->ships[2]}, two[3] = {0, 0, 0}, left[3], right[3];
  for (int j = lead->next; j != NONE; j = g->fleets[j].next) {
    fleet *f = &g->fleets[j];
    if (f->target != target) continue;
    int32_t *side = f->owner == owner ? one : two;
    contested |= f->owner != owner;
    for (int k = 0; k < 3; k++) side[k] += f->ships[k];
  }
  if (contested) {
    battle(one, two, left, right);
    if (total(left) + total(right) == 0) return;
    memcpy(one, left, 12);
    if (total(right) > 0) owner = 3 - owner, memcpy(one, right, 12);
  }
  if (g->owned[owner] >> target & 1) {
    for (int k = 0; k < 3; k++) g->ships[k][target] += one[k];
    return;
  }
  int32_t garrison[3] = {g->ships[0][target], g->ships[1][target], g->ships[2][target]};
  battle(one, garrison, left, right);
  int held = total(right) > 0;
  for (int k = 0; k < 3; k++) g->ships[k][target] = held ? right[k] : left[k];
  if (held) return;
  for (int seat = 0; seat < 3; seat++) g->owned[seat] &= ~(1u << target);
  g->owned[owner] |= 1u << target;
}

static void play_round(game *g) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < PLANETS; i++) {
      int32_t own = -(int32_t)(((g->owned[1] | g->owned[2]) >> i) & 1);
      g->ships[k][i] += g->production[k][i] & own;
    }
  int last = g->round + 1 >= g->max_rounds, bucket = g->round & (BUCKETS - 1);
  int alive1 = g->flying[1] > 0, alive2 = g->flying[2] > 0;
  uint32_t done = 0;
  for (int slot = g->head[bucket]; slot != NONE; slot = g->fleets[slot].next) {
    fleet *f = &g->fleets[slot];
    g->flying[f->owner]--;
    g->free_slots[g->n_free++] = slot;
    if (done >> f->target & 1) continue;
    done |= 1u << f->target;
    arrive(g, f);
  }
  g->head[bucket] = NONE;
  if (last) alive1 = g->flying[1] > 0, alive2 = g->flying[2] > 0;
  alive1 |= g->owned[1] != 0;
  alive2 |= g->owned[2] != 0;
  g->round++;
  if (alive1 != alive2) g->winner = alive1 ? 1 : 2;
  else if (g->round >= g->max_rounds) g->winner = 3;
}

static inline uint64_t draw(uint64_t key, uint64_t n) {
  uint64_t z = key + 0x9E3779B97F4A7C15ull * (n + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static inline int64_t below(uint64_t u, uint64_t n) { return ((u >> 32) * n) >> 32; }

static inline void random_command(game *g, int seat, uint64_t key, uint64_t n) {
  uint32_t own = g->owned[seat];
  if (!own) return;
  int origin = __builtin_ctz(_pdep_u32(1u << below(draw(key, 8 * n), __builtin_popcount(own)), own));
  int target = below(draw(key, 8 * n + 1), g->n_planets - 1);
  target += target >= origin;
  int32_t ships[3];
  for (int k = 0; k < 3; k++) ships[k] = below(draw(key, 8 * n + 2 + k), g->ships[k][origin] + 1);
  if (total(ships)) send_fleet(g, seat, origin, target, ships);
}

int game_size(void) { return sizeof(game); }

/* planets: count rows of owner, production x 3, ships x 3; distance: 21 x 21 */
void load(game *g, int max_rounds, int count, const int32_t *planets, const uint8_t *distance) {
  memset(g, 0, sizeof *g);
  g->max_rounds = max_rounds, g->n_planets = count, g->n_free = SLOTS;
  memset(g->head, NONE, BUCKETS);
  for (int slot = 0; slot < SLOTS; slot++) g->free_slots[slot] = slot;
  for (int i = 0; i < count; i++, planets += 7) {
    g->owned[planets[0]] |= 1u << i;
    for (int k = 0; k < 3; k++) g->production[k][i] = planets[1 + k], g->ships[k][i] = planets[4 + k];
  }
  memcpy(g->distance, distance, sizeof g->distance);
}

/* What can be compared with the rules: round, fleets sent, then owner and ships of 21 planets. */
void read_out(const game *g, int32_t *out) {
  memset(out, 0, 86 * sizeof *out);
  out[0] = g->round, out[1] = g->next_fleet_id;
  for (int i = 0; i < g->n_planets; i++) {
    out[2 + 4 * i] = g->owned[1] >> i & 1 ? 1 : g->owned[2] >> i & 1 ? 2 : 0;
    for (int k = 0; k < 3; k++) out[3 + 4 * i + k] = g->ships[k][i];
  }
}

void rollout(game *games, const game *start, int rounds, uint64_t key, int lo, int hi) {
  for (int i = lo; i < hi; i++) {
    game *g = &games[i];
    uint64_t own = draw(key, i), n = 0;
    for (int r = 0; r < rounds; r++) {
      for (int seat = 1; seat <= 2; seat++) random_command(g, seat, own, n++);
      play_round(g);
      if (g->winner) *g = start[i];
    }
  }
}
