// A bot for BoidVoid. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play boidvoid cmd:./bot random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... ./bot [TABLE]
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef const char *json; // a value is the place where it begins; there is no tree and nothing to free
static json gap(json p) { return p + strspn(p, " \t\r\n,:"); }
static json behind(json p) { // the end of a value
  if (*p == '"') for (p++; *p && *p != '"';) p += *p == '\\' && p[1] ? 2 : 1;
  else if (*p == '{' || *p == '[') for (p = gap(p + 1); *p && *p != '}' && *p != ']';) p = gap(behind(p));
  else return p + strcspn(p, " \t\r\n,:]}");
  return p + (*p != 0);
}
static json here(json p) { return *p && *p != '}' && *p != ']' ? p : NULL; }
static json first(json p) { return *p == '{' || *p == '[' ? here(gap(p + 1)) : NULL; } // in a list or an object
static json next(json p) { return here(gap(behind(p))); } // in an object names and values take turns
static int is(json p, const char *s) { return *p == '"' && !strncmp(p + 1, s, strlen(s)) && p[strlen(s) + 1] == '"'; }
static json get(json object, const char *name) { // "" if there is none
  for (json p = first(object); p; p = next(next(p))) if (is(p, name)) return next(p);
  return "";
}
static int number(json object, const char *name) { return atoi(get(object, name)); }
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
static void join(char *address, json table) { // the connection becomes standard input and output
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  char *host = strtok(address, ":"), *port = strtok(NULL, ":"), *token = getenv("ROUNDHOUSE_TOKEN");
  int server = -1, failed = getaddrinfo(host, port, &hints, &found) + 1; // not yet connected is a failure too
  for (; found && failed; found = found->ai_next)
    failed = connect(server = socket(found->ai_family, SOCK_STREAM, 0), found->ai_addr, found->ai_addrlen);
  if (failed) exit(1);
  dup2(server, 0), dup2(server, 1);
  printf("{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",", token ? token : "");
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"boidvoid\",\"matches\":0}\n", table);
}

int main(int argc, char **argv) {
  char *line = NULL, *address = getenv("ROUNDHOUSE_SERVER");
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // every line leaves at once
  if (address && *address) join(address, argc > 1 ? argv[1] : NULL);
  for (size_t size = 0; getline(&line, &size, stdin) > 0;) {
    json message = gap(line), type = get(message, "type");
    if (is(type, "turn")) {
      printf("{\"type\":\"act\",\"step\":%d,\"actions\":[", atoi(get(message, "step")));
      choose(get(message, "view"));
      printf("]}\n");
    } else if (is(type, "over") || is(type, "error")) fputs(line, stderr);
  }
}
