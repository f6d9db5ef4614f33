import { type ChangeEvent, changeEvent, pingInterval, streamEvents, streamReady } from '#domain/changes.ts';
import { logFailure } from './log.ts';

/**
 * The state of a stream: opened for the first time; open; lost and being opened again; lost while the browser reports
 * that it has no network; lost after several failed attempts.
 */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'failed';

export interface StreamOptions {
  path: string;
  /** The uid of the account that the page shows. The server refuses the stream if another account is signed in. */
  account?: string;
  /** Changes follow. If `gap` is true, earlier ones may have been missed: the page must reload what it shows. */
  onReady: (gap: boolean) => void;
  /** Called once for each change, in the order of the log. */
  onChange: (change: ChangeEvent) => void;
  onStatus: (status: StreamStatus) => void;
  /** An attempt to connect failed. The reason is unknown: the session may be over. */
  onRefused: () => void;
  /** The session is over. The stream is closed for good. */
  onEnded: () => void;
}

/** After this many failed attempts in a row the status is `failed`; the attempts continue. */
const failuresToReport = 4;
const firstPause = 250;
const longestPause = 15_000;
/** After this many milliseconds without an event, pings included, a connection is considered lost. */
const silenceLimit = 2.5 * pingInterval;

/** Milliseconds before the next attempt: doubling, and spread so that clients do not return all at once. */
function pauseAfter(failures: number): number {
  return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Follows a stream of changes (domain/changes.ts) until closed. After a lost connection it resumes after the last
 * change it received, and it delivers no change twice.
 */
export class EventStream {
  readonly #options: StreamOptions;
  #source: EventSource | null = null;
  /** The change after which to resume; null to start with the next change. */
  #seq: number | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    window.addEventListener('online', this.#onOnline);
    window.addEventListener('offline', this.#onOffline);
    this.#open();
  }

  close(): void {
    this.#disconnect();
    clearTimeout(this.#retry);
    window.removeEventListener('online', this.#onOnline);
    window.removeEventListener('offline', this.#onOffline);
  }

  #open(): void {
    const { path, account } = this.#options;
    clearTimeout(this.#retry);
    const query = new URLSearchParams();
    if (account) query.set('account', account);
    if (this.#seq !== null) query.set('after', String(this.#seq));
    const source = new EventSource(query.size > 0 ? `${path}?${query}` : path);
    this.#source = source;
    let ready = false;
    const listen = (name: string, take: (data: unknown) => void) => {
      source.addEventListener(name, (event) => {
        // Ignore events that were already queued when the connection was given up.
        if (source === this.#source) this.#take(event, take);
      });
    };
    listen(streamEvents.ready, (data) => {
      ready = true;
      this.#onReady(data);
    });
    listen(streamEvents.change, (data) => this.#onChange(data));
    listen(streamEvents.ping, () => {});
    listen(streamEvents.sessionEnded, () => {
      this.close();
      this.#options.onEnded();
    });
    // EventSource reconnects by itself, but not after a refusal, and it does not report when.
    source.addEventListener('error', () => {
      if (source !== this.#source) return;
      this.#onLost();
      if (!ready) this.#options.onRefused();
    });
    this.#onActivity();
  }

  #take(event: MessageEvent, take: (data: unknown) => void): void {
    this.#onActivity();
    try {
      take(JSON.parse(String(event.data)));
    } catch (error) {
      // Later events cannot be trusted either: start again and reload everything.
      logFailure('An event could not be read', error);
      this.#seq = null;
      this.#onLost();
    }
  }

  #onReady(data: unknown): void {
    const { seq, resumed } = streamReady.parse(data);
    if (!resumed || this.#seq === null) this.#seq = seq;
    this.#failures = 0;
    this.#options.onStatus('live');
    this.#options.onReady(!resumed);
  }

  #onChange(data: unknown): void {
    const change = changeEvent.parse(data);
    if (this.#seq !== null && change.seq <= this.#seq) return;
    this.#seq = change.seq;
    this.#options.onChange(change);
  }

  #onLost(): void {
    this.#disconnect();
    this.#failures += 1;
    this.#options.onStatus(this.#lostStatus());
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), pauseAfter(this.#failures));
  }

  #lostStatus(): StreamStatus {
    if (!navigator.onLine) return 'offline';
    return this.#failures >= failuresToReport ? 'failed' : 'reconnecting';
  }

  #onActivity(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#onLost(), silenceLimit);
  }

  #disconnect(): void {
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  readonly #onOffline = (): void => this.#onLost();

  /** Reconnects at once instead of waiting for the next attempt. */
  readonly #onOnline = (): void => {
    if (this.#source) return;
    this.#options.onStatus('reconnecting');
    this.#open();
  };
}
