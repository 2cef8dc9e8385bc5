// A bot for BoidVoid. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play boidvoid cmd:./bot random
// kit: head

// kit: value, walk, is, get
enum { LIMIT = 4096, NONE = 9999 };
static struct tile { int x, y, owner, stood, taken; } tiles[LIMIT], *tile; // without obstacles
static int count, team;
static int far(json from, int others) { // tiles to the nearest that is wanted; odd rows are half a tile to the right
  int x = number(from, "x"), y = number(from, "y"), nearest = NONE;
  for (tile = tiles; tile < tiles + count; tile++) {
    int q = x - y / 2 - tile->x + tile->y / 2, r = y - tile->y, distance = (abs(q) + abs(r) + abs(q + r)) / 2;
    if (tile->taken || tile->owner == team || (tile->owner && !others)) continue;
    if (distance < nearest) nearest = distance;
  }
  return nearest;
}
static int find(json thing) { // the tile something is on; one more than the last if there is none
  for (tile = tiles; tile < tiles + count; tile++)
    if (tile->x == number(thing, "x") && tile->y == number(thing, "y")) break;
  return (int)(tile - tiles);
}
static void choose(json view) { // units come back, strike what is near, or take tiles that nobody has
  json you = get(view, "you"), units = get(view, "units"), u, t, best = NULL;
  team = number(you, "team"), count = 0;
  for (t = first(get(view, "tiles")); t && count < LIMIT - 1; t = next(t)) if (*get(t, "obstacle") != '"')
    tiles[count++] = (struct tile){number(t, "x"), number(t, "y"), number(t, "owner"), 0, 0};
  for (u = first(units); u; u = next(u)) tiles[find(u)].stood = 1;
  for (json c = first(get(you, "choices")); c; c = next(c)) {
    int id = number(c, "unit"), least = 0, others = far(view, 0) == NONE, n = 0;
    json may = first(get(c, "may"));
    while (may && !is(may, "capture")) may = next(may);
    for (u = first(units); u && number(u, "id") != id;) u = next(u);
    if (is(get(c, "state"), "can_respawn")) {
      while (n < count && (tiles[n].owner != team || tiles[n].stood)) n++;
      if (n == count) continue;
      tiles[n].stood = printf("{\"type\":\"spawn\",\"unit\":%d,\"tile\":[%d,%d]},", id, tiles[n].x, tiles[n].y);
    } else if (first(get(c, "targets"))) {
      printf("{\"type\":\"attack\",\"unit\":%d,\"target\":%d},", id, atoi(first(get(c, "targets"))));
    } else if (may) {
      tiles[find(u)].taken = printf("{\"type\":\"capture\",\"unit\":%d},", id);
    } else if (is(get(u, "kind"), "spaceship") && first(get(c, "reach")) && far(u, others) < NONE) {
      for (t = best = first(get(c, "reach")); t; t = next(t)) {
        int cost = far(t, others) * 1000 + number(t, "cost"); // free tiles first: those of others take twice as long
        if (t == best || cost < least) best = t, least = cost;
      }
      printf("{\"type\":\"move\",\"unit\":%d,\"to\":[%d,%d]},", id, number(best, "x"), number(best, "y"));
      if (least < 1000) tiles[find(best)].taken = printf("{\"type\":\"capture\",\"unit\":%d},", id);
    }
  }
  printf("{\"type\":\"done\"}");
}
// kit: connect, hello

// kit: main, turns
