// A bot for Robo Rally. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play rally cmd:./bot easy
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

typedef struct { int x, y, way; } place;
static const int WAYS[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; // north, east, south, west

static place moved(place at, json card) { // where a command leads to if nothing is in the way
  int kind = card[1], steps = kind == 'B' ? -1 : kind >= '1' && kind <= '3' ? kind - '0' : 0;
  int turns = kind == 'R' ? 1 : kind == 'U' ? 2 : kind == 'L' ? 3 : 0;
  return (place){at.x + steps * WAYS[at.way][0], at.y + steps * WAYS[at.way][1], (at.way + turns) % 4};
}

static int far(place at, place to, json board) { // from a place and from the cell before it
  int dx = at.x - to.x, dy = at.y - to.y, width = number(board, "width"), height = number(board, "height");
  if (at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) return 99;
  return abs(dx) + abs(dy) + abs(dx + WAYS[at.way][0]) + abs(dy + WAYS[at.way][1]);
}

static void choose(json view) { // for every slot the command that leads nearest to the next checkpoint
  json you = get(view, "you"), board = get(view, "board"), me = first(get(view, "robots")), row;
  for (int seat = number(you, "seat"); seat > 1; seat--) me = next(me);
  json cell = first(get(me, "cell")), used[5] = {0}, ways = "NESW";
  place to = {0}, at = {atoi(cell), atoi(next(cell)), (int)(strchr(ways, get(me, "facing")[1]) - ways)};
  char goal[] = {'c', (char)('1' + number(me, "ticked")), 0};
  for (row = get(board, "grid") + 1; strstr(row, "\\n") && strstr(row, "\\n") < strstr(row, goal); to.y++)
    row = strstr(row, "\\n") + 2;
  to = (place){(int)(strstr(row, goal) - row) / 3, to.y / 2, 0}; // every other line is walls; a cell is three wide
  printf("{\"type\":\"program\",\"power_down\":false,\"slots\":[");
  int n = 0;
  for (json slot = first(get(you, "slots")); slot; slot = next(slot), n++) {
    json best = NULL;
    for (json card = first(get(you, "hand")); card; card = next(card)) {
      int free = 1;
      for (int k = 0; k < n; k++) free &= used[k] != card;
      if (free && (!best || far(moved(at, card), to, board) < far(moved(at, best), to, board))) best = card;
    }
    int open = *slot == 'n'; // null; else a command is burned in
    used[n] = open ? best : NULL;
    at = moved(at, open ? best : slot);
    printf("%s%.*s", n ? "," : "", open ? (int)(behind(best) - best) : 4, open ? best : "null");
  }
  printf("]}");
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
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"rally\",\"matches\":0}\n", table);
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
