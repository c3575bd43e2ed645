"""What else runs on a machine: it answers on several sockets, and it has a key. Its settings come on stdin."""
import json
import os
import selectors
import socket
import sys

settings = json.loads(sys.stdin.readline())
select = selectors.DefaultSelector()
ports = {"pid": os.getpid()}
for name, family, kind, address in (
    ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
    ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
    ("path", socket.AF_UNIX, socket.SOCK_STREAM, settings["path"]),
    ("abstract", socket.AF_UNIX, socket.SOCK_STREAM, "\0" + settings["abstract"]),
):
    one = socket.socket(family, kind)
    one.bind(address)
    if kind == socket.SOCK_STREAM:
        one.listen()
    ports[name] = one.getsockname()[1] if family == socket.AF_INET else None
    select.register(one, selectors.EVENT_READ)
select.register(sys.stdin, selectors.EVENT_READ)
print(json.dumps(ports), flush=True)
while True:
    for key, _ in select.select():
        if key.fileobj is sys.stdin:
            sys.exit()
        if key.fileobj.type == socket.SOCK_DGRAM:
            _, sender = key.fileobj.recvfrom(100)
            key.fileobj.sendto(b"welcome", sender)
        else:
            guest, _ = key.fileobj.accept()
            guest.send(b"welcome")
            guest.close()
