"""JSON over HTTP with the standard library. An application turns a request into a status and a body."""

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> object:
        try:
            return json.loads(self.body)
        except ValueError:
            raise Refusal(400, {"message": "the body is not JSON"}) from None


class Refusal(Exception):
    """Ends the request with this status and body."""

    def __init__(self, status: int, body: object):
        super().__init__(status, body)
        self.answer = (status, body)


Application = Callable[[Request], tuple[int, object]]


def serve(name: str, port: int, application: Application) -> None:
    """Listens on the loopback interface, with one thread per connection."""

    class Handler(BaseHTTPRequestHandler):
        # Keep connections open. Headers and body are two writes; with Nagle's algorithm, the second would wait for an ACK.
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def respond(self) -> None:
            # Read the body even if the request is refused: the next request on the connection follows it.
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = Request(self.command, urlsplit(self.path).path, self.headers, content)
            try:
                status, body = application(request)
            except Refusal as refusal:
                status, body = refusal.answer
            except Exception:
                traceback.print_exc(file=sys.stderr)
                status, body = 500, {"message": "internal error"}
            answer = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST = respond

        def log_message(self, format: str, *args: object) -> None:
            """Logs nothing; the default is a line for each request."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"{name}: http://127.0.0.1:{server.server_port}", flush=True)
    Thread(target=server.serve_forever).start()
