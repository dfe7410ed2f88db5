"""Somebody who sends messages as fast as the wire takes them: started by `tests.load.tables.flood`.

It is given what to do as JSON, and tells in the end how many messages it sent, how often it was let in,
disconnected with a word, and turned away.
"""

import json
import re
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from threading import Thread
from typing import Any

import requests
import websocket

AT_ONCE = 200
"""Messages that go out in one write."""


def main(asked: dict[str, Any]) -> Counter[str]:
    """Send for as long as asked."""
    told: Counter[str] = Counter()
    flood = flood_by_polling if asked["transport"] == "polling" else flood_by_websocket
    until = time.monotonic() + asked["seconds"]
    while time.monotonic() < until:
        once: Counter[str] = Counter()
        with suppress(OSError, websocket.WebSocketException, ValueError):
            flood(asked, until, once)
        told += once
    return told


def flood_by_websocket(asked: dict[str, Any], until: float, told: Counter[str]) -> None:
    """Come in, and send until the line breaks."""
    url = asked["origin"].replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    try:
        line = websocket.create_connection(url, cookie=asked["cookie"], origin=asked["origin"], timeout=30)
    except websocket.WebSocketBadStatusException:
        told["turned away"] += 1
        return
    assert str(line.recv()).startswith("0")
    line.send("40" + json.dumps({"table": asked["table"], "role": "play", "seq": None}))
    ear = Thread(target=_hear, args=(line, told), daemon=True)
    ear.start()
    burst = b"".join(
        websocket.ABNF.create_frame(f'42{n}["reach",{{"actor":"kit"}}]', websocket.ABNF.OPCODE_TEXT).format()
        for n in range(AT_ONCE)
    )
    try:
        while time.monotonic() < until:
            line.sock.sendall(burst)
            told["sent"] += AT_ONCE
    finally:
        ear.join(2)
        line.shutdown()


def _hear(line: websocket.WebSocket, told: Counter[str]) -> None:
    with suppress(OSError, websocket.WebSocketException, ValueError):
        while True:
            text = str(line.recv())
            if not text:
                return
            _count(text, told)


def flood_by_polling(asked: dict[str, Any], until: float, told: Counter[str]) -> None:
    """Come in by long polling, and post as many messages a request as it takes, until it is refused."""
    with requests.Session() as session:
        session.headers.update({"Cookie": asked["cookie"]})
        url = asked["origin"] + "/socket.io/?EIO=4&transport=polling"
        opened = session.get(url, timeout=30)
        if opened.status_code != 200:
            told["turned away"] += 1
            return
        url += "&sid=" + json.loads(opened.text[1:])["sid"]
        auth = {"table": asked["table"], "role": "play", "seq": None}
        session.post(url, data="40" + json.dumps(auth), timeout=30)
        ear = Thread(target=_poll, args=(url, dict(session.headers), told), daemon=True)
        ear.start()
        burst = "\x1e".join(f'42{n}["reach",{{"actor":"kit"}}]' for n in range(16))
        while time.monotonic() < until:
            answer = session.post(url, data=burst, timeout=30)
            if answer.status_code == 400 or told["ended"]:  # the session is no more
                ear.join(10)
                return
            told["sent"] += 16


def _poll(url: str, headers: dict[str, str], told: Counter[str]) -> None:
    with suppress(requests.RequestException), requests.Session() as session:
        while True:
            answer = session.get(url, headers=headers, timeout=60)
            for text in answer.text.split("\x1e"):
                _count(text, told)
            if not answer.ok:
                return


def _count(text: str, told: Counter[str]) -> None:
    if text.startswith("40"):
        told["let in"] += 1
    elif text.startswith('42["ended"'):
        told["ended"] += 1
    elif re.match(r"43\d+\[", text):
        told["refused" if '"too-often"' in text else "answered"] += 1


if __name__ == "__main__":
    socket.setdefaulttimeout(30)
    print(json.dumps(main(json.loads(sys.argv[1]))))
