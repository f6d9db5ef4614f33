import { expect, it } from 'vitest';
import { type Connection, LiveStream, unreadLimit } from './live-stream.ts';

/** A connection whose reading the test controls. */
function openStream() {
  const written: number[] = [];
  let unread = 0;
  let end = 'open';
  const connection: Connection = {
    write: (chunk) => written.push(chunk[0] ?? -1),
    unread: () => unread,
    end: () => {
      end = 'ended';
    },
    destroy: () => {
      end = 'destroyed';
    },
    listener: undefined,
  };
  let ends = 0;
  const onEnd = () => {
    ends += 1;
  };
  const stream = new LiveStream({
    scope: null,
    token: 't',
    sender: '192.0.2.1',
    account: 'a',
    connection,
    onEnd,
  });
  const state = () => ({ written, end, ends });
  return { stream, state, connection, setUnread: (bytes: number) => (unread = bytes) };
}

const chunk = (seq: number, bytes = 1) => new Uint8Array(bytes).fill(seq);

it('sends a change once, and none older than the last one sent', () => {
  const { stream, state } = openStream();
  stream.cursor = 2;
  for (const seq of [1, 2, 3, 3, 5, 4, 6]) stream.sendChange(seq, chunk(seq));
  expect(state().written).toEqual([3, 5, 6]);
  expect(stream.cursor).toBe(6);
});

it('drops a client only when too much is unread', () => {
  const { stream, state, setUnread } = openStream();
  stream.send(chunk(1, unreadLimit + 1));
  setUnread(unreadLimit - 1);
  stream.send(chunk(2));
  expect(state()).toEqual({ written: [1, 2], end: 'open', ends: 0 });
  setUnread(unreadLimit);
  stream.send(chunk(3));
  stream.send(chunk(4));
  expect(state()).toEqual({ written: [1, 2], end: 'destroyed', ends: 1 });
});

it('ends once with a final event, and sends nothing afterwards', () => {
  const { stream, state, connection } = openStream();
  stream.end(chunk(9));
  stream.end(chunk(8));
  stream.drop();
  connection.listener?.gone();
  stream.sendChange(1, chunk(1));
  expect(state()).toEqual({ written: [9], end: 'ended', ends: 1 });
});

it('waits until the queue has shrunk or the client has disconnected', async () => {
  const { stream, connection, setUnread } = openStream();
  setUnread(unreadLimit);
  let drained = false;
  const waiting = stream.waitForDrain().then(() => {
    drained = true;
  });
  setUnread(100 * 1024);
  connection.listener?.read();
  await new Promise(setImmediate);
  expect(drained).toBe(false);
  setUnread(1_000);
  connection.listener?.read();
  await waiting;

  setUnread(unreadLimit);
  const waitingForGood = stream.waitForDrain();
  connection.listener?.gone();
  await waitingForGood;
});
