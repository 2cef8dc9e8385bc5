// A bot for the Dungeon. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play dungeon cmd:./bot random
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

static void join(char *address, json table) { // the connection becomes standard input and output
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  char *host = strtok(address, ":"), *port = strtok(NULL, ":"), *token = getenv("ROUNDHOUSE_TOKEN");
  int server = -1, failed = getaddrinfo(host, port, &hints, &found) + 1; // not yet connected is a failure too
  for (; found && failed; found = found->ai_next)
    failed = connect(server = socket(found->ai_family, SOCK_STREAM, 0), found->ai_addr, found->ai_addrlen);
  if (failed) exit(1);
  dup2(server, 0), dup2(server, 1);
  printf("{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",", token ? token : "");
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"dungeon\",\"matches\":0}\n", table);
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
