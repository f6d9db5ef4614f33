import { type ChangeEvent, changeEvent, lookAgain, pingInterval, streamEvents } from '#domain/live-events.ts';

/**
 * The state of a stream: opened for the first time; open; lost and being opened again; lost while the browser reports
 * that it has no network; lost after several failed attempts.
 */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'failed';

export interface StreamOptions {
  path: string;
  /** The uid of the account that the page shows. The server refuses the stream if another account is signed in. */
  account?: string;
  onChange: (change: ChangeEvent) => void;
  /** Changes may have been missed: the page fetches what it shows. `again` if the stream was open before. */
  onMissed: (again: boolean) => void;
  onStatus: (status: StreamStatus) => void;
  /** The server refused the stream. The reason is unknown: the session may be over. */
  onRefused: () => void;
  /** The session is over. The stream is closed for good. */
  onEnded: () => void;
}

/** After this many failed attempts in a row the status is `failed`; the attempts continue. */
const failuresToReport = 4;
const longestPause = 20_000;
/** How long the first event of a connection may take, and how long none may follow, pings included; in milliseconds. */
const firstEventLimit = 10_000;
const silenceLimit = pingInterval + 20_000;

/**
 * Follows a stream of changes (domain/live-events.ts) until closed. The browser itself opens a lost connection again. If
 * something between holds the events back, the page is told to look again with each attempt, which is polling.
 */
export class EventStream {
  readonly #options: StreamOptions;
  #source: EventSource | undefined;
  #wasReady = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    window.addEventListener('online', this.#open);
    window.addEventListener('offline', this.#onOffline);
    this.#open();
  }

  close(): void {
    this.#source?.close();
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#open);
    window.removeEventListener('offline', this.#onOffline);
  }

  readonly #open = (): void => {
    const { path, account, onEnded } = this.#options;
    this.#source?.close();
    const source = new EventSource(account ? `${path}?${new URLSearchParams({ account })}` : path);
    this.#source = source;
    const listen = (name: string, take: (data: string) => void) =>
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#after(silenceLimit, this.#onSilence);
        take(data);
      });
    listen(streamEvents.ready, this.#onReady);
    listen(streamEvents.change, this.#onChange);
    listen(streamEvents.ping, () => {});
    listen(streamEvents.sessionEnded, () => {
      this.close();
      onEnded();
    });
    source.addEventListener('error', () => this.#onLost(source.readyState === EventSource.CLOSED));
    this.#after(firstEventLimit, this.#onSilence);
  };

  readonly #onReady = (): void => {
    this.#failures = 0;
    this.#options.onStatus('live');
    this.#options.onMissed(this.#wasReady);
    this.#wasReady = true;
  };

  readonly #onChange = (data: string): void => {
    // A newer server may know topics that this page does not.
    this.#options.onChange(changeEvent.safeParse(JSON.parse(data)).data ?? lookAgain);
  };

  /** The browser tries again unless the server, or a proxy without it, has refused the stream. */
  #onLost(isRefused: boolean): void {
    this.#reportFailure();
    if (isRefused) {
      this.#options.onRefused();
      const pause = Math.min(longestPause, 500 * 2 ** this.#failures);
      this.#after(pause * (0.5 + Math.random() / 2), this.#open);
    } else {
      this.#after(firstEventLimit, this.#onSilence);
    }
  }

  /** The device slept, or a proxy or virus scanner holds the stream back. */
  readonly #onSilence = (): void => {
    this.#source?.close();
    this.#reportFailure();
    this.#options.onMissed(false);
    this.#after(this.#failures > 1 ? longestPause : 0, this.#open);
  };

  #reportFailure(): void {
    this.#failures += 1;
    const status = this.#failures < failuresToReport ? 'reconnecting' : 'failed';
    this.#options.onStatus(navigator.onLine ? status : 'offline');
  }

  readonly #onOffline = (): void => this.#options.onStatus('offline');

  /** There is one thing to wait for: the next event or the next attempt. */
  #after(milliseconds: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, milliseconds);
  }
}
