import type { ChangeEvent } from '#domain/live-events.ts';

/** Stands in for `EventSource`: a connection that the test speaks for. */
export class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readonly url: string;
  readyState = 0;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  get closed(): boolean {
    return this.readyState === FakeSource.CLOSED;
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  ready() {
    this.say('ready', {});
  }

  change(topic: ChangeEvent['topic'] = 'record') {
    this.say('change', { topic, uid: 'u1' });
  }

  /** The connection is lost, and the browser opens it again. */
  lose() {
    this.dispatchEvent(new Event('error'));
  }

  /** The server refuses, so the browser gives up. */
  refuse() {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}
