import { inspect } from 'node:util';
import { openEventStream } from './event-stream.ts';
import { takeTask } from './forked.ts';

/** Opens event streams, reports that they are open, and then when each change or refetch had reached all of them. */
export interface OpenStreams {
  url: string;
  path: string;
  /** One stream per cookie. */
  cookies: string[];
  /** The address that each client fetches after a change, at a random moment of these milliseconds. */
  refetch?: { path: string; within: number } | undefined;
}

/** Simultaneous connection attempts; fewer than the listen backlog. */
const concurrency = 100;

const now = () => performance.timeOrigin + performance.now();

takeTask<OpenStreams>(async ({ url, path, cookies, refetch }) => {
  const arrivals = new Map<string, number[]>();
  function arrived(what: string): void {
    const times = arrivals.get(what) ?? [];
    arrivals.set(what, times);
    times.push(now());
    if (times.length === cookies.length) process.send?.(times);
  }
  async function fetchOnce(cookie: string, address: string): Promise<void> {
    const get = () => fetch(address, { headers: { cookie } });
    // As a browser does, if the server has just closed the idle connection.
    const answer = await get().catch(get);
    await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    arrived(address);
  }
  const fail = (reason: unknown) => process.send?.({ failed: inspect(reason) });
  function onChange(nth: number, cookie: string): void {
    if (!refetch) arrived(String(nth));
    else {
      const { path, within } = refetch;
      setTimeout(() => fetchOnce(cookie, `${url}${path}`).catch(fail), Math.random() * within);
    }
  }
  for (let from = 0; from < cookies.length; from += concurrency) {
    const some = cookies.slice(from, from + concurrency);
    await Promise.all(
      some.map((cookie) => {
        let changes = 0;
        return openEventStream(`${url}${path}`, {
          headers: { cookie },
          onEvent(event) {
            if (!event.includes('event: change')) return;
            changes += 1;
            onChange(changes, cookie);
          },
          onLost: fail,
        });
      }),
    );
  }
  process.send?.('opened');
});
