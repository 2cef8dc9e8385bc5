"""Runs a program between two pipes and writes down what passes: `python tap.py LOG COMMAND...`.

The log has a line for each message, `>` to the program and `<` from it, and at the end `status N`.
"""

import subprocess
import sys
import threading


def main(log_file: str, *command: str) -> int:
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(log_file, "wb", buffering=0) as log:

        def hear() -> None:
            for line in program.stdout:
                log.write(b"< " + line)
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()

        hearing = threading.Thread(target=hear)
        hearing.start()
        for line in sys.stdin.buffer:
            log.write(b"> " + line)
            program.stdin.write(line)
            program.stdin.flush()
        program.stdin.close()
        hearing.join()
        status = program.wait()
        log.write(b"status %d\n" % status)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
