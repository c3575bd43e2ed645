import json
import os
import sys
import time

# What the test tells every cheat: paths, ports and its mark.
FACTS = json.loads(r"""{{FACTS}}""")
CALL = sys.argv[1] if len(sys.argv) > 1 else "1"


def say(text):
    os.write(2, (text + "\n").encode())


def gain(what):
    """Tells the test that something worked that must not."""
    say("GAIN " + str(what))


def attempt(work, what=""):
    """What comes of it is a gain unless it fails or is nothing."""
    try:
        got = work()
    except Exception as error:
        say("NO %s %r" % (what, error))
        return
    if got is not None and got is not False:
        gain("%s %s" % (what, str(got)[:200]))


def read(path):
    # What is hidden may have something empty in its place.
    with open(path, "rb") as file:
        return file.read(100) or None


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def leave(path, text=""):
    """The test looks whether it is there."""
    try:
        write(path, text)
    except OSError as error:
        say("NO %r" % (error,))


def daemon(work):
    """A process that nobody waits for, in a session of its own."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    empty = os.open(os.devnull, os.O_RDWR)
    os.dup2(empty, 0)
    os.dup2(empty, 1)
    try:
        work()
    finally:
        os._exit(0)


def cheat():
{{CODE}}


try:
    cheat()
except Exception as error:
    say("NO %r" % (error,))
say("TRIED")
