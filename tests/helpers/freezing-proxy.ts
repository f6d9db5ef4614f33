import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { cleanUpAfterwards } from './clean-up.ts';
import { freePort } from './free-port.ts';

/** A TCP proxy that can stop forwarding without closing a connection, as a vanished host does. */
export interface FreezingProxy {
  port: number;
  /** From now on nothing passes, and new connections stay without a response. */
  freeze(): void;
  /** Closes what was frozen; new connections pass again. */
  thaw(): void;
}

/** Forwards to a port on loopback until the test, or otherwise its file, ends. */
export async function startFreezingProxy(target: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    return socket;
  }
  function closeAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  const server = createServer((incoming) => {
    track(incoming);
    if (frozen) return;
    const outgoing = track(connect(target, '127.0.0.1'));
    incoming.on('close', () => outgoing.destroy()).on('data', (data) => frozen || outgoing.write(data));
    outgoing.on('close', () => incoming.destroy()).on('data', (data) => frozen || incoming.write(data));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfterwards(async () => {
    server.close();
    closeAll();
  });
  return {
    port,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
      closeAll();
    },
  };
}
