import { type ChangeEvent, changeEvent, pingInterval, streamEvents, streamReady } from '#domain/changes.ts';
import { logFailure } from './log.ts';

/**
 * How a stream stands: opened for the first time; open; lost and being opened again; lost while the browser says
 * that it has no network; lost, and several attempts have failed.
 */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'failed';

export interface EventStreamOptions {
  /** Address without a query string. */
  path: string;
  /**
   * The connection is there. `gap` tells that changes up to `seq` may have been missed: what is shown from before
   * must be loaded again.
   */
  onReady: (seq: number, gap: boolean) => void;
  /** Each change once, in the order of the log. */
  onChange: (change: ChangeEvent) => void;
  onStatus: (status: StreamStatus) => void;
  /** An attempt came to nothing. It cannot be told why: the session may be over. */
  onRefused: () => void;
  /** The session is over. The stream is closed for good. */
  onEnded: () => void;
}

/** After this many failed attempts in a row the status is `failed`; trying goes on. */
const failuresToTell = 4;
const firstPause = 250;
const longestPause = 15_000;
/** So long without a word, a ping included, and the connection is taken for dead. */
const silenceLimit = 2.5 * pingInterval;
/** A page that nobody sees gives its connection back: a browser has only six for each server. */
const hiddenLimit = 30_000;

/** Milliseconds before the next attempt: doubling, and spread so that not all pages come back at once. */
function pauseAfter(failures: number): number {
  return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Follows a stream of changes (domain/changes.ts) until closed: resumes after the last change seen, whether the
 * network, the server or the machine went away, and gives no change twice.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  #source: EventSource | null = null;
  #seq: number | null = null;
  #failures = 0;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #hide: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    window.addEventListener('online', this.#reconnect);
    window.addEventListener('offline', this.#onOffline);
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#disconnect();
    clearTimeout(this.#retry);
    clearTimeout(this.#hide);
    window.removeEventListener('online', this.#reconnect);
    window.removeEventListener('offline', this.#onOffline);
    document.removeEventListener('visibilitychange', this.#onVisibility);
  }

  #open(): void {
    const { path } = this.#options;
    clearTimeout(this.#retry);
    const source = new EventSource(this.#seq === null ? path : `${path}?after=${this.#seq}`);
    this.#source = source;
    let ready = false;
    const listen = (name: string, take: (data: unknown) => void) => {
      source.addEventListener(name, (event) => {
        // What was on its way when the connection was given up belongs to the next one.
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
    // The browser would try again by itself, but not after a refusal, and it does not say when.
    source.addEventListener('error', () => {
      if (source !== this.#source) return;
      this.#onLost();
      if (!ready) this.#options.onRefused();
    });
    this.#heard();
  }

  #take(event: MessageEvent, take: (data: unknown) => void): void {
    this.#heard();
    try {
      take(JSON.parse(String(event.data)));
    } catch (error) {
      // Nothing that follows can be trusted to fit: start anew, and load everything again.
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
    this.#options.onReady(seq, !resumed);
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
    return this.#failures >= failuresToTell ? 'failed' : 'reconnecting';
  }

  #heard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#onLost(), silenceLimit);
  }

  #disconnect(): void {
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  readonly #onOffline = (): void => this.#onLost();

  /** Now, whatever the pause was to be. */
  readonly #reconnect = (): void => {
    if (this.#closed || this.#source) return;
    this.#options.onStatus('reconnecting');
    this.#open();
  };

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hide);
    if (document.visibilityState === 'hidden') {
      this.#hide = setTimeout(() => {
        this.#disconnect();
        clearTimeout(this.#retry);
      }, hiddenLimit);
      return;
    }
    // The machine may have slept: timers stood still, the connection is gone, and nobody has noticed.
    if (this.#source && Date.now() - this.#heardAt > silenceLimit) this.#disconnect();
    this.#reconnect();
  };
}
