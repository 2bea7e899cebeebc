# SPDX-License-Identifier: MIT
"""test_mini_app.py: the web client as a Mini App of a bot: who is believed, and who becomes whom.

Telegram itself is not needed for that, so nobody listens where the bot looks for it."""
import hashlib
import hmac
import json
import os
import urllib.parse

from guest import Guest
from own_address import own_address
from server import Server
from trial import check, main

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
FRAME = "https://web.telegram.org"


def with_bot(**options):
    os.environ["BOT_TOKEN"] = TOKEN
    return Server("--telegram", "--telegram-api", f"http://{own_address()}:1", **options)


def signed(server, user, age=0, token=TOKEN, **more):
    """What Telegram hands to a page, as its documentation says."""
    fields = {"auth_date": str(server.now_ms() // 1000 - age), "query_id": "AAHdF6IQ",
              "user": json.dumps(user), **more}
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    fields["hash"] = hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()
    return urllib.parse.urlencode(fields)


def ann(**more):
    return {"id": 7, "first_name": "Ann", "language_code": "de", **more}


def come(server, data, want=200, **headers):
    status, body, _ = server.request("POST", "/api/telegram", data,
                                     {name.replace("_", "-"): v for name, v in headers.items()})
    check(status == want, f"{status} instead of {want}: {body[:200]!r}")
    return json.loads(body)


def frame_of(server, path):
    status, body, headers = server.request("GET", path)
    policy = headers.get("Content-Security-Policy", "")
    return status, body, policy.rpartition("frame-ancestors ")[2]


def without_a_bot_there_is_none():
    with Server() as server:
        come(server, signed(server, ann()), 404)
        check(frame_of(server, "/telegram")[0] == 404, "there is a page for Telegram")


def one_address_may_be_framed():
    with with_bot() as server:
        _, page, _ = frame_of(server, "/")
        for path, want in (("/telegram", FRAME), ("/telegram/BCDFHJ", FRAME), ("/", "'none'"),
                           ("/BCDFHJ", "'none'"), ("/t/BCDFHJ", "'none'")):
            got = frame_of(server, path)
            check(got == (200, page, want), f"{path}: {got[0]}, {got[2]}")
        check(frame_of(server, "/telegrams")[0] == 404, "/telegrams is there")


def a_person_is_one_guest():
    with with_bot() as server:
        token = come(server, signed(server, ann()))["token"]
        check(len(token) == 32 and int(token, 16) >= 0, f"the token is {token}")
        again = come(server, signed(server, ann(first_name="Ann B."), start_param="BCDFHJ", signature="x"))
        check(again == {"ok": True, "token": token, "name": "Ann B."}, f"then it is {again}")
        other = come(server, signed(server, ann(id=8)))["token"]
        check(other != token, "two people are one guest")
        with Guest(server, token) as guest:
            table = guest.ask("create", game="shed")["table"]
            guest.ask("sit", table=table, name="Ann")
        server.kill()
        server.start()
        check(come(server, signed(server, ann()))["token"] == token, "the guest is another one now")
        with Guest(server, token) as guest:
            mine = guest.ask("mine")["mine"]
            check([row["table"] for row in mine] == [table], f"the seat is lost: {mine}")


def long_names_are_cut_between_letters():
    with with_bot() as server:
        for name, want in (("A" * 64, "A" * 23), ("Ж" * 64, "Ж" * 11), ("漢" * 64, "漢" * 7)):
            got = come(server, signed(server, ann(first_name=name)))["name"]
            check(got == want, f"{name} becomes {got}")


def others_are_not_believed():
    with with_bot() as server:
        good = signed(server, ann())
        for what, data in (("nothing", ""), ("a changed one", good.replace("Ann", "Bea")),
                           ("one with more", good + "&a=b"), ("an old one", signed(server, ann(), 3700)),
                           ("one from the future", signed(server, ann(), -300)),
                           ("another bot's", signed(server, ann(), token=TOKEN + "1")),
                           ("bytes", b"\xff\x00"), ("nobody's", signed(server, {"id": 7}))):
            got = come(server, data, 403)
            check(not got["ok"] and got["why"] and "token" not in got, f"{what}: {got}")
        # The head alone: what came behind it would be answered by a reset, sooner or later.
        status, _, _ = server.request("POST", "/api/telegram", None, {"Content-Length": "9000"})
        check(status == 413, f"a long one: {status}")
        come(server, good, 403, Origin="https://elsewhere.example")
        come(server, good, 200, Origin=f"http://{server.host}:{server.port}")
        status, _, _ = server.request("GET", "/api/telegram")
        check(status == 405, f"GET gives {status}")


main(without_a_bot_there_is_none, one_address_may_be_framed, a_person_is_one_guest,
     long_names_are_cut_between_letters, others_are_not_believed)
