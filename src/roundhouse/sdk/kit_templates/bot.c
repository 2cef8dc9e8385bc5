// What the kits of all games have in common in this language: a kit takes a part by a line `// kit: NAME`.

// kit: head
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... ./bot [TABLE]
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// kit: value
typedef const char *json; // a value is the place where it begins; there is no tree and nothing to free

// kit: walk
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

// kit: is
static int is(json p, const char *s) { return *p == '"' && !strncmp(p + 1, s, strlen(s)) && p[strlen(s) + 1] == '"'; }

// kit: get
static json get(json object, const char *name) { // "" if there is none
  for (json p = first(object); p; p = next(next(p))) if (is(p, name)) return next(p);
  return "";
}
static int number(json object, const char *name) { return atoi(get(object, name)); }

// kit: connect
static void join(char *address, json table) { // the connection becomes standard input and output
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  char *host = strtok(address, ":"), *port = strtok(NULL, ":"), *token = getenv("ROUNDHOUSE_TOKEN");
  int server = -1, failed = getaddrinfo(host, port, &hints, &found) + 1; // not yet connected is a failure too
  for (; found && failed; found = found->ai_next)
    failed = connect(server = socket(found->ai_family, SOCK_STREAM, 0), found->ai_addr, found->ai_addrlen);
  if (failed) exit(1);
  dup2(server, 0), dup2(server, 1);

// kit: hello
  printf("{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",", token ? token : "");
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"GAME_KEY\",\"matches\":0}\n", table);
}

// kit: main
int main(int argc, char **argv) {
  char *line = NULL, *address = getenv("ROUNDHOUSE_SERVER");
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // every line leaves at once
  if (address && *address) join(address, argc > 1 ? argv[1] : NULL);
  for (size_t size = 0; getline(&line, &size, stdin) > 0;) {

// kit: turns
    json message = gap(line), type = get(message, "type");
    if (is(type, "turn")) {
      printf("{\"type\":\"act\",\"step\":%d,\"actions\":[", atoi(get(message, "step")));
      choose(get(message, "view"));
      printf("]}\n");
    } else if (is(type, "over") || is(type, "error")) fputs(line, stderr);
  }
}
