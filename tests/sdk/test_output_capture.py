"""What programs print: it is heard as long as they live, and asking afterwards does no harm."""

import os

from roundhouse.sdk.players.output_capture import PipeCapture


def test_what_was_written_is_taken_once():
    reading, writing = os.pipe()
    capture = PipeCapture(os.fdopen(reading, "rb"), user=os.open(os.devnull, os.O_WRONLY))
    os.write(writing, b"hello\n")
    assert (capture.take(), capture.take()) == ("hello\n", "")
    os.close(writing)
    capture.close()


def test_it_can_be_asked_after_its_end_although_a_child_still_holds_the_pipe():
    reading, writing = os.pipe()
    capture = PipeCapture(os.fdopen(reading, "rb"), user=os.open(os.devnull, os.O_WRONLY))
    os.write(writing, b"last words\n")
    capture.close()  # the other end stays open, as it does in a child of the program
    assert (capture.take(), capture.take()) == ("last words\n", "")
    os.close(writing)
