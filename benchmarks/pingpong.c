/* The limit of a line server: answers every line with the same bytes, one epoll loop, nothing else.
 * usage: pingpong PAYLOAD-FILE      (prints the port of 127.0.0.1 that it listens on, runs until it is ended) */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char payload[1 << 16];
static size_t size;

static void answer(int socket) {
  size_t sent = 0;
  while (sent < size) {
    ssize_t n = write(socket, payload + sent, size - sent);
    if (n <= 0) return;
    sent += n;
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: pingpong PAYLOAD-FILE\n"), 2;
  int file = open(argv[1], O_RDONLY), on = 1;
  size = read(file, payload, sizeof payload);
  int listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
  struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof where;
  if (bind(listener, (struct sockaddr *)&where, length) || listen(listener, 1024)) return perror("pingpong"), 1;
  if (getsockname(listener, (struct sockaddr *)&where, &length)) return perror("pingpong"), 1;
  printf("%d\n", ntohs(where.sin_port));
  fflush(stdout);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  char line[4096];
  for (;;) {
    int ready = epoll_wait(poll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      int socket = events[i].data.fd;
      if (socket == listener) {
        int client = accept(listener, 0, 0);
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event = (struct epoll_event){.events = EPOLLIN, .data.fd = client};
        epoll_ctl(poll, EPOLL_CTL_ADD, client, &event);
        continue;
      }
      ssize_t n = read(socket, line, sizeof line);
      if (n <= 0) {
        close(socket);
        continue;
      }
      for (char *at = line; (at = memchr(at, '\n', line + n - at)); at++) answer(socket);
    }
  }
}
