// A bot for Crafting Quest. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play quest cmd:./bot random
// kit: head, value, walk
static int is(json p, const char *s) { // the text s; a name inside of JSON, which ends with a quote, is such a text too
  return *p == '"' && !strncmp(p + 1, s, strcspn(s, "\"")) && p[strcspn(s, "\"") + 1] == '"';
}
// kit: get
enum { HEAVY = 80, SIDE = 128 }; // with more weight resources are dropped; a cell is (y + 1) * SIDE + x + 1
static const int NEAR[8] = {-SIDE - 1, -SIDE, -SIDE + 1, -1, 1, SIDE - 1, SIDE, SIDE + 1};
static char grid[SIDE * SIDE], place[32], *start; // ? unknown, # no way, . free, * something in the ground, o dug
static int waiting = -1; // actions of this turn that are not answered yet
static int at(json thing) { return (number(thing, "y") + 1) * SIDE + number(thing, "x") + 1; }
static int way(int from) { // the first step to the nearest cell with something in it or beside an unknown one, or 0
  int before[SIDE * SIDE] = {0}, queue[SIDE * SIDE] = {from}, known = 1;
  for (int n = 0; n < known; n++)
    for (int k = 0; k < 8; k++) {
      int here = queue[n], there = here + NEAR[k];
      if (n && (grid[here] == '*' || grid[there] == '?')) return before[here];
      if (!strchr(".*o", grid[there]) || before[there] || there == from) continue;
      before[queue[known++] = there] = n ? before[here] : there;
    }
  return 0;
}
static int enough(json has, json p) { // of the thing named at p, and of all behind it
  return !p || (number(has, p + 1) >= atoi(next(p)) && enough(has, next(next(p))));
}
static void act(const char *what, json unit, const char *more, json value) {
  printf("{\"type\":\"act\",\"actions\":[{\"type\":\"%s\",\"unit\":%d%s", what, number(unit, "id"), more);
  waiting += printf("%.*s}]}\n", (int)(behind(value) - value), value) > 0;
}
static void choose(json unit, json found) { // take what was found, dig, craft, drop what is too much, or go on
  json has = get(unit, "resources"), recipes = get(get(get(start, "setup"), "settings"), "blueprints");
  json sword = first(get(get(recipes, "sword1"), "ways")), armour = first(get(get(recipes, "armour1"), "ways"));
  int cell = at(unit), weight = number(unit, "weight"), to = 0;
  if (number(unit, "frozen") || 5 * number(unit, "energy") < 100 + 2 * weight) return; // what a step costs
  while (sword && !enough(has, first(sword))) sword = next(sword);
  while (armour && !enough(has, first(armour))) armour = next(armour);
  if (first(found)) act("pickup", unit, ",\"what\":", found);
  else if (grid[cell] == '*') grid[cell] = 'o', act("dig", unit, "", "");
  else if (sword) act("craft", unit, ",\"item\":\"sword1\",\"use\":", sword);
  else if (armour) act("craft", unit, ",\"item\":\"armour1\",\"use\":", armour);
  else if (weight > HEAVY && first(has)) act("drop", unit, ",\"what\":", has);
  else if ((to = way(cell)) && snprintf(place, sizeof place, "[%d,%d]", to % SIDE - 1, to / SIDE - 1))
    act("move", unit, ",\"to\":", place);
}
// kit: connect, hello, main
    json message = gap(line), type = get(message, "type"), seen = "", verdict = first(get(message, "verdicts"));
    if (is(type, "start")) {
      free(start);
      json rules = get(get(start = strdup(message), "setup"), "settings");
      memset(grid, '#', sizeof grid);
      for (int y = 1; y <= number(rules, "height"); y++) memset(grid + y * SIDE + 1, '?', number(rules, "width"));
    } else if (is(type, "turn")) waiting = 0, seen = get(message, "view");
    else if (is(type, "verdicts")) waiting--, seen = get(verdict, "answer");
    else if (is(type, "over") || is(type, "error")) fputs(line, stderr);
    for (json cell = first(get(seen, "cells")); cell; cell = next(cell))
      if (!is(get(cell, "terrain"), "grass") || *get(cell, "tower")) grid[at(cell)] = '#';
      else if (grid[at(cell)] != 'o') grid[at(cell)] = first(get(cell, "buried")) ? '*' : '.';
    for (json unit = first(get(seen, "units")); unit; unit = next(unit)) choose(unit, "");
    if (verdict && is(get(verdict, "verdict"), "accepted")) choose(get(seen, "unit"), get(seen, "found"));
    if (!waiting) waiting = -printf("{\"type\":\"act\",\"actions\":[{\"type\":\"end_turn\"}]}\n");
  }
}
