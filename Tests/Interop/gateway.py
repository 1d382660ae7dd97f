#!/usr/bin/env python3
"""An independent gateway (PyPI websockets) that puts `talaria run` through the protocol.

usage: gateway.py TALARIA BOT.json STATE [--tls CERT KEY CA [--client CERT KEY]] [--compression]
With --client the gateway asks for a certificate of that authority.
Exit 0 when every step was as protocol.md says; else it says which was not."""
import asyncio, base64, json, os, re, ssl, sys, urllib.parse
import websockets
from websockets.asyncio.server import serve
from websockets.http11 import Response
from websockets.datastructures import Headers

TALARIA, BOT, STATE = sys.argv[1:4]
TLS = sys.argv[sys.argv.index("--tls") + 1:][:3] if "--tls" in sys.argv else None
CLIENT = sys.argv[sys.argv.index("--client") + 1:][:2] if "--client" in sys.argv else None
COMPRESSION = "--compression" in sys.argv
NAME = "Rosa" * (500 if COMPRESSION else 1)  # long enough to be compressed
TOKEN = "interop-token-3f9c"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 700  # 175 KiB: three parts of 64 KiB
steps, finished = [], None


def step(name, ok, seen=None):
    steps.append(ok)
    print(f"  {'ok  ' if ok else 'FAIL'} {name}" + ("" if ok else f": {seen!r}"), flush=True)
    if not ok:
        raise AssertionError(name)


async def expect(ws, t, **want):
    """The next frame of type `t`; other types in `skip` may come before it."""
    async with asyncio.timeout(10):
        while True:
            frame = json.loads(await ws.recv())
            if frame["t"] == t and all(frame.get(k) == v for k, v in want.items()):
                return frame


async def picture_answer(connection, request):
    """Plain HTTP for the picture link, on the same port."""
    if request.path.startswith("/picture.png"):
        return Response(200, "OK", Headers({"Content-Type": "image/png", "Content-Length": str(len(PICTURE))}), PICTURE)


def without_contexts(ws):
    """permessage-deflate was agreed on, and neither end keeps its context."""
    return [(e.name, e.local_no_context_takeover, e.remote_no_context_takeover) for e in ws.protocol.extensions] == [
        ("permessage-deflate", True, True)]


async def scene(ws):
    step("permessage-deflate is used where the bot says so, and contexts are not kept" if COMPRESSION else "no extension is used",
         without_contexts(ws) if COMPRESSION else ws.protocol.extensions == [], ws.protocol.extensions)
    query = urllib.parse.parse_qs(urllib.parse.urlparse(ws.request.path).query)
    step("the token travels in the query", query.get("token") == [TOKEN], query.keys())
    hello = await expect(ws, "hello")
    step("hello comes first, with version, token and device",
         hello["v"] == 1 and hello["token"] == TOKEN and {"id", "name", "platform", "app_version"} <= set(hello["device"]), hello["t"])
    if scene.visits == 0:
        scene.visits, scene.device = 1, hello["device"]["id"]
        await ws.send(json.dumps({"t": "ready", "unheard": {"of": [1, 2]}}))
        await ws.close(1012, "restart")
        return
    step("it reconnects as the same device", hello["device"]["id"] == scene.device, hello["device"])
    await ws.send(json.dumps({"t": "ready"}))
    await ws.send(json.dumps({"t": "never_seen", "x": 1}))
    await ws.send("not json")
    await ws.send(json.dumps({"t": "message", "id": "m1", "text": "my na", "edit": False, "final": False}))
    await ws.send(json.dumps({"t": "message", "id": "m1", "text": f"My name is {NAME}", "edit": True, "final": True}))
    reply = await expect(ws, "text")
    step("a capture is in the reply", reply["text"] == f"Pleased to meet you, {NAME}.", reply)

    await ws.send(json.dumps({"t": "message", "id": "m2", "text": "tell me", "final": True}))
    states = [await expect(ws, "message")]
    while not states[-1]["final"]:
        states.append(await expect(ws, "message"))
    whole = "one two three four five six seven"
    step("a stream grows under one id and ends whole", len({s["id"] for s in states}) == 1 and len(states) >= 5
         and states[-1]["text"] == whole and all(whole.startswith(s["text"].rstrip(" ▉")) for s in states)
         and [s["edit"] for s in states] == [False] + [True] * (len(states) - 1), states)

    async def prompt(id, kind, text, options, **more):
        await ws.send(json.dumps({"t": "prompt", "id": id, "kind": kind, "text": text, "options": options, **more}))
    choice = lambda *ids: [{"id": i, "label": i.title()} for i in ids]
    await prompt("p1", "clarify", "Which city?", choice("c0", "c1", "other"))
    answer = await expect(ws, "prompt", prompt_id="p1")
    step("a clarify is answered with other text", answer["option_id"] == "other" and answer["text"] == "Lisbon", answer)
    await ws.send(json.dumps({"t": "prompt_done", "id": "p1", "option_id": "other"}))
    await prompt("p2", "exec_approval", "run it?", choice("once", "deny"), command="git status; rm -rf /")
    await prompt("p3", "exec_approval", "run it?", choice("once", "session", "always", "deny"), command="git status")
    answer = await expect(ws, "prompt")
    step("the harmless command is approved, the harmful one left alone", answer["prompt_id"] == "p3" and answer["option_id"] == "once", answer)
    await ws.send(json.dumps({"t": "prompt_done", "id": "p3", "option_id": "once"}))
    await ws.send(json.dumps({"t": "prompt_done", "id": "p2", "expired": True}))
    await prompt("p4", "slash_confirm", "/new?", choice("once", "always", "cancel"))
    answer = await expect(ws, "prompt")
    step("a slash_confirm is answered", answer["prompt_id"] == "p4" and answer["option_id"] == "cancel", answer)
    await ws.send(json.dumps({"t": "prompt_done", "id": "p4", "option_id": "cancel"}))

    scheme = "https" if TLS else "http"
    await ws.send(json.dumps({"t": "media", "id": "g1", "kind": "image", "url": f"{scheme}://127.0.0.1:{scene.port}/picture.png"}))
    parts = [await expect(ws, "media")]
    while len(parts) < parts[0]["parts"]:
        parts.append(await expect(ws, "media"))
    data = b"".join(base64.b64decode(p["data"], validate=True) for p in sorted(parts, key=lambda p: p["part"]))
    step("a picture is fetched over HTTP and comes back in parts", data == PICTURE and len(parts) == 3
         and all(p["caption"] == "as you asked" and p["mime"] == "image/png" for p in parts), [p["parts"] for p in parts])

    cut = [PICTURE[:70000], PICTURE[70000:140000], PICTURE[140000:]]
    for part in (2, 0, 0, 1):
        await ws.send(json.dumps({"t": "media", "id": "g2", "kind": "image", "mime": "image/png", "filename": "../../etc/passwd\n.png",
                                  "part": part, "parts": 3, "data": base64.b64encode(cut[part]).decode()}))
    await expect(ws, "text", text="kept")
    kept = [os.path.join(d, f) for d, _, fs in os.walk(STATE) for f in fs if f.endswith(".png")]
    step("a picture sent out of order is saved under a safe name", len(kept) == 1 and open(kept[0], "rb").read() == PICTURE
         and os.path.realpath(kept[0]).startswith(os.path.realpath(STATE)), kept)
    await ws.close(1008, "enough")


async def main():
    async def peer(ws):
        try:
            await scene(ws)
        except AssertionError:
            finished.set()
        except (TimeoutError, websockets.ConnectionClosed) as e:
            steps.append(False)
            print("  FAIL the scene stopped:", type(e).__name__, e, flush=True)
            finished.set()
    global finished
    finished, scene.visits, context = asyncio.Event(), 0, None
    if TLS:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(TLS[0], TLS[1])
    if CLIENT:
        context.load_verify_locations(TLS[2])
        context.verify_mode = ssl.CERT_REQUIRED
    bot = BOT
    if COMPRESSION:
        text = json.loads(re.sub(r"^\s*//.*$", "", open(BOT).read(), flags=re.M))
        text["server"]["compression"] = True
        bot = STATE + "-bot.json"
        json.dump(text, open(bot, "w"))
    async with serve(peer, "127.0.0.1", 0, ssl=context, process_request=picture_answer, max_size=16 << 20) as server:
        scene.port = server.sockets[0].getsockname()[1]
        url = f"{'wss' if TLS else 'ws'}://127.0.0.1:{scene.port}/ws?room=1"
        command = [TALARIA, "run", bot, "--url", url, "--state", STATE] + (["--ca", TLS[2]] if TLS else [])
        start = lambda *more: asyncio.create_subprocess_exec(
            *command, *more, env={**os.environ, "TALARIA_TOKEN": TOKEN}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        if CLIENT:
            bare = await start("--no-retry")
            text = (await asyncio.wait_for(bare.communicate(), 20))[0].decode(errors="replace")
            try:
                step("without its certificate it is not let in: exit 69", bare.returncode == 69, text)
            except AssertionError:
                pass
        process = await start(*(["--cert", CLIENT[0], "--key", CLIENT[1]] if CLIENT else []))
        output = asyncio.create_task(process.stdout.read())
        done, _ = await asyncio.wait([asyncio.create_task(finished.wait()), asyncio.create_task(process.wait())],
                                     timeout=60, return_when=asyncio.FIRST_COMPLETED)
        if process.returncode is None:
            process.terminate()
            await process.wait()
        text = (await output).decode(errors="replace")
        try:
            step("1008 ends it for good: exit 77", process.returncode == 77, process.returncode)
            step("the token is in no line of its output", TOKEN not in text)
        except AssertionError:
            print(text[-6000:])
    print(f"gateway{' over wss' if TLS else ''}{' with a client certificate' if CLIENT else ''}{', compressed' if COMPRESSION else ''}: {sum(steps)} steps ok, {len(steps) - sum(steps)} failed")
    sys.exit(0 if all(steps) and steps else 1)


asyncio.run(main())
