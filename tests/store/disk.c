/* A disk that takes its time: loaded before the C library, it says on standard output when a process waits for the disk
   ("syncing") and when the disk has answered ("synced"), and answers only when a line comes on standard input. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int wait_for_disk(const char *name, int file) {
    char go;
    if (write(1, "syncing\n", 8) != 8 || read(0, &go, 1) != 1) return -1;
    int status = ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
    if (write(1, "synced\n", 7) != 7) return -1;
    return status;
}

int fsync(int file) { return wait_for_disk("fsync", file); }
int fdatasync(int file) { return wait_for_disk("fdatasync", file); }
