"""Another program at a port: `stranger.py PORT MODE`. `resets` greets as the listener at 127.0.0.1:29555 does."""

import socket
import struct
import sys
import threading

GREETINGS = {"greets": b"SSH-2.0-OpenSSH_9.9\r\n", "another-run": b"rankplan 0123456789abcdef\n"}
SILENCE_S = 0.5


def read_all(connection):
    try:
        while connection.recv(1 << 16):
            pass
    except OSError:
        pass


def serve(connection, mode):
    if mode == "resets":
        connection.sendall(socket.create_connection(("127.0.0.1", 29555)).recv(1024))
        connection.settimeout(SILENCE_S)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.sendall(GREETINGS.get(mode, b""))
    if mode != "closes":
        read_all(connection)
    connection.close()


if __name__ == "__main__":
    listener = socket.create_server(("", int(sys.argv[1])), backlog=64)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0], sys.argv[2])).start()
