# SPDX-License-Identifier: MIT
"""test_static.py: the files that are part of the server, as a browser, a proxy and others ask for
them. What is expected is made here from the pages as they were built."""
import gzip
import hashlib
import os
import re

from server import Server
from trial import check, main
from wire import Line

WEB = os.path.join(os.environ["HC_BUILD_DIR"], "web")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
         ".webmanifest": "application/manifest+json", ".wasm": "application/wasm"}
POLICY = {"default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'",
          "style-src": "'self'", "img-src": "'self' data:", "connect-src": "'self'",
          "manifest-src": "'self'", "worker-src": "'self'", "base-uri": "'none'",
          "form-action": "'none'", "frame-ancestors": "'none'"}
FOR_EVER = "public, max-age=31536000, immutable"


def files():
    """Path and bytes of every file that is to be served."""
    found = {}
    for folder, _, names in os.walk(WEB):
        for name in names:
            full = os.path.join(folder, name)
            path = "/" + os.path.relpath(full, WEB)
            with open(full, "rb") as file:
                found[re.sub(r"/index\.html$", "/", path)] = name, file.read()
    check("/" in found and len(found) > 1, f"there is no page in {WEB}")
    return found


def style_sheet():
    """Its path, which has a hash in it, and its bytes."""
    path, = [path for path in files() if path.endswith(".css")]
    return path, files()[path][1]


def tag_of(body, form=""):
    return f'"{hashlib.sha256(body).hexdigest()[:32]}{form}"'


def talk(server, *requests):
    """Sends requests at once on one connection; everything that comes until it is closed."""
    with Line().connect(server) as line:
        line.sendall("".join(requests).encode())
        return line.recv_all()


def request_of(method, path, *headers):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *headers]) + "\r\n\r\n"


# ---- What is served ----------------------------------------------------------------------------


def files_are_served():
    with Server() as server:
        for path, (name, body) in files().items():
            status, got, headers = server.request("GET", path)
            check((status, got) == (200, body), f"{path}: {status}, {got[:80]!r}")
            check(headers["ETag"] == tag_of(body), f"{path}: {headers}")
            check(headers["Content-Type"] == TYPES[os.path.splitext(name)[1]], f"{path}: {headers}")
            hashed = re.search(r"-[0-9A-Z]{8}\.\w+$", path)
            check(headers["Cache-Control"] == (FOR_EVER if hashed else "no-cache"),
                  f"{path}: {headers}")
            check(headers["X-Content-Type-Options"] == "nosniff", f"{path}: {headers}")
            check(headers["Referrer-Policy"] == "no-referrer", f"{path}: {headers}")
            check("Content-Encoding" not in headers, f"{path}: {headers}")
            policy = dict(part.strip().split(" ", 1)
                          for part in headers["Content-Security-Policy"].split(";"))
            check(policy == POLICY, f"{path}: {policy}")
        status, got, _ = server.request("GET", "/?from=a-friend")
        check((status, got) == (200, files()["/"][1]), "a query changes the page")


def page_keeps_to_its_policy():
    """Everything that the page names is there, and nothing in it needs what the policy forbids."""
    page = files()["/"][1].decode()
    named = re.findall(r'(?:href|src)="([^"]*)"', page)
    check(style_sheet()[0] in named, f"the page names {named}")
    for pattern in (r"<script(?! type=\"module\" src=)", "<style", " style=", r" on\w+=", "//"):
        found = re.findall(pattern, page)
        check(not found, f"the page has {found}")
    with Server() as server:
        for path in named:
            status, _, _ = server.request("GET", path)
            check(status == 200, f"the page names {path}, which gives {status}")


def addresses_inside_give_the_page():
    page = files()["/"][1]
    with Server() as server:
        for path in ("/BCDFHJ", "/t/BCDFHJ", "/r/0123456789abcdef/1", "/rules/shed", "/people",
                     "/home/t/BCDFHJ", "/me", "/new", "/new?game=two", "/friends",
                     "/friends/0123456789ab/t/BCDFHJ"):
            status, got, headers = server.request("GET", path)
            check((status, got) == (200, page), f"{path}: {status}")
            check(headers["Cache-Control"] == "no-cache", f"{path}: {headers}")


def nothing_else_is_served():
    style = style_sheet()[0]
    with Server() as server:
        for path in ("/index.html", style + "/", style.lower(), "//", style + "%00", "/web/",
                     "/../web" + style, "/%2e%2e/README.md", "/.", "/t/", "/t", "/me/", "/peoples",
                     "/favicon.ico", "/main.js", "/src/main.tsx"):
            check(server.request("GET", path)[0] == 404, f"there is something at {path}")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            status, body, headers = server.request(method, "/")
            check(status == 405 and headers["Allow"] == "GET, HEAD" and b'"ok":false' in body,
                  f"{method}: {status}, {headers}")


# ---- How it is served --------------------------------------------------------------------------


def forms_are_chosen():
    rows = [("gzip", True), ("deflate, gzip, br", True), ("GZIP", True), ("x-gzip", True),
            ("gzip;q=0.001", True), ("br;q=1.0, gzip ; q=0.5", True), ("*", True),
            ("identity;q=0, *", True), ("gzip;q=1, *;q=0", True),
            ("identity", False), ("", False), ("br", False), ("gzip;q=0", False),
            ("gzip;q=0.000", False), ("gzip; q=0.0, *", False), ("*;q=0", False),
            ("gzipped", False), (",,", False)]
    style, body = style_sheet()
    with Server() as server:
        for accepted, small in rows:
            status, got, headers = server.request("GET", style,
                                                  headers={"Accept-Encoding": accepted})
            check(status == 200, f"{accepted!r}: {status}")
            check((headers.get("Content-Encoding") == "gzip") == small, f"{accepted!r}: {headers}")
            check(headers["Vary"] == "Accept-Encoding", f"{accepted!r}: {headers}")
            check(headers["ETag"] == tag_of(body, "-gzip" if small else ""), f"{accepted!r}")
            check(len(got) < len(body) if small else got == body, f"{accepted!r}: {len(got)} bytes")
            check(not small or gzip.decompress(got) == body, f"{accepted!r}: something else")
        got = talk(server, request_of("GET", style, "Connection: close"))
        check(got.endswith(b"\r\n\r\n" + body), "who says nothing about it gets the file as it is")


def known_files_are_not_sent():
    body = files()["/"][1]
    plain, small = tag_of(body), tag_of(body, "-gzip")
    rows = [(plain, "identity", True), (small, "gzip", True), ("W/" + plain, "identity", True),
            ("*", "identity", True), (f'"other", {plain}', "identity", True),
            (f'"other" ,{small},"more"', "gzip", True),
            (plain, "gzip", False), (small, "identity", False), ('"other"', "identity", False),
            (plain[1:-1], "identity", False), (plain.upper(), "identity", False),
            ("", "identity", False), ("W/", "identity", False)]
    with Server() as server:
        for tags, accepted, known in rows:
            for method in ("GET", "HEAD"):
                status, got, headers = server.request(
                    method, "/", headers={"If-None-Match": tags, "Accept-Encoding": accepted})
                check(status == (304 if known else 200), f"{tags} {accepted}: {status}")
                check(headers["ETag"] == (small if accepted == "gzip" else plain), f"{headers}")
                check(headers["Vary"] == "Accept-Encoding" and "Cache-Control" in headers,
                      f"{tags}: {headers}")
                check(bool(got) == (not known and method == "GET"), f"{tags}: {len(got)} bytes")


def ranges_are_refused_politely():
    """All of it comes, as RFC 9110 allows: who asks for a part can use the whole."""
    body = files()["/"][1]
    with Server() as server:
        for asked in ("bytes=0-9", "bytes=-5", "bytes=999999-", "nonsense"):
            status, got, headers = server.request("GET", "/", headers={
                "Range": asked, "If-Range": tag_of(body)})
            check((status, got) == (200, body), f"{asked}: {status}")
            check(headers["Accept-Ranges"] == "none" and "Content-Range" not in headers,
                  f"{asked}: {headers}")


def heads_have_no_body():
    """An answer without a body must not be followed by one: what comes next on the connection would
    be taken for it. So several are asked for at once, and the bytes are looked at."""
    body = files()["/"][1]
    with Server() as server:
        for path, status in (("/", 200), ("/nowhere", 404), ("/healthz", 405)):
            got = talk(server, request_of("HEAD", path),
                       request_of("GET", "/", f"If-None-Match: {tag_of(body)}"),
                       request_of("GET", "/", "Connection: close"))
            heads = got.split(b"\r\n\r\n", 3)
            check(len(heads) == 4, f"{path}: {got[:2000]!r}")
            check(heads[0].startswith(b"HTTP/1.1 %d " % status), f"{path}: {heads[0]!r}")
            check(heads[1].startswith(b"HTTP/1.1 304 "), f"{path}: {heads[1]!r}")
            check(b"\r\nContent-Length" not in heads[1], f"{path}: {heads[1]!r}")
            check(heads[2].startswith(b"HTTP/1.1 200 ") and heads[3] == body, f"{path}: {got!r}")
        whole = server.request("GET", "/")[2]
        check(server.request("HEAD", "/")[2] == whole, "HEAD has other headers than GET")


main(files_are_served, page_keeps_to_its_policy,
     addresses_inside_give_the_page, nothing_else_is_served, forms_are_chosen,
     known_files_are_not_sent, ranges_are_refused_politely, heads_have_no_body)
