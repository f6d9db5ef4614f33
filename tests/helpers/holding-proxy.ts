import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

/** A proxy in front of a portal that keeps events back, as one does that buffers answers. */
export interface HoldingProxy {
  url: string;
  /** Where the portal is. */
  target: string;
  /** How much of an event stream it lets through: nothing, its first piece, or all. */
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
    // What is not read waits here and in the connection.
    else if (passes === 'beginning') answer.once('data', (piece: Buffer) => outgoing.write(piece));
    else answer.pause();
  });
  // Either side may hang up at any time.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
