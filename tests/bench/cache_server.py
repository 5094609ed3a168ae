#!/usr/bin/env python3
"""An HTTP cache in memory, for measurements: cache_server.py PORT. GET and PUT of any path, with persistent connections."""

import http.server
import sys

ENTRIES = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are written at once.
    wbufsize = -1
    disable_nagle_algorithm = True

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def do_GET(self):
        body = ENTRIES.get(self.path)
        self.answer(404 if body is None else 200, body or b"")

    def do_PUT(self):
        ENTRIES[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
