# Receives alerts of Balkan Lightning, with the standard library of Python 3 alone.
# SECRET=whsec_… PORT=8080 python3 webhook-receiver.py     (behind a proxy that speaks HTTPS)
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer


def act(kind, data):
    """Yours. If it raises, the message is sent again."""
    level = f"unknown, last {data['level']}" if data["unknown"] else data["level"]
    print(kind, level, data["title"], flush=True)


KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
# Keep both in a database if restarts must not repeat or reorder anything.
seen, changes = {}, {}


def is_ours(headers, body):
    """Standard Webhooks, over the raw body: parsed and written again it would be other bytes."""
    id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    mac = hmac.new(KEY, f"{id}.{sent}.".encode() + body, hashlib.sha256)
    wanted = "v1," + base64.b64encode(mac.digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(wanted.encode(), one.encode()) for one in given)


def take(id, message):
    """A message may come twice, and an older one after a newer: both are taken, and neither is acted upon."""
    data = message["data"]
    area, change = data.get("areaId"), data["change"]
    if id in seen:
        return
    if area is None or change >= changes.get(area, 0):
        act(message["type"], data)
    seen[id] = True
    if len(seen) > 10_000:
        del seen[next(iter(seen))]
    if area is not None:
        changes[area] = max(change, changes.get(area, 0))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_ours(self.headers, body):
            return self.answer(401, {})
        message = json.loads(body)
        if "challenge" in message["data"]:
            return self.answer(200, {"challenge": message["data"]["challenge"]})
        try:
            take(self.headers["webhook-id"], message)
        except Exception:
            return self.answer(500, {})
        self.answer(200, {})

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


HTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
