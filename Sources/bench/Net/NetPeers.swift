// The clients that ours is measured beside, as small as their libraries allow. Each opens its connections, sends 100 bytes
// on each, answers every echo with the next, and prints round trips and its own CPU seconds of the time measured.

enum NetPeers {
    /// Debian's node-ws. Arguments: URL, connections, seconds.
    static let node = """
        const WebSocket = require('/usr/share/nodejs/ws');
        const [url, count, seconds] = [process.argv[1], +process.argv[2], +process.argv[3]];
        const message = 'a'.repeat(100), sockets = [];
        let asked = 0, open = 0, trips = 0;
        const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
        function ask() {
          asked++;
          const socket = new WebSocket(url, { perMessageDeflate: false });
          socket.on('open', () => { sockets.push(socket); if (++open === count) start(); else if (asked < count) ask(); });
          socket.on('message', () => { trips++; socket.send(message); });
          socket.on('error', (error) => { console.error(String(error)); process.exit(1); });
        }
        function start() {
          for (const socket of sockets) socket.send(message);
          setTimeout(() => {
            const before = [trips, cpu()];
            setTimeout(() => { console.log(`${trips - before[0]} ${cpu() - before[1]}`); process.exit(0); }, seconds * 1000);
          }, 500);
        }
        while (asked < Math.min(count, 100)) ask();
        """

    /// PyPI's picows, on uvloop where that is there.
    static let picows = """
        import asyncio, os, sys, time
        import picows
        try:
            import uvloop
            uvloop.install()
        except ImportError:
            pass
        url, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
        message, trips = b"a" * 100, 0

        class Echo(picows.WSListener):
            def on_ws_frame(self, transport, frame):
                global trips
                trips += 1
                transport.send(picows.WSMsgType.TEXT, message)

        async def main():
            transports, gate = [], asyncio.Semaphore(100)
            async def one():
                async with gate:
                    transports.append((await picows.ws_connect(Echo, url))[0])
            await asyncio.gather(*(one() for _ in range(count)))
            for transport in transports:
                transport.send(picows.WSMsgType.TEXT, message)
            await asyncio.sleep(0.5)
            before = trips, time.process_time()
            await asyncio.sleep(seconds)
            print(trips - before[0], time.process_time() - before[1], flush=True)
            os._exit(0)

        asyncio.run(main())
        """
}
