/* Many bots over TCP JSON lines that answer every turn at once with a pass.
 *
 *   players PORT FILE SECONDS
 *
 * FILE holds one hello message per line, one connection each. Prints "playing" when all are connected, then the number
 * of turns answered, of errors received and of matches over in so many seconds.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define HEAD 24 /* enough of a line to know its type */

static const char ANSWER[] = "{\"type\":\"act\",\"actions\":[{\"type\":\"nop\"}]}\n";

typedef struct {
    int fd, seen;
    char head[HEAD + 1];
} Player;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int port = atoi(argv[1]), watch = epoll_create1(0), count = 0, one = 1;
    FILE *file = fopen(argv[2], "r");
    static char line[4096], buffer[1 << 16];
    struct rlimit files = {65536, 65536};
    setrlimit(RLIMIT_NOFILE, &files);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    while (file && fgets(line, sizeof line, file)) {
        Player *player = calloc(1, sizeof *player);
        player->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(player->fd, (struct sockaddr *)&at, sizeof at)) return 1;
        setsockopt(player->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (write(player->fd, line, strlen(line)) < 0) return 1;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
        epoll_ctl(watch, EPOLL_CTL_ADD, player->fd, &event);
        count++;
    }
    printf("playing\n");
    fflush(stdout);
    long long turns = 0, errors = 0, overs = 0, lost = 0;
    struct epoll_event events[512];
    for (double end = now() + atof(argv[3]); now() < end && lost < count;) {
        int ready = epoll_wait(watch, events, 512, 100);
        for (int i = 0; i < ready; i++) {
            Player *player = events[i].data.ptr;
            int n = read(player->fd, buffer, sizeof buffer);
            if (n <= 0) {
                close(player->fd);
                lost++;
                continue;
            }
            for (char *p = buffer, *stop = buffer + n; p < stop;) {
                char *end_of_line = memchr(p, '\n', stop - p);
                int part = (end_of_line ? end_of_line : stop) - p;
                int take = part < HEAD - player->seen ? part : HEAD - player->seen;
                memcpy(player->head + player->seen, p, take);
                player->seen += take;
                if (!end_of_line) break;
                player->head[player->seen] = 0;
                player->seen = 0;
                p = end_of_line + 1;
                if (strstr(player->head, "\"turn\"")) {
                    if (write(player->fd, ANSWER, sizeof ANSWER - 1) > 0) turns++;
                } else if (strstr(player->head, "\"error\"")) {
                    errors++;
                } else if (strstr(player->head, "\"over\"")) {
                    overs++;
                }
            }
        }
    }
    printf("%lld %lld %lld %lld\n", turns, errors, overs, lost);
    return 0;
}
