import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listening } from '#tests/helpers/listen.ts';
import { type Connection, LiveStream, socketConnection, unreadLimit } from './live-stream.ts';

/** A connection whose reading the test controls. */
function openStream() {
  const written: number[] = [];
  let unread = 0;
  let end = 'open';
  const connection: Connection = {
    write: (chunk) => written.push(chunk[0] ?? -1),
    unread: () => unread,
    end: () => (end = 'ended'),
    destroy: () => (end = 'destroyed'),
    listener: undefined,
  };
  const onEnd = vi.fn();
  const owner = { scope: null, token: 't', sender: '192.0.2.1', account: 'a' };
  const stream = new LiveStream({ ...owner, connection, onEnd });
  const state = () => ({ written, end, ends: onEnd.mock.calls.length });
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
  const drained = vi.fn();
  const waiting = stream.waitForDrain().then(drained);
  setUnread(100 * 1024);
  connection.listener?.read();
  await new Promise(setImmediate);
  expect(drained).not.toHaveBeenCalled();
  setUnread(1_000);
  connection.listener?.read();
  await waiting;

  setUnread(unreadLimit);
  const waitingForGood = stream.waitForDrain();
  connection.listener?.gone();
  await waitingForGood;
});

it('hears that a client has read on', async () => {
  const { promise: read, resolve } = Promise.withResolvers<void>();
  const server = createServer((_request, outgoing) => {
    if (!outgoing.socket) throw new Error('a stream needs a socket');
    outgoing.writeHead(200).flushHeaders();
    const connection = socketConnection(outgoing, outgoing.socket);
    connection.listener = { read: resolve, gone() {} };
    connection.write(new Uint8Array(16 * 1024 * 1024));
  });
  const client = connect(await listening(server), '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: portal.example\r\n\r\n');
  client.resume();
  await read;
});
