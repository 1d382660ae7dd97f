"""Looks at the HTML report with headless Chromium, by its DevTools protocol.

usage: page.py TALARIA FOLDER     screenshots go to the folder"""
import asyncio, base64, itertools, json, os, re, subprocess, sys, tempfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_json
import websockets

talaria, folder = sys.argv[1], os.path.abspath(sys.argv[2])
VIEWS = (("desk-light", 1280, "light", False), ("desk-dark", 1280, "dark", False),
         ("phone-light", 390, "light", True), ("phone-dark", 390, "dark", True))
LOOK = """(() => { const seen = e => e.getClientRects().length > 0; return {
  wide: document.documentElement.scrollWidth, room: window.innerWidth,
  plots: [...document.querySelectorAll('svg')].filter(seen).length,
  smallest: Math.min(...[...document.querySelectorAll('svg text')].filter(seen).map(t => t.getBoundingClientRect().height)),
  ground: getComputedStyle(document.body).backgroundColor, ink: getComputedStyle(document.body).color,
  verdict: document.querySelector('.verdict').innerText, hostile: document.querySelectorAll('main img, main script').length } })()"""
failed = 0


def check(what, holds, saw):
    global failed
    if not holds:
        failed += 1
        print(f"  FAIL {what}: {saw}")


class Page:
    """One tab."""
    def __init__(self, socket):
        self.socket, self.ids, self.messages = socket, itertools.count(1), []

    async def call(self, method, **params):
        number = next(self.ids)
        await self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        return (await self.until(lambda m: m.get("id") == number)).get("result")

    async def until(self, wanted):
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
            self.messages.append(message)
            if wanted(message):
                return message


async def look(address, path, name, width, scheme, mobile):
    async with websockets.connect(address, max_size=1 << 26) as socket:
        page = Page(socket)
        for domain in ("Page", "Runtime", "Log", "Network"):
            await page.call(f"{domain}.enable")
        await page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=mobile)
        await page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        await page.call("Page.navigate", url="file://" + path)
        await page.until(lambda m: m.get("method") == "Page.loadEventFired")
        # What is folded is part of the page.
        await page.call("Runtime.evaluate", expression="document.querySelectorAll('details').forEach(d => d.open = true)")
        saw = (await page.call("Runtime.evaluate", expression=LOOK, returnByValue=True))["result"]["value"]
        shot = await page.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(f"{folder}/{name}.png", "wb") as file:
            file.write(base64.b64decode(shot["data"]))
        said = [m for m in page.messages if m.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]
        asked = [m["params"]["request"]["url"] for m in page.messages if m.get("method") == "Network.requestWillBeSent"]
        check(f"{name}: no console message", not said, said)
        check(f"{name}: no request but the page", [u for u in asked if not u.startswith(("file:", "data:"))] == [], asked)
        check(f"{name}: no sideways scrolling", saw["wide"] <= saw["room"], saw)
        check(f"{name}: plots", saw["plots"] >= 8, saw)
        check(f"{name}: texts of plots can be read", saw["smallest"] >= 9, saw)
        check(f"{name}: texts are texts", saw["hostile"] == 0, saw)
        check(f"{name}: the verdict", saw["verdict"].startswith("Failed"), saw)
        light = sum(map(int, re.findall(r"\d+", saw["ground"])[:3])) > 382
        check(f"{name}: {scheme} ground", light == (scheme == "light"), saw)


async def main():
    with tempfile.TemporaryDirectory(prefix="talaria-page-") as work:
        wants = [("reply.p99", "< 250ms"), ("reply.p99.9", "< 400ms"), ("errors", "< 0.1%"), ("ready.count", ">= 5000"),
                 ("received.rate", ">= 1200/s")]
        now, _ = run_json.run(seed=1, thresholds=wants)
        now["errors"] = {"<img src=x onerror=console.log(1)>": 11}
        now["plan"]["bots"].append("<script>console.log(2)</script>")
        before, _ = run_json.run(seed=2, slower=0.96, stall=1000, thresholds=wants)
        run_json.write(f"{work}/now.json", now)
        run_json.write(f"{work}/before.json", before)
        done = subprocess.run([talaria, "report", "now.json", "--compare", "before.json", "--html", "report.html"], cwd=work,
                              capture_output=True, text=True, timeout=60)
        check("report", done.returncode == 1, done)
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             f"--user-data-dir={work}/profile", "about:blank"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            for line in browser.stderr:
                found = re.search(r"DevTools listening on (ws://\S+)", line)
                if found:
                    break
            host = re.match(r"ws://([^/]+)", found[1])[1]
            for view in VIEWS:
                async with websockets.connect(found[1]) as socket:
                    tab = await Page(socket).call("Target.createTarget", url="about:blank")
                await look(f"ws://{host}/devtools/page/{tab['targetId']}", f"{work}/report.html", *view)
        finally:
            browser.terminate()
            browser.wait(10)
    print(f"  {len(VIEWS)} views in {folder}: " + ("all well" if not failed else f"{failed} faults"))
    return 1 if failed else 0

sys.exit(asyncio.run(main()))
