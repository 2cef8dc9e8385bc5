// A bot for the Dungeon. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play dungeon cmd:./bot random
// kit: head

// kit: value

// kit: walk, is, get

enum { LIMIT = 4096 };
static json planets[LIMIT];
static int count, robots, taken[LIMIT];

static int place(json id) { // the number of a planet; ids are UUIDs, 38 characters with their quotes
  for (int n = 0; n < count; n++) if (!strncmp(get(planets[n], "id"), id, 38)) return n;
  return -1;
}
static int wanted(int n, char what) { // station, coal, or a planet that nobody has been on and nobody goes to
  if (what == 'u') return *get(planets[n], "visited") == 'f' && !taken[n];
  return what == 's' ? *get(planets[n], "station") == 't' : is(get(planets[n], "resource"), "coal");
}
static int step_to(int start, char what) { // the neighbour nearest to a wanted planet: a search from all of these
  int queue[LIMIT], seen[LIMIT] = {0}, length = 0;
  for (int n = 0; n < count; n++) if (wanted(n, what)) seen[queue[length++] = n] = 1;
  for (int n = 0; n < length; n++)
    for (json way = first(get(planets[queue[n]], "neighbours")); way; way = next(next(way))) {
      int there = place(next(way));
      if (there == start) return queue[n];
      if (there >= 0 && !seen[there]) seen[queue[length++] = there] = 1;
    }
  return -1;
}
static void choose(json view) { // one command for every robot, a new one as soon as there is money, and done
  json you = get(view, "you"), articles = get(get(view, "market"), "articles");
  memset(taken, count = robots = 0, sizeof taken);
  for (json p = first(get(view, "planets")); p && count < LIMIT; p = next(p)) planets[count++] = p;
  for (json r = first(get(you, "robots")); r; r = next(r), robots++) { // sell a full cargo, mine coal, or look for it
    int here = place(get(r, "planet")), load = 0, goal = -1;
    for (json c = first(get(r, "cargo")); c; c = next(next(c))) load += atoi(next(c));
    int full = load >= number(r, "storage"), able = number(r, "energy") > number(planets[here], "gravity");
    const char *what = full && wanted(here, 's') ? "selling" : "regeneration";
    if (able && !full && wanted(here, 'c')) what = "mining";
    else if (able && *what == 'r') {
      if ((goal = step_to(here, full ? 's' : 'c')) < 0) goal = step_to(here, 'u');
      if (goal >= 0) taken[goal] = 1, what = "movement";
    }
    printf("{\"type\":\"%s\",\"robot\":%.38s", what, get(r, "id"));
    printf(goal < 0 ? "}," : ",\"planet\":%.38s},", goal < 0 ? "" : get(planets[goal], "id"));
  }
  if (number(you, "money") >= number(articles, "ROBOT") && robots < 10) // as many are enough
    printf("{\"type\":\"buying\",\"article\":\"ROBOT\",\"quantity\":1},");
  printf("{\"type\":\"done\"}");
}

// kit: connect, hello

// kit: main, turns
