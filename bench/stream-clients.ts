import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Event stream clients over plain sockets, in a separate process so that their memory and time are not counted as the
 * portal's. The parent says what to open; this process reports `opened`, and for each change its arrival times.
 */
export interface OpenStreams {
  port: number;
  path: string;
  /** One stream per cookie. */
  cookies: string[];
  /** The address that each client fetches after a change, at a random moment of these milliseconds. */
  refetch?: { path: string; within: number };
}

/** `fetched`: when each client had fetched. */
export type ClientReport =
  | { opened: number }
  | { fetched: number[] }
  | { seq: number; arrivals: number[] }
  | { lost: string };

/** Simultaneous connection attempts; fewer than the listen backlog. */
const concurrency = 100;

const arrivals = new Map<number, number[]>();
let opened = 0;
const fetched: number[] = [];

process.once('message', (message: OpenStreams) => void open(message));
process.once('disconnect', () => process.exit());

async function open({ cookies, ...stream }: OpenStreams): Promise<void> {
  for (let from = 0; from < cookies.length; from += concurrency) {
    const some = cookies.slice(from, from + concurrency);
    await Promise.all(some.map((cookie) => openOne(stream, cookie)));
  }
  tell({ opened });
}

/** Resolves at the stream's `ready` event. */
async function openOne({ port, path, refetch }: Omit<OpenStreams, 'cookies'>, cookie: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
  );
  const onChange = () => {
    if (refetch) setTimeout(() => void fetchOnce(port, refetch.path, cookie), Math.random() * refetch.within);
  };
  await new Promise<void>((ready) => read(socket, ready, onChange));
  opened += 1;
}

async function fetchOnce(port: number, path: string, cookie: string): Promise<void> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    fetched.push(performance.timeOrigin + performance.now());
    if (fetched.length === opened) tell({ fetched });
  } catch (error) {
    tell({ lost: String(error) });
  }
}

function read(socket: Socket, ready: () => void, onChange: () => void): void {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    const now = performance.timeOrigin + performance.now();
    text += piece;
    const end = text.lastIndexOf('\n\n');
    if (end < 0) return;
    for (const event of text.slice(0, end).split('\n\n')) {
      if (event.includes('event: ready')) ready();
      if (!event.includes('event: change')) continue;
      arrived(Number(/^id: (\d+)/m.exec(event)?.[1]), now);
      onChange();
    }
    text = text.slice(end + 2);
  });
  socket.on('error', (error) => tell({ lost: error.message }));
  socket.on('close', () => tell({ lost: `a stream was closed, after: ${text.slice(0, 200)}` }));
}

function arrived(seq: number, at: number): void {
  const times = arrivals.get(seq) ?? [];
  arrivals.set(seq, times);
  times.push(at);
  if (times.length === opened) tell({ seq, arrivals: times });
}

function tell(report: ClientReport): void {
  process.send?.(report);
}
