/** Stands in for `EventSource`: a connection that the test speaks for. */
export class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close() {
    this.closed = true;
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  ready(seq: number, resumed: boolean) {
    this.say('ready', { seq, resumed });
  }

  change(seq: number) {
    const head = { seq, uid: 'u1', fullName: 'Asha', actor: 'member', kind: 'task-completed' };
    const rest = { at: '2026-09-01T09:30:00.000Z', batch: null, undoes: null };
    this.say('change', { ...head, ...rest, fields: { taskCompleted: true } });
  }

  fail() {
    this.dispatchEvent(new Event('error'));
  }
}
