/* Many clients of a line server that answer every game state with `nop`.
 * usage: load PORT CONNECTIONS SECONDS      prints `playing` when every connection has seen its first
 * state, and after SECONDS more: round trips, bytes received, seconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

typedef struct {
  int socket, at_line_start, played, in_state;
} client;

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: load PORT CONNECTIONS SECONDS\n"), 2;
  int count = atoi(argv[2]), poll = epoll_create1(0), on = 1, playing = 0;
  double seconds = atof(argv[3]), begun = 0, deadline = now() + 60;
  client *clients = calloc(count, sizeof *clients);
  struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < count; i++) {
    clients[i] = (client){.socket = socket(AF_INET, SOCK_STREAM, 0), .at_line_start = 1};
    setsockopt(clients[i].socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(clients[i].socket, (struct sockaddr *)&where, sizeof where)) return perror("load: connect"), 1;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].socket, &event);
    char login[64];
    int n = snprintf(login, sizeof login, "login load%d secret\n", i);
    if (write(clients[i].socket, login, n) != n) return perror("load: login"), 1;
  }
  static char buffer[1 << 18];
  struct epoll_event events[256];
  long trips = 0;
  long long bytes = 0;
  while (!begun || now() < begun + seconds) {
    if (!begun && now() > deadline) return fprintf(stderr, "load: only %d of %d got a game\n", playing, count), 1;
    int ready = epoll_wait(poll, events, 256, 100);
    for (int i = 0; i < ready; i++) {
      client *c = events[i].data.ptr;
      ssize_t n = read(c->socket, buffer, sizeof buffer);
      if (n <= 0) return fprintf(stderr, "load: a connection was closed\n"), 1;
      if (begun) bytes += n;
      for (char *at = buffer, *end = buffer + n; at < end;) {
        if (c->at_line_start) c->in_state = *at == '{';
        char *newline = memchr(at, '\n', end - at);
        c->at_line_start = newline != 0;
        if (!newline) break;
        if (c->in_state) {
          if (!c->played++) playing++;
          if (begun) trips++;
          if (write(c->socket, "nop\n", 4) != 4) return perror("load: nop"), 1;
        }
        at = newline + 1;
      }
    }
    if (!begun && playing == count) puts("playing"), fflush(stdout), begun = now();
  }
  printf("%ld %lld %.6f\n", trips, bytes, now() - begun);
  return 0;
}
