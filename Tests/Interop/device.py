#!/usr/bin/env python3
"""An independent device (PyPI websockets) that puts `talaria serve` through the protocol.

usage: device.py TALARIA AGENT.json [--tls CERT KEY CA] [--workers N]
Exit 0 when every step was as protocol.md says; else it says which was not."""
import asyncio, base64, json, os, re, ssl, sys, tempfile, urllib.request
import websockets
from websockets.asyncio.client import connect

TALARIA, AGENT = sys.argv[1:3]
TLS = sys.argv[sys.argv.index("--tls") + 1:][:3] if "--tls" in sys.argv else None
WORKERS = sys.argv[sys.argv.index("--workers"):][:2] if "--workers" in sys.argv else []
TOKEN, steps = "interop-token-77aa", []
CONTEXT = ssl.create_default_context(cafile=TLS[2]) if TLS else None


def step(name, ok, seen=None):
    steps.append(ok)
    print(f"  {'ok  ' if ok else 'FAIL'} {name}" + ("" if ok else f": {seen!r}"), flush=True)
    if not ok:
        raise AssertionError(name)


def hello(token, id="6b1f4b0e-3d0c-4b57-9a53-9d7f5b6a2c11"):
    return json.dumps({"t": "hello", "v": 1, "token": token, "user": {},
                       "device": {"id": id, "name": "Pocket", "platform": "ios", "app_version": "1.0"}})


class Device:
    def __init__(self, ws):
        self.ws, self.seen = ws, []

    async def until(self, t, **want):
        """The next frame of type `t` with these fields."""
        async with asyncio.timeout(15):
            while True:
                frame = json.loads(await self.ws.recv())
                self.seen.append(frame)
                if frame["t"] == t and all(frame.get(k) == v for k, v in want.items()):
                    return frame

    async def say(self, text):
        await self.ws.send(json.dumps({"t": "text", "id": os.urandom(8).hex(), "text": text}))

    async def answer(self, prompt, **choice):
        await self.ws.send(json.dumps({"t": "prompt", "prompt_id": prompt["id"], **choice}))
        return await self.until("prompt_done", id=prompt["id"])


async def refusals(url):
    async with connect(f"{url}?token=wrong", ssl=CONTEXT, compression=None) as ws:
        step("no extension is used with a device that offers none", ws.protocol.extensions == [], ws.protocol.extensions)
        await ws.send(hello("wrong"))
        frames, code = [], None
        try:
            while True:
                frames.append(json.loads(await ws.recv()))
        except websockets.ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd else None
        step("a wrong token is refused: fatal error, then 1008",
             code == 1008 and any(f["t"] == "error" and f.get("fatal") for f in frames), (code, frames))


async def scene(url):
    async with connect(f"{url}?token={TOKEN}", ssl=CONTEXT, max_size=16 << 20) as ws:
        d = Device(ws)
        step("permessage-deflate is granted, and contexts are not kept",
             [(e.name, e.local_no_context_takeover, e.remote_no_context_takeover) for e in ws.protocol.extensions]
             == [("permessage-deflate", True, True)], ws.protocol.extensions)
        await ws.send(hello(TOKEN))
        step("ready is the first frame", (await d.until("ready")) and d.seen[0]["t"] == "ready", d.seen)
        state = await d.until("message", edit=True)
        while not state["final"]:
            state = await d.until("message", id=state["id"])
        states = [f for f in d.seen if f["t"] == "message" and f["id"] == state["id"]]
        step("an answer grows under one id", len(states) >= 5 and all(state["text"].startswith(s["text"].rstrip(" ▉")) for s in states), len(states))

        clarify = await d.until("prompt", kind="clarify")
        done = await d.answer(clarify, option_id="OTHER", text="Lisbon")
        step("a clarify takes other text, its id in any case", done.get("option_id") == "other", done)
        harmless = await d.until("prompt", kind="exec_approval")
        done = await d.answer(harmless, option_id="once")
        step("an approval is closed with what was applied", done.get("option_id") == "once", done)
        harmful = await d.until("prompt", kind="exec_approval")
        done = await d.until("prompt_done", id=harmful["id"])
        step("a prompt that nobody answers expires", done.get("expired") is True, done)
        slash = await d.until("prompt", kind="slash_confirm")
        done = await d.answer(slash, option_id="nonsense")
        step("an unknown slash answer becomes cancel", done.get("option_id") == "cancel", done)

        parts = [await d.until("media")]
        while len(parts) < parts[0]["parts"]:
            parts.append(await d.until("media"))
        data = b"".join(base64.b64decode(p["data"], validate=True) for p in sorted(parts, key=lambda p: p["part"]))
        original = open(os.path.join(os.path.dirname(AGENT), "media/lighthouse.png"), "rb").read()
        step("a picture comes by data, in parts", data == original and len(parts) >= 2, len(parts))
        link = (await d.until("media"))["url"]
        harbour = open(os.path.join(os.path.dirname(AGENT), "media/harbour.png"), "rb").read()
        for _ in range(16 if WORKERS else 1):  # whichever worker is asked
            fetched = await asyncio.to_thread(lambda: urllib.request.urlopen(link, context=CONTEXT, timeout=10).read())
            if fetched != harbour:
                break
        step("a picture comes by a link that the gateway serves", fetched == harbour, link)

        for part in (1, 0):
            await ws.send(json.dumps({"t": "media", "id": "d1", "kind": "image", "mime": "image/png", "part": part, "parts": 2,
                                      "data": base64.b64encode(original[part * 100000:(part + 1) * 100000]).decode()}))
        await ws.send(json.dumps({"t": "message", "id": "s1", "text": "What is ne", "edit": False, "final": False}))
        await ws.send(json.dumps({"t": "message", "id": "s1", "text": "What is new?", "edit": True, "final": True}))
        await ws.send("[]")
        await ws.send(json.dumps({"t": "nothing_known"}))
        await d.say("/approve")
        approve = await d.until("prompt", kind="exec_approval")
        done = await d.answer(approve, option_id="yes")
        step("an unknown exec answer becomes deny", done.get("option_id") == "deny", done)
        await d.say("How are you?")
        state = await d.until("message")
        while not state["final"]:
            state = await d.until("message", id=state["id"])
        step("a question is answered", "How are you?" in state["text"], state)
        await d.say("/deny")
        try:
            async with asyncio.timeout(10):
                while True:
                    await ws.recv()
        except websockets.ConnectionClosed as end:
            step("the gateway can end it with 1008", end.rcvd is not None and end.rcvd.code == 1008, end.rcvd)


async def main():
    state = tempfile.mkdtemp(prefix="talaria-interop-")
    bot = re.sub(r"^\s*//.*$", "", open(AGENT).read(), flags=re.M)
    bot = json.loads(bot)
    bot.pop("$schema", None)
    bot["server"].update({"listen": "127.0.0.1:0", "tokens": [{"env": "GATEWAY_TOKEN"}]})
    file = os.path.join(state, "agent.json")
    json.dump(bot, open(file, "w"))
    os.symlink(os.path.abspath(os.path.join(os.path.dirname(AGENT), "media")), os.path.join(state, "media"))
    command = [TALARIA, "serve", file, "--state", os.path.join(state, "state")] + (["--cert", TLS[0], "--key", TLS[1]] if TLS else []) + WORKERS
    process = await asyncio.create_subprocess_exec(*command, env={**os.environ, "GATEWAY_TOKEN": TOKEN},
                                                   stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    lines, url = [], asyncio.get_running_loop().create_future()

    async def read():
        while line := await process.stdout.readline():
            lines.append(line.decode(errors="replace"))
            found = re.search(r"wss?://[^\s,]+", lines[-1])
            if found and not url.done():
                url.set_result(found.group())
    reader = asyncio.create_task(read())
    try:
        address = await asyncio.wait_for(url, 10)
        await refusals(address)
        await scene(address)
        process.terminate()
        await asyncio.wait_for(process.wait(), 15)
        step("SIGTERM drains and ends it: exit 0", process.returncode == 0, process.returncode)
        await reader
        step("the token is in no line of its output", TOKEN not in "".join(lines))
    except (AssertionError, TimeoutError, asyncio.TimeoutError, websockets.WebSocketException, OSError) as e:
        steps.append(False)
        print("  FAIL", type(e).__name__, e, "\n" + "".join(lines)[-6000:])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    print(f"device{' over wss' if TLS else ''}{' with workers' if WORKERS else ''}: {sum(steps)} steps ok, {len(steps) - sum(steps)} failed")
    sys.exit(0 if all(steps) and steps else 1)


asyncio.run(main())
