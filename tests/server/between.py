# SPDX-License-Identifier: MIT
"""between.py: a server of a test's own, between clients and a real server, or in its place."""
import select
import socket
import socketserver
import threading


class Between(socketserver.ThreadingTCPServer):
    """Serves in a `with` statement. `handler` says what a connection is told; it finds `house`, the
    real server, and `lie` in its `server`."""

    daemon_threads = True

    def __init__(self, handler, house=None, lie=None):
        super().__init__(("127.0.0.1", 0), handler)
        self.house, self.lie = house, lie
        self.address = "http://127.0.0.1:%d" % self.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


def relay(client, house, head=b"", changed=lambda piece: piece):
    """Carries bytes both ways until one side goes; `changed` gives the client other ones. `head` was
    read from the client already."""
    with socket.create_connection((house.host, house.port)) as server:
        try:
            server.sendall(head)
            while True:
                for ready in select.select([server, client], [], [])[0]:
                    piece = ready.recv(1 << 16)
                    if not piece:
                        return
                    if ready is client:
                        server.sendall(piece)
                    else:
                        client.sendall(changed(piece))
        except ConnectionError:
            pass  # one side has gone, which it may
