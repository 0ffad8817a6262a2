"""A small JSON service over HTTP, for the kiosk in the depot's hall."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from . import tariff
from .errors import Conflict, FormatError, NotFound, ToolshedError, ValidationError
from .money import Money
from .opening import parse_date
from .tags import parse_tag

ROUTES = []
STATUS = ((NotFound, 404), (Conflict, 409), (ValidationError, 422), (FormatError, 400))
MAX_BODY = 10000


def route(method, pattern):
    compiled = re.compile("^{}$".format(pattern))

    def register(function):
        ROUTES.append((method, compiled, function))
        return function

    return register


def status_of(error):
    for kind, status in STATUS:
        if isinstance(error, kind):
            return status
    return 500


def _tool_json(desk, tool):
    return {
        "tag": str(tool.tag),
        "name": tool.name,
        "value": str(tool.value),
        "available": not desk.is_out(tool.tag),
    }


@route("GET", r"/health")
def _health(desk, query, body):
    return 200, {"depot": desk.settings.name, "tools": len(desk.catalogue)}


@route("GET", r"/tools")
def _tools(desk, query, body):
    section = query.get("section")
    limit = int(query.get("limit", "10"))
    found = desk.catalogue.search(query.get("q", ""), section=section, limit=limit)
    return 200, {"tools": [_tool_json(desk, tool) for tool in found]}


@route("GET", r"/tools/(?P<tag>[^/]+)")
def _tool(desk, query, body, tag):
    return 200, _tool_json(desk, desk.catalogue.get(parse_tag(tag)))


@route("POST", r"/quotes")
def _quote(desk, query, body):
    tool = desk.catalogue.get(parse_tag(body["tag"]))
    request = tariff.Request(
        tool.section, tool.value, body["days"], tool.grade, coupon=body.get("coupon", "")
    )
    made = tariff.quote(request, desk.settings.deposit_rate)
    return 200, {
        "lines": [[label, str(amount)] for label, amount in made.lines],
        "deposit": str(made.deposit),
        "total": str(made.total),
    }


@route("POST", r"/loans")
def _borrow(desk, query, body):
    loan = desk.handle("borrow", parse_tag(body["tag"]), body["card"], parse_date(body["day"]))
    return 201, {"loan": loan.number, "due": loan.due.isoformat(), "fee": str(loan.fee)}


@route("DELETE", r"/loans/(?P<tag>[^/]+)")
def _give_back(desk, query, body, tag):
    settlement = desk.give_back(parse_tag(tag), parse_date(query["day"]))
    return 200, {"late_days": settlement.late_days, "owed": str(settlement.owed)}


def answer(desk, method, target, raw=b""):
    """(status, payload) for one request; no socket needed."""
    parts = urlsplit(target)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    allowed = []
    for verb, pattern, function in ROUTES:
        match = pattern.match(parts.path)
        if match is None:
            continue
        if verb != method:
            allowed.append(verb)
            continue
        try:
            body = json.loads(raw.decode("utf-8")) if raw else {}
            return function(desk, query, body, **match.groupdict())
        except ToolshedError as error:
            return status_of(error), error.as_dict()
        except KeyError as error:
            return 422, {"code": "missing", "message": "missing {}".format(error)}
        except (TypeError, ValueError) as error:
            return 400, {"code": "bad-request", "message": str(error)}
    if allowed:
        return 405, {"code": "method", "message": "use {}".format(" or ".join(sorted(allowed)))}
    return 404, {"code": "not-found", "message": "no such page"}


class Service:
    """The HTTP server on a thread of its own."""

    def __init__(self, desk, port=0):
        self.desk = desk
        self.served = 0
        self._lock = threading.Lock()
        self._server = HTTPServer(("127.0.0.1", port), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.daemon = True

    def _handler(service):
        class Handler(BaseHTTPRequestHandler):
            def _respond(self):
                length = int(self.headers.get("Content-Length") or 0)
                if length > MAX_BODY:
                    status, payload = 413, {"code": "too-large", "message": "body too large"}
                    self.close_connection = True
                else:
                    raw = self.rfile.read(length) if length else b""
                    with service._lock:
                        service.served += 1
                        status, payload = answer(service.desk, self.command, self.path, raw)
                data = json.dumps(payload, sort_keys=True).encode("utf-8")
                self.send_response(status)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_DELETE = do_PUT = _respond

            def log_message(self, *args):
                pass

        return Handler

    @property
    def url(self):
        return "http://127.0.0.1:{}".format(self._server.server_address[1])

    def start(self):
        self._thread.start()
        return self

    def stop(self):
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()
