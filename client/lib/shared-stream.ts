import { type ChangeEvent, pingInterval } from '#domain/changes.ts';
import { EventStream, type StreamOptions, type StreamStatus, silenceLimit } from './event-stream.ts';

/** The leader's state. The changes after `seq` follow; null until that is known. `restarted`: some may be missing. */
interface State {
  kind: 'state';
  status: StreamStatus;
  seq: number | null;
  restarted: boolean;
}

/** The messages between tabs that share a stream. All but `hello` come from the leader. */
type Message =
  /** A tab joined, or was frozen: it asks for the leader's state. */
  | { kind: 'hello' }
  | State
  /** `after` is the leader's position before the change, so that a tab notices if it missed one. */
  | { kind: 'change'; change: ChangeEvent; after: number }
  /** The session of the leader's connection is over. */
  | { kind: 'ended' };

export type SharedStreamOptions = StreamOptions & { account: string };

/**
 * One stream of changes for all tabs of a browser that show the same account (docs/decisions/0045). The leader, always
 * a visible tab, holds a lock while it has the connection and passes everything on to the other tabs. Without a visible
 * tab there is no connection. The browser gives the lock to the next visible tab when the leader is hidden, closed or
 * crashes, and that tab resumes after the last change it received.
 */
export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  /** Only on secure origins; elsewhere each visible tab has a separate stream. */
  readonly #locks: LockManager | undefined = navigator.locks;
  /** The last change that this tab received. */
  #seq: number | null = null;
  #status: StreamStatus = 'connecting';
  /** Set while this tab leads. */
  #stream: EventStream | null = null;
  /** Gives the lock back, or stops waiting for it. */
  #release: (() => void) | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    // Tabs of different releases share nothing, because a release may change what they send each other.
    this.#name = ['portal-live', import.meta.url, options.path, options.account].join(' ');
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener('message', this.#onMessage);
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
  }

  close(): void {
    this.#standDown();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#channel.close();
  }

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.#standDown();
    else if (!this.#release) this.#stand();
  };

  /** Becomes the leader as soon as no other tab is. */
  #stand(options: { steal?: boolean } = {}): void {
    const gone = new AbortController();
    const led = Promise.withResolvers<void>();
    const release = () => {
      gone.abort();
      led.resolve();
    };
    this.#release = release;
    const lead = () => {
      if (gone.signal.aborted) return;
      this.#lead();
      return led.promise;
    };
    if (!this.#locks) {
      void lead();
      return;
    }
    this.#send({ kind: 'hello' });
    this.#expectLeader();
    const request = options.steal ? { steal: true } : { signal: gone.signal };
    this.#locks.request(this.#name, request, lead).catch(() => {
      if (this.#release !== release) return;
      // Another tab took the lock, because this one did not respond for too long.
      this.#standDown();
      this.#onVisibility();
    });
  }

  /** Closes the connection and lets another tab lead. */
  #standDown(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#silence);
    this.#stream?.close();
    this.#stream = null;
    this.#release?.();
    this.#release = null;
  }

  #lead(): void {
    clearTimeout(this.#silence);
    this.#heartbeat = setInterval(() => this.#sendState(), pingInterval);
    const { path, account, onRefused } = this.#options;
    const passedOn = {
      onStatus: (status: StreamStatus) => {
        this.#setStatus(status);
        if (status !== 'live') this.#sendState();
      },
      onReady: (seq: number, gap: boolean) => {
        this.#seq = seq;
        this.#options.onReady(seq, gap);
        this.#sendState(gap);
      },
      onChange: (change: ChangeEvent) => {
        this.#send({ kind: 'change', change, after: this.#seq ?? 0 });
        this.#seq = change.seq;
        this.#options.onChange(change);
      },
      onEnded: () => {
        this.#send({ kind: 'ended' });
        this.close();
        this.#options.onEnded();
      },
    };
    this.#stream = new EventStream({ path, account, onRefused, ...passedOn }, this.#seq);
  }

  readonly #onMessage = ({ data }: MessageEvent<Message>): void => {
    if (data.kind === 'ended') {
      // This tab may have a newer session already, so it asks the server.
      this.#options.onRefused();
    } else if (data.kind === 'hello') {
      if (this.#stream) this.#sendState();
    } else if (!this.#stream) {
      this.#expectLeader();
      if (data.kind === 'state') this.#onState(data);
      else this.#onChange(data.change, data.after);
    }
  };

  #onState({ status, seq, restarted }: State): void {
    this.#setStatus(status);
    if (seq === null) return;
    if (restarted ? seq !== this.#seq : this.#isBehind(seq)) this.#startAfter(seq);
  }

  #onChange(change: ChangeEvent, after: number): void {
    if (this.#isBehind(after)) this.#startAfter(after);
    if (!this.#isBehind(change.seq)) return;
    this.#seq = change.seq;
    this.#options.onChange(change);
  }

  #isBehind(seq: number): boolean {
    return this.#seq === null || this.#seq < seq;
  }

  /** The changes up to `seq` were missed. */
  #startAfter(seq: number): void {
    this.#seq = seq;
    this.#options.onReady(seq, true);
  }

  /** A leader that stops responding, in a debugger for example, loses the lock. */
  #expectLeader(): void {
    clearTimeout(this.#silence);
    if (!this.#release || !this.#locks) return;
    this.#silence = setTimeout(() => {
      this.#standDown();
      this.#stand({ steal: true });
    }, silenceLimit);
  }

  #setStatus(status: StreamStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }

  #sendState(restarted = false): void {
    this.#send({ kind: 'state', status: this.#status, seq: this.#seq, restarted });
  }

  #send(message: Message): void {
    if (this.#locks) this.#channel.postMessage(message);
  }
}
