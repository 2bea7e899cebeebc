# SPDX-License-Identifier: MIT
"""way.py: the way from a process to a database, which can be cut or become silent.

`way.py NAME FOLDER TO [NAME FOLDER TO …]` listens on a socket in each FOLDER as PostgreSQL does, and
passes on what comes to the server in TO. It is a process of its own, so that a busy test does not
slow it down. A line "NAME STATE" on standard input changes the ways of that name, and is answered:

  open    bytes pass
  cut     every connection ends, and none is taken
  silent  nothing passes, and nothing is lost: it passes when the way is open again
"""
import os
import selectors
import socket
import subprocess
import sys

SOCKET = ".s.PGSQL.5432"


class Ways:
    """The test's end of it."""

    def __init__(self, rows):
        words = [word for row in rows for word in row]
        self.process = subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__), *words],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()  # it listens

    def be(self, name, state):
        self.process.stdin.write(f"{name} {state}\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "ok\n":
            raise RuntimeError(f"the ways have ended: {name} {state}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Passing:
    """All of them. An end of a connection knows the other one, and of which way it is."""

    def __init__(self, rows):
        self.state = {name: "open" for name, _, _ in rows}
        self.others, self.way_of = {}, {}
        self.selector = selectors.DefaultSelector()
        for name, folder, to in rows:
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listener.bind(f"{folder}/{SOCKET}")
            listener.listen(64)
            self.selector.register(listener, selectors.EVENT_READ, (name, to))

    def run(self):
        self.selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
        print("ok", flush=True)
        while True:
            for key, _ in self.selector.select():
                if key.fd == 0:
                    line = os.read(0, 4096).decode()
                    if not line:
                        return
                    self.change(*line.split())
                elif key.data:
                    self.accept(key.fileobj, *key.data)
                elif key.fileobj in self.others:
                    self.pass_on(key.fileobj)

    def change(self, name, state):
        self.state[name] = state
        for end in [end for end, way in self.way_of.items() if way == name]:
            if end not in self.others:
                continue
            if state == "cut":
                self.end(end)
            elif state == "silent":
                self.selector.unregister(end)
            elif end.fileno() not in self.selector.get_map():
                self.selector.register(end, selectors.EVENT_READ)
        print("ok", flush=True)

    def accept(self, listener, name, to):
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if self.state[name] == "cut":
                raise OSError
            far.connect(f"{to}/{SOCKET}")
        except OSError:
            near.close()
            far.close()
            return
        for one, other in ((near, far), (far, near)):
            self.others[one], self.way_of[one] = other, name
            if self.state[name] == "open":
                self.selector.register(one, selectors.EVENT_READ)

    def pass_on(self, end):
        try:
            data = end.recv(1 << 16)
            if not data:
                raise OSError
            self.others[end].sendall(data)
        except OSError:
            self.end(end)

    def end(self, end):
        for one in (end, self.others[end]):
            if one.fileno() in self.selector.get_map():
                self.selector.unregister(one)
            del self.others[one], self.way_of[one]
            one.close()


if __name__ == "__main__":
    given = sys.argv[1:]
    Passing(list(zip(given[::3], given[1::3], given[2::3]))).run()
