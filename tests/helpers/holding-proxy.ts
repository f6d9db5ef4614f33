import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

/** A proxy in front of a portal that holds back events, like one that buffers responses. */
export interface HoldingProxy {
  url: string;
  /** The portal's address. */
  target: string;
  /** How much of an event stream it forwards: nothing, the first chunk, or everything. */
  passes: 'nothing' | 'beginning' | 'everything';
  close(): Promise<void>;
}

export async function startHoldingProxy(): Promise<HoldingProxy> {
  const port = await freePort();
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, proxy));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const proxy: HoldingProxy = {
    url: `http://127.0.0.1:${port}`,
    target: '',
    passes: 'everything',
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, passes }: HoldingProxy,
): void {
  const { method, headers, url = '/' } = incoming;
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    const events = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.flushHeaders();
    if (!events || passes === 'everything') answer.pipe(outgoing);
    // The rest is not read, so it stays in the connection.
    else if (passes === 'beginning') answer.once('data', (piece: Buffer) => outgoing.write(piece));
    else answer.pause();
  });
  // Either side may disconnect at any time.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
