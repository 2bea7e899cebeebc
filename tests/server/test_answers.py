# SPDX-License-Identifier: MIT
"""test_answers.py: what all answers over plain HTTP have in common: the form of a failure, headers
that keep pages from elsewhere out, and what is compressed."""
import gzip
import hashlib
import json

from guest import SCHEMA
from match import play_out, seat_two
from server import Server
from trial import check, main
from wire import Line

POST = ["Content-Type: application/json"]


def raw(server, *pieces):
    """Sends bytes on one connection, and gives what comes until it is closed."""
    with Line().connect(server) as line:
        line.sendall(b"".join(pieces))
        return line.recv_all()


def answers_in(data):
    """Status, headers and body of each answer."""
    found = []
    while data:
        head, data = data.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        size = int(headers.get("Content-Length", 0))
        found.append((int(first.split()[1]), headers, data[:size]))
        data = data[size:]
    return found


def request_of(method, path, *headers, body=""):
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def closing(request):
    """The same request, after which the connection is closed. A WebSocket that is refused is."""
    if b"Upgrade" in request:
        return request
    return request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)


# ---- Safety ------------------------------------------------------------------------------------


SAFETY = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
          "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}


def pages_from_elsewhere_are_kept_out():
    """No page from elsewhere may show an answer in a frame, or load it as a picture or a script."""
    with Server() as server:
        for path in ("/healthz", "/api/friends", "/api/games", "/api/rules/shed", "/api/qr?text=x",
                     "/api/tables", "/api/statistics/shed", "/api/nothing", "/api/tables/ZZZZZZ"):
            _, _, headers = server.request("GET", path)
            check(headers.items() >= SAFETY.items(), f"{path}: {headers}")
        for why, request, *_ in FAILURES:
            _, headers, _ = answers_in(raw(server, closing(request)))[0]
            check(headers.items() >= SAFETY.items(), f"{why}: {headers}")


# ---- Failures ----------------------------------------------------------------------------------


UPGRADE = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
FAILURES = [
    ("no HTTP", b"nonsense\r\n\r\n", 400, "malformed"),
    ("no escape", request_of("GET", "/api/rules/shed?rules=%zz"), 400, "malformed"),
    ("no rule", request_of("GET", "/api/rules/shed?rules=x%3D1"), 400, "bad_setting"),
    ("no place", request_of("GET", "/api/tables?first=x"), 400, "malformed"),
    ("a place too far down", request_of("GET", "/api/tables?first=1001"), 400, "too_long"),
    ("no text", request_of("GET", "/api/qr"), 400, "malformed"),
    ("no JSON", request_of("POST", "/api/tables", *POST, body="{"), 400, "malformed"),
    ("no such option", request_of("POST", "/api/tables", *POST,
                                  body='{"game":"shed","rules":"x=1"}'), 400, "bad_setting"),
    ("a page from elsewhere", request_of("POST", "/api/tables", *POST, "Origin: https://e.example",
                                         body='{"game":"shed"}'), 403, "not_allowed"),
    ("a WebSocket from elsewhere", request_of("GET", "/ws", *UPGRADE, "Origin: https://e.example"),
     403, "not_allowed"),
    ("no such WebSocket", request_of("GET", "/nowhere", *UPGRADE), 404, "no_room"),
    ("nothing there", request_of("GET", "/api/nothing"), 404, "no_room"),
    ("no such table", request_of("GET", "/api/tables/ZZZZZZ"), 404, "no_room"),
    ("no such match", request_of("GET", "/api/matches/0123456789abcdef/1"), 404, "no_room"),
    ("no such game", request_of("GET", "/api/rules/chess"), 404, "no_room"),
    ("another method", request_of("DELETE", "/api/tables"), 405, "not_allowed"),
    ("another method for a file", request_of("PUT", "/"), 405, "not_allowed"),
    ("a long body", request_of("POST", "/api/tables", "Content-Length: 9000"), 413, "too_long"),
    ("a long head", request_of("GET", "/", "A: " + "a" * 5000), 431, "too_long"),
]


def check_failure(why, answer, status, code):
    got, headers, body = answer
    check(got == status, f"{why}: status {got}, not {status}: {body!r}")
    check(headers["Content-Type"] == "application/json", f"{why}: {headers}")
    value = json.loads(body)
    SCHEMA.check(value, "http_wrong")
    check(value.get("code") == code, f"{why}: {value} instead of {code}")


def failures_have_a_code():
    with Server() as server:
        for why, request, status, code in FAILURES:
            answer, = answers_in(raw(server, closing(request)))
            check_failure(why, answer, status, code)


def too_much_has_a_code():
    """Too many requests, tables, lists and connections of an address."""
    ask = request_of("GET", "/healthz")
    with Server("tables_per_hour=1", "lists_per_minute=1", limited=True) as server:
        got = answers_in(raw(server, ask * 300))
        check_failure("requests", got[-1], 429, "too_fast")
        table = request_of("POST", "/api/tables", *POST, body='{"game":"shed"}')
        last = request_of("GET", "/api/nothing", "Connection: close")
        check_failure("tables", answers_in(raw(server, table, table, last))[1], 429, "too_fast")
        for path in ("/api/tables", "/api/statistics/shed"):  # both are lists
            ask = request_of("GET", path)
            check_failure(path, answers_in(raw(server, ask, ask, last))[1], 429, "too_fast")
    with Server("--trust-proxy", "connections_per_address=1", limited=True) as server:
        here = request_of("GET", "/healthz", "X-Forwarded-For: 192.0.2.1")
        with Line().connect(server) as first:
            first.sendall(here)
            check(first.recv().startswith(b"HTTP/1.1 200"), "the first one is served")
            check_failure("connections", answers_in(raw(server, here))[0], 429, "too_fast")


# ---- Forms -------------------------------------------------------------------------------------


KEPT = ["/api/games", "/api/games?language=de", "/api/rules/shed", "/api/rules/two?language=ru",
        "/api/rules/shed?rules=party", "/api/qr?text=https://cards.example.org/BCDFGH"]
# What Accept-Encoding says, and whether the answer is compressed.
ACCEPTED = [("gzip", True), ("br, gzip;q=0.1", True), ("*", True), ("identity", False),
            ("gzip;q=0", False), ("gzip;q=0, *", False), ("", False)]


def tag_of(body, form):
    return f'"{hashlib.sha256(body).hexdigest()[:32]}{form}"'


def whole(headers, body):
    return gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body


def what_is_kept_has_forms():
    """Answers that depend on their request alone have a tag and are compressed, as files are."""
    with Server() as server:
        for path in KEPT:
            _, plain, _ = server.request("GET", path)
            for accepted, small in ACCEPTED:
                asks = {"Accept-Encoding": accepted}
                why = f"{path} {accepted!r}"
                status, got, headers = server.request("GET", path, headers=asks)
                check((status, whole(headers, got)) == (200, plain), f"{why}: {status}")
                check((headers.get("Content-Encoding") == "gzip") == small, f"{why}: {headers}")
                check((len(got) < len(plain) / 2) == small, f"{why}: {len(got)} bytes")
                check(headers["ETag"] == tag_of(plain, "-gzip" if small else ""), f"{why}: {headers}")
                check((headers["Vary"], headers["Cache-Control"]) == ("Accept-Encoding", "no-cache"),
                      f"{why}: {headers}")
                head = server.request("HEAD", path, headers=asks)
                check(head == (200, b"", headers), f"HEAD {why}: {head}")
                for tags, known in ((headers["ETag"], True), ('W/"x", W/' + headers["ETag"], True),
                                    ("*", True), ('"other"', False), (headers["ETag"][1:], False)):
                    for method in ("GET", "HEAD"):
                        status, body, again = server.request(
                            method, path, headers={**asks, "If-None-Match": tags})
                        check(status == (304 if known else 200), f"{method} {why} {tags}: {status}")
                        check(body == (b"" if known or method == "HEAD" else got), f"{why} {tags}")
                        check(again["ETag"] == headers["ETag"], f"{why}: {again}")
            check(server.request("POST", path)[0] == 405, f"POST {path}")
        games = server.request("GET", "/api/games", headers={"Accept-Encoding": "gzip"})[1]
        check(len(games) < 8000, f"/api/games is {len(games)} bytes")


def what_is_long_is_compressed():
    """What changes is compressed from 1 KiB on, and never what answers POST."""
    with Server("tables_per_hour=1000") as server:
        ann, bob, table = seat_two(server, "shed", "match_mode=single")
        ann.must("start", table=table)
        match = play_out([ann, bob], table, 3)
        for number in range(12):
            ann.must("create", game="two", settings="public=true", title=f"Table {number}")
        for path, is_long in (("/api/tables", True), (f"/api/matches/{match}.json", True),
                              (f"/api/tables/{table}", False), ("/api/statistics/shed", False),
                              ("/api/friends", False), ("/api/nothing", False)):
            _, plain, _ = server.request("GET", path)
            check((len(plain) >= 1024) == is_long, f"{path} is {len(plain)} bytes")
            for accepted, takes in ACCEPTED:
                _, got, headers = server.request("GET", path, headers={"Accept-Encoding": accepted})
                check((headers.get("Content-Encoding") == "gzip") == (takes and is_long),
                      f"{path} {accepted!r}: {headers}")
                check(whole(headers, got) == plain, f"{path} {accepted!r}: something else")
                check(headers["Cache-Control"] == "no-store" and "ETag" not in headers, path)
                check(not is_long or headers["Vary"] == "Accept-Encoding", f"{path}: {headers}")
        body = json.dumps({"game": "shed", "rules": "party", "title": "x" * 39})
        status, got, headers = server.request("POST", "/api/tables", body, {
            "Content-Type": "application/json", "Accept-Encoding": "gzip"})
        check(status == 201 and "Content-Encoding" not in headers and json.loads(got),
              f"POST: {status}, {headers}")
        _, log, headers = server.request("GET", f"/api/matches/{match}",
                                         headers={"Accept-Encoding": "gzip"})
        check("Content-Encoding" not in headers, f"the bytes of a log: {headers}")
        for person in (ann, bob):
            person.close()


def what_must_be_made_is_counted():
    """What takes a while to make counts like a list, for each address. What is kept does not."""
    rows = [("a picture", "/api/qr?text=a", 200), ("the same again", "/api/qr?text=a", 200),
            ("rules", "/api/rules/shed?rules=party", 200),
            ("the same again", "/api/rules/shed?rules=party", 200),
            ("another picture", "/api/qr?text=b", 429), ("other rules", "/api/rules/two", 429),
            ("the first again", "/api/qr?text=a", 200),
            ("its rules", "/api/rules/shed?rules=party", 200), ("games", "/api/games", 200)]
    with Server("lists_per_minute=2", limited=True) as server:
        for why, path, status in rows:
            answer, = answers_in(raw(server, request_of("GET", path, "Connection: close")))
            check(answer[0] == status, f"{why}: {answer[0]} {answer[2][:99]}")


def codes_say_a_short_text():
    """The picture of a QR code takes long to make if its text is long."""
    with Server() as server:
        for text, status in (("x", 200), ("x" * 200, 200), ("x" * 201, 400), ("x" * 999, 400),
                             ("", 400), ("%20", 400), ("%C3%A4", 400), ("%00", 400)):
            got, body, headers = server.request("GET", "/api/qr?text=" + text)
            check(got == status, f"{len(text)} characters: {got}")
            check(headers["Content-Type"] == ("image/svg+xml" if status == 200 else
                                              "application/json"), f"{text[:9]}: {headers}")


main(pages_from_elsewhere_are_kept_out, failures_have_a_code, too_much_has_a_code,
     what_is_kept_has_forms, what_is_long_is_compressed,
     what_must_be_made_is_counted, codes_say_a_short_text)
