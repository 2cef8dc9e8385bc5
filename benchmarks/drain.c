/* Many spectators: connects N times, says hello where a match is named (WebSocket), and reads whatever comes.
 *
 *   drain PORT CONNECTIONS SECONDS [HELLO]
 *
 * Prints "reading" when the first byte after all greetings has arrived, then the bytes read in so many seconds.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
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

static void greet(int fd, const char *hello) {
    char text[4096];
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    if (write(fd, text, n) != n) exit(1);
    int got = 0;
    while (got < 4 || memcmp(text + got - 4, "\r\n\r\n", 4)) {
        if (read(fd, text + got, 1) != 1 || ++got == sizeof text) exit(1);
    }
    if (strncmp(text, "HTTP/1.1 101", 12)) exit(1);
    int size = strlen(hello), head = 2;
    unsigned char frame[4096] = {0x81, 0x80 | size}; /* a masked text frame, the mask being zeros */
    if (size > 125) {
        frame[1] = 0x80 | 126, frame[2] = size >> 8, frame[3] = size & 255;
        head = 4;
    }
    memcpy(frame + head + 4, hello, size);
    if (write(fd, frame, head + 4 + size) != head + 4 + size) exit(1);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int port = atoi(argv[1]), count = atoi(argv[2]), watch = epoll_create1(0);
    double seconds = atof(argv[3]);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < count; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(fd, (struct sockaddr *)&at, sizeof at)) return 1;
        if (argc > 4) greet(fd, argv[4]);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
        epoll_ctl(watch, EPOLL_CTL_ADD, fd, &event);
    }
    static char buffer[1 << 18];
    struct epoll_event events[512];
    long long total = 0;
    double begin = now() + 0.5, end = begin + seconds;
    int told = 0;
    for (double t = now(); t < end; t = now()) {
        if (!told && t >= begin) {
            printf("reading\n");
            fflush(stdout);
            told = 1, total = 0;
        }
        int ready = epoll_wait(watch, events, 512, 100);
        for (int i = 0; i < ready; i++) {
            int n = read(events[i].data.fd, buffer, sizeof buffer);
            if (n <= 0) return 1;
            total += n;
        }
    }
    printf("%lld\n", total);
    return 0;
}
