import { setTimeout as wait } from 'node:timers/promises';
import { type Load, load } from './load.ts';
import { withParse } from './peers/parse-peer.ts';
import { ask, type Peer, type Person, type Request, type WithPeer } from './peers/peer.ts';
import { withPocketbase } from './peers/pocketbase-peer.ts';
import { withPostgresPortal, withSqlitePortal } from './peers/portal-peer.ts';
import { median, percentile, type Row } from './row.ts';

const members = 10_000;
const streams = 1_000;
const changes = 10;
const samples = 15;
/** Streams that are opened at the same time. */
const batch = 50;

const peers: Record<string, WithPeer> = {
  'portal on SQLite': withSqlitePortal,
  PocketBase: withPocketbase,
  'portal on PostgreSQL': withPostgresPortal,
  'Parse Server': withParse,
};

/** Row l: the portal and its peers with the same work and the same durability, one after the other in each round. */
export async function peerRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, withPeer] of Object.entries(peers)) {
    console.error(`  ${name}: building and starting`);
    try {
      rows.push(...(await withPeer(members, (peer) => inTime(measure(peer), 5 * 60_000))));
    } catch (error) {
      // A peer that cannot be built or measured on this machine has one row that says so.
      const note = String(error).split('\n')[0] ?? '';
      console.error(`  ${name}: ${note}`);
      rows.push({ id: `l ${name}`, what: name, value: Number.NaN, unit: '/s', bound: null, note });
    }
  }
  return rows;
}

/** Rejects if `work` takes longer than `limit` milliseconds. */
function inTime<T>(work: Promise<T>, limit: number): Promise<T> {
  const late = wait(limit, null, { ref: false }).then(() => {
    throw new Error(`not finished after ${limit / 1000} s`);
  });
  return Promise.race([work, late]);
}

let people = 0;

function newPerson(): Person {
  people += 1;
  return { email: `peer${process.pid}-${people}@students.example`, password: 'peer-password-1' };
}

async function measure(peer: Peer): Promise<Row[]> {
  const row = (figure: string, value: number, unit: Row['unit']): Row => {
    const what = `${peer.name}, ${figure}`;
    console.error(`  ${what}: ${value.toFixed(0)} ${unit}`);
    return { id: `l ${what}`, what, value, unit, bound: null, note: peer.durability };
  };
  const known = newPerson();
  await peer.enter(known);
  // Another person, because many sign-ins may end the earlier sessions of an account.
  const { read, update } = await peer.enter(newPerson());
  const newBody = () => JSON.stringify(peer.signUp(newPerson()).body);
  return [
    row('sign-ups', await rate(peer, peer.signUp(known), newBody), '/s'),
    row('sign-ins', await rate(peer, peer.signIn(known), bodiesOf(peer.signIn(known))), '/s'),
    row('own reads', await rate(peer, read), '/s'),
    row('own updates with a log entry', await rate(peer, update(1), bodiesOf(update(1), update(2))), '/s'),
    row(`first page of the list, ${members} members`, await timeOf(peer, peer.list), 'ms'),
    row(`p99 of a change to ${streams} streams`, await fanOut(peer, update), 'ms'),
  ];
}

function bodiesOf(...requests: Request[]): string[] {
  return requests.map(({ body }) => JSON.stringify(body));
}

async function rate({ url }: Peer, { method, path, headers = {} }: Request, body?: Load['body']) {
  const { perSecond } = await load({ url: `${url}${path}`, method, headers, ...(body && { body }) });
  return perSecond;
}

/** Milliseconds, the median of several requests one after the other. */
async function timeOf(peer: Peer, request: Request): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const started = performance.now();
    await (await ask(peer.url, request)).arrayBuffer();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** The p99 over all streams of several changes, each from its request until its arrival, in milliseconds. */
async function fanOut(peer: Peer, update: (turn: number) => Request): Promise<number> {
  const delays: number[] = [];
  let started = 0;
  let arrived = 0;
  let everywhere = Promise.withResolvers<void>();
  const onChange = () => {
    delays.push(performance.now() - started);
    arrived += 1;
    if (arrived === streams) everywhere.resolve();
  };
  const open: { close(): void }[] = [];
  for (let count = 0; count < streams; count += batch) {
    open.push(...(await Promise.all(Array.from({ length: batch }, () => peer.follow(onChange)))));
  }
  // Whatever the record holds after the load, each of the following updates changes it.
  await ask(peer.url, update(1));
  await wait(1_000);
  delays.length = 0;
  for (let turn = 0; turn < changes; turn += 1) {
    everywhere = Promise.withResolvers<void>();
    arrived = 0;
    started = performance.now();
    await ask(peer.url, update(turn));
    // A change that has not reached every stream by then is lost.
    await inTime(everywhere.promise, 20_000);
  }
  for (const stream of open) stream.close();
  return percentile(delays, 0.99);
}
