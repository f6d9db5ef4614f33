import type { ChangeEvent } from '#domain/live-events.ts';
import { EventStream, type StreamOptions, type StreamStatus } from './event-stream.ts';

export interface SharedStreamOptions extends Omit<StreamOptions, 'onEnded'> {
  account: string;
  /** The session is over, or an attempt to connect failed, perhaps because of that. */
  onRefused: () => void;
}

/** The tab with the connection passes these on to the others. */
type Message =
  | { kind: 'change'; change: ChangeEvent }
  | { kind: 'missed'; again: boolean }
  | { kind: 'status'; status: StreamStatus }
  | { kind: 'ended' };

/**
 * One stream of changes for all tabs of a browser that show the same account (docs/decisions/live.md). A visible tab holds a
 * lock while it has the connection. A tab that joins, or becomes visible again, may have missed something.
 * @returns a function that stops following
 */
export function followShared(options: SharedStreamOptions): () => void {
  const { path, account } = options;
  /** Only on secure origins; elsewhere each visible tab has a separate stream. */
  const locks: LockManager | undefined = navigator.locks;
  // Tabs of different releases share nothing, because a release may change what they send each other.
  const name = ['portal-live', import.meta.url, path, account].join(' ');
  const channel = new BroadcastChannel(name);
  let leave: (() => void) | null = null;

  function receive(message: Message): void {
    if (message.kind === 'change') options.onChange(message.change);
    else if (message.kind === 'missed') options.onMissed(message.again);
    else if (message.kind === 'status') options.onStatus(message.status);
    else options.onRefused();
  }

  function pass(message: Message): void {
    receive(message);
    if (locks) channel.postMessage(message);
  }

  function end(): void {
    channel.postMessage({ kind: 'ended' } satisfies Message);
    // A newer session of the same account begins again where it stopped.
    leave?.();
    options.onRefused();
  }

  async function join(): Promise<void> {
    const left = new AbortController();
    const { promise: led, resolve: release } = Promise.withResolvers<void>();
    let stream: EventStream | undefined;
    leave = () => {
      leave = null;
      left.abort();
      stream?.close();
      release();
    };
    function lead(): Promise<void> | undefined {
      if (left.signal.aborted) return;
      stream = connect(options, pass, end);
      return led;
    }
    if (!locks) return lead();
    const isFollower = await locks.request(name, { ifAvailable: true }, (lock) => (lock ? lead() : true));
    if (!isFollower || left.signal.aborted) return;
    receive({ kind: 'status', status: 'live' });
    options.onMissed(false);
    await locks.request(name, { signal: left.signal }, lead).catch(() => {});
  }

  function onVisibility(): void {
    if (document.visibilityState === 'hidden') leave?.();
    else if (!leave) {
      // A stream that is held back would not say so for a while.
      options.onMissed(false);
      void join();
    }
  }

  function close(): void {
    leave?.();
    document.removeEventListener('visibilitychange', onVisibility);
    channel.close();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState !== 'hidden') void join();
  return close;
}

/** The connection of the tab that has it. */
function connect(
  options: SharedStreamOptions,
  pass: (message: Message) => void,
  onEnded: () => void,
): EventStream {
  return new EventStream({
    ...options,
    onEnded,
    onMissed: (again) => pass({ kind: 'missed', again }),
    onChange: (change) => pass({ kind: 'change', change }),
    onStatus: (status) => pass({ kind: 'status', status }),
  });
}
