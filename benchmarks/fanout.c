/* The limit of sending one message to many: accepts N connections, then sends the same bytes to all, again and
 * again. Prints the port of 127.0.0.1 that it listens on.
 *
 *   fanout CONNECTIONS BYTES
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[1]), size = atoi(argv[2]), one = 1;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    if (bind(listening, (struct sockaddr *)&at, length) || listen(listening, 1024)) return perror("fanout"), 1;
    if (getsockname(listening, (struct sockaddr *)&at, &length)) return perror("fanout"), 1;
    printf("%d\n", ntohs(at.sin_port));
    fflush(stdout);
    int *clients = malloc(sizeof(int) * count);
    char *message = malloc(size);
    memset(message, 'x', size);
    for (int i = 0; i < count; i++) {
        clients[i] = accept(listening, 0, 0);
        setsockopt(clients[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    for (;;)
        for (int i = 0; i < count; i++)
            for (int sent = 0; sent < size;) {
                int n = send(clients[i], message + sent, size - sent, MSG_NOSIGNAL);
                if (n <= 0) return 0;
                sent += n;
            }
}
